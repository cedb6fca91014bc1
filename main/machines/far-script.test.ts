import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { farScript, quoted, requestLine } from './far-script.ts'

describe('lines for the far shell', () => {
  it.each(['a b', "it's", '$(id)', '`id`', '"', '\\', '*', '-n', ';', '&& id'])('%s stays one argument', (word) => {
    const shown = execFileSync('/bin/sh', ['-c', `printf '%s|' ${quoted(word)}`], { encoding: 'utf8' })
    expect(shown).toBe(`${word}|`)
  })

  it('a line break is never sent', () => {
    expect(() => quoted('a\nb')).toThrow('line break')
    expect(requestLine('poll', 'n', ["/proc/1/stat';id"])).toBe("poll n '/proc/1/stat'\\'';id'\n")
  })

  it('every request works where there is nothing but sleep, kill, cat and ls', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-path-'))
    for (const program of ['sleep', 'kill', 'cat', 'ls']) fs.symlinkSync(`/bin/${program}`, path.join(folder, program))
    const requests = [
      requestLine('hello', 'n1', []),
      requestLine('poll', 'n2', ['/proc/self/stat']),
      requestLine('wide', 'n3', []),
      requestLine('look', 'n4', [process.pid, '/tmp/none']),
      requestLine('environment', 'n5', [process.pid]),
      requestLine('beat', 'n6', []),
    ]
    const script = farScript.replace('exec 2>/dev/null', '') + requests.join('')
    const { stdout, stderr } = spawnSync('/bin/sh', ['-s'], {
      input: script,
      env: { PATH: folder },
      encoding: 'latin1',
    })
    fs.rmSync(folder, { recursive: true })
    expect(stderr).not.toMatch(/not found/)
    for (let count = 1; count <= 6; count++) expect(stdout).toContain(`\nn${count} end\n`)
    expect(stdout).toMatch(/n2 stats\n\d+ \(cat\)/)
    expect(stdout).toMatch(/n4 kernel\n\d+ \(/)
  })

  it('sockets in other folders are found in the table of the kernel', async () => {
    const folder = fs.mkdtempSync('/var/tmp/ps-wide-')
    const socket = path.join(folder, `dotnet-diagnostic-${process.pid}-1-socket`)
    const server = net.createServer().listen(socket)
    await once(server, 'listening')
    const { stdout } = spawnSync('/bin/sh', ['-s'], {
      input: farScript + requestLine('wide', 'n', []),
      encoding: 'utf8',
    })
    server.close()
    fs.rmSync(folder, { recursive: true })
    expect(stdout.split('\n')).toContain(`w ${socket}`)
  })

  it('the far shell writes only to its answer and /dev/null', () => {
    const targets = [...farScript.matchAll(/(?<![-=<])>\s*(\S+)/g)].map(([, target]) => target)
    expect(new Set(targets)).toEqual(new Set(['/dev/null']))
  })
})

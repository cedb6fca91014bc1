import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { readReply } from './far-replies.ts'
import { farScript, quoted, requestLine } from './far-script.ts'

/** What polls that read no figures answer, one after the other, where no program can be started. */
function polls(nonces: readonly string[], file: string): readonly ReadonlyMap<string, Buffer>[] {
  const requests = nonces.map((nonce) => requestLine('poll', nonce, ['', file]))
  const { stdout } = spawnSync('/bin/sh', ['-s'], { input: farScript + requests.join(''), env: { PATH: '/nowhere' } })
  return nonces.map((nonce) => {
    const [own = ''] = new RegExp(`${nonce} a[^]*?\n${nonce} end\n`).exec(stdout.toString('latin1')) ?? []
    const { parts } = readReply(Buffer.from(own, 'latin1'), nonce)
    return new Map([...parts].filter(([name]) => name !== 'end'))
  })
}

describe('lines for the far shell', () => {
  it.each(['a b', "it's", '$(id)', '`id`', '"', '\\', '*', '-n', ';', '&& id'])('%s stays one argument', (word) => {
    const shown = execFileSync('/bin/sh', ['-c', `printf '%s|' ${quoted(word)}`], { encoding: 'utf8' })
    expect(shown).toBe(`${word}|`)
  })

  it('a line break is never sent', () => {
    expect(() => quoted('a\nb')).toThrow('line break')
    expect(requestLine('look', 'n', ["/proc/1/stat';id"])).toBe("look n '/proc/1/stat'\\'';id'\n")
  })

  it('every request works where there is nothing but sleep, kill, cat and ls', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-path-'))
    for (const program of ['sleep', 'kill', 'cat', 'ls']) fs.symlinkSync(`/bin/${program}`, path.join(folder, program))
    const requests = [
      requestLine('hello', 'n1', []),
      requestLine('poll', 'n2', ['', '/proc/self/stat']),
      requestLine('wide', 'n3', []),
      requestLine('look', 'n4', [process.pid, '/tmp/none']),
      requestLine('environment', 'n5', [process.pid]),
      requestLine('beat', 'n6', []),
      requestLine('poll', 'n7', ['/proc/self/stat /proc/1/stat', '/proc/self/stat', '/proc/1/stat']),
      requestLine('tools', 'n8', []),
    ]
    const script = farScript.replace('exec 2>/dev/null', '') + requests.join('')
    const { stdout, stderr } = spawnSync('/bin/sh', ['-s'], {
      input: script,
      env: { PATH: folder },
      encoding: 'latin1',
    })
    fs.rmSync(folder, { recursive: true })
    expect(stderr).not.toMatch(/not found/)
    for (let count = 1; count <= 8; count++) expect(stdout).toContain(`\nn${count} end\n`)
    expect(stdout).toMatch(/n2 stats\n\d+ \(cat\)/)
    expect(stdout).toMatch(/n4 kernel\n\d+ \(/)
  })

  it('a poll that reads no figures starts nothing and says nothing while nothing has changed', () => {
    const nonces = Array.from({ length: 20 }, (_item, index) => `n${index}`)
    const replies = polls(nonces, '/proc/self/stat')
    expect([...must(replies[0], 'the first answer').keys()]).toEqual(['asleep', 'sockets', 'stats'])
    // Another program may make a socket at that moment.
    expect(replies.map((parts) => [...parts.keys()].join(' '))).toContain('asleep')
  })

  it('a poll reads the figures that it is asked for, of more than one process', () => {
    const files = ['/proc/self/stat', '/proc/1/stat']
    const requests = ['n1', 'n2', 'n3'].map((nonce) => requestLine('poll', nonce, [files.join(' '), ...files]))
    const { stdout } = spawnSync('/bin/sh', ['-s'], { input: farScript + requests.join('') })
    for (const nonce of ['n1', 'n2', 'n3']) {
      const stats = readReply(stdout.subarray(stdout.indexOf(`${nonce} a`)), nonce).parts.get('stats')
      expect(must(stats, 'stats').toString('latin1')).toMatch(/^\d+ \(cat\) .*\n1 \(/)
    }
  })

  it('a poll lists the sockets as soon as a process is gone', () => {
    for (const parts of polls(['n1', 'n2', 'n3'], '/proc/0/stat')) expect(parts.has('sockets')).toBe(true)
  })

  it('names of programs come as they are, whatever an echo would make of them', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-stat-'))
    const hostile = Buffer.concat([
      Buffer.from(String.raw`41 (\c %s \n \0101 $(id)) S 1`),
      Buffer.from(Array.from({ length: 128 }, (_item, index) => 128 + index)),
      Buffer.from('\n42 (next) S 2\n'),
    ])
    fs.writeFileSync(path.join(folder, 'stat'), hostile)
    const { stdout } = spawnSync('/bin/sh', ['-s'], {
      input: farScript + requestLine('poll', 'n', ['', path.join(folder, 'stat')]),
    })
    fs.rmSync(folder, { recursive: true })
    expect(must(readReply(stdout, 'n').parts.get('stats'), 'stats').toString('latin1')).toBe(
      hostile.toString('latin1').trimEnd(),
    )
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
    expect(new Set(targets)).toEqual(new Set(['/dev/null', '&1']))
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openFifo } from './fifo.ts'
import { removeAbandonedLinkFolders } from './abandoned-folders.ts'
import { linkLogPath, makeLinkFolder } from './link-folder.ts'

describe.skipIf(process.platform === 'win32')('abandoned folders of connections', () => {
  let parent = ''
  let fds: number[] = []
  beforeEach(() => {
    parent = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-'))
    vi.stubEnv('XDG_RUNTIME_DIR', parent)
  })
  afterEach(() => {
    for (const fd of fds) fs.closeSync(fd)
    fds = []
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    fs.rmSync(parent, { recursive: true, force: true })
  })

  /** As a connection leaves it when the app is killed; `isHeld`: while it runs. */
  async function folder(isHeld: boolean): Promise<string> {
    const made = makeLinkFolder()
    for (const name of ['log', 'ask', 'answer']) {
      const fifo = openFifo(path.join(made, name))
      if (fifo === null) throw new Error('no named pipes')
      if (isHeld) fds.push(fifo.fd)
      else fs.closeSync(fifo.fd)
    }
    fs.writeFileSync(path.join(made, 'askpass'), '#!/bin/sh\n', { mode: 0o700 })
    await Promise.all(['c', '1.sock'].map((name) => leaveSocket(path.join(made, name))))
    return made
  }

  it('are removed when a crash left them behind', async () => {
    await folder(false)
    await folder(false)
    expect(await removeAbandonedLinkFolders([parent])).toBe(2)
    expect(fs.readdirSync(parent)).toEqual([])
  })

  it('stay while an app holds them, also those of another one', async () => {
    const held = await folder(true)
    await folder(false)
    expect(await removeAbandonedLinkFolders([parent])).toBe(1)
    expect(fs.readdirSync(parent)).toEqual([path.basename(held)])
    expect(fs.readdirSync(held)).toHaveLength(6)
  })

  it('stay while an ssh still writes to the log of an app that is gone', async () => {
    const made = await folder(true)
    const ssh = spawn('sh', ['-c', 'exec 3>"$1"; echo open; read end', 'sh', linkLogPath(made)])
    await once(ssh.stdout, 'data')
    for (const fd of fds.splice(0)) fs.closeSync(fd)
    expect(await removeAbandonedLinkFolders([parent])).toBe(0)
    ssh.stdin.end()
    await once(ssh, 'exit')
    expect(await removeAbandonedLinkFolders([parent])).toBe(1)
  })

  it('stay when they are not ours: another name, other contents, open to others, a link, or of another user', async () => {
    fs.renameSync(await folder(false), path.join(parent, 'psc-notes'))
    fs.writeFileSync(path.join(await folder(false), 'notes.txt'), 'mine')
    fs.chmodSync(await folder(false), 0o755)
    const elsewhere = path.join(parent, 'elsewhere')
    fs.renameSync(await folder(false), elsewhere)
    fs.symlinkSync(elsewhere, path.join(parent, 'psc-abcdef'))
    // A log that is a file says nothing about who holds the folder.
    const withFile = makeLinkFolder()
    fs.writeFileSync(linkLogPath(withFile), '')
    // Not yet, or no more, that of a connection.
    makeLinkFolder()
    expect(await removeAbandonedLinkFolders([parent])).toBe(0)
    const others = await folder(false)
    vi.spyOn(process as Required<typeof process>, 'geteuid').mockReturnValue(4711)
    expect(await removeAbandonedLinkFolders([parent])).toBe(0)
    expect(fs.existsSync(linkLogPath(others))).toBe(true)
  })

  it('are found behind a folder that is gone', async () => {
    await folder(false)
    expect(await removeAbandonedLinkFolders([path.join(parent, 'gone'), parent])).toBe(1)
  })

  it('stay when there are more of their name than one user ever leaves', async () => {
    for (let index = 0; index < 1000; index++) fs.mkdirSync(path.join(parent, `psc-${String(100_000 + index)}`))
    await folder(false)
    expect(await removeAbandonedLinkFolders([parent])).toBe(0)
  })

  it('nothing is removed below them', async () => {
    const made = await folder(false)
    fs.rmSync(path.join(made, 'c'))
    fs.mkdirSync(path.join(made, 'c'))
    fs.writeFileSync(path.join(made, 'c', 'notes.txt'), 'mine')
    expect(await removeAbandonedLinkFolders([parent])).toBe(0)
    expect(fs.readFileSync(path.join(made, 'c', 'notes.txt'), 'utf8')).toBe('mine')
  })
})

/** A socket that nobody listens on any more; Node removes its own when it stops listening. */
async function leaveSocket(file: string): Promise<void> {
  const server = net.createServer().listen(`${file}~`)
  await once(server, 'listening')
  fs.renameSync(`${file}~`, file)
  server.close()
  await once(server, 'close')
}

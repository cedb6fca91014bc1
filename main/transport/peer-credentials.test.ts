import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import { systemLibrary } from '../os/libc.ts'
import { connect } from './connection.ts'
import { listen } from './listener.ts'
import { judgePeer } from './peer-identity.ts'
import { scriptSocket } from './testing/scripted-socket.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peers-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const userId = process.geteuid?.()

const judge = (pid: number | null, isAlive = true) => judgePeer({ pid: asPid(10) }, { pid, userId: 1 }, () => isAlive)

describe('the peer of a socket', () => {
  it('is judged by pid, and an impostor only when it is another process that runs', () => {
    expect(judge(10)).toBe('verified')
    expect(judge(11)).toBe('impostor')
    expect(judge(11, false)).toBe('unverified')
    expect(judge(null)).toBe('unverified')
    expect(judgePeer({ pid: asPid(10) }, null)).toBeNull()
  })
})

describe.skipIf(systemLibrary() === null)('the credentials of a socket', () => {
  it('name the process that listens, when we connect', async () => {
    const script = await scriptSocket(undefined, { folder, name: 'own' })
    const identities: unknown[] = []
    const connected = await connect(script.endpoint, { timeoutMs: 1000, onPeer: (peer) => void identities.push(peer) })
    if (!connected.ok) throw new Error(connected.error.kind)
    expect(connected.value.peerCredentials()).toEqual({ pid: process.pid, userId })
    expect(identities).toEqual(['verified'])
    connected.value.dispose()
    expect(connected.value.peerCredentials()).toBeNull()
    await script.dispose()
  })

  it('name the process that connects to us, whatever it says about itself', async () => {
    const file = path.join(folder, 'port')
    const peers: unknown[] = []
    const listening = await listen(
      { transport: 'unix', path: file },
      { onConnection: (connection) => void peers.push(connection.peerCredentials()) },
    )
    if (!listening.ok) throw new Error(listening.error.kind)
    const script = `require('node:net').connect(${JSON.stringify(file)}).on('error', () => {})`
    const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
    await expect.poll(() => peers).toEqual([{ pid: child.pid, userId }])
    child.kill('SIGKILL')
    await listening.value.close()
  })

  it('of TCP name nobody', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const identities: unknown[] = []
    const endpoint = { transport: 'tcp' as const, path: `127.0.0.1:${port}`, pid: asPid(0) }
    const connected = await connect(endpoint, { timeoutMs: 1000, onPeer: (peer) => void identities.push(peer) })
    if (!connected.ok) throw new Error(connected.error.kind)
    expect(identities).toEqual([null])
    connected.value.dispose()
    server.close()
  })

  it('end a connection to a socket that another process made, before a byte is sent', async () => {
    const file = path.join(folder, 'impostor')
    const program = `
      const server = require('node:net').createServer((socket) => socket.on('data', () => console.log('got bytes')))
      server.listen(${JSON.stringify(file)}, () => console.log('listens'))`
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines: string[] = []
    child.stdout.on('data', (bytes: Buffer) => void lines.push(bytes.toString()))
    await expect.poll(() => lines).toEqual(['listens\n'])
    const endpoint = { transport: 'unix' as const, path: file, pid: asPid(process.ppid) }
    expect(await connect(endpoint, { timeoutMs: 1000 })).toEqual({
      ok: false,
      error: { kind: 'impostor-endpoint', path: file, peerPid: child.pid },
    })
    expect(lines).toEqual(['listens\n'])
    child.kill('SIGKILL')
  })
})

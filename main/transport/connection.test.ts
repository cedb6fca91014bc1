import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import { Duplex } from 'node:stream'
import { Connection, connect, mapSocketError, reportEnd } from './connection.ts'
import type { Endpoint } from './endpoint.ts'
import { shortenSocketPath } from './socket-path.ts'
import { scriptSocket, type ScriptedSocket } from './testing/scripted-socket.ts'
import { pause } from '../os/pause.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function script(...args: Parameters<typeof scriptSocket>): Promise<ScriptedSocket> {
  const socket = await scriptSocket(...args)
  cleanUps.push(() => socket.dispose())
  return socket
}

async function open(endpoint: Endpoint): Promise<Connection> {
  const connected = await connect(endpoint, { timeoutMs: 1000 })
  if (!connected.ok) throw new Error(connected.error.kind)
  cleanUps.push(() => connected.value.dispose())
  return connected.value
}

/** Everything until the end, and how it ended. */
function drain(connection: Connection): Promise<{ bytes: Buffer; error: unknown }> {
  const chunks: Buffer[] = []
  return new Promise((resolve) =>
    connection.listen({
      onBytes: (bytes) => void chunks.push(Buffer.from(bytes)),
      onEnd: (error) => resolve({ bytes: Buffer.concat(chunks), error }),
    }),
  )
}

const request = Buffer.from('444f544e45545f4950435f563100140004080000', 'hex')

function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('a stream that ends with EPIPE', () => {
  it.each([
    { transport: 'pipe' as const, syscall: 'read', isEnd: true },
    { transport: 'pipe' as const, syscall: 'write', isEnd: false },
    { transport: 'unix' as const, syscall: 'read', isEnd: false },
  ])('on a $transport, from $syscall: an orderly end: $isEnd', async ({ transport, syscall, isEnd }) => {
    const stub = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
    const endpoint: Endpoint = { transport, path: '\\\\.\\pipe\\dotnet-diagnostic-36', pid: asPid(36) }
    const connection = new Connection(endpoint, stub as net.Socket)
    reportEnd(stub as net.Socket, connection)
    const drained = drain(connection)
    connection.accept(Buffer.from('last'))
    stub.destroy(Object.assign(new Error(`${syscall} EPIPE`), { code: 'EPIPE', syscall }))
    const error = isEnd ? null : { kind: 'connection-closed', operation: 'read', receivedBytes: 4 }
    expect(await drained).toEqual({ bytes: Buffer.from('last'), error })
  })
})

describe('a connection', () => {
  it('writes a message in one piece and reads to the orderly end', async () => {
    const { endpoint, requests } = await script((_request, { socket }) => socket.end('answer'))
    const connection = await open(endpoint)
    const drained = drain(connection)
    connection.write(request)
    expect(await drained).toEqual({ bytes: Buffer.from('answer'), error: null })
    expect(requests).toEqual([request])
    expect(connection.isEnded).toBe(true)
    expect(connection.receivedBytes).toBe(6)
  })

  it('keeps what comes before anybody listens, its end included', async () => {
    const { endpoint } = await script((_request, { socket }) => socket.end('early'))
    const connection = await open(endpoint)
    connection.write(request)
    await expect.poll(() => connection.isEnded).toBe(true)
    expect(await drain(connection)).toEqual({ bytes: Buffer.from('early'), error: null })
  })

  it('hands over from one listener to the next without losing a byte', async () => {
    const { endpoint } = await script((_request, { socket }) => {
      socket.write('one')
      setTimeout(() => socket.end('two'), 20)
    })
    const connection = await open(endpoint)
    connection.write(request)
    const first = await new Promise<string>((resolve) =>
      connection.listen({
        onBytes(bytes) {
          connection.listen(null)
          resolve(Buffer.from(bytes).toString())
        },
        onEnd: () => undefined,
      }),
    )
    await expect.poll(() => connection.isEnded).toBe(true)
    expect(first + (await drain(connection)).bytes.toString()).toBe('onetwo')
  })

  it('never stops reading: all 16 MB arrive', async () => {
    const block = Buffer.alloc(1024 * 1024, 7)
    const { endpoint } = await script((_request, { socket }) => {
      for (let index = 0; index < 16; index++) socket.write(block)
      socket.end()
    })
    const connection = await open(endpoint)
    let receivedBytes = 0
    let isRight = true
    const ended = new Promise((resolve) =>
      connection.listen({
        onBytes(bytes) {
          receivedBytes += bytes.length
          isRight &&= bytes[0] === 7 && bytes.at(-1) === 7
        },
        onEnd: resolve,
      }),
    )
    connection.write(request)
    expect(await ended).toBeNull()
    expect(receivedBytes).toBe(16 * block.length)
    expect(isRight).toBe(true)
  })

  it('still gets the answer after a half-close', async () => {
    const { endpoint } = await script((_request, { socket }) => setTimeout(() => socket.end('late'), 20))
    const connection = await open(endpoint)
    connection.write(request)
    connection.endWriting()
    expect((await drain(connection)).bytes.toString()).toBe('late')
  })

  it('ends once when the peer drops it', async () => {
    const { endpoint } = await script((_request, { socket }) => socket.destroy())
    const connection = await open(endpoint)
    let endCount = 0
    connection.listen({ onBytes: () => undefined, onEnd: () => void endCount++ })
    connection.write(request)
    await expect.poll(() => endCount).toBe(1)
    connection.write(request)
    await pause(30)
    expect(endCount).toBe(1)
  })

  it('is silent to its listener after dispose', async () => {
    const { endpoint } = await script((_request, { socket }) => socket.end('answer'))
    const connection = await open(endpoint)
    const heard: string[] = []
    connection.listen({ onBytes: () => void heard.push('bytes'), onEnd: () => void heard.push('end') })
    connection.write(request)
    connection.dispose()
    connection.dispose()
    connection.write(request)
    await pause(50)
    expect(heard).toEqual([])
  })
})

describe('connecting', () => {
  it('to a missing socket, or to the file of a dead one, is a stale endpoint', async () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'dead')
    const server = net.createServer().listen(file)
    await new Promise((resolve) => server.once('listening', resolve))
    fs.linkSync(file, `${file}-kept`)
    await new Promise((resolve) => server.close(resolve))
    for (const name of [file, `${file}-kept`]) {
      const endpoint: Endpoint = { transport: 'unix', path: name, pid: asPid(1) }
      expect(await connect(endpoint, { timeoutMs: 500 })).toEqual({
        ok: false,
        error: { kind: 'endpoint-stale', path: name },
      })
    }
  })

  it('is cancelled by its signal, before and during', async () => {
    const { endpoint } = await script()
    const aborted = AbortSignal.abort()
    expect(await connect(endpoint, { timeoutMs: 500, signal: aborted })).toEqual({
      ok: false,
      error: { kind: 'cancelled' },
    })
    const abort = new AbortController()
    const connecting = connect(endpoint, { timeoutMs: 500, signal: abort.signal })
    abort.abort()
    expect(await connecting).toEqual({ ok: false, error: { kind: 'cancelled' } })
  })

  it('gives a name to each refusal of the system', () => {
    const endpoint: Endpoint = { transport: 'unix', path: '/s', pid: asPid(1) }
    const map = (code: string): unknown => mapSocketError(Object.assign(new Error(code), { code }), endpoint, 3)
    expect(map('EACCES')).toEqual({ kind: 'no-permission', path: '/s', owner: null })
    expect(map('EPERM')).toEqual({ kind: 'no-permission', path: '/s', owner: null })
    expect(map('ECONNRESET')).toEqual({ kind: 'connection-closed', operation: 'read', receivedBytes: 3 })
    expect(map('EPIPE')).toEqual({ kind: 'connection-closed', operation: 'read', receivedBytes: 3 })
    expect(map('EMFILE')).toEqual({ kind: 'io', operation: 'connect', path: '/s', code: 'EMFILE' })
  })

  it('works over TCP', async () => {
    const server = net.createServer((socket) => socket.end('tcp')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    cleanUps.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    const connection = await open({ transport: 'tcp', path: `127.0.0.1:${port}`, pid: asPid(0) })
    expect((await drain(connection)).bytes.toString()).toBe('tcp')
  })

  it('over TCP to a port where nobody listens is a stale endpoint, to an address that is none a wrong request', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as net.AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const where = `127.0.0.1:${port}`
    expect(await connectTcp(where)).toEqual({ ok: false, error: { kind: 'endpoint-stale', path: where } })
    expect(await connectTcp('nonsense')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  const crowded = process.platform === 'linux' ? (['unix', 'tcp'] as const) : []
  it.each(crowded)('waits while the queue of a busy peer is full, up to its deadline: %s', async (transport) => {
    const { path: where, accept } = await listenWithoutAccepting(transport)
    const attempt = (timeoutMs: number) => connect({ transport, path: where, pid: asPid(0) }, { timeoutMs })
    const isFull = async (): Promise<boolean> => {
      const connected = await attempt(200)
      if (connected.ok) cleanUps.push(() => connected.value.dispose())
      return !connected.ok && connected.error.kind === 'timeout'
    }
    await expect.poll(isFull).toBe(true)
    const abort = new AbortController()
    const cancelled = connect({ transport, path: where, pid: asPid(0) }, { timeoutMs: 20_000, signal: abort.signal })
    abort.abort()
    expect(await cancelled).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    const patient = attempt(20_000)
    accept()
    const connected = await patient
    if (connected.ok) cleanUps.push(() => connected.value.dispose())
    expect(connected).toMatchObject({ ok: true })
  })
})

function connectTcp(where: string) {
  return connect({ transport: 'tcp', path: where, pid: asPid(0) }, { timeoutMs: 5000 })
}

/** A process that listens and is busy with something else until it is told to accept, with room for two in its queue. */
async function listenWithoutAccepting(transport: 'unix' | 'tcp'): Promise<{ path: string; accept: () => void }> {
  const folder = temporaryFolder()
  const go = path.join(folder, 'go')
  const where = transport === 'unix' ? { path: path.join(folder, 'port') } : { host: '127.0.0.1', port: 0 }
  const program = `
    const server = require('node:net').createServer()
    server.listen({ ...${JSON.stringify(where)}, backlog: 1 }, () => {
      require('node:fs').writeSync(1, JSON.stringify(server.address()))
      const never = new Int32Array(new SharedArrayBuffer(4))
      while (!require('node:fs').existsSync(${JSON.stringify(go)})) Atomics.wait(never, 0, 0, 20)
    })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUps.push(() => child.kill('SIGKILL'))
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const address = JSON.parse(printed.toString()) as string | net.AddressInfo
  return {
    path: typeof address === 'string' ? address : `127.0.0.1:${address.port}`,
    accept: () => fs.writeFileSync(go, ''),
  }
}

describe.runIf(process.platform === 'linux')('a socket path longer than the system takes', () => {
  it('is reached through a short one, and nothing is left open by it', async () => {
    const folder = path.join(temporaryFolder(), 'd'.repeat(100))
    fs.mkdirSync(folder)
    const { endpoint } = await script((_request, { socket }) => socket.end('far'), { folder, name: 's'.repeat(60) })
    expect(Buffer.byteLength(endpoint.path)).toBeGreaterThan(150)
    const before = fs.readdirSync('/proc/self/fd').length
    for (let round = 0; round < 5; round++) {
      const connection = await open(endpoint)
      const drained = drain(connection)
      connection.write(request)
      expect((await drained).bytes.toString()).toBe('far')
      connection.dispose()
    }
    await expect.poll(() => fs.readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
  })

  it('whose folder is gone is a stale endpoint', () => {
    const missing = `/no-such-folder/${'x'.repeat(120)}/socket`
    expect(shortenSocketPath(missing)).toEqual({ ok: false, error: { kind: 'endpoint-stale', path: missing } })
  })

  it('of 107 bytes is used as it is', () => {
    const fits = `/${'x'.repeat(106)}`
    expect(shortenSocketPath(fits)).toMatchObject({ ok: true, value: { path: fits } })
  })
})

import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import { connect, type Connection } from './connection.ts'
import { listen, type ListenAddress, type Listener } from './listener.ts'
import { readExactly } from './read-exactly.ts'
import { formatTcpAddress, parseTcpAddress } from './tcp-address.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(address: ListenAddress): Promise<{ listener: Listener; accepted: Connection[] }> {
  const accepted: Connection[] = []
  const outcome = await listen(address, { onConnection: (connection) => void accepted.push(connection) })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  cleanUps.push(async () => {
    for (const connection of accepted) connection.dispose()
    await outcome.value.close()
  })
  return { listener: outcome.value, accepted }
}

async function open(address: ListenAddress): Promise<Connection> {
  const connected = await connect({ ...address, pid: asPid(0) }, { timeoutMs: 1000 })
  if (!connected.ok) throw new Error(JSON.stringify(connected.error))
  cleanUps.push(() => connected.value.dispose())
  return connected.value
}

const read = (connection: Connection, sizeBytes: number) =>
  readExactly(connection, sizeBytes, { operation: 'test', timeoutMs: 1000 })

describe('listening for runtimes', () => {
  const addresses: readonly [string, () => ListenAddress][] = [
    ['a unix socket', () => ({ transport: 'unix', path: path.join(temporaryFolder(), 'port') })],
    ['a pipe', () => ({ transport: 'pipe', path: path.join(temporaryFolder(), 'pipe') })],
    ['TCP', () => ({ transport: 'tcp', path: '127.0.0.1:0' })],
    [
      'a unix socket with a path of more than 108 bytes',
      () => {
        const folder = path.join(temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60))
        fs.mkdirSync(folder, { recursive: true })
        return { transport: 'unix', path: path.join(folder, 'port') }
      },
    ],
  ]

  it.each(addresses)('on %s brings both directions, in any pieces, and the half-close', async (_name, address) => {
    const { listener, accepted } = await start(address())
    const runtime = await open(listener.address)
    await expect.poll(() => accepted.length).toBe(1)
    const ours = accepted[0]
    if (!ours) throw new Error('accepted')
    runtime.write(Buffer.from('ADVR'))
    setTimeout(() => runtime.write(Buffer.from('_V1 and more')), 20)
    expect(await read(ours, 7)).toEqual({ ok: true, value: new Uint8Array(Buffer.from('ADVR_V1')) })
    // What came with it is not lost.
    expect(await read(ours, 9)).toEqual({ ok: true, value: new Uint8Array(Buffer.from(' and more')) })
    ours.write(Buffer.from('command'))
    expect(await read(runtime, 7)).toMatchObject({ ok: true })
    runtime.endWriting()
    expect(await read(ours, 1)).toMatchObject({ ok: false, error: { kind: 'connection-closed', receivedBytes: 0 } })
  })

  it('accepts many at once', async () => {
    const { listener, accepted } = await start({ transport: 'unix', path: path.join(temporaryFolder(), 'port') })
    await Promise.all(Array.from({ length: 50 }, () => open(listener.address)))
    await expect.poll(() => accepted.length).toBe(50)
  })

  it('is for this user alone, and removes its file', async () => {
    const file = path.join(temporaryFolder(), 'port')
    const { listener, accepted } = await start({ transport: 'unix', path: file })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const runtime = await open(listener.address)
    await expect.poll(() => accepted.length).toBe(1)
    await listener.close()
    await listener.close()
    expect(fs.existsSync(file)).toBe(false)
    // Who had come already can still be served.
    accepted[0]?.write(Buffer.from('bye'))
    expect(await read(runtime, 3)).toMatchObject({ ok: true })
  })

  it('replaces a file that a crashed process left, but none that is in use, and nothing that is no socket', async () => {
    const folder = temporaryFolder()
    const left = path.join(folder, 'left')
    // A socket file without an owner: hard links survive the unlink of a server that closes.
    const server = net.createServer().listen(path.join(folder, 'first'))
    await new Promise((resolve) => server.once('listening', resolve))
    fs.linkSync(path.join(folder, 'first'), left)
    await new Promise((resolve) => server.close(resolve))
    await start({ transport: 'unix', path: left })

    const second = await listen({ transport: 'unix', path: left }, { onConnection: () => undefined })
    expect(second).toMatchObject({ ok: false, error: { kind: 'io', operation: 'listen', code: 'EADDRINUSE' } })
    const plain = path.join(folder, 'plain')
    fs.writeFileSync(plain, 'mine')
    const third = await listen({ transport: 'unix', path: plain }, { onConnection: () => undefined })
    expect(third).toMatchObject({ ok: false, error: { code: 'EADDRINUSE' } })
    expect(fs.readFileSync(plain, 'utf8')).toBe('mine')
  })

  it('fails with a name where it cannot be', async () => {
    const where = { transport: 'unix', path: path.join(temporaryFolder(), 'missing', 'port') } as const
    expect(await listen(where, { onConnection: () => undefined })).toMatchObject({ ok: false })
    const tcp = { transport: 'tcp', path: 'nonsense' } as const
    expect(await listen(tcp, { onConnection: () => undefined })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    })
  })
})

describe('reading an exact number of bytes', () => {
  it('ends at its deadline, its signal and the end of the connection', async () => {
    const { listener, accepted } = await start({ transport: 'unix', path: path.join(temporaryFolder(), 'port') })
    const runtime = await open(listener.address)
    await expect.poll(() => accepted.length).toBe(1)
    expect(await readExactly(runtime, 5, { operation: 'advertise', timeoutMs: 20 })).toEqual({
      ok: false,
      error: { kind: 'timeout', operation: 'advertise', timeoutMs: 20 },
    })
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 10)
    expect(
      await readExactly(runtime, 5, { operation: 'advertise', timeoutMs: 1000, signal: abort.signal }),
    ).toMatchObject({ error: { kind: 'cancelled' } })
    accepted[0]?.write(Buffer.from('abc'))
    setTimeout(() => accepted[0]?.dispose(), 20)
    expect(await read(runtime, 5)).toMatchObject({ ok: false })
  })
})

describe('a TCP address', () => {
  it.each([
    ['127.0.0.1:9000', { host: '127.0.0.1', port: 9000 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
  ])('is read and written: %s', (text, address) => {
    expect(parseTcpAddress(text)).toEqual(address)
    expect(formatTcpAddress(address)).toBe(text)
  })

  it.each(['9000', '127.0.0.1', ':9000', 'host:65536', 'a b:1', '::1:9000', 'host:'])('is not: %s', (text) => {
    expect(parseTcpAddress(text)).toBeNull()
  })
})

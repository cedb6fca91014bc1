import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import { hex, message, u32, u64 } from '../protocol/testing/message-builder.ts'
import { scriptSocket, type ScriptedPeer, type ScriptedSocket } from '../transport/testing/scripted-socket.ts'
import { openSession, type OpenSessionOptions, type Session, type SessionEnd } from './session.ts'
import { SessionRegistry } from './session-registry.ts'

const request: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'P', keywords: 0n, level: 4, arguments: null }],
  rundown: 'none',
  stacks: true,
}
const sessionId = 0x7fc570001590n
const accepted = message(0xff00, u64(sessionId))
const unknownCommand = message(0xffff, hex('85131380'))

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function codeOf(bytes: Buffer): number {
  return (bytes.readUInt8(16) << 8) | bytes.readUInt8(17)
}
const isCollect = (bytes: Buffer): boolean => codeOf(bytes) >= 0x0202 && codeOf(bytes) <= 0x0207
const isStop = (bytes: Buffer): boolean => codeOf(bytes) === 0x0201

/** A runtime of a few lines: one stream, which StopTracing ends. */
async function scriptRuntime(
  script: {
    readonly onCollect?: (peer: ScriptedPeer, bytes: Buffer) => void
    readonly onStop?: (peer: ScriptedPeer, stream: net.Socket | null) => void
  } = {},
): Promise<ScriptedSocket & { stream(): net.Socket }> {
  let stream: net.Socket | null = null
  const socket = await scriptSocket((bytes, peer) => {
    if (isCollect(bytes)) {
      stream = peer.socket
      if (script.onCollect) return script.onCollect(peer, bytes)
      peer.socket.write(Buffer.concat([accepted, Buffer.from('Nettrace')]))
    }
    if (isStop(bytes)) {
      if (script.onStop) return script.onStop(peer, stream)
      stream?.end('tail')
      peer.socket.end(message(0xff00, u64(sessionId)))
    }
  })
  cleanUps.push(() => socket.dispose())
  return Object.assign(socket, {
    stream(): net.Socket {
      if (stream === null) throw new Error('no stream yet')
      return stream
    },
  })
}

interface Recorded {
  readonly chunks: Buffer[]
  readonly ends: SessionEnd[]
  cleanCount: number
}

async function open(
  socket: ScriptedSocket,
  options: Partial<OpenSessionOptions> = {},
): Promise<{ recorded: Recorded; opened: Awaited<ReturnType<typeof openSession>> }> {
  const recorded: Recorded = { chunks: [], ends: [], cleanCount: 0 }
  const opened = await openSession(
    socket.endpoint,
    request,
    {
      onChunk: (bytes) => void recorded.chunks.push(Buffer.from(bytes)),
      onEnd: (end) => void recorded.ends.push(end),
    },
    { runtimeVersion: null, onClean: () => void recorded.cleanCount++, ...options },
  )
  return { recorded, opened }
}

async function openGood(
  socket: ScriptedSocket,
  options: Partial<OpenSessionOptions> = {},
): Promise<{ recorded: Recorded; session: Session }> {
  const { recorded, opened } = await open(socket, options)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return { recorded, session: opened.value }
}

function text({ chunks }: Recorded): string {
  return Buffer.concat(chunks).toString()
}

describe('a session', () => {
  it('begins at the magic also when it comes in the same read as the answer', async () => {
    const runtime = await scriptRuntime()
    const { recorded, session } = await openGood(runtime)
    expect(session.state).toBe('streaming')
    expect(session.sessionId).toBe(sessionId)
    await expect.poll(() => text(recorded)).toBe('Nettrace')
  })

  it('is stopped once however often it is asked, and read to its end', async () => {
    const runtime = await scriptRuntime()
    const { recorded, session } = await openGood(runtime)
    const outcomes = await Promise.all([session.stop(), session.stop(), session.stop()])
    expect(outcomes).toEqual(
      Array.from({ length: 3 }, () => ({ ok: true, value: { reason: 'stopped', receivedBytes: 12 } })),
    )
    expect(text(recorded)).toBe('Nettracetail')
    expect(runtime.requests.filter(isStop)).toEqual([Buffer.from(message(0x0201, u64(sessionId)))])
    expect(recorded.ends).toHaveLength(1)
    expect(recorded.cleanCount).toBe(1)
    session.dispose()
    expect(runtime.requests.filter(isStop)).toHaveLength(1)
  })

  it('hands over right-sized buffers of their own', async () => {
    const runtime = await scriptRuntime()
    const sizes: number[] = []
    const opened = await openSession(
      runtime.endpoint,
      request,
      { onChunk: (bytes) => void sizes.push(bytes.byteLength), onEnd: () => undefined },
      { runtimeVersion: null },
    )
    runtime.stream().write('0123456789')
    await expect.poll(() => sizes.reduce((sum, size) => sum + size, 0)).toBe(18)
    if (opened.ok) await opened.value.stop()
  })

  it('never sends StopTracing once its stream has ended', async () => {
    const runtime = await scriptRuntime()
    const { recorded, session } = await openGood(runtime)
    runtime.stream().end()
    // The process of this test lives on, so the connection was lost.
    expect(await session.whenEnded).toEqual({ reason: 'connection-lost', receivedBytes: 8 })
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'connection-lost' } })
    expect(runtime.requests.some(isStop)).toBe(false)
    expect(recorded.ends).toHaveLength(1)
  })

  it('waits as long as bytes arrive: a long rundown is not a hang', async () => {
    const runtime = await scriptRuntime({
      onStop(peer, stream) {
        let pieces = 0
        const timer = setInterval(() => {
          stream?.write('rundown ')
          if (++pieces < 8) return
          clearInterval(timer)
          stream?.end()
          peer.socket.end(message(0xff00, u64(sessionId)))
        }, 100)
      },
    })
    const { recorded, session } = await openGood(runtime, { stopSilenceMs: 300 })
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    expect(text(recorded)).toBe(`Nettrace${'rundown '.repeat(8)}`)
  })

  it('is given up after silence, says so, and stays in the journal', async () => {
    const runtime = await scriptRuntime({ onStop: () => undefined })
    const { recorded, session } = await openGood(runtime, { stopSilenceMs: 300 })
    expect(await session.stop()).toEqual({
      ok: false,
      error: { kind: 'timeout', operation: 'StopTracing', timeoutMs: 300 },
    })
    expect(session.state).toBe('abandoned')
    expect(recorded.ends).toEqual([{ reason: 'abandoned', receivedBytes: 8 }])
    expect(recorded.cleanCount).toBe(0)
  })

  it('does not wait for ever when its stop cannot be sent and events keep flowing', async () => {
    const runtime = await scriptRuntime()
    const { session } = await openGood(runtime, { stopSilenceMs: 60_000 })
    const flow = setInterval(() => runtime.stream().write('event'), 50)
    cleanUps.push(() => clearInterval(flow))
    fs.rmSync(runtime.endpoint.path)
    expect(await session.stop()).toMatchObject({ ok: false, error: { kind: 'endpoint-stale' } })
    expect(session.state).toBe('abandoned')
  })

  it('can be given up by a person who does not want to wait', async () => {
    const runtime = await scriptRuntime({ onStop: () => undefined })
    const { recorded, session } = await openGood(runtime)
    const stopping = session.stop()
    await expect.poll(() => runtime.requests.some(isStop)).toBe(true)
    expect(session.state).toBe('stopping')
    session.abandon()
    session.abandon()
    expect(await stopping).toMatchObject({ ok: true, value: { reason: 'abandoned' } })
    expect(recorded.ends).toHaveLength(1)
  })
})

describe('opening a session', () => {
  it('goes down the ladder on UNKNOWN_COMMAND only', async () => {
    const runtime = await scriptRuntime({
      onCollect(peer, bytes) {
        if (codeOf(bytes) === 0x0203) peer.socket.end(unknownCommand)
        else peer.socket.write(accepted)
      },
    })
    const { session } = await openGood(runtime)
    expect(session.losses).toEqual(['rundown-off'])
    expect(runtime.requests.map(codeOf)).toEqual([0x0203, 0x0202])
  })

  it('tells a full target from other refusals, and is clean then', async () => {
    const full = await scriptRuntime({ onCollect: (peer) => peer.socket.end(message(0xffff, hex('05400080'))) })
    const first = await open(full)
    expect(first.opened).toEqual({ ok: false, error: { kind: 'session-limit', limit: 64, owner: 'target' } })
    expect(first.recorded.cleanCount).toBe(1)
    const confused = await scriptRuntime({ onCollect: (peer) => peer.socket.end(message(0xffff, hex('84131380'))) })
    expect((await open(confused)).opened).toMatchObject({
      ok: false,
      error: { kind: 'runtime-error', name: 'BAD_ENCODING' },
    })
    expect(confused.requests).toHaveLength(1)
  })

  it.each([
    ['closes at once', (peer: ScriptedPeer) => peer.socket.end(), 'connection-closed'],
    [
      'closes after half an answer',
      (peer: ScriptedPeer) => peer.socket.end(accepted.slice(0, 22)),
      'connection-closed',
    ],
    ['answers with noise', (peer: ScriptedPeer) => peer.socket.end('HTTP/1.1 400'), 'malformed'],
    [
      'claims less than a header',
      (peer: ScriptedPeer) => peer.socket.end(hex('444F544E45545F4950435F563100 0300 FF00 0000')),
      'malformed',
    ],
    ['answers OK without an id', (peer: ScriptedPeer) => peer.socket.end(message(0xff00, u32(1))), 'malformed'],
  ])('fails with a name when the peer %s', async (_name, onCollect, kind) => {
    const runtime = await scriptRuntime({ onCollect })
    const { opened, recorded } = await open(runtime)
    expect(opened).toMatchObject({ ok: false, error: { kind } })
    expect(recorded.cleanCount).toBe(1)
    expect(recorded.ends).toEqual([])
  })

  it.each(['deadline', 'signal'] as const)(
    'given up by its %s still stops the session that comes to be later',
    async (by) => {
      let waiting: net.Socket | null = null
      const runtime = await scriptRuntime({
        onCollect(peer) {
          waiting = peer.socket
        },
      })
      const abort = new AbortController()
      const opening = open(runtime, by === 'deadline' ? { deadlineMs: 50 } : { signal: abort.signal })
      setTimeout(() => abort.abort(), 50)
      const { opened, recorded } = await opening
      expect(opened).toMatchObject({ ok: false, error: { kind: by === 'deadline' ? 'timeout' : 'cancelled' } })
      expect(recorded.cleanCount).toBe(0)
      must<net.Socket>(waiting, 'the request has arrived').write(Buffer.concat([accepted, Buffer.from('Nettrace')]))
      await expect.poll(() => recorded.cleanCount).toBe(1)
      expect(runtime.requests.filter(isStop)).toHaveLength(1)
      // Nobody who gave up hears of it.
      expect(recorded).toMatchObject({ chunks: [], ends: [] })
    },
  )
})

function journal(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'sessions.json')
}

/** Every stream has its own StopTracing id, as on a runtime. */
async function scriptManySessions(): Promise<ScriptedSocket> {
  const streams = new Map<bigint, net.Socket>()
  const socket = await scriptSocket((bytes, peer) => {
    if (isCollect(bytes)) {
      const id = BigInt(streams.size + 1)
      streams.set(id, peer.socket)
      peer.socket.write(message(0xff00, u64(id)))
    } else {
      const id = bytes.readBigUInt64LE(20)
      streams.get(id)?.end()
      peer.socket.end(message(0xff00, u64(id)))
    }
  })
  cleanUps.push(() => socket.dispose())
  return socket
}

describe('the registry of sessions', () => {
  const nothing = { onChunk: () => undefined, onEnd: () => undefined }

  it('allows 8 sessions per target and a new one when one has ended', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const openOne = () => registry.open(runtime.endpoint, request, nothing, { runtimeVersion: null })
    const opened = await Promise.all(Array.from({ length: 9 }, openOne))
    expect(opened.filter(({ ok }) => ok)).toHaveLength(8)
    expect(opened.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: { kind: 'session-limit', limit: 8, owner: 'pipescope' },
    })
    const first = opened.find((result) => result.ok)
    if (first?.ok) await first.value.stop()
    expect((await openOne()).ok).toBe(true)
    await registry.stopAll()
    expect(registry.sessionCount).toBe(0)
    expect(runtime.requests.filter(isStop)).toHaveLength(9)
    expect(await openOne()).toEqual({ ok: false, error: { kind: 'cancelled' } })
  })

  it('remembers open sessions on disk, and a later run wakes the target once before its first session', async () => {
    const runtime = await scriptManySessions()
    const journalPath = journal()
    const crashed = new SessionRegistry({ journalPath })
    await crashed.open(runtime.endpoint, request, nothing, { runtimeVersion: null })
    expect(fs.readFileSync(journalPath, 'utf8')).toContain(runtime.endpoint.path)
    expect(fs.statSync(journalPath).mode & 0o777).toBe(0o600)

    const later = new SessionRegistry({ journalPath })
    const before = runtime.requests.length
    expect((await later.open(runtime.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(true)
    // Wake: collect and stop; then the session itself.
    expect(runtime.requests.slice(before).map(codeOf)).toEqual([0x0203, 0x0201, 0x0203])
    expect((await later.open(runtime.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(true)
    expect(runtime.requests.slice(before)).toHaveLength(4)
    await later.stopAll()
    expect(JSON.parse(fs.readFileSync(journalPath, 'utf8'))).toEqual({ version: 1, endpoints: [] })
    await crashed.stopAll()
  })

  it('starts afresh from a journal that is no journal', async () => {
    const journalPath = journal()
    fs.writeFileSync(journalPath, '{"version":1,"endpoints":[1,')
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath })
    expect((await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(true)
    await registry.stopAll()
  })

  it('gives up at the deadline of stopAll', async () => {
    const runtime = await scriptRuntime({ onStop: () => undefined })
    const registry = new SessionRegistry({ journalPath: null })
    await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: null })
    const startMs = performance.now()
    await registry.stopAll(200)
    expect(performance.now() - startMs).toBeLessThan(1500)
    expect(registry.sessionCount).toBe(0)
  })
})

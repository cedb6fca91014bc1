import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { message, u64 } from '../protocol/testing/message-builder.ts'
import { openSession } from './session.ts'
import { openGood, text, type Recorded } from './testing/recorded-session.ts'
import {
  accepted,
  cleanUps,
  endWithTests,
  isStop,
  request,
  scriptRuntime,
  sessionId,
} from './testing/scripted-sessions.ts'

endWithTests()

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

  it('on another machine, ends with the link when that broke, and is left in its runtime', async () => {
    const runtime = await scriptRuntime()
    let isUp = true
    let abandonedCount = 0
    const far = {
      endpoint: {
        ...runtime.endpoint,
        transport: 'ssh' as const,
        link: { machine: 'far', isUp: () => isUp, isRefused: () => false },
      },
    }
    const { recorded, session } = await openGood(Object.assign(Object.create(runtime) as typeof runtime, far), {
      onAbandoned: () => void abandonedCount++,
    })
    // The link is known to be down a moment after what went through it has ended.
    runtime.stream().end()
    setTimeout(() => (isUp = false), 100)
    expect(await session.whenEnded).toEqual({ reason: 'link-lost', receivedBytes: 8 })
    expect([recorded.cleanCount, abandonedCount]).toEqual([0, 1])
  })

  it('that was being stopped when its link broke is not called stopped', async () => {
    const runtime = await scriptRuntime({
      onStop: (peer, stream) => {
        stream?.destroy()
        peer.socket.destroy()
      },
    })
    const far = {
      endpoint: {
        ...runtime.endpoint,
        transport: 'ssh' as const,
        link: { machine: 'far', isUp: () => false, isRefused: () => false },
      },
    }
    const { session } = await openGood(Object.assign(Object.create(runtime) as typeof runtime, far))
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'link-lost' } })
  })

  it.each([
    ['waits as long as bytes arrive: a long rundown is not a hang', { pieces: 10, heldUpMs: 0 }],
    ['takes no time for silence in which this process was held up', { pieces: 2, heldUpMs: 700 }],
  ])('%s', async (_title, { pieces, heldUpMs }) => {
    const runtime = await scriptRuntime({
      onStop(peer, stream) {
        let written = 0
        const timer = setInterval(() => {
          if (heldUpMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldUpMs)
          stream?.write('rundown ')
          if (++written < pieces) return
          clearInterval(timer)
          stream?.end()
          peer.socket.end(message(0xff00, u64(sessionId)))
        }, 100)
      },
    })
    const { recorded, session } = await openGood(runtime, { stopSilenceMs: 600 })
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    expect(text(recorded)).toBe(`Nettrace${'rundown '.repeat(pieces)}`)
  })

  it('is given up after silence, says so, and stays in the journal', async () => {
    const runtime = await scriptRuntime({ onStop: () => undefined })
    const { recorded, session } = await openGood(runtime, { stopSilenceMs: 300, runtimeVersion: '8.0.33' })
    expect(await session.stop()).toEqual({
      ok: false,
      error: { kind: 'timeout', operation: 'StopTracing', timeoutMs: 300 },
    })
    expect(session.state).toBe('abandoned')
    expect(recorded.ends).toEqual([{ reason: 'abandoned', receivedBytes: 8 }])
    expect(recorded.cleanCount).toBe(0)
  })

  it.runIf(process.platform === 'linux').each([
    ['runs has locked up', 'SIGCONT', 'locked-up', 'locked-up'],
    ['is held by a debugger is only given up', 'SIGSTOP', 'timeout', 'abandoned'],
  ] as const)('of .NET Core 3 that goes silent while it stops and %s', async (_what, signal, kind, reason) => {
    const target = spawn('sleep', ['60'])
    cleanUps.push(() => target.kill('SIGKILL'))
    const runtime = await scriptRuntime({ pid: target.pid ?? 0, onStop: () => void target.kill(signal) })
    const { recorded, session } = await openGood(runtime, { stopSilenceMs: 300, runtimeVersion: '3.1.3' })
    expect(await session.stop()).toMatchObject({ ok: false, error: { kind } })
    expect(session.state).toBe('abandoned')
    expect(recorded.ends).toEqual([{ reason, receivedBytes: 8 }])
    expect(recorded.cleanCount).toBe(0)
  })

  it('does not wait forever when its stop can’t be sent and events keep flowing', async () => {
    const runtime = await scriptRuntime()
    const { session } = await openGood(runtime, { stopSilenceMs: 60_000 })
    const flow = setInterval(() => runtime.stream().write('event'), 50)
    cleanUps.push(() => clearInterval(flow))
    fs.rmSync(runtime.endpoint.path)
    expect(await session.stop()).toMatchObject({ ok: false, error: { kind: 'endpoint-stale' } })
    expect(session.state).toBe('abandoned')
  })

  it.each(['streaming', 'stopping', 'draining'] as const)(
    'says so when its process is killed while it is %s',
    async (when) => {
      const victim = spawn('sleep', ['60'])
      cleanUps.push(() => victim.kill('SIGKILL'))
      const runtime = await scriptRuntime({
        pid: victim.pid ?? 0,
        onStop(peer, stream) {
          if (when === 'draining') peer.socket.end(message(0xff00, u64(sessionId)))
          setTimeout(() => {
            victim.kill('SIGKILL')
            peer.socket.destroy()
            stream?.destroy()
          }, 100)
        },
      })
      const { session } = await openGood(runtime)
      if (when === 'streaming') {
        victim.kill('SIGKILL')
        runtime.stream().destroy()
      } else void session.stop()
      // Once the runtime has said OK, all that it had was on its way.
      const reason = when === 'draining' ? 'stopped' : 'target-ended'
      expect(await session.whenEnded).toMatchObject({ reason })
    },
  )

  it('takes an answer that comes twice, or after its stream has ended, as one', async () => {
    const runtime = await scriptRuntime({
      onStop(peer, stream) {
        stream?.end('tail')
        const answer = message(0xff00, u64(sessionId))
        setTimeout(() => peer.socket.end(Buffer.concat([answer, answer])), 200)
      },
    })
    const { recorded, session } = await openGood(runtime)
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'stopped', receivedBytes: 12 } })
    expect(recorded.ends).toHaveLength(1)
    expect(recorded.cleanCount).toBe(1)
  })

  it('is stopped from a second connection while its stream stalls', async () => {
    const runtime = await scriptRuntime({
      onCollect: (peer) => void peer.socket.write(Buffer.concat([accepted, Buffer.from('Nettr')])),
      onStop(peer, stream) {
        stream?.end('ace')
        peer.socket.end(message(0xff00, u64(sessionId)))
      },
    })
    const { recorded, session } = await openGood(runtime)
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    expect(text(recorded)).toBe('Nettrace')
  })

  it('is drained after it was given up, where closing it could end the process', async () => {
    const runtime = await scriptRuntime({ onStop: () => undefined })
    const { recorded, session } = await openGood(runtime, { runtimeVersion: '3.1' })
    void session.stop()
    await expect.poll(() => runtime.requests.some(isStop)).toBe(true)
    session.abandon()
    expect(session.state).toBe('abandoned')
    let isClosed = false
    runtime.stream().once('close', () => (isClosed = true))
    // More than any buffer holds: it is taken only if somebody reads.
    await new Promise((resolve) => runtime.stream().write(Buffer.alloc(4_000_000), resolve))
    expect(isClosed).toBe(false)
    expect(recorded.cleanCount).toBe(0)
    runtime.stream().end()
    await expect.poll(() => recorded.cleanCount).toBe(1)
    expect(text(recorded)).toBe('Nettrace')
  })

  it('of .NET Core 3 is stopped with its rundown, also when that was not wanted', async () => {
    const runtime = await scriptRuntime({
      onStop(peer, stream) {
        setTimeout(() => {
          stream?.end('rundown')
          peer.socket.end(message(0xff00, u64(sessionId)))
        }, 600)
      },
    })
    const recorded: Recorded = { chunks: [], ends: [], cleanCount: 0 }
    const opened = await openSession(
      runtime.endpoint,
      { ...request, rundown: 'default' },
      { onChunk: (bytes) => void recorded.chunks.push(Buffer.from(bytes)), onEnd: () => undefined },
      { runtimeVersion: '3.1' },
    )
    if (!opened.ok) throw new Error(opened.error.kind)
    expect(await opened.value.stopWithoutRundown()).toMatchObject({ value: { reason: 'stopped' } })
    expect(text(recorded)).toBe('Nettracerundown')
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

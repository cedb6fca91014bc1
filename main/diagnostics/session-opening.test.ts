import { spawn } from 'node:child_process'
import type net from 'node:net'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { hex, message, u32 } from '../protocol/testing/message-builder.ts'
import type { ScriptedPeer } from '../transport/testing/scripted-socket.ts'
import { open, openGood } from './testing/recorded-session.ts'
import { accepted, cleanUps, codeOf, endWithTests, isStop, scriptRuntime } from './testing/scripted-sessions.ts'

endWithTests()

const unknownCommand = message(0xffff, hex('85131380'))
const noSlot = message(0xffff, hex('05400080'))

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

  it('distinguishes a target without free slots from other refusals, and leaves nothing open', async () => {
    const full = await scriptRuntime({ onCollect: (peer) => peer.socket.end(noSlot) })
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

  it('on another machine, fails with the link when that broke, and may have left a session in its runtime', async () => {
    const runtime = await scriptRuntime({ onCollect: (peer) => peer.socket.end() })
    let isUp = true
    let abandonedCount = 0
    const link = { machine: 'far', isUp: () => isUp, isRefused: () => false }
    const far = { endpoint: { ...runtime.endpoint, transport: 'ssh' as const, link } }
    setTimeout(() => (isUp = false), 100)
    const { opened, recorded } = await open(Object.assign(Object.create(runtime) as typeof runtime, far), {
      onAbandoned: () => void abandonedCount++,
    })
    expect(opened).toEqual({ ok: false, error: { kind: 'link-lost', machine: 'far' } })
    expect([recorded.cleanCount, abandonedCount]).toEqual([0, 1])
  })

  it('on another machine, fails with the server that connects nobody to its sockets, when that is known', async () => {
    const runtime = await scriptRuntime({ onCollect: (peer) => peer.socket.end() })
    let isRefused = false
    const link = { machine: 'far', isUp: () => true, isRefused: () => isRefused }
    const far = { endpoint: { ...runtime.endpoint, transport: 'ssh' as const, link } }
    setTimeout(() => (isRefused = true), 100)
    const { opened } = await open(Object.assign(Object.create(runtime) as typeof runtime, far))
    expect(opened).toEqual({ ok: false, error: { kind: 'forwarding-refused', machine: 'far' } })
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

  it.each([
    ['ends before it answers', (peer: ScriptedPeer) => peer.socket.destroy()],
    ['has no session left to give because it ends', (peer: ScriptedPeer) => peer.socket.end(noSlot)],
  ])('reports that the process is gone when it %s', async (_name, last) => {
    const victim = spawn('sleep', ['60'])
    cleanUps.push(() => victim.kill('SIGKILL'))
    const runtime = await scriptRuntime({
      pid: victim.pid ?? 0,
      onCollect(peer) {
        victim.once('exit', () => last(peer))
        victim.kill('SIGKILL')
      },
    })
    const { opened, recorded } = await open(runtime)
    expect(opened).toEqual({ ok: false, error: { kind: 'process-gone', pid: victim.pid } })
    expect(recorded).toMatchObject({ cleanCount: 1, ends: [] })
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
      await expect.poll(() => waiting).not.toBeNull()
      must<net.Socket>(waiting, 'the request has arrived').write(Buffer.concat([accepted, Buffer.from('Nettrace')]))
      await expect.poll(() => recorded.cleanCount).toBe(1)
      expect(runtime.requests.filter(isStop)).toHaveLength(1)
      // Nobody who gave up hears of it.
      expect(recorded).toMatchObject({ chunks: [], ends: [] })
    },
  )

  it('given up has nothing left in the target when the late answer is no session', async () => {
    let waiting: net.Socket | null = null
    const runtime = await scriptRuntime({
      onCollect(peer) {
        waiting = peer.socket
      },
    })
    const { recorded } = await open(runtime, { deadlineMs: 50 })
    await expect.poll(() => waiting).not.toBeNull()
    expect(recorded.cleanCount).toBe(0)
    must<net.Socket>(waiting, 'the request has arrived').end(message(0xff00, u32(1)))
    await expect.poll(() => recorded.cleanCount).toBe(1)
    expect(runtime.requests.filter(isStop)).toEqual([])
  })
})

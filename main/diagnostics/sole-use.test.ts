import { describe, expect, it } from 'vitest'
import { SessionRegistry } from './session-registry.ts'
import { codeOf, endWithTests, isStop, request, scriptManySessions } from './testing/scripted-sessions.ts'
import { SoleUse } from './sole-use.ts'
import { pause } from '../os/pause.ts'

endWithTests()

const silent = { onChunk: () => undefined, onEnd: () => undefined }
const options = { runtimeVersion: '10.0.0' }

describe('exclusive access to a target', () => {
  it('is waited for, and refused to a second client', async () => {
    const use = new SoleUse()
    const first = await use.hold('a')
    if (!first.ok) throw new Error('refused')
    expect(await use.hold('a')).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
    expect((await use.hold('b')).ok).toBe(true)
    const order: string[] = []
    const turn = use.turn('a')
    const entered = turn.enter().then(() => order.push('entered'))
    order.push('released')
    first.value()
    await entered
    expect(order).toEqual(['released', 'entered'])
  })

  it('is granted once running work has ended, or not at all after a cancellation', async () => {
    const use = new SoleUse()
    const turn = use.turn('a')
    await turn.enter()
    const stop = new AbortController()
    const cancelled = use.hold('a', stop.signal)
    stop.abort()
    expect(await cancelled).toEqual({ ok: false, error: { kind: 'cancelled' } })
    const held = use.hold('a')
    turn.leave()
    turn.leave()
    expect((await held).ok).toBe(true)
  })

  it('blocks sessions and stops of others until the heap session is completely gone', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const before = await registry.open(runtime.endpoint, request, silent, options)
    if (!before.ok) throw new Error('refused')
    const alone = await registry.alone(runtime.endpoint)
    if (!alone.ok) throw new Error('refused')
    const heap = await alone.value.open(runtime.endpoint, request, silent, {
      ...options,
      spareUntil: new Promise(() => undefined),
    })
    if (!heap.ok) throw new Error('refused')
    const seen = runtime.requests.length
    const stopped = before.value.stop()
    const opened = registry.open(runtime.endpoint, request, silent, options)
    void alone.value.release()
    await pause(50)
    expect(runtime.requests.slice(seen).map(codeOf)).toEqual([])
    expect(before.value.state).toBe('streaming')
    await heap.value.stop()
    expect((await stopped).ok).toBe(true)
    const after = await opened
    expect(after.ok).toBe(true)
    expect(runtime.requests.slice(seen).filter(isStop).length).toBeGreaterThanOrEqual(2)
    await registry.stopAll()
    expect(registry.isIdle).toBe(true)
  })

  it('ends when its session was refused', async () => {
    const runtime = await scriptManySessions({ slots: 0 })
    const registry = new SessionRegistry({ journalPath: null })
    const alone = await registry.alone(runtime.endpoint)
    if (!alone.ok) throw new Error('refused')
    expect((await alone.value.open(runtime.endpoint, request, silent, options)).ok).toBe(false)
    void alone.value.release()
    expect(registry.isAlone(runtime.endpoint)).toBe(false)
  })
})

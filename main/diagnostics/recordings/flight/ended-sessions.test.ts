import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { FakePart, wholeFile } from '../testing/fake-part.ts'
import { EndedSessions } from './ended-sessions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const piece = (offset: number) => ({ file: '/f', at: 0, offset, byteCount: 5 })
const reachingBack = (elapsedMs: number, heldMs?: number) => {
  const part = new FakePart(`/f-${elapsedMs}`)
  part.has({ elapsedMs, ring: heldMs === undefined ? null : { heldMs, keptBytes: 1 } })
  return part
}

/** Sessions that end one after the other, each so long after the one before. */
function ended(...sessions: readonly (readonly [part: FakePart, afterMs: number])[]) {
  const all = new EndedSessions()
  for (const [index, [part, afterMs]] of sessions.entries()) {
    vi.advanceTimersByTime(afterMs)
    all.add(part.asPart, { end: part.endStream({ pieces: [piece(index)] }), verdict: ok(wholeFile) })
  }
  return all
}

describe('sessions of a flight recorder that have ended', () => {
  it('keep their pieces, the oldest first', () => {
    const [first, second] = [reachingBack(1), reachingBack(2)]
    const all = ended([first, 0], [second, 0])
    expect(all.parts).toEqual([first, second])
    expect(all.streams).toEqual([
      { keeps: 'range', pieces: [piece(0)] },
      { keeps: 'range', pieces: [piece(1)] },
    ])
  })

  it('go once their end is older than what is kept', async () => {
    const [first, second] = [reachingBack(1), reachingBack(2)]
    const all = ended([first, 0], [second, 400])
    vi.advanceTimersByTime(600)
    expect(await all.dropOlderThan(1000)).toBe(false)
    expect(all.parts).toEqual([first, second])
    vi.advanceTimersByTime(1)
    expect(await all.dropOlderThan(1000)).toBe(true)
    expect([all.parts, first.asked, second.asked]).toEqual([[second], ['discard'], []])
  })

  it('are all gone when they are discarded', async () => {
    const [first, second] = [reachingBack(1), reachingBack(2)]
    const all = ended([first, 0], [second, 0])
    await all.discard()
    expect([all.parts, first.asked, second.asked]).toEqual([[], ['discard'], ['discard']])
  })
})

describe('how far back a save would reach', () => {
  it('is what the running session keeps, while there is no other', () => {
    const none = ended()
    expect(none.heldMs(reachingBack(3000).asPart, 60_000)).toBe(3000)
    expect(none.heldMs(reachingBack(3000, 2000).asPart, 60_000)).toBe(2000)
    expect(none.heldMs(reachingBack(3000, -5).asPart, 60_000)).toBe(0)
  })

  it('is what the oldest one kept at its end, and the time since', () => {
    const all = ended([reachingBack(9000, 2000), 0], [reachingBack(50), 100])
    vi.advanceTimersByTime(900)
    expect(all.heldMs(reachingBack(7).asPart, 60_000)).toBe(3000)
    expect(all.heldMs(reachingBack(7).asPart, 2500)).toBe(2500)
  })
})

import { describe, expect, it } from 'vitest'
import type { JobResult } from '../../../shared/model/job.ts'
import { bufferOf, planOf, type PlanFacts } from './heap-plan.ts'

const nothing: PlanFacts = {
  runtimeVersion: '10.0.12',
  lastCapture: null,
  seen: null,
  residentBytes: null,
  room: null,
}
const gibibyte = 2 ** 30

function captured(facts: JobResult['facts'] & {}): PlanFacts['lastCapture'] {
  return { result: { verdict: 'complete', reasons: [], files: [], facts } }
}

function partial(objectShare: number): PlanFacts['lastCapture'] {
  return captured({ pauseMs: null, objectCount: 18_000_000, objectShare })
}

describe('the plan of a capture', () => {
  it('knows nothing of a process that nobody has seen, and takes the usual buffer', () => {
    expect(planOf(nothing)).toEqual({
      pause: null,
      objects: null,
      neededBytes: null,
      buffersMB: [1024, 2048, 4096],
      fittingBufferMB: 1024,
      room: null,
    })
  })

  it('expects the pause and the objects of the last capture', () => {
    const lastCapture = captured({ pauseMs: 1300, objectCount: 1_000_000, objectShare: null })
    const seen = { pausesMs: [9000], heapBytes: 1 }
    expect(planOf({ ...nothing, lastCapture, seen })).toMatchObject({
      pause: { ms: 1300, from: 'capture' },
      objects: { count: 1_000_000, from: 'capture' },
      neededBytes: 56_000_000,
      fittingBufferMB: 1024,
    })
  })

  it('expects the objects that did not arrive too, and the smallest buffer that takes all', () => {
    expect(planOf({ ...nothing, lastCapture: partial(0.6) })).toMatchObject({
      objects: { count: 30_000_000 },
      fittingBufferMB: 2048,
    })
    expect(planOf({ ...nothing, lastCapture: partial(0.3) })).toMatchObject({ fittingBufferMB: 4096 })
    expect(planOf({ ...nothing, lastCapture: partial(0.1) })).toMatchObject({ fittingBufferMB: null })
  })

  it('expects the longest full pause that Live has seen, and guesses objects from the heap size there', () => {
    const seen = { pausesMs: [120, 340, 80], heapBytes: 67e6 }
    expect(planOf({ ...nothing, seen })).toMatchObject({
      pause: { ms: 340, from: 'live', seenCount: 3 },
      objects: { count: 1_000_000, from: 'heap-size' },
    })
    expect(planOf({ ...nothing, seen: { pausesMs: [], heapBytes: 0 } })).toMatchObject({
      objects: null,
      neededBytes: null,
    })
    expect(planOf({ ...nothing, seen: { pausesMs: [], heapBytes: null } })).toMatchObject({
      pause: null,
      objects: null,
    })
  })

  it('needs no more than the smallest objects in all of its memory would', () => {
    expect(planOf({ ...nothing, residentBytes: 24 * 1000 }).neededBytes).toBe(56 * 1000)
  })

  it('takes a larger buffer where the memory may be full of objects, if there is room for it', () => {
    const bufferFor = (gibibytes: number, roomBytes: number | null = null) => {
      const room = roomBytes === null ? null : ({ bytes: roomBytes, limitedBy: 'machine' } as const)
      return planOf({ ...nothing, residentBytes: gibibytes * gibibyte, room }).fittingBufferMB
    }
    expect([1, 2, 4, 64].map((gibibytes) => bufferFor(gibibytes))).toEqual([1024, 2048, 4096, 4096])
    expect([bufferFor(64, 5 * gibibyte), bufferFor(64, 4 * gibibyte)]).toEqual([4096, 1024])
  })

  it('has a buffer for captures that nobody chose one for: all objects fit, and the process has room for it', () => {
    const lastCapture = partial(0.6)
    const room = { bytes: gibibyte, limitedBy: 'container' } as const
    expect(bufferOf(planOf({ ...nothing, lastCapture }))).toBe(2048)
    expect(bufferOf(planOf({ ...nothing, lastCapture: partial(0.1) }))).toBe(4096)
    expect(bufferOf(planOf({ ...nothing, lastCapture, room }))).toBeUndefined()
    expect(bufferOf(planOf({ ...nothing, lastCapture, runtimeVersion: '11.0.0' }))).toBeUndefined()
  })

  it('needs a small fixed buffer where the runtime waits for room in it', () => {
    const room = { bytes: 1, limitedBy: 'machine' } as const
    expect(planOf({ ...nothing, runtimeVersion: '11.0.0', residentBytes: gibibyte, room })).toMatchObject({
      neededBytes: 256 * 2 ** 20,
      buffersMB: [],
      fittingBufferMB: null,
      room,
    })
  })
})

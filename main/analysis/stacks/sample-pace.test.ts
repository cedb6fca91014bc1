import { expect, test } from 'vitest'
import type { PreparedSamples } from './prepared-samples.ts'
import { ticksPerSample } from './sample-pace.ts'

const paceOf = (...samples: readonly (readonly [ticks: number, thread: number])[]) =>
  ticksPerSample({
    count: samples.length,
    // More room than samples, as columns have it.
    ticks: Float64Array.from([...samples.map(([ticks]) => ticks), 1e9]),
    threadIndex: Uint32Array.from([...samples.map(([, thread]) => thread), 0]),
  } as unknown as PreparedSamples)

test('the pace is that of the thread with the most samples over the time of all of them', () => {
  expect(paceOf([100, 1], [110, 2], [120, 1], [130, 1], [145, 2])).toBe(22.5)
  expect(paceOf([50, 1], [20, 1])).toBe(30)
})

test('threads of one sample each have no pace', () => {
  expect([paceOf(), paceOf([5, 1]), paceOf([5, 1], [9, 2])]).toEqual([null, null, null])
})

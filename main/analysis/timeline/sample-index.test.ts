import { expect, test } from 'vitest'
import type { PreparedSamples } from '../stacks/prepared-samples.ts'
import { ticksPerSample } from '../stacks/sample-pace.ts'
import { firstRowAt, indexSamples } from './sample-index.ts'

const samplesOf = (
  ...rows: readonly (readonly [thread: number, ticks: number, sampleClass: number])[]
): PreparedSamples => ({
  count: rows.length,
  threadIndex: Uint32Array.from(rows, ([thread]) => thread),
  ticks: Float64Array.from(rows, ([, ticks]) => ticks),
  sampleClass: Uint8Array.from(rows, ([, , sampleClass]) => sampleClass),
  node: new Uint32Array(rows.length),
  rule: new Uint8Array(rows.length),
  isCorrected: new Uint8Array(rows.length),
})

test('samples are thread by thread, each in the order of time with its class', () => {
  const index = indexSamples(samplesOf([2, 30, 1], [0, 10, 2], [2, 20, 3], [0, 40, 4], [2, 10, 5]), 4)
  expect([...index.starts]).toEqual([0, 2, 2, 5, 5])
  expect([...index.ticks]).toEqual([10, 40, 10, 20, 30])
  expect([...index.sampleClass]).toEqual([2, 4, 5, 3, 1])
})

test('samples of one time stay in their order', () => {
  const index = indexSamples(samplesOf([0, 10, 1], [0, 10, 2], [0, 5, 3], [0, 10, 4]), 1)
  expect([...index.sampleClass]).toEqual([3, 1, 2, 4])
})

test('the first row at a time is the thread’s own', () => {
  const index = indexSamples(samplesOf([0, 10, 0], [0, 20, 0], [1, 5, 0], [1, 15, 0]), 2)
  expect([9, 10, 11, 20, 21].map((ticks) => firstRowAt(index, 0, ticks))).toEqual([0, 0, 1, 1, 2])
  expect([1, 5, 6, 16].map((ticks) => firstRowAt(index, 1, ticks))).toEqual([2, 2, 3, 4])
})

test('a sample stands for the time of the recording by the samples of its busiest thread, less one', () => {
  expect(ticksPerSample(samplesOf())).toBeNull()
  expect(ticksPerSample(samplesOf([0, 10, 0], [1, 50, 0]))).toBeNull()
  expect(ticksPerSample(samplesOf([0, 10, 0], [0, 30, 0]))).toBe(20)
  expect(ticksPerSample(samplesOf([0, 30, 0], [1, 70, 0], [0, 40, 0], [0, 10, 0], [1, 10, 0]))).toBe(30)
})

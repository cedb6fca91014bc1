import { expect, test } from 'vitest'
import { askingsByFault, likeliestFirst } from './askings.mjs'

/** @param {string} id @param {number} ms @param {readonly number[]} faults */
const ran = (id, ms, faults) => ({ id, ms, cpuMs: ms, faults })
const survey = { file: 'a', loads: [], steps: 5, around: [] }

test('only tests that come by a fault are asked about it, the fastest file first and a slow test by itself', () => {
  const slowFile = { ...survey, tests: [ran('a1', 50, [1]), ran('a2', 900, [1, 2]), ran('a3', 10, [2])] }
  const fastFile = { ...survey, file: 'b', tests: [ran('b1', 1, [1])] }
  const askings = askingsByFault([slowFile, fastFile], false)
  expect(askings.get(1)?.map(({ file, tests, isSlow }) => [file, isSlow, ...tests])).toEqual([
    ['b', false, 'b1'],
    ['a', false, 'a1'],
    ['a', true, 'a2'],
  ])
  expect(askings.get(2)?.map(({ tests }) => tests)).toEqual([['a3'], ['a2']])
  expect(askings.get(3)).toBeUndefined()
})

test('a test is slow by the processor on a busy machine, or by the clock when it waits for very long', () => {
  const tests = [
    { ...ran('busy', 2900, [1]), cpuMs: 20 },
    { ...ran('waits', 3100, [1]), cpuMs: 1 },
  ]
  const askings = askingsByFault([{ ...survey, tests }], false)
  expect(askings.get(1)?.map((asking) => [asking.isSlow, ...asking.tests])).toEqual([
    [false, 'busy'],
    [true, 'waits'],
  ])
  expect(askings.get(1)?.[0]?.limitMs).toBe(29_000)
})

test('all tests of a file are asked about what is come by before or between them', () => {
  const askings = askingsByFault([{ ...survey, around: [1], tests: [ran('a1', 1, [1]), ran('a2', 1, [])] }], false)
  expect(askings.get(1)).toMatchObject([{ tests: ['a1', 'a2'], mostSteps: 100_050 }])
})

test('a test gets ten times its usual time, and never less than a busy machine needs', () => {
  const askings = askingsByFault([{ ...survey, tests: [ran('a1', 2, [1]), ran('a2', 900, [2])] }], false)
  expect(askings.get(1)?.[0]?.limitMs).toBe(1500)
  expect(askings.get(2)?.[0]?.limitMs).toBe(9000)
})

test('for a quick look slow tests are left out, and a fault that only they come by survives', () => {
  const askings = askingsByFault([{ ...survey, tests: [ran('a1', 5, [1]), ran('a2', 900, [1, 2])] }], true)
  expect(askings.get(1)?.map(({ tests }) => tests)).toEqual([['a1']])
  expect(askings.get(2)).toEqual([])
})

test('a slow test that has noticed faults is asked before others', () => {
  const askings = askingsByFault([{ ...survey, tests: [ran('a1', 400, [1]), ran('a2', 900, [1])] }], false)
  const slow = askings.get(1) ?? []
  const order = (/** @type {[string, number][]} */ ...counts) =>
    likeliestFirst(slow, new Map(counts)).flatMap(({ tests }) => tests)
  expect(order()).toEqual(['a1', 'a2'])
  expect(order(['a2', 1])).toEqual(['a1', 'a2'])
  expect(order(['a2', 2])).toEqual(['a2', 'a1'])
})

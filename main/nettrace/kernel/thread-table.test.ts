import { describe, expect, it } from 'vitest'
import { DecodeKernel } from './decode-kernel.ts'
import { state, threadEntry } from './kernel-layout.ts'
import { randomMultiplier } from './thread-hash.ts'

function table() {
  const kernel = DecodeKernel.take()
  const { threads } = kernel
  const wordAt = (id: number, field: number): number | null => {
    const entry = threads.find(id, 0)
    return entry === 0 ? null : kernel.words[(entry + field) >>> 2]!
  }
  return {
    kernel,
    threads,
    indexOf: (id: number) => wordAt(id, threadEntry.index),
    sequenceOf: (id: number) => wordAt(id, threadEntry.sequence),
  }
}

describe('the table of threads', () => {
  it('finds what is in it by both halves of the id, however many come and go', () => {
    const { threads, indexOf } = table()
    threads.add(7, 0, 1)
    threads.add(7, 1, 2)
    expect([indexOf(7), threads.find(7, 1) === threads.find(7, 0), threads.find(7, 2)]).toEqual([1, false, 0])
    const expected = new Map([[7, 1]])
    for (let round = 0; round < 3000; round += 1) {
      const id = 100 + ((round * 37) % 501) * 4096
      if (expected.has(id)) {
        threads.remove(id, 0)
        expected.delete(id)
      } else {
        threads.add(id, 0, round)
        expected.set(id, round)
      }
    }
    expect(threads.count).toBe(expected.size + 1)
    for (let number = 0; number < 501; number += 1) {
      const id = 100 + number * 4096
      expect([id, indexOf(id)]).toEqual([id, expected.get(id) ?? null])
    }
    threads.remove(99, 0)
    expect(threads.count).toBe(expected.size + 1)
  })

  it('keeps sequence numbers while it grows and while others leave', () => {
    const { threads, sequenceOf } = table()
    for (let id = 1; id <= 400; id += 1) threads.add(id, 0, id, id * 3)
    for (let id = 1; id <= 400; id += 2) threads.remove(id, 0)
    for (let id = 1; id <= 400; id += 1) expect([id, sequenceOf(id)]).toEqual([id, id % 2 === 0 ? id * 3 : null])
  })

  it('is empty after it was cleared, and small again', () => {
    const { kernel, threads, indexOf } = table()
    const usual = kernel.getState(state.threadMask)
    for (let id = 1; id <= 1000; id += 1) threads.add(id, 0, id, 1)
    expect(kernel.getState(state.threadMask)).toBeGreaterThan(usual)
    threads.clear()
    expect([threads.count, indexOf(5), kernel.getState(state.threadMask)]).toEqual([0, null, usual])
    threads.clear()
    threads.add(5, 0, 9, 2)
    expect([threads.count, indexOf(5)]).toEqual([1, 9])
  })

  it('tells the kernel where the capture thread has gone', () => {
    const { kernel, threads } = table()
    threads.add(5, 0, 1)
    kernel.setState(state.captureEntry, threads.find(5, 0))
    for (let id = 100; id < 1100; id += 1) threads.add(id, 0, id)
    expect(kernel.getState(state.captureEntry)).toBe(threads.find(5, 0))
    for (let id = 100; id < 1100; id += 1) threads.remove(id, 0)
    expect(kernel.getState(state.captureEntry)).toBe(threads.find(5, 0))
    expect(threads.find(5, 0)).not.toBe(0)
  })
})

it('puts threads into places that the writer of a file cannot know', () => {
  const drawn = Array.from({ length: 100 }, randomMultiplier)
  const isEither = (bit: number, part: 'low' | 'high') =>
    new Set(drawn.map((one) => (one[part] >>> bit) & 1)).size === 2
  for (let bit = 1; bit < 32; bit += 1)
    expect([bit, isEither(bit, 'low'), isEither(bit, 'high')]).toEqual([bit, true, true])
  expect(drawn.every(({ low }) => (low & 1) === 1)).toBe(true)
})

/** Of the threads of a test: a third. They have no sequence number, so that their places were not noted. */
const isLeaving = (index: number) => index % 3 === 0

describe('sequence numbers', () => {
  it('are all forgotten at once, and counted from there', () => {
    const { threads, sequenceOf } = table()
    for (let id = 1; id <= 50; id += 1) threads.add(id, 0, id, id)
    threads.forgetSequences()
    for (let id = 1; id <= 50; id += 1) expect([id, sequenceOf(id)]).toEqual([id, 0])
    threads.setSequence(threads.find(3, 0), 8)
    threads.setSequence(threads.find(3, 0), 9)
    expect([sequenceOf(3), sequenceOf(4)]).toEqual([9, 0])
    threads.forgetSequences()
    expect(sequenceOf(3)).toBe(0)
  })

  it('are all forgotten also of threads that have moved since others left', () => {
    // Close together and far apart, so that some are in each other's way.
    const ids = Array.from({ length: 120 }, (_, index) => (index + 1) ** 3 % 65_537)
    for (let round = 0; round < 5; round += 1) {
      const { threads, sequenceOf } = table()
      for (const [index, id] of ids.entries()) threads.add(id, 0, index, isLeaving(index) ? 0 : 7)
      for (const [index, id] of ids.entries()) if (isLeaving(index)) threads.remove(id, 0)
      threads.forgetSequences()
      expect(ids.filter((id) => (sequenceOf(id) ?? 0) !== 0)).toEqual([])
    }
  })

  it('are all forgotten also when more was noted than there is room for', () => {
    const { kernel, threads, sequenceOf } = table()
    for (let round = 0; round < 2000; round += 1) {
      threads.add(9, 0, 1, 5)
      threads.remove(9, 0)
    }
    expect(kernel.getState(state.notedEnd)).toBe(kernel.getState(state.notedLimit))
    for (let id = 1; id <= 60; id += 1) threads.add(id, 0, id, id)
    threads.forgetSequences()
    for (let id = 1; id <= 60; id += 1) expect([id, sequenceOf(id)]).toEqual([id, 0])
    threads.setSequence(threads.find(60, 0), 4)
    threads.forgetSequences()
    expect(sequenceOf(60)).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { classIndex } from '../stacks/sample-class.ts'
import { orderedThreads, type SampledThread, sampledThreads } from './thread-order.ts'

const thread = (index: number, id: number, name = '', busyCount = 0, sampleCount = 10): SampledThread => {
  return { index, id, name, busyCount, sampleCount }
}
const page = { search: '', pinned: [] }
const idsOf = (threads: readonly SampledThread[]) => threads.map(({ id }) => id)

describe('threads of a recording', () => {
  test('are those with samples, with their own name or else their role', () => {
    const { running, spinning, waiting, idle } = classIndex
    const index = {
      starts: Uint32Array.of(0, 3, 3, 5),
      ticks: new Float64Array(5),
      sampleClass: Uint8Array.of(running, spinning, waiting, idle, running),
    }
    const known = { exactId: 0n, processId: null, attributes: [] }
    const threads = [
      { ...known, index: 0, id: 7, name: '' },
      { ...known, index: 1, id: 8, name: 'unseen' },
      { ...known, index: 2, id: 9, name: 'worker' },
    ]
    expect(sampledThreads(threads, index, ['Main', 'Timer', 'Pool worker'])).toEqual([
      { index: 0, id: 7, name: 'Main', sampleCount: 3, busyCount: 2 },
      { index: 2, id: 9, name: 'worker', sampleCount: 2, busyCount: 1 },
    ])
  })
})

describe('the order of threads', () => {
  test('by work puts the busiest first, of those the one with the most samples, and then the smallest id', () => {
    const threads = [thread(0, 5, '', 1), thread(1, 4, '', 3), thread(2, 3, '', 1, 20), thread(3, 2, '', 1)]
    expect(idsOf(orderedThreads(threads, { ...page, order: 'busiest' }))).toEqual([4, 3, 2, 5])
  })

  test('by id tells threads of one id apart by their place', () => {
    const threads = [thread(2, 5), thread(0, 9), thread(1, 5)]
    expect(orderedThreads(threads, { ...page, order: 'id' }).map(({ index }) => index)).toEqual([1, 2, 0])
  })

  test('by name puts those without one last, and those of one name by id', () => {
    const threads = [thread(0, 1), thread(1, 9, 'b'), thread(2, 3, 'b'), thread(3, 7, 'a'), thread(4, 0)]
    expect(idsOf(orderedThreads(threads, { ...page, order: 'name' }))).toEqual([7, 3, 9, 0, 1])
  })

  test('begins with pinned threads, which a search does not leave out', () => {
    const threads = [thread(0, 1, 'Main'), thread(1, 21, 'Timer'), thread(2, 3, 'main loop'), thread(3, 14, 'x')]
    expect(idsOf(orderedThreads(threads, { order: 'id', search: ' MAIN ', pinned: [14] }))).toEqual([14, 1, 3])
    expect(idsOf(orderedThreads(threads, { order: 'id', search: '1', pinned: [3] }))).toEqual([3, 1, 14, 21])
    expect(idsOf(orderedThreads(threads, { order: 'id', search: ' ', pinned: [3, 99] }))).toEqual([3, 1, 14, 21])
  })
})

test('what the next thread does is not work of this one', () => {
  const { running, idle } = classIndex
  const index = {
    starts: Uint32Array.of(0, 2, 4),
    ticks: new Float64Array(4),
    sampleClass: Uint8Array.of(idle, idle, running, running),
  }
  const threads = [7, 8].map((id, at) => ({ exactId: 0n, processId: null, attributes: [], index: at, id, name: 'T' }))
  expect(sampledThreads(threads, index, []).map(({ busyCount }) => busyCount)).toEqual([0, 2])
})

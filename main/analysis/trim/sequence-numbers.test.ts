import { beforeEach, describe, expect, test } from 'vitest'
import { highHalf, lowHalf } from '../../nettrace/word-halves.ts'
import { SequenceNumbers } from './sequence-numbers.ts'
import { TrimFilter } from './trim-filter.ts'

function filterOf(range: { readonly fromMs: number; readonly toMs: number } | null, options = {}): TrimFilter {
  const filter = new TrimFilter({ range, threads: null, providers: null }, options)
  filter.setClock(1000)
  return filter
}

describe('the filter of a part', () => {
  test('has both ends of its range, as ticks of the stream', () => {
    const filter = new TrimFilter({ range: { fromMs: 1.0004, toMs: 2 }, threads: null, providers: null })
    expect([filter.hasTime(-1), filter.isAfter(1e9)]).toEqual([true, false])
    filter.setClock(2000)
    expect([1, 2, 4, 5].map((ticks) => filter.hasTime(ticks))).toEqual([false, true, true, false])
    expect([3, 4, 5].map((ticks) => filter.isAfter(ticks))).toEqual([false, false, true])
  })

  test('touches what reaches to an end of its range', () => {
    const filter = filterOf({ fromMs: 10, toMs: 20 })
    const touched = [
      [0, 9],
      [0, 10],
      [12, 13],
      [20, 30],
      [21, 30],
      [0, 30],
    ].map(([from, to]) => filter.touches(from!, to!))
    expect(touched).toEqual([false, true, true, true, false, true])
  })

  test('without a range has all times, and a last one only where others follow', () => {
    expect([filterOf(null).hasTime(-1e9), filterOf(null).touches(0, 0), filterOf(null).isAfter(1e9)]).toEqual([
      true,
      true,
      false,
    ])
    const range = { fromMs: 1, toMs: 7 }
    expect([filterOf(range).lastTicks, filterOf(range, { endsNames: true }).lastTicks]).toEqual([Infinity, 7])
  })

  test('has the threads and providers that are selected, and names always', () => {
    const all = filterOf(null)
    const some = new TrimFilter({ range: null, threads: [7], providers: ['P'] })
    const method = { provider: 'Microsoft-Windows-DotNETRuntime', eventId: 143 }
    expect([all.hasThread(8n), some.hasThread(7n), some.hasThread(8n)]).toEqual([true, true, false])
    expect([some.fateOf({ provider: 'P', eventId: 1 }), some.fateOf({ provider: 'Q', eventId: 1 })]).toEqual([
      'selected',
      'none',
    ])
    expect([all.fateOf({ provider: 'Q', eventId: 1 }), some.fateOf(method)]).toEqual(['selected', 'name'])
  })
})

const of = (thread: bigint, sequence: number) => ({
  captureThreadLow: lowHalf(thread),
  captureThreadHigh: highHalf(thread),
  sequence,
})

describe('sequence numbers of a part', () => {
  let numbers: SequenceNumbers
  /** The new numbers of a thread's events; 0 for those that are left out. */
  const renumbered = (events: readonly (readonly [sequence: number, ticks: number, isKept?: boolean])[], thread = 7n) =>
    events.map(([sequence, ticks, isKept = true]) => numbers.next(of(thread, sequence), ticks, isKept))
  beforeEach(() => {
    numbers = new SequenceNumbers(filterOf({ fromMs: 10, toMs: 20 }), () => true)
  })

  test('begin with 1 and have no gap where events were left out', () => {
    expect(
      renumbered([
        [41, 10],
        [42, 11, false],
        [43, 12],
        [44, 13],
      ]),
    ).toEqual([1, 0, 2, 3])
    expect(
      renumbered(
        [
          [5, 10, false],
          [6, 11],
          [7, 12],
        ],
        8n,
      ),
    ).toEqual([0, 1, 2])
    expect(numbers.lostCount).toBe(0)
  })

  test('keep the gaps that were lost within the range, and no others', () => {
    expect(
      renumbered([
        [1, 10],
        [4, 11],
        [5, 20],
        [9, 25, false],
        [12, 30, false],
      ]),
    ).toEqual([1, 4, 5, 0, 0])
    expect(numbers.lostCount).toBe(2 + 3)
    expect(numbers.stated(7n, 14, 40)).toBe(8)
  })

  test('continue where numbers go back, which is no loss', () => {
    expect(
      renumbered([
        [50, 10],
        [51, 11],
        [1, 12],
        [2, 13],
        [4, 14],
      ]),
    ).toEqual([1, 2, 3, 4, 6])
    expect(numbers.lostCount).toBe(1)
  })

  test('wrap around at 32 bits', () => {
    expect(
      renumbered([
        [0xffff_fffe, 10],
        [0xffff_ffff, 11],
        [0, 12],
        [2, 13],
      ]),
    ).toEqual([1, 2, 3, 5])
    expect(numbers.lostCount).toBe(1)
  })

  test('count for each thread by itself', () => {
    expect([
      renumbered([
        [10, 10],
        [11, 11],
      ]),
      renumbered([[3, 12]], 8n),
      renumbered([[12, 13]]),
      renumbered([[4, 14]], 8n),
    ]).toEqual([[1, 2], [1], [3], [2]])
  })

  test('do not show what was lost by a thread that is not selected and does not write', () => {
    numbers = new SequenceNumbers(filterOf({ fromMs: 10, toMs: 20 }), (id) => id === 7n)
    expect(
      renumbered(
        [
          [1, 10, false],
          [4, 12, false],
        ],
        8n,
      ),
    ).toEqual([0, 0])
    expect([numbers.lostCount, numbers.stated(8n, 6, 13)]).toEqual([0, null])
    expect(
      renumbered(
        [
          [7, 14],
          [9, 15],
        ],
        8n,
      ),
    ).toEqual([1, 3])
    expect(numbers.lostCount).toBe(1)
  })

  test('stated by a sequence point say what was lost since the last event', () => {
    expect([renumbered([[30, 10]]), numbers.stated(7n, 30, 11), numbers.stated(7n, 34, 12)]).toEqual([[1], 1, 5])
    expect([numbers.lostCount, renumbered([[35, 13]]), numbers.stated(7n, 34, 14)]).toEqual([4, [6], 6])
    expect([numbers.stated(9n, 3, 15), numbers.lostCount]).toEqual([3, 7])
  })

  test('of a stretch that is gone are not missed', () => {
    renumbered([
      [1, 10],
      [2, 11],
    ])
    numbers.cut()
    expect([numbers.stated(7n, 90, 12), renumbered([[92, 13]]), numbers.stated(8n, 50, 14)]).toEqual([2, [4], null])
    expect([renumbered([[51, 15]], 8n), numbers.lostCount]).toEqual([[1], 1])
  })

  test('of another stream continue where the first one ended', () => {
    renumbered([
      [1, 10],
      [2, 11],
    ])
    numbers.follow(filterOf({ fromMs: 0, toMs: 5 }))
    expect([
      renumbered([
        [1, 1],
        [3, 2],
      ]),
      numbers.lostCount,
    ]).toEqual([[3, 5], 1])
  })

  test('of a thread that was forgotten begin again', () => {
    renumbered([
      [1, 10],
      [2, 11],
    ])
    numbers.forget(7n)
    expect(renumbered([[80, 12]])).toEqual([1])
    numbers.clear()
    expect(renumbered([[81, 13]])).toEqual([1])
  })
})

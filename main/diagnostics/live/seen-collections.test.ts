import { describe, expect, it } from 'vitest'
import { laneCodes, writeLanesFrame, writeValuesFrame } from '../../../shared/frames/live-frame.ts'
import { err, ok } from '../../../shared/base/result.ts'
import type { LiveDocument } from './live-document.ts'
import { heapSeries, lastSum, seenCollections } from './seen-collections.ts'

const heapSize = { index: 3, name: 'dotnet.gc.last_collection.heap.size', hasValues: true }
const counter = { index: 4, name: 'gc-heap-size', hasValues: true }
const series = [
  { index: 7, instrumentIndex: 3, measure: 'value' },
  { index: 8, instrumentIndex: 3, measure: 'value' },
  { index: 9, instrumentIndex: 4, measure: 'value' },
] as never

function valuesOf(entries: readonly (readonly [series: number, value: number])[]): ArrayBuffer {
  return writeValuesFrame(
    {
      timeMs: Float64Array.from(entries, (_, at) => at),
      value: Float64Array.from(entries, ([, value]) => value),
      seriesIndex: Uint32Array.from(entries, ([index]) => index),
    },
    entries.length,
    1,
    0,
  )
}

function documentWith(pauses: readonly (readonly [generation: number, ms: number])[]): LiveDocument {
  const frame = writeLanesFrame(
    {
      timeMs: Float64Array.from(pauses, (_, at) => at),
      durationMs: Float64Array.from(pauses, ([, ms]) => ms),
      amount: Float32Array.from(pauses, ([generation]) => generation),
      lane: Uint8Array.from(pauses, () => laneCodes.gc),
    },
    pauses.length,
    1,
    0,
  )
  return {
    worker: {
      snapshot: () => Promise.resolve(ok([frame])),
      catalog: () => ({ instruments: [heapSize], series }),
      range: () =>
        Promise.resolve(
          ok(
            valuesOf([
              [7, 100],
              [8, 50],
              [7, 200],
            ]),
          ),
        ),
    },
    progress: { lastSampleMs: 1000 },
  } as unknown as LiveDocument
}

describe('what Live has seen of collections', () => {
  it('is the pauses of generation 2 and the newest size of the heap', async () => {
    const seen = await seenCollections(
      documentWith([
        [0, 1],
        [2, 120],
        [1, 3],
        [2, 90],
      ]),
    )
    expect(seen).toEqual({ pausesMs: [120, 90], heapBytes: 250 })
  })

  it('is the last ten full pauses: those of an earlier, smaller heap say nothing', async () => {
    const pauses = Array.from({ length: 12 }, (_, at) => [2, at] as const)
    expect((await seenCollections(documentWith(pauses)))?.pausesMs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('is nothing when the worker has ended', async () => {
    const worker = { snapshot: () => Promise.resolve(err({ kind: 'cancelled' })) }
    expect(await seenCollections({ worker, progress: { lastSampleMs: null } } as unknown as LiveDocument)).toBeNull()
  })
})

describe('the size of the heap', () => {
  it('is all generations of the meter, else the counter in millions', () => {
    expect([...heapSeries([counter, heapSize], series)]).toEqual([
      [7, 1],
      [8, 1],
    ])
    expect([...heapSeries([counter, { ...heapSize, hasValues: false }], series)]).toEqual([[9, 1e6]])
    expect(heapSeries([], series).size).toBe(0)
    expect(
      lastSum(
        valuesOf([
          [9, 12],
          [9, 13],
        ]),
        new Map([[9, 1e6]]),
      ),
    ).toBe(13e6)
    expect(lastSum(valuesOf([]), new Map())).toBeNull()
  })
})

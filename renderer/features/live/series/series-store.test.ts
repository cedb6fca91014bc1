import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeLanesFrame } from '../../../../shared/frames/live-frame.ts'
import { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { SeriesStore } from './series-store.ts'
import { frameOf, type Sample } from '../testing.ts'

function samplesOf(store: SeriesStore, seriesIndex: number, fromMs = -Infinity, toMs = Infinity) {
  const samples = new SampleBuffer()
  store.read(seriesIndex, fromMs, toMs, samples)
  return Array.from({ length: samples.count }, (_, i) => [samples.timeMs[i] ?? 0, samples.value[i] ?? 0] as const)
}

describe('the series store', () => {
  test('puts each sample of a frame into its series', () => {
    const store = new SeriesStore()
    expect(
      store.applyFrame(
        frameOf([
          [0, 1000, 1],
          [7, 1000, 70],
          [0, 2000, 2],
        ]),
      ),
    ).toBe(true)
    expect(samplesOf(store, 0)).toEqual([
      [1000, 1],
      [2000, 2],
    ])
    expect(store.newestValue(7)).toBe(70)
    expect(store.newestMs).toBe(2000)
    expect(store.seriesCount).toBe(2)
  })

  test('an incomplete frame is counted and changes nothing', () => {
    const store = new SeriesStore()
    expect(store.applyFrame(frameOf([[0, 1, 1]]).slice(0, 30))).toBe(false)
    expect(store.applyFrame(new ArrayBuffer(3))).toBe(false)
    expect(store.badFrameCount).toBe(2)
    expect(store.revision).toBe(0)
  })

  test('leaves lanes frames to others', () => {
    const store = new SeriesStore()
    const lanes = writeLanesFrame(
      {
        timeMs: new Float64Array([1]),
        durationMs: new Float64Array([1]),
        amount: new Float32Array([1]),
        lane: new Uint8Array([1]),
      },
      1,
      1,
      0,
    )
    expect(store.applyFrame(lanes)).toBe(false)
    expect(store.badFrameCount).toBe(0)
  })

  test('a repeated time replaces the value, an older one is ignored', () => {
    const store = new SeriesStore()
    store.applyFrame(
      frameOf([
        [0, 1000, 1],
        [0, 1000, 2],
        [0, 900, 3],
      ]),
    )
    expect(samplesOf(store, 0)).toEqual([[1000, 2]])
  })

  test('reading a range brings the neighbor on each side', () => {
    const store = new SeriesStore()
    store.applyFrame(frameOf([1, 2, 3, 4, 5].map((n) => [0, n * 1000, n])))
    expect(samplesOf(store, 0, 2500, 3500).map(([, value]) => value)).toEqual([2, 3, 4])
  })

  test('the value at a time is the last one before it unless that is too old', () => {
    const store = new SeriesStore()
    store.applyFrame(
      frameOf([
        [0, 1000, 1],
        [0, 2000, 2],
      ]),
    )
    expect(store.valueAt(0, 1999, 1500)).toBe(1)
    expect(store.valueAt(0, 2000, 1500)).toBe(2)
    expect(store.valueAt(0, 9000, 1500)).toBeNull()
    expect(store.valueAt(0, 500, 1500)).toBeNull()
  })

  test('holds the newest samples within its bound, in order, and says from when on it is complete', () => {
    const store = new SeriesStore()
    store.beginCoverage(0)
    const samples: Sample[] = Array.from({ length: 10_000 }, (_, i) => [3, 1000 + i * 100, i])
    for (let at = 0; at < samples.length; at += 97) store.applyFrame(frameOf(samples.slice(at, at + 97)))
    const kept = samplesOf(store, 3)
    expect(kept.length).toBe(4096)
    expect(kept[0]?.[1]).toBe(10_000 - 4096)
    expect(kept.at(-1)?.[1]).toBe(9999)
    expect(store.coverageOf(3)).toBe(kept[0]?.[0])
    expect(store.coverageOf(4)).toBe(0)
  })

  test('is bounded with many series, each keeping its newest', () => {
    const store = new SeriesStore(40_000)
    for (let time = 1; time <= 700; time++) {
      store.applyFrame(frameOf(Array.from({ length: 100 }, (_, index) => [index, time, time])))
    }
    expect(store.memoryBytes()).toBeLessThanOrEqual(100 * 512 * 16)
    expect(store.sampleCount(99)).toBeGreaterThanOrEqual(256)
    expect(store.newestValue(99)).toBe(700)
  })

  test('takes no more memory however long samples come', () => {
    const [seriesCount, limit] = [100, 64 * 4]
    const store = new SeriesStore(seriesCount * limit)
    const publish = (fromMs: number, toMs: number) => {
      for (let time = fromMs; time < toMs; time++) {
        store.applyFrame(frameOf(Array.from({ length: seriesCount }, (_, index) => [index, time, time])))
      }
    }
    publish(0, 2 * limit)
    const full = store.memoryBytes()
    publish(2 * limit, 20 * limit)
    expect(store.memoryBytes()).toBe(full)
    // Time and value, and one block more than the samples fill.
    expect(full).toBeLessThanOrEqual(seriesCount * (limit + 64) * 16 + 2 ** 15)
  })

  test('memory of the app as it is: 17 MB for 500 series', () => {
    const store = new SeriesStore()
    const samples = 2500
    for (let time = 0; time < samples; time++) {
      store.applyFrame(frameOf(Array.from({ length: 500 }, (_, index) => [index, time * 100, time])))
    }
    expect(store.sampleCount(0)).toBe(2048)
    expect(store.memoryBytes()).toBeLessThanOrEqual(17 * 2 ** 20)
  })

  test('series that come later take room from those that are there', () => {
    const store = new SeriesStore(4 * 512)
    for (let time = 0; time < 2000; time++) store.applyFrame(frameOf([[0, time, time]]))
    expect(store.sampleCount(0)).toBe(2048 - 48)
    const alone = store.memoryBytes()
    for (let time = 2000; time < 3000; time++) {
      store.applyFrame(frameOf(Array.from({ length: 4 }, (_, index) => [index, time, time])))
    }
    expect([0, 1, 2, 3].map((index) => store.sampleCount(index))).toEqual([512, 512, 512, 512])
    expect(samplesOf(store, 0)[0]).toEqual([3000 - 512, 3000 - 512])
    // What the first one gave back serves the others.
    expect(store.memoryBytes()).toBeLessThanOrEqual(alone + 2 ** 15)
  })

  test('frames dropped on the way end the coverage at what was there before', () => {
    const store = new SeriesStore()
    store.beginCoverage(0)
    store.applyFrame(frameOf([[0, 1000, 1]], 1, 0))
    store.applyFrame(frameOf([[0, 5000, 1]], 6, 4))
    expect(store.coverageFromMs).toBe(1000)
    expect(store.droppedCount).toBe(4)
  })

  test('whatever order the frames are cut in, the samples are the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (values, cut) => {
          const samples: Sample[] = values.map(([index, value], i) => [index, i, value])
          const whole = new SeriesStore()
          whole.applyFrame(frameOf(samples))
          const parts = new SeriesStore()
          for (let at = 0; at < samples.length; at += cut) parts.applyFrame(frameOf(samples.slice(at, at + cut)))
          for (let index = 0; index <= 5; index++) expect(samplesOf(parts, index)).toEqual(samplesOf(whole, index))
        },
      ),
    )
  })
})

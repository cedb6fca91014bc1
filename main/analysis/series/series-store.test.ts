import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRange, seriesPoints } from './range-query.ts'
import { type ChunkStorage, SeriesStore, type StoredAt } from './series-store.ts'

const packer = {
  pack: (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 }),
  unpack: (bytes: Uint8Array) => inflateRawSync(bytes),
}

/** Files in memory: `perFile` chunks each. */
class FakeStorage implements ChunkStorage {
  readonly files = new Map<number, Uint8Array[]>()
  isBroken = false
  readonly #perFile: number
  #next = 0

  constructor(perFile = 2) {
    this.#perFile = perFile
  }

  get usedBytes(): number {
    return [...this.files.values()].flat().reduce((sum, bytes) => sum + bytes.length, 0)
  }

  append(bytes: Uint8Array): StoredAt | null {
    if (this.isBroken) return null
    const last = [...this.files.keys()].at(-1)
    let file = last
    if (file === undefined || this.files.get(file)!.length >= this.#perFile) {
      file = this.#next++
      this.files.set(file, [])
    }
    return { file, offset: this.files.get(file)!.push(bytes.slice()) - 1 }
  }

  read(at: StoredAt, offset: number, byteCount: number): Uint8Array {
    return this.files.get(at.file)![at.offset]!.slice(offset, offset + byteCount)
  }

  dropOldest(): number | null {
    const file = this.files.keys().next().value
    if (file === undefined) return null
    this.files.delete(file)
    return file
  }
}

const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
const valueAt = (series: number, tick: number) => Math.sin(series * 1000 + tick) * 1e6

function fill(store: SeriesStore, seriesCount: number, ticks: number): void {
  const track = store.newTrack()
  for (let tick = 0; tick < ticks; tick++)
    for (let series = 0; series < seriesCount; series++) store.add(track, series, tick * 1000, valueAt(series, tick))
}

test('samples are returned exactly, from open rows, packed memory and disk', () => {
  const storage = new FakeStorage()
  const store = new SeriesStore({ maxMemoryBytes: 300_000, maxDiskBytes: 1e9 }, packer, storage)
  fill(store, 10, 6000)
  expect(store.fill()).toMatchObject({ keptSinceMs: 0, droppedSampleCount: 0 })
  expect(storage.files.size).toBeGreaterThan(0)
  for (const series of [0, 3, 9]) {
    const { timeMs, value } = seriesPoints(store, series, ...always)
    expect(timeMs.length).toBe(6000)
    for (let tick = 0; tick < 6000; tick++)
      if (timeMs[tick] !== tick * 1000 || value[tick] !== valueAt(series, tick)) throw new Error(`differs at ${tick}`)
  }
})

test('memory and disk stay within limits; the oldest samples are dropped and counted', () => {
  const storage = new FakeStorage()
  const store = new SeriesStore({ maxMemoryBytes: 250_000, maxDiskBytes: 400_000 }, packer, storage)
  fill(store, 10, 20_000)
  const { memoryBytes, diskBytes, droppedSampleCount, keptSinceMs } = store.fill()
  expect(memoryBytes).toBeLessThan(250_000 + 120_000)
  expect(diskBytes).toBeLessThanOrEqual(400_000)
  const { timeMs } = seriesPoints(store, 0, ...always)
  expect(droppedSampleCount).toBe(200_000 - timeMs.length * 10)
  expect(timeMs[0]).toBe(keptSinceMs)
  expect(timeMs.at(-1)).toBe(19_999_000)
  // The oldest are gone and nothing in between, and what fits was kept.
  expect(timeMs.length).toBe((19_999_000 - timeMs[0]!) / 1000 + 1)
  expect(diskBytes).toBeGreaterThan(200_000)
})

test('without a disk, or with one that fails, the oldest samples are dropped and counted', () => {
  const broken = new FakeStorage()
  broken.isBroken = true
  for (const storage of [null, broken]) {
    const store = new SeriesStore({ maxMemoryBytes: 250_000, maxDiskBytes: 1e9 }, packer, storage)
    fill(store, 10, 10_000)
    const left = seriesPoints(store, 0, ...always).timeMs.length
    expect(left).toBeLessThan(10_000)
    expect(store.fill().droppedSampleCount).toBe(100_000 - left * 10)
  }
})

test('when the disk fails, memory may hold more, so that less is dropped', () => {
  const storage = new FakeStorage()
  const store = new SeriesStore(
    { maxMemoryBytes: 250_000, maxMemoryBytesAlone: 1e7, maxDiskBytes: 1e9 },
    packer,
    storage,
  )
  fill(store, 10, 5000)
  expect(storage.usedBytes).toBeGreaterThan(0)
  storage.isBroken = true
  fill(store, 10, 5000)
  expect(store.fill().droppedSampleCount).toBe(0)
  expect(seriesPoints(store, 0, ...always).timeMs.length).toBe(10_000)
})

test('samples of one publication share its first timestamp; a second value of a series starts a new row', () => {
  const store = new SeriesStore({ maxMemoryBytes: 1e6, maxDiskBytes: 0 }, packer, null)
  store.setInterval(1000)
  const track = store.newTrack()
  expect([
    store.add(track, 0, 1000, 1),
    store.add(track, 1, 1020, 2),
    store.add(track, 0, 1021, 3),
    store.add(track, 1, 1019, 4),
    store.add(track, 1, 900, 5),
  ]).toEqual([1000, 1000, 1021, 1021, 1021.001])
})

/** When two samples, 20 ms apart, are kept. */
const kept = (intervalMs: number) => {
  const store = new SeriesStore({ maxMemoryBytes: 1e6, maxDiskBytes: 0 }, packer, null)
  store.setInterval(intervalMs)
  const track = store.newTrack()
  return [store.add(track, 0, 1000, 1), store.add(track, 1, 1020, 2)]
}

test('the faster samples come, the closer together are those of one publication', () => {
  expect([kept(100), kept(40), kept(1000), kept(0)]).toEqual([
    [1000, 1000],
    [1000, 1020],
    [1000, 1000],
    [1000, 1000],
  ])
})

test('a series that was absent for a while, or appeared later, keeps its own timestamps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 2500 }),
      (rows) => {
        const store = new SeriesStore({ maxMemoryBytes: 1e6, maxDiskBytes: 0 }, packer, null)
        const track = store.newTrack()
        const expected: number[][] = [[], [], []]
        for (const [tick, row] of rows.entries())
          for (const [series, isPresent] of row.entries())
            if (isPresent) {
              store.add(track, series, tick * 100, tick)
              expected[series]!.push(tick * 100)
            }
        store.closeTrack(track)
        for (const [series, times] of expected.entries())
          expect([...seriesPoints(store, series, ...always).timeMs]).toEqual(times)
      },
    ),
    { numRuns: 20 },
  )
})

test('a range keeps the minimum and maximum of each bin and shows a gap as one NaN', () => {
  const store = new SeriesStore({ maxMemoryBytes: 1e7, maxDiskBytes: 0 }, packer, null)
  const track = store.newTrack()
  for (let tick = 0; tick < 1000; tick++) {
    const isGap = tick >= 400 && tick < 600
    store.add(track, 0, tick * 1000, isGap ? Number.NaN : tick % 2 === 0 ? tick : -tick)
  }
  const { columns, count } = queryRange(store, [0], 0, 999_000, 20)
  expect(count).toBeLessThanOrEqual(20)
  const values = [...columns.value.subarray(0, count)]
  expect(Math.max(...values.filter((value) => !Number.isNaN(value)))).toBe(998)
  expect(Math.min(...values.filter((value) => !Number.isNaN(value)))).toBe(-999)
  expect(values.filter((value) => Number.isNaN(value)).length).toBeGreaterThan(0)
  const part = queryRange(store, [0], 10_000, 12_000, 20)
  expect([...part.columns.timeMs]).toEqual([10_000, 11_000, 12_000])
})

test('a limit below what is open moves all else out, and keeps it', () => {
  const store = new SeriesStore({ maxMemoryBytes: 1, maxDiskBytes: 1e9 }, packer, new FakeStorage())
  fill(store, 2, 5000)
  expect(seriesPoints(store, 1, ...always).timeMs.length).toBe(5000)
  expect(store.fill().droppedSampleCount).toBe(0)
})

test('what was dropped takes no memory any more, neither its values nor its index', () => {
  const store = new SeriesStore({ maxMemoryBytes: 1, maxDiskBytes: 0 }, packer, null)
  const track = store.newTrack()
  for (let tick = 0; tick < 3000; tick++)
    for (let series = 0; series < 5; series++) store.add(track, series, tick * 1000, valueAt(series, tick))
  store.closeTrack(track)
  expect(store.fill()).toMatchObject({ memoryBytes: 0, droppedSampleCount: 15_000 })
})

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { queryRange } from '../main/analysis/series/range-query.ts'
import { SeriesStore } from '../main/analysis/series/series-store.ts'
import { ChunkFiles } from '../main/workers/live/chunk-files.ts'
import { deflatePacker } from '../main/workers/live/deflate-packer.ts'
import { defaultRetentionLimits } from '../main/workers/live/live-protocol.ts'
import { report, secondsOf, spreadOf } from './harness.ts'

/**
 * 24 h at 1 s of 500 series through the store at full speed: memory, disk, time, and every sample compared with what was put
 * in. The mix of series is what targets publish: a third each of counters with totals and rates, sizes and percentages, and
 * percentiles whose every mantissa bit is noise. A soak: one run.
 *
 *   bench retention [seriesCount] [hours]
 */
const seriesCount = Number(process.argv[2] ?? 500)
const hours = Number(process.argv[3] ?? 24)
const ticks = hours * 3600
const startMs = Date.UTC(2026, 0, 1)

/** Repeatable noise: value of a series at a tick depends on nothing else, so that it can be made again for the check. */
function noise(series: number, tick: number): number {
  let state = (Math.imul(series + 1, 0x9e3779b1) ^ Math.imul(tick + 1, 0x85ebca6b)) >>> 0
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d) >>> 0
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b) >>> 0
  return ((state ^ (state >>> 16)) >>> 0) / 4294967296
}

function sampleAt(series: number, tick: number): number {
  const random = noise(series, tick)
  switch (series % 6) {
    case 0:
      // A counter's total: grows by 40 to 60 a second.
      return tick * 50 + Math.floor(random * 10)
    case 1:
      // Its rate over a measured second.
      return Math.floor(40 + random * 20) / (1 + (noise(series, tick + 7) - 0.5) * 0.002)
    case 2:
      // Working set in bytes, page by page.
      return (200_000 + Math.floor(Math.sin(tick / 600) * 20_000 + random * 500)) * 4096
    case 3:
      // CPU in percent, two digits now and then, mostly idle.
      return random < 0.3 ? 0 : Math.round(random * 10_000) / 100
    case 4:
      // A percentile in seconds: noise in every bit of the mantissa.
      return 0.02 * Math.exp(random * 3 + noise(series, tick + 13))
    default:
      // Nothing measured in one interval of ten.
      return random < 0.1 ? Number.NaN : 1 + random * 99
  }
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'retention-'))
const files = new ChunkFiles(path.join(folder, 'samples'), (code) => console.error(`disk failed: ${code}`))
const store = new SeriesStore(defaultRetentionLimits, deflatePacker, files)
store.setInterval(1000)
const track = store.newTrack()

globalThis.gc?.()
const memoryBefore = process.memoryUsage()
let peakRss = 0
let peakStoreBytes = 0

const fillSeconds = await secondsOf(() => {
  for (let tick = 0; tick < ticks; tick++) {
    // A target's timer is a little late each time.
    const timeMs = startMs + tick * 1000 + noise(999, tick) * 3
    for (let series = 0; series < seriesCount; series++) store.add(track, series, timeMs, sampleAt(series, tick))
    if (tick % 600 === 0) {
      peakRss = Math.max(peakRss, process.memoryUsage().rss)
      peakStoreBytes = Math.max(peakStoreBytes, store.fill().memoryBytes)
    }
  }
})
const fill = store.fill()

let differences = 0
let compared = 0
const checkSeconds = await secondsOf(() => {
  for (let series = 0; series < seriesCount; series++) {
    let tick = 0
    store.forEachPiece(series, startMs, startMs + ticks * 1001, ({ timeMs, value }) => {
      for (let index = 0; index < value.length; index++, tick++) {
        const isSame =
          Object.is(value[index], sampleAt(series, tick)) &&
          timeMs[index] === startMs + tick * 1000 + noise(999, tick) * 3
        if (!isSame) differences++
        compared++
      }
    })
  }
})

const daySeconds: number[] = []
const minuteSeconds: number[] = []
for (let run = 0; run < 5; run++) {
  const eight = Array.from({ length: 8 }, (_, index) => (index * 61 + run) % seriesCount)
  daySeconds.push(await secondsOf(() => void queryRange(store, eight, startMs, startMs + ticks * 1000, 2000)))
  const middle = startMs + ticks * 500
  minuteSeconds.push(await secondsOf(() => void queryRange(store, eight, middle, middle + 300_000, 2000)))
}
const total = seriesCount * ticks
report({
  name: 'retention',
  figures: {
    series: seriesCount,
    hours,
    samples: total,
    fillSeconds,
    samplesPerSecond: total / fillSeconds,
    storeMemoryMB: fill.memoryBytes / 1e6,
    storeMemoryPeakMB: peakStoreBytes / 1e6,
    processGrowthPeakMB: (peakRss - memoryBefore.rss) / 1e6,
    diskMB: fill.diskBytes / 1e6,
    bytesPerSample: (fill.diskBytes + fill.memoryBytes) / total,
    droppedSamples: fill.droppedSampleCount,
    comparedSamples: compared,
    differentSamples: differences,
    isLossless: differences === 0 && compared === total,
    checkSeconds,
    rangeOfAllTimeMs: spreadOf(daySeconds.map((seconds) => seconds * 1000)),
    rangeOfFiveMinutesMs: spreadOf(minuteSeconds.map((seconds) => seconds * 1000)),
  },
})
files.dispose()
rmSync(folder, { recursive: true, force: true })
if (differences > 0 || compared !== total) process.exitCode = 1

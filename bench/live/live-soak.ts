import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { defaultSettings, type Board, type BoardChart, type Settings } from '../../shared/model/settings.ts'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { makeBenchFolders, startApp, startTargets } from '../app/started-app.ts'
import { report, spreadOf } from '../harness.ts'
import { slope } from '../measure/figures.ts'
import { sampleTree, type ProcessSample } from '../measure/process-tree.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * The built app with one Live view of 500 series at 10 Hz, eight charts of ten lines, for a while: how its memory grows, and what it
 * spends. A soak: one run. Linux.
 *
 *   npm run -s bench -- live/live-soak [--minutes 30] [--series 500]
 *
 * Goal: slope of the memory after minute 5 of 30 at most 0.1 MB/min. Samples are kept in memory up to 8 MB and in files beyond
 * (decision 0031), so the slope counts once that is full; a short run shows it filling. Other programs that run the same Electron
 * move the proportional set size: what is anonymous does not move with them.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { minutes: { type: 'string', default: '30' }, series: { type: 'string', default: '500' } },
})
const minutes = Number(values.minutes)
const seriesCount = Number(values.series)
const sampleSeconds = 10
const slopeFromMinute = 5
if (!(minutes >= 1) || !(seriesCount >= 1)) {
  console.error('live-soak: --minutes and --series must be 1 or more.')
  process.exit(64)
}

const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const folders = makeBenchFolders()
const entryAssembly = 'Soak'
fs.writeFileSync(path.join(folders.userData, 'settings.json'), JSON.stringify(settings()))
const [target] = await startTargets(1, folders, { entryAssembly, loadSeriesCount: seriesCount })
const app = await startApp(folders, { words: [`--pid=${target?.pid}`, '--live'] })
await app.logged('live-session-opened', 60_000)
const samples: { readonly atMinutes: number; readonly processes: readonly ProcessSample[] }[] = []
const startedAt = performance.now()
const sampleCount = Math.round((minutes * 60) / sampleSeconds) + 1
while (samples.length < sampleCount) {
  samples.push({ atMinutes: secondsSince(startedAt) / 60, processes: sampleTree(app.child.pid ?? 0) })
  await pause(1000 * Math.max(0, samples.length * sampleSeconds - secondsSince(startedAt)))
}
await app.stop()
await target?.stop()
display?.stop()
fs.rmSync(folders.top, { recursive: true, force: true })

const kinds = [...new Set(samples.flatMap(({ processes }) => processes.map(({ kind }) => kind)))]
report({
  name: 'live/live-soak',
  figures: {
    minutes,
    series: seriesCount,
    memoryMb: spreadOf(samples.map(({ processes }) => megabytes(processes, (one) => one.memoryBytes))),
    slopeMbPerMinute: slopeOf(({ memoryBytes }) => memoryBytes),
    slopeAnonymousMbPerMinute: slopeOf(({ anonymousBytes }) => anonymousBytes),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `slopeAnonymousMbPerMinute ${kind}`,
        slopeOf((one) => (one.kind === kind ? one.anonymousBytes : 0)),
      ]),
    ),
    anonymousMbEach5Minutes: samples
      .filter((_, at) => at % 30 === 0)
      .map(({ processes }) => megabytes(processes, (one) => one.anonymousBytes).toFixed(1))
      .join(' '),
    ...Object.fromEntries(kinds.map((kind) => [`cpuPercent ${kind}`, cpuPercentOf(kind)])),
  },
})

/** Eight charts of ten lines at 10 Hz. */
function settings(): Settings {
  const charts = Array.from({ length: 8 }, (_, number) => chart(number))
  const board: Board = { name: 'Soak', layout: 'grid', intervalMs: 100, spanMs: 60_000, charts, starred: [] }
  return {
    ...defaultSettings,
    live: { [entryAssembly]: { activeBoard: 'Soak', boards: [board], extraProviders: [] } },
  }
}

function chart(number: number): BoardChart {
  return {
    id: `soak-${number}`,
    title: `Chart ${number}`,
    series: Array.from({ length: 10 }, (_, line) => ({
      source: 'meter',
      provider: 'Demo.Load',
      instrument: 'load.value',
      rawTags: `lane=${number * 10 + line}`,
      measure: null,
      axis: 'left',
    })),
    scale: 'linear',
    isStacked: false,
    counterMode: 'rate',
    thresholds: [],
  }
}

/** Over the samples after minute five, or after a third of a short run. */
function slopeOf(bytesOf: (sample: ProcessSample) => number): number {
  const from = Math.min(slopeFromMinute, minutes / 3)
  const late = samples.filter(({ atMinutes }) => atMinutes >= from)
  return slope(late.map(({ atMinutes, processes }) => [atMinutes, megabytes(processes, bytesOf)]))
}

function cpuPercentOf(kind: string): number {
  const seconds = (index: number) =>
    samples.at(index)?.processes.reduce((sum, one) => sum + (one.kind === kind ? one.cpuSeconds : 0), 0) ?? 0
  const elapsed = ((samples.at(-1)?.atMinutes ?? 0) - (samples[0]?.atMinutes ?? 0)) * 60
  return (100 * (seconds(-1) - seconds(0))) / elapsed
}

function megabytes(processes: readonly ProcessSample[], bytesOf: (sample: ProcessSample) => number): number {
  return processes.reduce((sum, sample) => sum + bytesOf(sample), 0) / 1_000_000
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000
}

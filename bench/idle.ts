import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { hasDisplay, startVirtualDisplay } from '../scripts/setup/display.mjs'
import { makeBenchFolders, startApp, startTargets } from './app/started-app.ts'
import { report, spreadOf } from './harness.ts'
import { slope } from './measure/figures.ts'
import { sampleTree, type ProcessSample } from './measure/process-tree.ts'
import { pause } from '../main/os/pause.ts'

/**
 * The app at rest: its window visible, processes listed, nobody touching it. CPU of all its processes summed, and how
 * their memory grows. Linux.
 *
 *   npm run -s bench -- idle [--minutes 30] [--processes 20] [--settle 30]
 *
 * Goals: at most 1 % of a core; slope of the memory after minute 5 of 30 at most 0.1 MB/min.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: 'string', default: '6' },
    processes: { type: 'string', default: '20' },
    settle: { type: 'string', default: '30' },
  },
})
const minutes = Number(values.minutes)
const settleSeconds = Number(values.settle)
const sampleSeconds = 10
/** CPU is judged over windows of this length. */
const windowSeconds = 60
const slopeFromMinute = 5
/** A CPU window needs two samples, a slope three. */
const fewestMinutes = 0.5
if (!(minutes >= fewestMinutes)) {
  console.error(`idle: --minutes must be ${fewestMinutes} or more.`)
  process.exit(64)
}

const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const folders = makeBenchFolders()
const targets = await startTargets(Number(values.processes), folders)
const app = await startApp(folders)
await app.logged('first-row-painted')
await pause(settleSeconds * 1000)

const samples: { readonly atSeconds: number; readonly processes: readonly ProcessSample[] }[] = []
const startedAt = performance.now()
const sampleCount = Math.round((minutes * 60) / sampleSeconds) + 1
while (samples.length < sampleCount) {
  samples.push({ atSeconds: secondsSince(startedAt), processes: sampleTree(app.child.pid ?? 0) })
  // Each from the start on, so that what a sample takes does not add up.
  await pause(1000 * Math.max(0, samples.length * sampleSeconds - secondsSince(startedAt)))
}
await app.stop()
for (const target of targets) await target.stop()
display?.stop()
fs.rmSync(folders.top, { recursive: true, force: true })

const late = samples.filter(({ atSeconds }) => atSeconds >= Math.min(slopeFromMinute, minutes / 3) * 60)
report({
  name: 'idle',
  figures: {
    minutes,
    processesListed: targets.length,
    cpuPercentOfACore: spreadOf(cpuPercentPerWindow()),
    ...cpuPercentByKind(),
    firstMemoryMb: totalMb(samples[0]?.processes ?? []),
    lastMemoryMb: totalMb(samples.at(-1)?.processes ?? []),
    slopeMbPerMinute: slope(late.map(({ atSeconds, processes }) => [atSeconds / 60, totalMb(processes)])),
    slopeAnonymousMbPerMinute: slope(late.map(({ atSeconds, processes }) => [atSeconds / 60, anonymousMb(processes)])),
    anonymousMbEach5Minutes: samples
      .filter((_, at) => at % 30 === 0)
      .map(({ processes }) => anonymousMb(processes).toFixed(1))
      .join(' '),
  },
})

function cpuPercentPerWindow(): number[] {
  const percents: number[] = []
  // A run shorter than a window is one window.
  const step = Math.min(samples.length - 1, Math.round(windowSeconds / sampleSeconds))
  for (let index = step; index < samples.length; index += step) {
    const before = samples[index - step]
    const after = samples[index]
    if (before === undefined || after === undefined) continue
    percents.push(
      ((cpuSeconds(after.processes) - cpuSeconds(before.processes)) / (after.atSeconds - before.atSeconds)) * 100,
    )
  }
  return percents
}

function cpuPercentByKind(): Record<string, number> {
  const before = samples[0]
  const after = samples.at(-1)
  if (before === undefined || after === undefined) return {}
  const percents: Record<string, number> = {}
  for (const late of after.processes) {
    const early = before.processes.find(({ pid }) => pid === late.pid)
    const seconds = late.cpuSeconds - (early?.cpuSeconds ?? 0)
    const name = `cpuPercentOf ${late.kind}`
    percents[name] = (percents[name] ?? 0) + (seconds / (after.atSeconds - before.atSeconds)) * 100
  }
  return percents
}

function cpuSeconds(processes: readonly ProcessSample[]): number {
  return processes.reduce((sum, sample) => sum + sample.cpuSeconds, 0)
}

function totalMb(processes: readonly ProcessSample[]): number {
  return processes.reduce((sum, sample) => sum + sample.memoryBytes, 0) / 1_000_000
}

function anonymousMb(processes: readonly ProcessSample[]): number {
  return processes.reduce((sum, sample) => sum + sample.anonymousBytes, 0) / 1_000_000
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000
}

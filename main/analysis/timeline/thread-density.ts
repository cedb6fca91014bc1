import { traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import type { TimelineDensity } from '../../../shared/model/trace/trace-timeline.ts'
import { firstRowAt, type SampleIndex } from './sample-index.ts'
import type { TimeBins } from './time-bins.ts'

const classCount = traceSampleClasses.length

export interface Densities {
  readonly all: TimelineDensity
  readonly mostOfThread: Uint32Array
}

/** Adds the samples of one thread; the bins of each class lie one after another. */
export function addThread(density: TimelineDensity, index: SampleIndex, thread: number, bins: TimeBins): void {
  const { ticks, sampleClass } = index
  const end = index.starts[thread + 1]!
  for (let row = firstRowAt(index, thread, bins.fromTicks); row < end && ticks[row]! < bins.toTicks; row++)
    density[sampleClass[row]! * bins.count + bins.indexOf(ticks[row]!)]!++
}

export function emptyDensity(bins: TimeBins): TimelineDensity {
  return new Uint32Array(classCount * bins.count)
}

export function threadDensity(index: SampleIndex, thread: number, bins: TimeBins): TimelineDensity {
  const density = emptyDensity(bins)
  addThread(density, index, thread, bins)
  return density
}

/** Of all threads together, and what the fullest one has in each bin. */
export function allDensity(index: SampleIndex, bins: TimeBins): Densities {
  const all = emptyDensity(bins)
  const mostOfThread = new Uint32Array(bins.count)
  const { starts, ticks, sampleClass } = index
  for (let thread = 0; thread < starts.length - 1; thread++) {
    const end = starts[thread + 1]!
    let bin = -1
    let count = 0
    for (let row = firstRowAt(index, thread, bins.fromTicks); row < end && ticks[row]! < bins.toTicks; row++) {
      const at = bins.indexOf(ticks[row]!)
      all[sampleClass[row]! * bins.count + at]!++
      count = at === bin ? count + 1 : 1
      bin = at
      if (count > mostOfThread[at]!) mostOfThread[at] = count
    }
  }
  return { all, mostOfThread }
}

/** What is left of `all` without these rows. */
export function withoutRows(all: TimelineDensity, rows: readonly TimelineDensity[]): TimelineDensity {
  const left = all.slice()
  for (const row of rows) for (let at = 0; at < left.length; at++) left[at]! -= row[at]!
  return left
}

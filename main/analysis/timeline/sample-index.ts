import { partitionPoint } from '../../../shared/base/partition-point.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { PreparedSamples } from '../stacks/prepared-samples.ts'

/** Samples thread by thread, those of a thread in the order of their times. Rows `starts[n]` to `starts[n + 1]` are those of thread n. */
export interface SampleIndex {
  readonly starts: Uint32Array
  readonly ticks: Float64Array
  readonly sampleClass: Uint8Array
}

/** Once per document. The runtime writes the samples of a thread in their order, so that sorting them is the exception. */
export function indexSamples(samples: PreparedSamples, threadCount: number): SampleIndex {
  const { count, threadIndex } = samples
  const starts = new Uint32Array(threadCount + 1)
  for (let row = 0; row < count; row++) starts[threadIndex[row]! + 1]!++
  for (let thread = 0; thread < threadCount; thread++) starts[thread + 1]! += starts[thread]!
  const next = starts.slice()
  const ticks = new Float64Array(count)
  const sampleClass = new Uint8Array(count)
  for (let row = 0; row < count; row++) {
    const place = next[threadIndex[row]!]!++
    ticks[place] = samples.ticks[row]!
    sampleClass[place] = samples.sampleClass[row]!
  }
  for (let thread = 0; thread < threadCount; thread++)
    sortStretch(ticks, sampleClass, starts[thread]!, starts[thread + 1]!)
  return { starts, ticks, sampleClass }
}

function sortStretch(ticks: Float64Array, sampleClass: Uint8Array, from: number, to: number): void {
  let isSorted = true
  for (let row = from + 1; row < to && isSorted; row++) isSorted = ticks[row]! >= ticks[row - 1]!
  if (isSorted) return
  const order = Uint32Array.from({ length: to - from }, (_, index) => from + index)
  order.sort((a, b) => ticks[a]! - ticks[b]!)
  work.steps += order.length
  const sortedTicks = Float64Array.from(order, (row) => ticks[row]!)
  const sortedClasses = Uint8Array.from(order, (row) => sampleClass[row]!)
  ticks.set(sortedTicks, from)
  sampleClass.set(sortedClasses, from)
}

/** The first row of a thread that is not before a time. */
export function firstRowAt({ starts, ticks }: SampleIndex, thread: number, atTicks: number): number {
  return partitionPoint(starts[thread]!, starts[thread + 1]!, (row) => ticks[row]! < atTicks)
}

import { forEachInOrder } from '../../main/nettrace/trace/time-order.ts'
import type { Trace } from '../../main/nettrace/trace/trace.ts'
import { openTraceFile, type ReadTrace } from '../../main/workers/trace/trace-file.ts'

/** The file into columns as the product does it; without a budget everything stays in memory. */
export async function readColumns(file: string, columnBudgetBytes = 2 ** 32): Promise<ReadTrace> {
  const read = await openTraceFile(file, {}, { memoryBudgetBytes: columnBudgetBytes })
  if (!read.ok) throw new Error(`${file}: ${read.error.kind}`)
  return read.value
}

export interface OurPass {
  readonly events: number
  readonly seconds: number
  /** Columns and then every event in order of time. */
  readonly orderedSeconds: number
  /** Columns, and those that are kept as stretches of one value written out. */
  readonly filledSeconds: number
  /** Processor time of all threads, for the columns and then for the order alone. */
  readonly cpuSeconds: number
  readonly orderCpuSeconds: number
  /** While columns were made and ordered: a warm pass should need no new memory. */
  readonly pageFaults: number
}

export async function ourPass(file: string): Promise<OurPass> {
  const before = process.resourceUsage()
  const start = process.hrtime.bigint()
  const reader = await readColumns(file)
  const read = process.hrtime.bigint()
  const between = process.resourceUsage()
  const afterUsage = process.hrtime.bigint()
  const events = visitInOrder(reader.trace)
  const ordered = process.hrtime.bigint()
  const after = process.resourceUsage()
  if (events !== reader.trace.eventCount) throw new Error(`${events} events in order of ${reader.trace.eventCount}`)
  const beforeFill = process.hrtime.bigint()
  for (const segment of reader.trace.segments) segment.fillGaps()
  const filled = process.hrtime.bigint()
  reader.dispose()
  return {
    events,
    seconds: secondsOf(read - start),
    orderedSeconds: secondsOf(read - start + ordered - afterUsage),
    filledSeconds: secondsOf(read - start + filled - beforeFill),
    cpuSeconds: cpuSecondsOf(between) - cpuSecondsOf(before),
    orderCpuSeconds: cpuSecondsOf(after) - cpuSecondsOf(between),
    pageFaults: after.minorPageFault - before.minorPageFault,
  }
}

/** Touches each event in order of time, as a callback for every event would, and checks the order on the way. */
function visitInOrder(trace: Trace): number {
  let events = 0
  // A variable of the callback's surroundings would be a new number on the heap for each stretch.
  const lastTicks = Float64Array.of(Number.NEGATIVE_INFINITY)
  forEachInOrder(trace, ({ timestamp }, from, to) => {
    if (timestamp[from]! < lastTicks[0]! || !isInOrder(timestamp, from, to))
      throw new Error(`${events} events are in order`)
    lastTicks[0] = timestamp[to - 1]!
    events += to - from
  })
  return events
}

function isInOrder(timestamp: Float64Array, from: number, to: number): boolean {
  let before = timestamp[from]!
  for (let row = from + 1; row < to; row++) {
    const ticks = timestamp[row]!
    if (ticks < before) return false
    before = ticks
  }
  return true
}

function cpuSecondsOf({ userCPUTime, systemCPUTime }: NodeJS.ResourceUsage): number {
  return (userCPUTime + systemCPUTime) / 1e6
}

function secondsOf(nanos: bigint): number {
  return Number(nanos) / 1e9
}

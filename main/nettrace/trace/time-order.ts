import { HeapMerge } from './heap-merge.ts'
import { mergeInKernel } from './kernel-merge.ts'
import { RunList } from './run-list.ts'
import { StretchList } from './stretch-list.ts'
import type { Trace } from './trace.ts'
import { segmentOf, type TraceSegment } from './trace-segment.ts'

/*
 * The rules of the format: events of one capture thread are in order; everything before a sequence point is at or before it.
 * So the runs of each thread are merged between sequence points. Equal times keep the order of the stream. Where threads alternate that
 * costs a good part of what decoding does: ask for it only when order is wanted.
 */

/**
 * The events of a trace in order of time, as stretches of consecutive rows: a list of (first row, place in the order). Stays
 * right as long as the trace does not grow.
 */
export class TimeOrder {
  readonly #stretches = new StretchList()

  constructor(trace: Trace) {
    merge(trace, this.#stretches, () => {})
  }

  get eventCount(): number {
    return this.#stretches.place
  }

  /** Stretches that are emitted at once. */
  get stretchCount(): number {
    return this.#stretches.count
  }

  /** Rows `[from, to)` of the whole trace, stretch by stretch. A stretch may reach over several segments. */
  forEachStretch(take: (from: number, to: number) => void): void {
    this.#stretches.forEach(take)
  }

  /** Row of the event at a place of the order; logarithmic. */
  rowAt(place: number): number {
    const { firstRows, places, count } = this.#stretches
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (places[middle]! <= place) low = middle + 1
      else high = middle
    }
    return firstRows[low - 1]! + place - places[low - 1]!
  }
}

/**
 * Every event once, in order of time, as rows `[from, to)` of one segment at a time. The rows are handed out soon after they were
 * merged, while the processor still has their times at hand, and no list of them is kept.
 */
export function forEachInOrder(trace: Trace, take: TakeRows): void {
  const stretches = new StretchList()
  merge(trace, stretches, () => {
    handOut(trace.segments, stretches, take)
    stretches.clear()
  })
}

type TakeRows = (segment: TraceSegment, from: number, to: number) => void

/**
 * In a function of its own, and with rows counted from the first of a segment: numbers of 32 bits with a sign, which stay in registers. A
 * row far away may look as if it came before the segment, but never as if it lay in it.
 */
function handOut(segments: readonly TraceSegment[], stretches: StretchList, take: TakeRows): void {
  const { firstRows, places } = stretches
  const last = stretches.count - 1
  const endPlace = stretches.place >>> 0
  let segment = segments[0]!
  let firstRow = 0
  let rowCount = 0
  for (let index = 0; index <= last; index++) {
    let from = (firstRows[index]! - firstRow) | 0
    let left = ((index < last ? places[index + 1]! : endPlace) - places[index]!) | 0
    while (left > 0) {
      if (from < 0 || from >= rowCount) {
        const row = (from + firstRow) >>> 0
        segment = segmentOf(segments, row)
        firstRow = segment.firstRow
        rowCount = segment.count
        from = row - firstRow
      }
      const end = Math.min(from + left, rowCount)
      take(segment, from, end)
      left -= end - from
      from = end
    }
  }
}

/** `onBatch` is called whenever a few thousand stretches have been added; it may take them out. */
function merge(trace: Trace, into: StretchList, onBatch: () => void): void {
  const runs = new RunList(trace)
  const heap = new HeapMerge(trace)
  const bounds = trace.sequencePoints.map(({ row }) => row)
  let from = 0
  for (const to of [...bounds, trace.eventCount]) {
    if (to <= from) continue
    runs.collect(from, to)
    if (runs.firsts.length === 1) addAll(trace, runs, into)
    else if (!mergeInKernel(trace, runs, into, onBatch)) heap.merge(runs, into)
    onBatch()
    from = to
  }
}

/** Runs of a single thread are in order as they are. */
function addAll(trace: Trace, runs: RunList, into: StretchList): void {
  for (let run = 0; run < runs.count; run++)
    into.add(trace.segments[runs.segment[run]!]!.firstRow + runs.from[run]!, runs.to[run]! - runs.from[run]!)
}

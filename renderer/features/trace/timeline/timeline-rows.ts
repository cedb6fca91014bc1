import {
  type TraceSampleClass,
  traceSampleClasses,
  type TraceSelection,
} from '../../../../shared/model/trace/trace-selection.ts'
import type {
  TimelineBinTrack,
  TimelineBinTrackName,
  TimelineCollections,
  TimelineCounter,
  TimelineDensity,
  TimelineThread,
  TraceTimeline,
} from '../../../../shared/model/trace/trace-timeline.ts'
import {
  type DensityLayer,
  type LayerLook,
  rowHeightsPx,
  rulerPx,
  type TimelineDrawing,
  type TimelineRow,
  type TrackColour,
} from '../../../canvas/timeline/timeline-layout.ts'

/** What a row is about. */
export type RowSubject =
  | { readonly kind: 'all'; readonly density: TimelineDensity }
  /** Null: not asked for yet. */
  | { readonly kind: 'thread'; readonly thread: TimelineThread | null }
  | { readonly kind: 'others'; readonly threadCount: number; readonly density: TimelineDensity }
  | { readonly kind: 'collections'; readonly collections: TimelineCollections }
  | { readonly kind: 'track'; readonly track: TimelineBinTrack }
  | { readonly kind: 'counter'; readonly counter: TimelineCounter }
  | { readonly kind: 'more-counters'; readonly count: number }

export interface SubjectRow extends TimelineRow {
  readonly subject: RowSubject
}

export interface RowOptions {
  /** Every thread has a row, not only the first ones. */
  readonly hasAllThreads: boolean
  /** Every counter has a row, not only the leading ones. */
  readonly hasAllCounters: boolean
  /** Nothing but all threads together. */
  readonly isFolded: boolean
  /** Keys of tracks that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly scale: number
}

/** Threads with a row while the others share one. */
export const fewThreads = 4

const looks: Readonly<Record<TraceSampleClass, LayerLook>> = {
  running: 'solid',
  spinning: 'striped',
  unknown: 'grey',
  waiting: 'hatch',
  idle: 'plain',
}

/** From the bottom up. */
const stacked: readonly TraceSampleClass[] = ['running', 'spinning', 'unknown', 'waiting', 'idle']

type BarTrack = Exclude<TimelineBinTrackName, 'exceptions' | 'logs' | 'pool-threads' | 'pool-queue'>
const barColours: Readonly<Record<BarTrack, TrackColour>> = {
  contention: 4,
  waits: 5,
  allocations: 0,
  jit: 6,
  requests: 2,
}

/** Rows from top to bottom. */
export function timelineRows(
  timeline: TraceTimeline,
  selection: TraceSelection,
  options: RowOptions,
): readonly SubjectRow[] {
  const subjects = subjectsOf(timeline, options)
  const mostOfAll = mostIn(timeline, allClasses(selection))
  let topPx = Math.round(rulerPx * options.scale)
  return subjects.map(([key, subject]) => {
    const heightPx = Math.round(heightOf(subject) * options.scale)
    const row = {
      key,
      topPx,
      heightPx,
      subject,
      drawing: drawingOf(subject, timeline, selection, mostOfAll),
      isDimmed: isLeftOut(subject, selection),
      isFixed: subject.kind === 'all',
    }
    topPx += heightPx
    return row
  })
}

function subjectsOf(
  timeline: TraceTimeline,
  { hasAllThreads, hasAllCounters, isFolded, hidden }: RowOptions,
): readonly (readonly [string, RowSubject])[] {
  const subjects: (readonly [string, RowSubject])[] = []
  const { threads, threadCount, allThreadCount, offset, collections, tracks, counters } = timeline
  if (allThreadCount > 0) subjects.push(['all', { kind: 'all', density: timeline.all }])
  if (isFolded) return subjects
  const shownCount = hasAllThreads ? threadCount : Math.min(threadCount, threads.length)
  for (let at = 0; at < shownCount; at++)
    subjects.push([`thread ${String(at)}`, { kind: 'thread', thread: threads[at - offset] ?? null }])
  const otherCount = allThreadCount - shownCount
  if (!hasAllThreads && otherCount > 0)
    subjects.push(['others', { kind: 'others', threadCount: otherCount, density: timeline.others }])
  const tracksOfAll: (readonly [string, RowSubject])[] = [
    ...(collections === null ? [] : [['gc', { kind: 'collections', collections }] as const]),
    ...tracks.map((track) => [track.name, { kind: 'track', track }] as const),
    ...countersWithRows(counters, hasAllCounters).map(
      (counter) => [`counter ${counter.name}`, { kind: 'counter', counter }] as const,
    ),
  ]
  const moreCount = counters.length - countersWithRows(counters, hasAllCounters).length
  return [
    ...subjects,
    ...tracksOfAll.filter(([key]) => !hidden.has(key)),
    ...(moreCount === 0 ? [] : [['more counters', { kind: 'more-counters', count: moreCount }] as const]),
  ]
}

export function countersWithRows(
  counters: readonly TimelineCounter[],
  hasAllCounters: boolean,
): readonly TimelineCounter[] {
  return hasAllCounters ? counters : counters.filter(({ isLeading }) => isLeading)
}

function heightOf(subject: RowSubject): number {
  switch (subject.kind) {
    case 'all':
    case 'thread':
    case 'others':
    case 'counter':
      return rowHeightsPx[subject.kind]
    case 'more-counters':
      return rowHeightsPx.others
    case 'collections':
      return rowHeightsPx.marks
    case 'track':
      return subject.track.name === 'exceptions' ? rowHeightsPx.marks : rowHeightsPx.bars
  }
}

function drawingOf(
  subject: RowSubject,
  timeline: TraceTimeline,
  selection: TraceSelection,
  mostOfAll: number,
): TimelineDrawing | null {
  switch (subject.kind) {
    case 'all':
    case 'others':
      return { kind: 'density', layers: layersOfAll(subject.density, timeline, selection), most: mostOfAll }
    case 'thread': {
      if (subject.thread === null) return null
      return {
        kind: 'density',
        layers: layersOfThread(subject.thread.density, timeline, selection),
        most: timeline.mostOfThread,
      }
    }
    case 'more-counters':
      return null
    case 'collections':
      return { kind: 'stretches', bars: subject.collections.pauses, lines: subject.collections.background }
    case 'track':
      return drawingOfTrack(subject.track, timeline.binCount)
    case 'counter': {
      const { timeMs, values } = subject.counter
      const most = values.reduce((largest, value) => Math.max(largest, value), 0)
      return { kind: 'points', timeMs, values, most, colour: timeline.counters.indexOf(subject.counter) % 8 }
    }
  }
}

function drawingOfTrack({ name, bins, most }: TimelineBinTrack, binCount: number): TimelineDrawing {
  switch (name) {
    case 'exceptions':
      return { kind: 'ticks', bins, most, colour: 'bad' }
    case 'pool-threads':
      return { kind: 'steps', bins, most, colour: 2 }
    case 'pool-queue':
      return { kind: 'steps', bins, most, colour: 3 }
    case 'logs': {
      const series = (at: number) => bins.subarray(at * binCount, (at + 1) * binCount)
      return {
        kind: 'bars',
        most,
        series: [
          { colour: 'bad', bins: series(1) },
          { colour: 'warn', bins: series(0) },
          { colour: 'muted', bins: series(2) },
        ],
      }
    }
    case 'contention':
    case 'waits':
    case 'allocations':
    case 'jit':
    case 'requests':
      return { kind: 'bars', most, series: [{ colour: barColours[name], bins }] }
  }
}

export function binsOfClass(density: TimelineDensity, name: TraceSampleClass, binCount: number): Uint32Array {
  const at = traceSampleClasses.indexOf(name) * binCount
  return density.subarray(at, at + binCount)
}

/** Threads that wait are many and say nothing together: they are counted where somebody selects them. */
export function allClasses({ classes }: TraceSelection): readonly TraceSampleClass[] {
  return classes === null || classes.length === 0 ? ['running', 'spinning'] : classes
}

function layersOfAll(
  density: TimelineDensity,
  { binCount }: TraceTimeline,
  selection: TraceSelection,
): readonly DensityLayer[] {
  const shown = allClasses(selection)
  return stacked
    .filter((name) => shown.includes(name))
    .map((name) => ({
      look: name === 'running' || name === 'spinning' ? looks[name] : 'grey',
      bins: binsOfClass(density, name, binCount),
      isDimmed: false,
    }))
}

function layersOfThread(
  density: TimelineDensity,
  { binCount }: TraceTimeline,
  { classes }: TraceSelection,
): readonly DensityLayer[] {
  return stacked.map((name) => ({
    look: looks[name],
    bins: binsOfClass(density, name, binCount),
    isDimmed: classes !== null && !classes.includes(name),
  }))
}

function mostIn({ all, binCount }: TraceTimeline, classes: readonly TraceSampleClass[]): number {
  const series = classes.map((name) => binsOfClass(all, name, binCount))
  let most = 1
  for (let bin = 0; bin < binCount; bin++) {
    const sum = series.reduce((total, bins) => total + bins[bin]!, 0)
    if (sum > most) most = sum
  }
  return most
}

function isLeftOut(subject: RowSubject, { threads }: TraceSelection): boolean {
  if (threads === null) return false
  if (subject.kind === 'others') return true
  return subject.kind === 'thread' && subject.thread !== null && !threads.includes(subject.thread.id)
}

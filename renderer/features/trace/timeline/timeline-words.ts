import { countOf } from '../../../../shared/base/count-of.ts'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  quantityText,
  unitText,
} from '../../../../shared/base/format.ts'
import {
  traceSampleClasses,
  type TraceRange,
  type TraceSelection,
} from '../../../../shared/model/trace/trace-selection.ts'
import type {
  TimelineBinTrack,
  TimelineBinTrackName,
  TimelineDensity,
  TraceTimeline,
} from '../../../../shared/model/trace/trace-timeline.ts'
import { nearestStretch } from '../../../canvas/timeline/timeline-block.ts'
import { binAt, type TimelineBins } from '../../../canvas/timeline/timeline-layout.ts'
import { tickText } from '../../../canvas/timeline/tick-text.ts'
import { classWords } from '../trace-words.ts'
import { allClasses, binsOfClass, type RowSubject } from './timeline-rows.ts'

export const trackWords: Readonly<Record<TimelineBinTrackName, string>> = {
  exceptions: 'Exceptions',
  contention: 'Lock contention',
  waits: 'Waits',
  allocations: 'Allocations',
  'pool-threads': 'Pool threads',
  'pool-queue': 'Pool queue',
  jit: 'JIT',
  requests: 'Requests',
  logs: 'Log messages',
}

export function rowName(subject: RowSubject): string {
  switch (subject.kind) {
    case 'all':
      return 'All threads'
    case 'thread': {
      const { thread } = subject
      if (thread === null) return ''
      return thread.name === '' ? `Thread ${String(thread.id)}` : thread.name
    }
    case 'others':
      return countOf(subject.threadCount, 'other thread', 'other threads')
    case 'collections':
      return 'GC'
    case 'track':
      return trackWords[subject.track.name]
    case 'counter':
      return subject.counter.name
    case 'more-counters':
      return countOf(subject.count, 'more counter', 'more counters')
  }
}

/** The number beside the name; of the selection. */
export function rowFigure(subject: RowSubject, selection: TraceSelection): string {
  switch (subject.kind) {
    case 'all': {
      const [first, ...others] = allClasses(selection).map((name) => classWords[name])
      return others.length === 0 ? first! : `${first!} + ${String(others.length)}`
    }
    case 'thread':
      return subject.thread === null || subject.thread.name === '' ? '' : String(subject.thread.id)
    case 'others':
    case 'more-counters':
      return ''
    case 'collections':
      return countedIn(selection, subject.collections.count)
    case 'track':
      return trackFigure(subject.track, selection)
    case 'counter': {
      const { mean, unit } = subject.counter
      return mean === null ? '' : `${formatNumber(mean)}${unitText(unit)} mean`
    }
  }
}

function countedIn({ range }: TraceSelection, count: number): string {
  return range === null ? formatCount(count) : `${formatCount(count)} in range`
}

function trackFigure({ name, figure }: TimelineBinTrack, selection: TraceSelection): string {
  if (name === 'allocations') return quantityText(formatBytes(figure))
  if (name === 'pool-threads' || name === 'pool-queue')
    return Number.isNaN(figure) ? '' : `${formatCount(figure)} at most`
  return name === 'exceptions' ? countedIn(selection, figure) : formatCount(figure)
}

/** What a time of a row says, line by line; without the time itself. */
export function spotWords(subject: RowSubject, timeline: TraceTimeline, timeMs: number): readonly string[] {
  const bins = { range: timeline.range, count: timeline.binCount }
  switch (subject.kind) {
    case 'all':
    case 'others':
      return densityWords(subject.density, timeline, timeMs)
    case 'thread':
      return subject.thread === null ? [] : densityWords(subject.thread.density, timeline, timeMs)
    case 'more-counters':
      return []
    case 'collections':
      return collectionWords(subject, bins, timeMs)
    case 'track':
      return trackSpotWords(subject.track, bins, timeMs)
    case 'counter': {
      const { timeMs: times, values, unit } = subject.counter
      const at = times.findLastIndex((time) => time <= timeMs)
      return at < 0 ? [] : [`${formatNumber(values[at]!)}${unitText(unit)}`]
    }
  }
}

function densityWords(density: TimelineDensity, timeline: TraceTimeline, timeMs: number): readonly string[] {
  const bin = binAt({ range: timeline.range, count: timeline.binCount }, timeMs)
  if (bin < 0) return []
  const counts = traceSampleClasses.map((name) => [name, binsOfClass(density, name, timeline.binCount)[bin]!] as const)
  const found = counts.filter(([, count]) => count > 0)
  if (found.length === 0) return ['No samples']
  return found.map(([name, count]) => `${classWords[name]}: ${samplesText(count)}`)
}

export function samplesText(count: number): string {
  return countOf(count, 'sample', 'samples')
}

function collectionWords(
  { collections: { pauses, background } }: Extract<RowSubject, { kind: 'collections' }>,
  bins: TimelineBins,
  timeMs: number,
): readonly string[] {
  const at = nearestStretch(pauses, timeMs, binLengthMs(bins))
  const isBackground = background.startMs.some((start, index) => start <= timeMs && background.endMs[index]! >= timeMs)
  return [
    ...(at < 0 ? [] : [`Gen ${String(pauses.level[at]!)}, paused ${durationText(pauses.coveredMs[at]!)}`]),
    ...(isBackground ? ['Background collection'] : []),
  ]
}

function trackSpotWords(
  { name, bins: values }: TimelineBinTrack,
  bins: TimelineBins,
  timeMs: number,
): readonly string[] {
  const bin = binAt(bins, timeMs)
  if (bin < 0) return []
  const value = values[bin]!
  switch (name) {
    case 'allocations':
      return [quantityText(formatBytes((value * 1000) / binLengthMs(bins), true))]
    case 'logs': {
      const [warnings, errors, others] = [value, values[bins.count + bin]!, values[2 * bins.count + bin]!]
      const words = [
        `Errors: ${formatCount(errors)}`,
        `Warnings: ${formatCount(warnings)}`,
        `Other: ${formatCount(others)}`,
      ]
      return words.filter((_, at) => [errors, warnings, others][at]! > 0)
    }
    case 'exceptions':
      return value === 0 ? [] : [countOf(value, 'exception', 'exceptions')]
    case 'pool-threads':
      return Number.isNaN(value) ? [] : [countOf(value, 'thread', 'threads')]
    case 'pool-queue':
      return Number.isNaN(value) ? [] : [countOf(value, 'work item', 'work items')]
    case 'requests':
      return [`${formatNumber(value)} under way on average`]
    case 'contention':
    case 'waits':
      return [`${formatNumber(value)} threads waiting on average`]
    case 'jit':
      return [`${formatNumber(value)} threads compiling on average`]
  }
}

function binLengthMs({ range, count }: TimelineBins): number {
  return (range.toMs - range.fromMs) / count
}

export function durationText(durationMs: number): string {
  return quantityText(formatDuration(durationMs))
}

/** `12.503 s`: with the digits that can be told apart at this length. */
export function timeText(timeMs: number, shownMs: number): string {
  return tickText(timeMs, 10 ** Math.floor(Math.log10(Math.max(shownMs, 0.01) / 1000)))
}

/** How long a range is. */
export function rangeLengthText({ fromMs, toMs }: TraceRange): string {
  return durationText(toMs - fromMs)
}

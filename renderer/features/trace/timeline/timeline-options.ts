import type { TimelineThreadPage, TraceThreadOrder } from '../../../../shared/model/trace/trace-timeline.ts'
import { rowHeightsPx } from '../../../canvas/timeline/timeline-layout.ts'
import { fewThreads } from './timeline-rows.ts'

/** What a person has chosen to see. */
export interface TimelineOptions {
  readonly order: TraceThreadOrder
  readonly search: string
  readonly pinned: readonly number[]
  readonly hasAllThreads: boolean
  readonly hasAllCounters: boolean
  readonly isFolded: boolean
  readonly hidden: ReadonlySet<string>
}

export const firstOptions: TimelineOptions = {
  order: 'busiest',
  search: '',
  pinned: [],
  hasAllThreads: false,
  hasAllCounters: false,
  isFolded: false,
  hidden: new Set(),
}

/** Rows are asked for in steps of as many, so that a scroll wheel doesn’t ask at each notch. */
const pageRows = 16
const mostRows = 96

/** Whoever searches wants to see all that is found. */
export function showsAllThreads({ hasAllThreads, search }: TimelineOptions): boolean {
  return hasAllThreads || search !== ''
}

/** The rows that can be seen, and some around them. */
export function threadPageOf(
  options: TimelineOptions,
  scrollPx: number,
  heightPx: number,
  scale: number,
): TimelineThreadPage {
  const { order, search, pinned } = options
  const page = { order, search, pinned }
  if (!showsAllThreads(options)) return { ...page, offset: 0, count: Math.min(mostRows, fewThreads + pinned.length) }
  const rowPx = rowHeightsPx.thread * scale
  const first = Math.max(0, Math.floor(scrollPx / rowPx) - pageRows / 2)
  const offset = Math.floor(first / pageRows) * pageRows
  const count = Math.ceil((heightPx / rowPx + 2 * pageRows) / pageRows) * pageRows
  return { ...page, offset, count: Math.min(mostRows, count) }
}

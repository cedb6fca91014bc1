import type { TraceWaterfall, WaterfallRequest, WaterfallSpan } from '../../../../shared/model/trace/trace-waterfall.ts'
import { childWords, spanWords } from './waterfall-words.ts'
import { requestLabels } from './request-labels.ts'

/** One bar. */
export interface WaterfallBar {
  readonly key: string
  readonly fromMs: number
  readonly toMs: number
  /** For screen readers, and on hover. */
  readonly words: string
  /** Null: a request or command that was sent. */
  readonly span: WaterfallSpan | null
  readonly child: WaterfallRequest | null
}

export interface WaterfallRow {
  readonly key: string
  readonly label: string
  readonly kind: 'request' | 'thread' | 'child'
  readonly depth: number
  readonly bars: readonly WaterfallBar[]
}

/** The request, the threads that worked for it, then what was sent for it: all on one time axis. */
export function waterfallRows(found: TraceWaterfall): readonly WaterfallRow[] {
  const { request, spans, lanes, children } = found
  const barsOf = (row: string, of: readonly WaterfallSpan[]): readonly WaterfallBar[] =>
    of.map((span, at) => ({
      key: `${row}/${String(at)}`,
      fromMs: span.fromMs,
      toMs: span.toMs,
      words: spanWords(span, request),
      span,
      child: null,
    }))
  return [
    { key: 'request', label: request.label, kind: 'request', depth: 0, bars: barsOf('request', spans) },
    ...lanes.map(({ thread, name, spans: own }): WaterfallRow => {
      const key = `thread ${String(thread)}`
      const label = requestLabels.chart.thread(String(thread), name)
      return { key, label, kind: 'thread', depth: 0, bars: barsOf(key, own) }
    }),
    ...children.map((child): WaterfallRow => {
      const key = `child ${String(child.row)}`
      const bar = { key: `${key}/0`, fromMs: child.startMs, toMs: child.endMs, words: childWords(child, request) }
      return { key, label: child.label, kind: 'child', depth: child.depth, bars: [{ ...bar, span: null, child }] }
    }),
  ]
}

export interface BarPlace {
  readonly row: number
  readonly bar: number
}

/** Where a key leads; null: it is no key of the waterfall. Up and down stay near the same time. */
export function placeAfterKey(rows: readonly WaterfallRow[], { row, bar }: BarPlace, key: string): BarPlace | null {
  const bars = rows[row]?.bars ?? []
  switch (key) {
    case 'ArrowLeft':
      return { row, bar: Math.max(0, bar - 1) }
    case 'ArrowRight':
      return { row, bar: Math.min(bars.length - 1, bar + 1) }
    case 'Home':
      return { row, bar: 0 }
    case 'End':
      return { row, bar: bars.length - 1 }
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = row + (key === 'ArrowUp' ? -1 : 1)
      const beside = rows[next]?.bars ?? []
      return beside.length === 0 ? { row, bar } : { row: next, bar: nearestBar(beside, middleOf(bars[bar])) }
    }
    default:
      return null
  }
}

function middleOf(bar: WaterfallBar | undefined): number {
  return bar === undefined ? 0 : (bar.fromMs + bar.toMs) / 2
}

function nearestBar(bars: readonly WaterfallBar[], ms: number): number {
  const distance = ({ fromMs, toMs }: WaterfallBar): number => Math.max(0, fromMs - ms, ms - toMs)
  return bars.reduce((best, bar, at) => (distance(bar) < distance(bars[best]!) ? at : best), 0)
}

import type { TraceWaterfall, WaterfallSpan } from '../../../../shared/model/trace/trace-waterfall.ts'

const plain = { detail: '', child: null, sampleCount: 0, mergedCount: 1 }
const spans: readonly WaterfallSpan[] = [
  { ...plain, kind: 'running', rule: 'activity-id', fromMs: 100, toMs: 104, thread: 7, sampleCount: 4 },
  { ...plain, kind: 'lock', rule: 'activity-id', fromMs: 104, toMs: 110, thread: 7, detail: 'QuoteCache.PriceOf' },
  { ...plain, kind: 'awaiting', rule: 'child', fromMs: 110, toMs: 118, thread: null, detail: 'GET /stock', child: 3 },
  { ...plain, kind: 'unknown', rule: 'none', fromMs: 118, toMs: 120, thread: null },
]
const request = {
  row: 2,
  kind: 'incoming' as const,
  label: 'GET /orders/7',
  route: 'GET /orders/{id}',
  status: 200,
  isFailed: false,
  startMs: 100,
  endMs: 120,
  hasEnded: true,
  depth: 0,
}

/** For tests: a request of 20 ms, row 2, that runs, waits for a lock and awaits another, row 3. */
export const plantedWaterfall: TraceWaterfall = {
  request,
  spans,
  lanes: [{ thread: 7, name: '', spans: spans.slice(0, 2) }],
  children: [{ ...request, row: 3, kind: 'outgoing', label: 'GET /stock', startMs: 110, endMs: 118, depth: 1 }],
  sums: { running: 4, lock: 6, wait: 0, gc: 0, queue: 0, awaiting: 8, unknown: 2 },
  assumedMs: 0,
  omittedChildCount: 0,
  omittedLaneCount: 0,
  hasSamples: true,
  hasActivityIds: true,
  hasTaskEvents: true,
}

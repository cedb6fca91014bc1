import { expect, it } from 'vitest'
import type { TraceWaterfall, WaterfallSpan } from '../../../../shared/model/trace/trace-waterfall.ts'
import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import { toSvg } from '../../../canvas/picture.ts'
import { waterfallPicture } from './waterfall-picture.ts'
import { waterfallRows } from './waterfall-rows.ts'

const theme = {
  surface: 'surface',
  text: 'text',
  muted: 'muted',
  grid: 'grid',
  line: 'line',
  bad: 'bad',
  gc: 'gc',
  fontFamily: 'sans-serif',
  fontScale: 1,
  series: ['blue', 'orange', 'green', 'vermilion', 'purple', 'sky', 'yellow', 'black'],
} as unknown as ChartTheme

const plain = { detail: '', child: null, sampleCount: 0, mergedCount: 1, rule: 'activity-id' as const }
const spans: readonly WaterfallSpan[] = [
  { ...plain, kind: 'running', fromMs: 100, toMs: 104, thread: 7 },
  { ...plain, kind: 'lock', fromMs: 104, toMs: 110, thread: 7 },
  { ...plain, kind: 'unknown', fromMs: 110, toMs: 120, thread: null },
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
const found: TraceWaterfall = {
  request,
  spans,
  lanes: [{ thread: 7, name: '', spans: spans.slice(0, 2) }],
  children: [{ ...request, row: 3, label: 'GET /stock', startMs: 110, endMs: 118, depth: 1, isFailed: true }],
  sums: { running: 4, lock: 6, wait: 0, gc: 0, queue: 0, awaiting: 0, unknown: 10 },
  assumedMs: 0,
  omittedChildCount: 0,
  omittedLaneCount: 0,
  hasSamples: true,
  hasActivityIds: true,
  hasTaskEvents: true,
}

it('has each row with its name, the sums of the parts, and the time of the request as its width', () => {
  const picture = waterfallPicture(theme, found, waterfallRows(found), 'a.nettrace')
  expect(picture.name).toBe('a.nettrace-request')
  const svg = toSvg(picture)
  for (const text of ['GET /orders/7', 'Thread 7', 'GET /stock']) expect(svg).toContain(text)
  expect(svg).toMatch(/>Running 4[.0]*\sms \(20%\)</)
  expect(svg).toMatch(/>Waiting for lock 6[.0]*\sms \(30%\)</)
  expect(svg).not.toContain('Blocked')
  // 4 of 20 ms of 900 px, behind the names.
  expect(svg).toMatch(/<rect x="292"[^>]* width="180"[^>]* fill="orange"/)
  expect(svg).toContain('fill="bad"')
  expect(svg).toContain('stroke-dasharray')
})

import { expect, it } from 'vitest'
import type { TraceWaterfall } from '../../../../shared/model/trace/trace-waterfall.ts'
import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import { toSvg } from '../../../canvas/picture.ts'
import { plantedWaterfall } from './waterfall.test-support.ts'
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

const found: TraceWaterfall = {
  ...plantedWaterfall,
  children: plantedWaterfall.children.map((child) => ({ ...child, isFailed: true })),
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

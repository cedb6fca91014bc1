import { expect, test } from 'vitest'
import type { ChartTheme } from '../../canvas/chart-theme.ts'
import type { LiveGap } from '../../../shared/model/live.ts'
import { paintLanes } from './lanes-painter.ts'
import { recordedContext } from './recorded-context.test-support.ts'

const theme: ChartTheme = {
  surface: 'surface',
  text: 'text',
  muted: 'muted',
  grid: 'grid',
  line: 'line',
  accent: 'accent',
  onAccent: 'on-accent',
  bad: 'bad',
  warn: 'warn',
  gc: 'gc',
  series: [],
  fontFamily: 'sans',
  fontScale: 1,
  isHighContrast: false,
}

const gap = (fromMs: number): LiveGap => ({ fromMs, toMs: fromMs + 100, reason: 'paused' })

/** Ten seconds at 0.1 px/ms. */
function wordsOf(gaps: readonly LiveGap[]): string[] {
  const { context, calls } = recordedContext()
  const nothing = { timeTicksMs: [], collections: [], exceptions: [], marks: [], exitMs: null }
  paintLanes(context, { fromMs: 0, pxPerMs: 0.1, widthPx: 1000, formatTime: String }, { ...nothing, gaps }, theme)
  return calls.filter((call) => call.startsWith('fillText'))
}

test('gaps close to each other have one label between them; words never stand in words', () => {
  expect(wordsOf([gap(3000), gap(8000)])).toHaveLength(2)
  expect(wordsOf([gap(3000), gap(3300)])).toHaveLength(1)
})

import { expect, it } from 'vitest'
import type { ChartTheme } from '../chart-theme.ts'
import { toSvg } from '../picture.ts'
import type { TimelineDrawing, TimelineRow } from './timeline-layout.ts'
import type { TimelinePainting } from './timeline-painting.ts'
import { timelinePicture } from './timeline-picture.ts'

const theme = {
  surface: 'surface',
  text: 'text',
  muted: 'muted',
  grid: 'grid',
  line: 'line',
  accent: 'accent',
  bad: 'bad',
  fontFamily: 'sans-serif',
  fontScale: 1,
  series: ['blue'],
} as unknown as ChartTheme
const ticks: TimelineDrawing = { kind: 'ticks', bins: new Float64Array([0, 1, 0, 2]), most: 2, colour: 0 }
const row = (key: string, topPx: number, drawing: TimelineDrawing | null): TimelineRow => ({
  key,
  topPx,
  heightPx: 20,
  drawing,
  isDimmed: false,
  isFixed: false,
})

function pictured(rows: readonly TimelineRow[]) {
  const painting: TimelinePainting = {
    geometry: {
      stretch: { fromMs: 0, toMs: 40 },
      size: { widthPx: 400, heightPx: 50 },
      rows,
      scrollPx: 300,
      rulerPx: 20,
    },
    bins: { range: { fromMs: 0, toMs: 40 }, count: 4 },
    theme,
    pauses: null,
    losses: new Float64Array(),
    marks: [],
    selected: null,
    selectedText: '',
    cursorMs: 12,
    cursorRow: 'b',
  }
  return timelinePicture(painting, ({ key }) => `row ${key}`, {
    title: 'a',
    subtitle: '0 s to 40 ms',
    name: 'a-timeline',
  })
}

it('has every row with its name, whatever is scrolled to, and no cursor', () => {
  const picture = pictured([row('a', 20, ticks), row('unseen', 40, null), row('b', 900, ticks)])
  expect(picture).toMatchObject({ widthPx: 400 + 170 + 24, heightPx: 46 + 20 + 2 * 20 + 12, name: 'a-timeline' })
  const svg = toSvg(picture)
  for (const name of ['row a', 'row b']) expect(svg).toContain(`>${name}</text>`)
  expect(svg).not.toContain('row unseen')
  expect(svg).not.toContain('accent')
})

it('has the first of thousands of rows', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => row(String(at), 20 + at * 20, ticks))
  expect(pictured(rows).heightPx).toBeLessThan(6100)
})

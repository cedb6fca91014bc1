import { describe, expect, test } from 'vitest'
import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import { newChart } from '../board/board.ts'
import { newestLabels, paintChartFrame } from './chart-frame-painter.ts'
import { layoutChart, type ChartLayout } from './chart-layout.ts'
import { ColourAssignments, resolveChart } from './chart-lines.ts'
import { paintChartContent, type Backdrop } from './chart-painter.ts'
import { pictureKey, tailOf } from './chart-tail.ts'
import { History } from '../series/history.ts'
import { recordedContext } from '../recorded-context.test-support.ts'
import { SeriesStore } from '../series/series-store.ts'
import { CatalogBuilder, frameOf, type Sample } from '../testing.ts'

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
  series: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
  fontFamily: 'sans',
  fontScale: 1,
  isHighContrast: false,
}

const nothing: Backdrop = { timeTicksMs: [], collections: [], exceptions: [], marks: [], gaps: [], exitMs: null }

/** Ten seconds at 0.1 px/ms, one sample a second. */
function layOut(instrument: string, tags: readonly string[], values: readonly (number | null)[], chart?: BoardChart) {
  const builder = new CatalogBuilder()
  const indexes = builder.add('meter', 'System.Runtime', instrument, 'Gauge', '{item}', ['value'], tags)
  const samples: Sample[] = []
  values.forEach((value, second) => {
    if (value !== null) for (const [at, index] of indexes.entries()) samples.push([index, second * 1000, value + at])
  })
  const store = new SeriesStore()
  store.applyFrame(frameOf(samples))
  const wanted =
    chart ??
    newChart('c', [
      { source: 'meter', provider: 'System.Runtime', instrument, rawTags: null, measure: null, axis: 'left' },
    ])
  return layoutChart({
    chart: wanted,
    lines: resolveChart(wanted, builder.catalog, new ColourAssignments()).lines,
    samples: new History(store, () => Promise.resolve(null)),
    fromMs: 0,
    toMs: 10_000,
    edgeMs: 10_000,
    pxPerMs: 0.1,
    heightPx: 122,
    steps: [{ sinceMs: -Infinity, maxStepMs: 2500 }],
    previousRanges: { left: null, right: null, signature: '' },
    pool: [],
  })
}

function contentOf(layout: ChartLayout, backdrop: Backdrop = nothing): string[] {
  const { context, calls } = recordedContext()
  paintChartContent(context, layout, backdrop, theme)
  return calls
}

/** Two processes that do the same. */
function comparedLabels(tags: readonly string[]): string[] {
  const own = layOut('g', tags, [10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 40])
  const of = (letter: string) => own.lines.map((item) => ({ ...item, line: { ...item.line, letter } }))
  return newestLabels({ ...own, lines: [...of('A'), ...of('B')] }, theme).map(({ text }) => text)
}

const steps = (calls: readonly string[]) => calls.filter((call) => /^(moveTo|lineTo|stroke|fill) ?/.test(call))

describe('painting a chart', () => {
  test('a single line has a soft area under it and is stroked in its color', () => {
    const calls = contentOf(layOut('g', [''], [10, 20, 10]))
    expect(calls.filter((call) => call.startsWith('fill in'))).toEqual(['fill in one'])
    expect(calls.filter((call) => call.startsWith('stroke'))).toEqual(['stroke in one'])
  })

  test('several lines have no area, and each its own color', () => {
    const calls = contentOf(layOut('g', ['a=1', 'a=2', 'a=3'], [10, 20, 10]))
    expect(calls.filter((call) => call.startsWith('fill in'))).toEqual([])
    expect(calls.filter((call) => call.startsWith('stroke'))).toEqual([
      'stroke in one',
      'stroke in two',
      'stroke in three',
    ])
  })

  test('a gap in the samples lifts the pen; it is no line', () => {
    const calls = steps(contentOf(layOut('g', ['a=1', 'a=2'], [10, 20, null, null, null, 20, 10])))
    const first = calls.slice(0, calls.indexOf('stroke in one'))
    expect(first.filter((call) => call.startsWith('moveTo'))).toHaveLength(2)
    expect(first.some((call) => call.startsWith('lineTo 500 '))).toBe(false)
  })

  test('a stack is filled from the bottom, one area per series', () => {
    const chart: BoardChart = {
      ...newChart('c', [
        { source: 'meter', provider: 'System.Runtime', instrument: 'g', rawTags: null, measure: null, axis: 'left' },
      ]),
      isStacked: true,
    }
    const calls = contentOf(layOut('g', ['a=1', 'a=2'], [10, 20, 10], chart))
    expect(calls.filter((call) => call.startsWith('fill in'))).toEqual(['fill in one', 'fill in two'])
  })

  test('collections are bands behind, exceptions ticks at the foot, marks and the end lines over the full height', () => {
    const calls = contentOf(layOut('g', ['a=1', 'a=2'], [10]), {
      ...nothing,
      collections: [{ timeMs: 1000, durationMs: 50, amount: 2 }],
      exceptions: [{ timeMs: 2000, durationMs: 0, amount: 1 }],
      marks: [{ timeMs: 3000, origin: 'threshold' }],
      exitMs: 4000,
    })
    expect(calls).toContain('fillRect 100 0 5 122 in gc')
    expect(calls).toContain('fillRect 200 119 1.3 3 in bad')
    expect(steps(calls).slice(-6)).toEqual([
      'moveTo 300 0',
      'lineTo 300 122',
      'stroke in warn',
      'moveTo 400 0',
      'lineTo 400 122',
      'stroke in text',
    ])
    const band = calls.findIndex((call) => call.endsWith('in gc'))
    expect(band).toBeLessThan(calls.indexOf('stroke in one'))
  })

  test('a gap of the session covers what lies under it', () => {
    const calls = contentOf(layOut('g', [''], [10, 20]), { ...nothing, gaps: [{ fromMs: 2000, toMs: 3000 }] })
    expect(calls).toContain('fillRect 200 0 100 122 in surface')
  })

  test('while processes are compared, a value names its series unless each process has only one', () => {
    expect(comparedLabels(['gen=gen0', 'gen=gen1'])).toEqual(['A gen0 40', 'A gen1 41', 'B gen0 40', 'B gen1 41'])
    expect(comparedLabels([''])).toEqual(['A 40', 'B 40'])
  })

  test('newest values stand at the right edge with a dot in the color of their line', () => {
    const { context, calls } = recordedContext()
    paintChartFrame(context, layOut('g', [''], [10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 40]), 1000, theme)
    const dot = calls.findIndex((call) => call.startsWith('arc 1044'))
    expect(calls[dot + 1]).toBe('fill in one')
    expect(calls[dot + 2]).toMatch(/^fillText 40 1052/)
  })
})

const xOf = (call: string) => Number(call.split(' ')[1])

describe('the newest part of a chart', () => {
  const values = Array.from({ length: 11 }, (_, second) => 10 + ((second * 7) % 5))

  test('is painted with the same points as in the whole picture, from a little before it on', () => {
    const layout = layOut('g', ['a=1', 'a=2'], values)
    const whole = steps(contentOf(layout)).filter((call) => call.startsWith('lineTo'))
    const tail = steps(contentOf(tailOf(layout, 800)))
    for (const call of tail.filter((one) => one.startsWith('lineTo'))) expect(whole).toContain(call)
    const starts = tail.filter((call) => call.startsWith('moveTo')).map(xOf)
    expect(starts.length).toBeGreaterThan(0)
    for (const x of starts) expect(x).toBeLessThan(796)
    expect(tail.filter((call) => call.startsWith('lineTo')).length).toBeLessThan(whole.length / 2)
    const right = (calls: readonly string[]) => calls.filter((call) => call.startsWith('lineTo') && xOf(call) >= 800)
    expect(right(tail)).toEqual(right(steps(contentOf(layout))))
  })

  test('keeps a dashed line whole, or its dashes would shift', () => {
    const layout = layOut('g', ['a=1', 'a=2'], values)
    const dashed = { ...layout, lines: layout.lines.map((item) => ({ ...item, line: { ...item.line, dashIndex: 1 } })) }
    expect(tailOf(dashed, 800).lines[0]?.points.count).toBe(layout.lines[0]?.points.count)
  })

  test('is not enough when the axis, the marks or the end of a gap have changed', () => {
    const layout = layOut('g', [''], [10, 20])
    const key = pictureKey(layout, nothing, 1)
    expect(pictureKey(layOut('g', [''], [10, 20, 15]), nothing, 1)).toBe(key)
    expect(pictureKey(layOut('g', [''], [10, 2000]), nothing, 1)).not.toBe(key)
    expect(pictureKey(layout, { ...nothing, marks: [{ timeMs: 1, origin: 'person' }] }, 1)).not.toBe(key)
    expect(pictureKey(layout, { ...nothing, gaps: [{ fromMs: 1, toMs: null }] }, 1)).not.toBe(key)
    expect(pictureKey(layout, nothing, 2)).not.toBe(key)
  })
})

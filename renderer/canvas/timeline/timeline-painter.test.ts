import { describe, expect, it } from 'vitest'
import type { Band } from '../banded-canvas.ts'
import { SvgContext } from '../svg-context.ts'
import type { ChartTheme } from '../chart-theme.ts'
import { blockAt } from './timeline-block.ts'
import { type DensityLayer, type LayerLook, rowAt, type TimelineDrawing, type TimelineRow } from './timeline-layout.ts'
import { paintTimeline, timelinePainter } from './timeline-painter.ts'
import type { TimelinePainting } from './timeline-painting.ts'
import { tickText } from './tick-text.ts'

const theme = {
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
  series: ['blue', 'orange', 'green', 'vermilion', 'purple', 'sky', 'yellow', 'black'],
  fontFamily: 'sans-serif',
  fontScale: 1,
  isHighContrast: false,
} satisfies ChartTheme

/** Ten bins of 10 ms, 20 px each. */
const bins = { range: { fromMs: 0, toMs: 100 }, count: 10 }

function density(running: readonly number[], waiting: readonly number[] = [], isDimmed = false): TimelineDrawing {
  return {
    kind: 'density',
    layers: [
      { look: 'solid', bins: Uint32Array.from({ length: 10 }, (_, bin) => running[bin] ?? 0), isDimmed },
      { look: 'hatch', bins: Uint32Array.from({ length: 10 }, (_, bin) => waiting[bin] ?? 0), isDimmed: false },
    ],
    most: new Uint32Array(10).fill(10),
  }
}

function layerOf(look: LayerLook, at: number): DensityLayer {
  return { look, bins: Uint32Array.from({ length: 10 }, (_, bin) => (bin === at ? 5 : 0)), isDimmed: false }
}

function rowsOf(drawings: readonly (TimelineDrawing | null)[]): readonly TimelineRow[] {
  return drawings.map((drawing, at) => ({
    key: `row ${String(at)}`,
    topPx: 20 + at * 22,
    heightPx: 22,
    drawing,
    isDimmed: false,
    isFixed: at === 0,
  }))
}

function geometryOf(rows: readonly TimelineRow[], scrollPx = 0) {
  return { stretch: bins.range, size: { widthPx: 200, heightPx: 100 }, rows, scrollPx, rulerPx: 20 }
}

function painted(rows: readonly TimelineRow[], changes: Partial<TimelinePainting> = {}, band?: Band): string {
  const context = new SvgContext(200, 100, (text) => text.length * 6)
  const nothing = { pauses: null, losses: new Float64Array(0), marks: [], selected: null, selectedText: '' }
  const cursor = { cursorMs: null, cursorRow: null }
  const painting = { geometry: geometryOf(rows), bins, theme, ...nothing, ...cursor, ...changes }
  if (band === undefined) paintTimeline(context, painting)
  else timelinePainter(painting)(context, band)
  return context.toSvg('test')
}

/** Fills of one colour as `x+width`, in the order they were painted; paths of several bars included. */
function fillsOf(svg: string, colour: string): string[] {
  const found: string[] = []
  for (const [element] of svg.matchAll(/<(?:rect|path)[^>]*>/g)) {
    if (!element.includes(`fill="${colour}"`)) continue
    const rect = /x="([\d.-]+)" y="[\d.-]+" width="([\d.]+)"/.exec(element)
    if (rect !== null) found.push(`${rect[1]!}+${rect[2]!}`)
    else found.push(/ d="([^"]*)"/.exec(element)?.[1] ?? '')
  }
  return found
}

/** Texts of the ruler. */
function timesIn(svg: string): string[] {
  return [...svg.matchAll(/>([\d.]+)\u2009s</g)].map(([, time]) => time!)
}

describe('a timeline', () => {
  it('draws the samples of a thread as bars, warmer the more of them run', () => {
    const svg = painted(rowsOf([density([1, 0, 5, 10])]))
    expect(fillsOf(svg, 'orange')).toEqual(['0+19'])
    expect(fillsOf(svg, 'vermilion')).toEqual(['40+19'])
    expect(fillsOf(svg, 'bad')).toEqual(['60+19'])
  })

  it('hatches the ground of a thread that waits, however often', () => {
    const svg = painted(rowsOf([density([], [0, 1, 9, 0, 3])]))
    expect(fillsOf(svg, 'line').filter((fill) => !fill.endsWith('+200'))).toEqual(['20+40', '80+20'])
    // Each line of the hatch ends with the ground.
    const [, hatch] = /d="([^"]*)" fill="none" stroke="muted"/.exec(svg)!
    const ends = [...hatch!.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
    expect(ends.length).toBeGreaterThan(10)
    expect(ends.filter(([x, y]) => !((x >= 20 && x <= 60) || (x >= 80 && x <= 100)) || y < 22 || y > 41)).toEqual([])
  })

  it('draws no path of many rectangles, and clips by none', () => {
    const all: readonly LayerLook[] = ['hatch', 'plain', 'solid', 'striped', 'grey']
    const layers = all.map((look) => ({ look, bins: new Uint32Array(10).fill(3), isDimmed: false }))
    const counts = Float64Array.from({ length: 10 }, (_, bin) => bin)
    const svg = painted(
      rowsOf([
        { kind: 'density', layers, most: 20 },
        {
          kind: 'bars',
          most: 18,
          series: [
            { colour: 1, bins: counts },
            { colour: 2, bins: counts },
          ],
        },
        { kind: 'ticks', bins: counts, most: 9, colour: 'bad' },
      ]),
    )
    expect([...svg.matchAll(/ d="[^"]*Z[^"]*Z/g)]).toEqual([])
    // Of the fixed rows and of the others.
    expect([...svg.matchAll(/<clipPath/g)]).toHaveLength(2)
  })

  it('ends bars that touch each other on a pixel of the screen', () => {
    const narrow = {
      ...geometryOf(rowsOf([density([1, 2, 1, 2, 1, 2, 1, 2, 1, 2])])),
      size: { widthPx: 17, heightPx: 100 },
    }
    const edges = (pixelRatio: number): number[] =>
      fillsOf(painted([], { geometry: narrow, pixelRatio }), 'orange').flatMap((fill) => {
        const [x, width] = fill.split('+').map(Number)
        return [x!, x! + width!]
      })
    expect(edges(1).slice(0, 6)).toEqual([0, 2, 2, 3, 3, 5])
    expect(edges(2).slice(0, 6)).toEqual([0, 1.5, 1.5, 3.5, 3.5, 5])
  })

  it('ends bars on whole pixels of the screen at the top as well, and makes one of those that touch and are of one height', () => {
    const narrow = {
      ...geometryOf(rowsOf([density([4, 4, 4, 0, 4, 3, 3])])),
      size: { widthPx: 20, heightPx: 100 },
    }
    const bars = (pixelRatio: number): string[] =>
      [...painted([], { geometry: narrow, pixelRatio }).matchAll(/<rect ([^>]*)fill="orange"/g)].map(([, place]) =>
        place!.replaceAll(/[a-z="]/g, '').trim(),
      )
    expect(bars(1)).toEqual(['0 33 6 8', '8 33 2 8', '10 35 4 6'])
    expect(bars(2)).toEqual(['0 33.5 6 7.5', '8 33.5 2 7.5', '10 35.5 4 5.5'])
  })

  it('stripes bars of a layer that only looks busy, and leaves the ground of an idle thread plain', () => {
    const svg = painted(rowsOf([{ kind: 'density', layers: [layerOf('striped', 1), layerOf('plain', 3)], most: 10 }]))
    expect(fillsOf(svg, 'orange')).toEqual(['20+19', '20+19', '20+19'])
    expect(fillsOf(svg, 'line').filter((fill) => fill === '60+20')).toHaveLength(1)
    expect(svg).not.toContain('stroke="muted"')
  })

  it('stripes on whole pixels of the screen, bars that touch as one', () => {
    const layer: DensityLayer = { look: 'striped', bins: Uint32Array.of(5, 5, 5, 0, 5, 2, 0, 0, 0, 0), isDimmed: false }
    const narrow = {
      ...geometryOf(rowsOf([{ kind: 'density', layers: [layer], most: 10 }])),
      size: { widthPx: 33, heightPx: 100 },
    }
    const stripes = (pixelRatio: number): string[] =>
      [...painted(narrow.rows, { geometry: narrow, pixelRatio }).matchAll(/<rect ([^>]*)fill="orange"/g)].map(
        ([, place]) => place!.replaceAll(/[a-z="]/g, '').trim(),
      )
    expect(stripes(1)).toEqual(['0 39 10 2', '13 39 7 2', '0 35 10 2', '13 35 4 2', '0 31 10 2', '13 31 4 2'])
    for (const stripe of stripes(2)) expect(stripe.split(' ').every((px) => (Number(px) * 2) % 1 === 0)).toBe(true)
  })

  it('paints the rows of a band only, and those that reach into it', () => {
    const rows = rowsOf([density([1]), density([1]), density([1])])
    const bars = (topPx: number, bottomPx: number): number =>
      fillsOf(painted(rows, {}, { topPx, bottomPx }), 'orange').length
    expect([bars(0, 100), bars(0, 30), bars(0, 50), bars(70, 100), bars(90, 100)]).toEqual([3, 1, 2, 1, 0])
  })

  it('fades classes that are not selected', () => {
    expect(painted(rowsOf([density([1], [], true)]))).toMatch(/fill="orange"[^>]*opacity="0\.3"/)
  })

  it('lets everything outside of the selected range fade, and says how long it is', () => {
    const svg = painted(rowsOf([density([1])]), { selected: { fromMs: 20, toMs: 80 }, selectedText: '60 ms' })
    expect(fillsOf(svg, 'surface').slice(1)).toEqual(['0+40', '160+40'])
    expect(svg).toContain('60 ms')
    const tiny = painted(rowsOf([density([1])]), { selected: { fromMs: 20, toMs: 25 }, selectedText: '5 ms' })
    expect(tiny).not.toContain('5 ms')
  })

  it('leaves times out where the selected range has its ends and its label', () => {
    const wide = { ...geometryOf(rowsOf([density([1])])), size: { widthPx: 1100, heightPx: 100 } }
    expect(timesIn(painted([], { geometry: wide }))).toEqual([
      '0.00',
      '0.01',
      '0.02',
      '0.03',
      '0.04',
      '0.05',
      '0.06',
      '0.07',
      '0.08',
      '0.09',
    ])
    const selected = { fromMs: 21, toMs: 60 }
    const left = timesIn(painted([], { geometry: wide, selected, selectedText: '39 ms' }))
    expect(left).toEqual(['0.00', '0.01', '0.03', '0.05', '0.06', '0.07', '0.08', '0.09'])
  })

  it('flags marks and shows where events are missing', () => {
    const svg = painted(rowsOf([density([])]), { marks: [50], losses: Float64Array.of(25) })
    expect(fillsOf(svg, 'text')).toContain('100+1')
    expect([...svg.matchAll(/stroke="bad"/g)]).toHaveLength(2)
  })

  it('draws long pauses and those of the highest level across the threads', () => {
    const pauses = {
      startMs: Float64Array.of(10, 40, 60),
      endMs: Float64Array.of(11, 41, 70),
      coveredMs: Float64Array.of(1, 1, 10),
      level: Uint8Array.of(0, 2, 0),
    }
    expect(fillsOf(painted(rowsOf([density([])]), { pauses }), 'gc')).toEqual(['120+20', '80+2'])
  })

  it('leaves bands of short pauses out where they are everywhere, and draws no longer pause than there was', () => {
    const startMs = Float64Array.from({ length: 10 }, (_, at) => at * 10)
    const pauses = {
      startMs,
      endMs: startMs.map((start) => start + 9),
      coveredMs: new Float64Array(10).fill(1),
      level: new Uint8Array(10).fill(2),
    }
    expect(fillsOf(painted(rowsOf([density([])]), { pauses }), 'gc')).toEqual([])
    const lines = { ...pauses, startMs: new Float64Array(0), level: new Uint8Array(0) }
    const row = painted(rowsOf([{ kind: 'stretches', bars: pauses, lines }]))
    expect(fillsOf(row, 'gc').filter((fill) => fill.endsWith('+2.5'))).toHaveLength(10)
  })

  it('keeps the first row in place while the others are scrolled under it', () => {
    const rows = rowsOf([density([1]), density([1]), density([1])])
    expect(rowAt(geometryOf(rows), 50)?.key).toBe('row 1')
    expect(rowAt(geometryOf(rows, 22), 50)?.key).toBe('row 2')
    expect(rowAt(geometryOf(rows, 22), 30)?.key).toBe('row 0')
    expect(rowAt(geometryOf(rows), 10)).toBeNull()
  })

  it('draws a value that is not known as a gap', () => {
    const values = Float64Array.of(Number.NaN, 1, 2, Number.NaN, 3, 3, 3, 3, 3, 3)
    const svg = painted(rowsOf([{ kind: 'steps', bins: values, most: 3, colour: 0 }]))
    expect([...svg.matchAll(/stroke="blue"/g)]).toHaveLength(2)
  })
})

describe('the block at a time', () => {
  it('is the bins in which a thread does the same', () => {
    const drawing = density([9, 9, 9, 1, 1, 9], [1, 1, 1, 9, 9, 1])
    expect(blockAt(drawing, bins, 15, 1)).toEqual({ fromMs: 0, toMs: 30 })
    expect(blockAt(drawing, bins, 35, 1)).toEqual({ fromMs: 30, toMs: 50 })
    expect(blockAt(drawing, bins, 95, 1)).toBeNull()
  })

  it('is a pause near by, or a burst of events', () => {
    const [startMs, endMs] = [Float64Array.of(10, 40), Float64Array.of(11, 60)]
    const stretches = { startMs, endMs, coveredMs: Float64Array.of(1, 20), level: Uint8Array.of(0, 0) }
    const nothing = new Float64Array(0)
    const none = { startMs: nothing, endMs: nothing, coveredMs: nothing, level: new Uint8Array(0) }
    const pauses = { kind: 'stretches', bars: stretches, lines: none } as const
    expect(blockAt(pauses, bins, 12, 2)).toEqual({ fromMs: 10, toMs: 11 })
    expect(blockAt(pauses, bins, 50, 2)).toEqual({ fromMs: 40, toMs: 60 })
    expect(blockAt(pauses, bins, 30, 2)).toBeNull()
    const ticks = {
      kind: 'ticks',
      bins: Float64Array.of(0, 2, 3, 0, 0, 0, 0, 0, 0, 0),
      most: 3,
      colour: 'bad',
    } as const
    expect(blockAt(ticks, bins, 25, 1)).toEqual({ fromMs: 10, toMs: 30 })
  })
})

it('times have the digits that their step needs', () => {
  expect([tickText(5000, 5000), tickText(2500, 2500), tickText(12_503, 1), tickText(250, 250)]).toEqual([
    '5\u2009s',
    '2.5\u2009s',
    '12.503\u2009s',
    '0.25\u2009s',
  ])
})

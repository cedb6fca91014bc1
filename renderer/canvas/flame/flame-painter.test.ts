import { describe, expect, it } from 'vitest'
import type { Band } from '../banded-canvas.ts'
import { SvgContext } from '../svg-context.ts'
import type { FlameGeometry } from './flame-layout.ts'
import { type FlameMarks, type FlameTheme, paintFlame } from './flame-painter.ts'
import { FlameText } from './flame-text.ts'
import { boxesOf, geometryOf } from './testing.ts'

const rows = ['All 0 100', 'Main 0 90, Idle 90 10', 'Work 0 60, Read 60 20', 'Sort 0 50, Sort 50 4, Sort 60 20']
const theme = {
  text: 'text',
  muted: 'muted',
  accent: 'accent',
  track: 'track',
  boxText: 'box-text',
  fontFamily: 'sans-serif',
  fontScale: 1,
  isHighContrast: false,
} as FlameTheme
const noMarks: FlameMarks = { hovered: -1, picked: -1, found: new Uint8Array(8), cursor: -1 }

/** Six pixels a letter. */
function painted(geometry: FlameGeometry, marks: Partial<FlameMarks> = {}, band?: Band): string {
  const { names } = geometry.boxes as ReturnType<typeof boxesOf>
  const context = new SvgContext(400, 200, (text) => text.length * 6)
  const look = {
    label: (index: number) => names[index]!,
    isOwn: () => true,
    colours: (index: number) => ({ fill: names[index]!, edge: 'edge' }),
    share: (weight: number) => `${String(weight)}%`,
  }
  paintFlame(context, {
    geometry,
    theme,
    look,
    marks: { ...noMarks, ...marks },
    text: new FlameText(),
    ...(band === undefined ? {} : { band }),
  })
  return context.toSvg('test')
}

/** Rows of a picture, four pixels a character: the first letter of each box, then dots. */
function pictured(svg: string): string {
  const lines: string[][] = []
  for (const [, x = '', y = '', width = '', fill = ''] of svg.matchAll(
    /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="19" fill="([^"]+)"/g,
  )) {
    const row = Math.round(Number(y) / 20)
    lines[row] ??= Array.from({ length: 100 }, () => ' ')
    const from = Math.round(Number(x) / 4)
    const to = Math.max(from + 1, Math.round((Number(x) + Number(width)) / 4))
    for (let at = from; at < to; at++) lines[row][at] = at === from ? fill.slice(0, 1).toUpperCase() : '.'
  }
  return Array.from(lines, (line) => (line ?? []).join('').trimEnd()).join('\n')
}

/** With the keyboard at a box. */
const ofBand = (topPx: number, bottomPx: number, cursor = -1): string =>
  painted(geometryOf(rows), { cursor }, { topPx, bottomPx })

const dots = (count: number): string => '.'.repeat(count)

describe('a flame graph', () => {
  it('puts the root on top and what it called below, each as wide as its weight', () => {
    expect(pictured(painted(geometryOf(rows)))).toBe(
      [
        `T${dots(99)}`,
        `M${dots(89)}I${dots(9)}`,
        `W${dots(59)}R${dots(19)}`,
        `S${dots(49)}S...${' '.repeat(6)}S${dots(19)}`,
      ].join('\n'),
    )
  })

  it('turns upside down', () => {
    const lines = pictured(painted(geometryOf(rows, { direction: 'flame' }))).split('\n')
    expect(lines.map((line) => line.trim().slice(0, 1))).toEqual(['', '', '', '', '', '', 'S', 'W', 'M', 'T'])
  })

  it('shows only the stretch that is zoomed to, with what is above it across the full width', () => {
    const geometry = geometryOf(rows, { viewport: { from: 60, to: 80, topPx: 0 } })
    expect(pictured(painted(geometry))).toBe(
      [`T${dots(99)}`, `M${dots(99)}`, `R${dots(99)}`, `S${dots(99)}`].join('\n'),
    )
  })

  it('writes names where they fit, and shares where both fit', () => {
    const svg = painted(geometryOf(rows))
    const texts = Array.from(svg.matchAll(/>([^<>]+)<\/text>/g), ([, text]) => text)
    expect(texts).toEqual([
      'All',
      '100%',
      'Main',
      '90%',
      'Idle',
      'Work',
      '60%',
      'Read',
      '20%',
      'Sort',
      '50%',
      'Sort',
      '20%',
    ])
  })

  it('frames every place of the selected function and of those a search found', () => {
    const svg = painted(geometryOf(rows), { picked: 5, found: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0) })
    expect(svg.match(/stroke="text" stroke-width="2"/g)).toHaveLength(3)
    expect(svg.match(/stroke="accent" stroke-width="1.5"/g)).toHaveLength(1)
  })

  it('draws neighbors too narrow to be told apart as one', () => {
    const crumbs = Array.from({ length: 5000 }, (_, at) => `F${String(at)} ${String(at)} 1`).join(', ')
    const svg = painted(geometryOf(['All 0 5000', crumbs]))
    expect(svg.match(/height="19"/g)).toHaveLength(2)
  })

  it('paints the rows of a band only, with the frame of a box beside it', () => {
    expect(
      pictured(ofBand(24, 36))
        .split('\n')
        .map((line) => line.slice(0, 1)),
    ).toEqual(['', 'M'])
    expect(ofBand(24, 36, 3)).not.toContain('accent')
    // Box 3 is in the row from 40 on; its frame reaches above it.
    expect(ofBand(24, 39, 3)).toContain('accent')
  })
})

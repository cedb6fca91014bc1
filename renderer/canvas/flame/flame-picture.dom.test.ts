import { describe, expect, it } from 'vitest'
import { toSvg } from '../picture.ts'
import { flamePicture } from './flame-picture.ts'
import type { FlameTheme } from './flame-painter.ts'
import { FlameText } from './flame-text.ts'
import { boxesOf, geometryOf } from './testing.ts'

const rows = ['All 0 100', 'Main 0 90, Idle 90 10', 'Work 0 60, Read 60 20', 'Sort 0 50']
const theme = { surface: 'surface', text: 'text', muted: 'muted', fontFamily: 'sans-serif', fontScale: 1 } as FlameTheme

function pictured(changes: Parameters<typeof geometryOf>[1] = {}) {
  const { names } = boxesOf(rows)
  const look = {
    label: (index: number) => names[index]!,
    isOwn: () => true,
    colours: () => ({ fill: 'fill', edge: 'edge' }),
    share: (weight: number) => `${String(weight)}%`,
  }
  const marks = { hovered: 1, picked: -1, found: new Uint8Array(8), cursor: 1 }
  const painting = { geometry: geometryOf(rows, changes), theme, look, marks, text: new FlameText() }
  return flamePicture(painting, { title: 'a & b', subtitle: 'Running', name: 'a-flame' })
}

describe('the picture of a flame graph', () => {
  it('has all rows with a title, whatever is scrolled to, and no trace of pointer and keyboard', () => {
    const scrolled = { viewport: { from: 0, to: 100, topPx: 60 }, size: { widthPx: 400, heightPx: 40 } }
    const picture = pictured(scrolled)
    expect(picture).toMatchObject({ widthPx: 424, heightPx: 46 + 4 * 20 + 12, name: 'a-flame' })
    const svg = toSvg(picture)
    expect(svg).toContain('<title>a &amp; b, Running</title>')
    for (const name of ['All', 'Main', 'Idle', 'Work', 'Read', 'Sort']) expect(svg).toContain(`>${name}</text>`)
    expect(svg).not.toContain('stroke=')
    expect(svg).not.toContain('opacity=')
  })

  it('is as high as the rows of what is zoomed to', () => {
    const zoomed = { viewport: { from: 90, to: 100, topPx: 0 }, size: { widthPx: 400, heightPx: 400 } }
    expect(pictured(zoomed).heightPx).toBe(46 + 2 * 20 + 12)
  })
})

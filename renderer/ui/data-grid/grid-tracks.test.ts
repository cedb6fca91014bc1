import { describe, expect, it } from 'vitest'
import { columnsWithRoom, fromRight, leastWidthOf, tracksOf } from './grid-tracks.ts'
import type { GridColumn } from './types.ts'

const column = (id: string, parts: Partial<GridColumn>): GridColumn => ({
  id,
  title: id,
  width: 80,
  render: () => id,
  text: () => id,
  ...parts,
})
const columns = [
  column('name', { width: 'rest', minWidth: 100 }),
  column('module', { width: 200, minWidth: 90, isElastic: true, dropBelow: 600 }),
  column('self', { width: 72, isElastic: true }),
  column('line', { width: 76 }),
]
const spacing = { gap: 8, paddingStart: 16, paddingEnd: 12 }

describe('tracks of a grid', () => {
  it('shares spare room among elastic columns by their widths', () => {
    expect(tracksOf(columns, 1)).toBe('minmax(100px, 320fr) minmax(90px, 200fr) minmax(72px, 72fr) minmax(76px, 76px)')
  })

  it('gives all of it to the rest where no column is elastic', () => {
    expect(tracksOf([columns[0]!, columns[3]!], 1.5)).toBe('minmax(150px, 1fr) minmax(114px, 114px)')
  })

  it('leaves out what it has no room for, and nothing while its width is not known', () => {
    expect(columnsWithRoom(columns, 899, 1.5).map(({ id }) => id)).toEqual(['name', 'self', 'line'])
    expect(columnsWithRoom(columns, 900, 1.5)).toEqual(columns)
    expect(columnsWithRoom(columns, 0, 1)).toEqual(columns)
  })

  it('scrolls sideways below the least widths, gaps and paddings', () => {
    expect(leastWidthOf(columns, 1, spacing)).toBe(100 + 90 + 72 + 76 + 3 * 8 + 16 + 12)
    expect(leastWidthOf(columns, 2, spacing)).toBe(2 * (100 + 90 + 72 + 76) + 3 * 8 + 16 + 12)
  })

  it('says where a column ends whose followers have fixed widths', () => {
    const fixed = [columns[0]!, columns[3]!, column('up', { width: 62 })]
    expect(fromRight(fixed, 'up', 1, spacing)).toBe(12)
    expect(fromRight(fixed, 'line', 1.5, spacing)).toBe(12 + 93 + 8)
    expect(fromRight(columns, 'module', 1, spacing)).toBeNull()
    expect(fromRight(fixed, 'user', 1, spacing)).toBeNull()
  })
})

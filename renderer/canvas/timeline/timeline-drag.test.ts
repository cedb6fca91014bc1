import { describe, expect, it } from 'vitest'
import { draggedRange, dragPartAt } from './timeline-drag.ts'

const extent = { fromMs: 0, toMs: 100 }
const range = { fromMs: 20, toMs: 40 }
const ends = { fromPx: 100, toPx: 200 }
const label = { leftPx: 130, rightPx: 170 }

describe('dragging', () => {
  it('takes hold of the ends of the selected range anywhere, and of its label in the ruler', () => {
    expect(dragPartAt(103, false, ends, label)).toBe('from')
    expect(dragPartAt(196, true, ends, label)).toBe('to')
    expect(dragPartAt(150, true, ends, label)).toBe('label')
    expect(dragPartAt(150, false, ends, label)).toBe('ground')
    expect(dragPartAt(150, true, null, null)).toBe('ground')
  })

  it('across the ground selects from where it began to where it is, inside of the recording', () => {
    const drag = { part: 'ground', startMs: 60, range } as const
    expect(draggedRange(drag, 70, extent)).toEqual({ fromMs: 60, toMs: 70 })
    expect(draggedRange(drag, -5, extent)).toEqual({ fromMs: 0, toMs: 60 })
  })

  it('of an end moves it, also across the other one', () => {
    expect(draggedRange({ part: 'from', startMs: 20, range }, 30, extent)).toEqual({ fromMs: 30, toMs: 40 })
    expect(draggedRange({ part: 'from', startMs: 20, range }, 55, extent)).toEqual({ fromMs: 40, toMs: 55 })
    expect(draggedRange({ part: 'to', startMs: 40, range }, 10, extent)).toEqual({ fromMs: 10, toMs: 20 })
  })

  it('of the label moves the range as it is, up to the end of the recording', () => {
    expect(draggedRange({ part: 'label', startMs: 30, range }, 45, extent)).toEqual({ fromMs: 35, toMs: 55 })
    expect(draggedRange({ part: 'label', startMs: 30, range }, 200, extent)).toEqual({ fromMs: 80, toMs: 100 })
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitMiddle } from './fit-middle.ts'

/** As if every letter were one pixel wide. */
const letters = (text: string) => Array.from(text).length
const uneven = (text: string) => Array.from(text).reduce((sum, letter) => sum + (letter === 'W' ? 3 : 1), 0)
const fit = (text: string, width: number) => fitMiddle(text, width, letters)

describe('fitMiddle', () => {
  it('leaves text alone that fits', () => {
    expect(fit('dotnet.gc.pause', 15)).toBe('dotnet.gc.pause')
  })

  it('keeps the last part whole and gives the rest of the room to the beginning', () => {
    expect(fit('dotnet.gc.heap.total_allocated', 20)).toBe('dotn…total_allocated')
  })

  it('keeps several last parts when there is room for them', () => {
    expect(fit('dotnet.gc.last_collection.heap.fragmentation.size', 30)).toBe('dotnet…heap.fragmentation.size')
    expect(fit('dotnet.gc.last_collection.memory.committed_size', 28)).toBe('dotnet…memory.committed_size')
  })

  it('begins behind a weaker separator when the last part alone is too long', () => {
    expect(fit('dotnet.monitor_lock_contentions', 20)).toBe('dot…lock_contentions')
  })

  it('cuts anywhere in a word without separators', () => {
    expect(fit('abcdefghijklmnopqrstuvwxyz', 12)).toBe('abc…stuvwxyz')
  })

  it('shows no separator in front of the ellipsis', () => {
    expect(fit('a.b.cdefghijklmnop', 12)).not.toMatch(/[.]…/)
  })

  it('gives up the beginning, then everything, in very little room', () => {
    expect(fit('dotnet.gc.collections', 4)).toBe('d…ns')
    expect(fit('dotnet.gc.collections', 1)).toBe('…')
    expect(fit('dotnet.gc.collections', 0)).toBe('…')
  })

  it('does not cut a letter of two code units', () => {
    expect(fit('📈📉📊📈📉📊📈📉', 5)).toBe('📈📉…📈📉')
  })

  it('never is wider than the room and always has both ends of the text', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'W', '.', '_', '-', '/', ' '), { minLength: 1, maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 60 }), (text, width) => {
        const short = fitMiddle(text, width, uneven)
        expect(uneven(short)).toBeLessThanOrEqual(width)
        if (short === text) return
        const [head = '', tail = ''] = short.split('…')
        expect(text.startsWith(head)).toBe(true)
        expect(text.endsWith(tail)).toBe(true)
      }),
    )
  })
})

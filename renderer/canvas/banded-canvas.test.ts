import { describe, expect, it } from 'vitest'
import { bandsOf } from './banded-canvas.ts'

const heights = (widthPx: number, heightPx: number, pixelRatio: number): number[] =>
  bandsOf(widthPx, heightPx, pixelRatio).map(({ topPx, bottomPx }) => bottomPx - topPx)

describe('bands of a picture', () => {
  it('are as few as their memory allows, and follow each other without a gap', () => {
    expect(bandsOf(1250, 50, 1)).toEqual([{ topPx: 0, bottomPx: 50 }])
    expect(bandsOf(1250, 100, 1)).toEqual([
      { topPx: 0, bottomPx: 50 },
      { topPx: 50, bottomPx: 100 },
    ])
    for (const [width, height, ratio] of [
      [1250, 288, 1],
      [1920, 1000, 1.5],
      [1440, 700, 2],
      [900, 351, 1.1],
      [3840, 1200, 3],
    ] as const) {
      const bands = bandsOf(width, height, ratio)
      expect(bands[0]!.topPx).toBe(0)
      expect(bands.at(-1)!.bottomPx).toBe(height)
      for (const [at, { topPx }] of bands.slice(1).entries()) expect(topPx).toBe(bands[at]!.bottomPx)
      for (const bandPx of heights(width, height, ratio))
        expect(4 * Math.ceil(width * ratio) * Math.ceil(bandPx * ratio)).toBeLessThanOrEqual(
          300_000 + 20 * 4 * width * ratio * ratio,
        )
    }
  })

  it('begin on whole pixels of the screen', () => {
    for (const ratio of [1, 1.1, 1.25, 1.5, 1.75, 2, 3])
      for (const { topPx } of bandsOf(1250, 700, ratio)) expect((topPx * ratio) % 1).toBeCloseTo(0, 6)
  })

  it('are none where nothing is seen', () => {
    expect(bandsOf(0, 300, 1)).toEqual([])
    expect(bandsOf(300, 0, 1)).toEqual([])
  })
})

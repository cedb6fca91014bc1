import { expect, test } from 'vitest'
import { pixelStartMs } from './scrolling-canvas.ts'

const nowMs = Date.UTC(2026, 3, 1, 12, 0, 0)

test.each([
  ['a minute on 480 pixels', 480 / 60_000],
  ['a minute on 697 pixels', 697 / 60_000],
  ['a day on 1,200 pixels', 1200 / 86_400_000],
  ['ten milliseconds on 900 pixels', 90],
])('pictures of %s that were begun at different times step to the next pixel at the same time', (_, pxPerMs) => {
  const begunMs = [0, 0.3, 7.7, 1234.5].map((later) => pixelStartMs(nowMs + later / pxPerMs, pxPerMs))
  for (let step = 0; step < 200; step++) {
    const rangeFromMs = nowMs + (2000 + step / 20) / pxPerMs
    const shifts = begunMs.map((fromMs) => (rangeFromMs - fromMs) * pxPerMs)
    for (const shift of shifts) {
      const apart = shift - shifts[0]!
      expect(Math.abs(apart - Math.round(apart))).toBeLessThan(0.1)
    }
  }
})

test('a picture never begins behind the time it is painted for, and less than a pixel before it', () => {
  for (const pxPerMs of [1 / 3, 0.008, 1 / 7e6, 13.37, 997]) {
    for (let step = 0; step < 1000; step++) {
      const timeMs = nowMs + step * 0.77
      const startMs = pixelStartMs(timeMs, pxPerMs)
      expect(startMs).toBeLessThanOrEqual(timeMs)
      expect((timeMs - startMs) * pxPerMs).toBeLessThan(1.3)
    }
  }
})

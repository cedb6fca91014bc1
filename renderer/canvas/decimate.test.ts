import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimateLine, PolylineBuffer } from './decimate.ts'
import { SampleBuffer } from './sample-buffer.ts'

const everywhere = (maxStepMs: number) => [{ sinceMs: -Infinity, maxStepMs }]

function decimate(
  samples: readonly (readonly [number, number])[],
  pxPerMs: number,
  columnPx = 1,
  maxStepMs = Infinity,
) {
  const into = new PolylineBuffer()
  const buffer = new SampleBuffer()
  for (const [time, value] of samples) buffer.push(time, value)
  decimateLine(buffer, { fromMs: 0, pxPerMs, columnPx, steps: everywhere(maxStepMs), factor: 1 }, into)
  return Array.from({ length: into.count }, (_, i) => [into.x[i], into.y[i]] as const)
}

describe('decimation of a line', () => {
  test('keeps every sample while there are fewer than pixels', () => {
    const samples = [
      [0, 5],
      [10, 7],
      [20, 3],
    ] as const
    expect(decimate(samples, 1)).toEqual([
      [0, 5],
      [10, 7],
      [20, 3],
    ])
  })

  test('keeps first, extremes in their order and last of a crowded column', () => {
    const samples = [5, 9, 1, 4].map((value, i) => [i, value] as const)
    expect(decimate(samples, 0.125).map(([, y]) => y)).toEqual([5, 9, 1, 4])
    const six = [5, 6, 9, 1, 2, 4].map((value, i) => [i, value] as const)
    expect(decimate(six, 0.125).map(([, y]) => y)).toEqual([5, 9, 1, 4])
  })

  test('a missing measurement and a long silence break the line once', () => {
    const samples = [
      [0, 1],
      [10, Number.NaN],
      [20, Number.NaN],
      [30, 2],
      [500, 3],
    ] as const
    expect(decimate(samples, 1, 1, 100).map(([, y]) => y)).toEqual([1, Number.NaN, 2, Number.NaN, 3])
  })

  test('samples of another interval are measured by that interval', () => {
    const [into, buffer] = [new PolylineBuffer(), new SampleBuffer()]
    for (const time of [0, 100, 200, 310, 320, 330, 400]) buffer.push(time, 1)
    const steps = [...everywhere(150), { sinceMs: 300, maxStepMs: 15 }]
    decimateLine(buffer, { fromMs: 0, pxPerMs: 1, columnPx: 1, steps, factor: 1 }, into)
    const runs = [...into.y.subarray(0, into.count)].map((y) => (Number.isNaN(y) ? '|' : '.')).join('')
    expect(runs).toBe('...|...|.')
  })

  test('values are drawn in the unit of the axis', () => {
    const [into, buffer] = [new PolylineBuffer(), new SampleBuffer()]
    buffer.push(0, 2)
    decimateLine(buffer, { fromMs: 0, pxPerMs: 1, columnPx: 1, steps: everywhere(10), factor: 1000 }, into)
    expect(into.y[0]).toBe(2000)
  })

  test('lines of any length share the same arrays', () => {
    const into = new PolylineBuffer()
    const scale = { fromMs: 0, pxPerMs: 1, columnPx: 1, steps: everywhere(1), factor: 1 }
    const long = new SampleBuffer()
    // Each sample is a run of its own: a point and a break.
    for (let i = 0; i < 3000; i++) long.push(i * 10, i)
    decimateLine(long, scale, into)
    expect(into.count).toBe(2 * 3000 - 1)
    const short = new SampleBuffer()
    short.push(5, 7)
    decimateLine(short, scale, into)
    expect([into.count, into.x[0], into.y[0]]).toEqual([1, 5, 7])
  })

  test('never loses the largest or smallest value and needs at most four points a column', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 500 }),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        (values, pxPerMs) => {
          const points = decimate(
            values.map((value, i) => [i, value] as const),
            pxPerMs,
          )
          const ys = points.map(([, y]) => y ?? 0)
          expect(Math.max(...ys)).toBe(Math.max(...values))
          expect(Math.min(...ys)).toBe(Math.min(...values))
          const columns = Math.floor((values.length - 1) * pxPerMs) + 1
          expect(points.length).toBeLessThanOrEqual(4 * columns)
          for (let i = 1; i < points.length; i++) {
            expect(points[i]?.[0]).toBeGreaterThanOrEqual(points[i - 1]?.[0] ?? 0)
          }
        },
      ),
    )
  })
})

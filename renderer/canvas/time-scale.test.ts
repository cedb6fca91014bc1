import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlidingEdge, maxSpanMs, minSpanMs, timeOfX, xOfTime, zoomRange } from './time-scale.ts'

describe('the time scale', () => {
  test('maps the ends to the edges and back', () => {
    const scale = { fromMs: 1000, toMs: 301_000, widthPx: 600 }
    expect(xOfTime(scale, 1000)).toBe(0)
    expect(xOfTime(scale, 301_000)).toBe(600)
    expect(timeOfX(scale, 300)).toBe(151_000)
  })

  test('time to pixel and back is the same time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e12, max: 2e12, noNaN: true }),
        fc.integer({ min: 1000, max: 86_400_000 }),
        fc.integer({ min: 10, max: 4000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fromMs, span, widthPx, share) => {
          const scale = { fromMs, toMs: fromMs + span, widthPx }
          const time = fromMs + span * share
          expect(Math.abs(timeOfX(scale, xOfTime(scale, time)) - time)).toBeLessThan(0.01)
        },
      ),
    )
  })

  test('zooming keeps the time under the pointer where it is', () => {
    const range = zoomRange({ fromMs: 0, toMs: 100_000 }, 25_000, 0.5)
    expect(range).toEqual({ fromMs: 12_500, toMs: 62_500 })
  })

  test('zooming stops at the shortest and longest span', () => {
    const short = zoomRange({ fromMs: 0, toMs: 600 }, 300, 0.01)
    expect(short.toMs - short.fromMs).toBe(minSpanMs)
    const long = zoomRange({ fromMs: 0, toMs: maxSpanMs }, 300, 9)
    expect(long.toMs - long.fromMs).toBe(maxSpanMs)
  })
})

describe('the gliding edge', () => {
  test('starts at the first sample without gliding', () => {
    const edge = new GlidingEdge()
    expect(edge.edgeMs).toBeNull()
    edge.setTarget(5000, 1000, 0)
    expect(edge.edgeMs).toBe(5000)
  })

  test('is half way after half the interval and stays at the target', () => {
    const edge = new GlidingEdge()
    edge.setTarget(5000, 1000, 0)
    edge.setTarget(6000, 1000, 100)
    edge.step(600)
    expect(edge.edgeMs).toBeCloseTo(5500)
    edge.step(5000)
    expect(edge.edgeMs).toBe(6000)
  })

  test('never runs ahead of the newest sample, whatever the frames', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 80 }), (steps) => {
        const edge = new GlidingEdge()
        let nowMs = 0
        let target = 1000
        edge.setTarget(target, 1000, nowMs)
        for (const [elapsed, hasSample] of steps) {
          nowMs += elapsed
          if (hasSample) edge.setTarget((target += 1000), 1000, nowMs)
          else edge.step(nowMs)
          expect(edge.edgeMs).toBeLessThanOrEqual(target)
        }
        edge.step(nowMs + 1e7)
        expect(edge.edgeMs).toBe(target)
      }),
    )
  })

  test('jumps under reduced motion', () => {
    const edge = new GlidingEdge()
    edge.setTarget(5000, 0, 0)
    edge.setTarget(6000, 0, 10)
    expect(edge.edgeMs).toBe(6000)
  })
})

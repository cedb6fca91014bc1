import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlidingEdge } from './gliding-edge.ts'

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

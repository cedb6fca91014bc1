import { describe, expect, it } from 'vitest'
import type { TraceCompareFlame } from '../../../../shared/model/trace/trace-compare.ts'
import { changeOf, compareBoxes, type CompareWidth } from './compare-boxes.ts'

const side = { sampleCount: 1000, intervalMs: 1, durationMs: 1000, requestCount: 0 }
const named = (name: string) => ({ method: `App.${name}`, name, module: 'App', origin: 'own' as const })

/** Everything; Main; Parse, Read, Old, New. */
const flame: TraceCompareFlame = {
  a: side,
  b: side,
  functions: ['', 'Main', 'Parse', 'Read', 'Old', 'New'].map(named),
  parent: Uint32Array.of(0, 0, 1, 1, 1, 1),
  function: Uint32Array.of(0, 1, 2, 3, 4, 5),
  depth: Uint32Array.of(0, 1, 2, 2, 2, 2),
  inA: Float64Array.of(1000, 1000, 500, 300, 200, 0),
  inB: Float64Array.of(1000, 1000, 300, 310, 0, 390),
  cutA: 0,
  cutB: 0,
  omittedBoxCount: 0,
}
const factors = { a: 0.1, b: 0.1 }

function spans(width: CompareWidth): string[] {
  const { functions, start, width: widths, total } = compareBoxes(flame, factors, width)
  return functions
    .map(({ name }, box) => `${name} ${String(start[box]! / total)} ${String(widths[box]! / total)}`)
    .slice(2)
}

describe('boxes of a comparison', () => {
  it('are as wide as one side or both, and without what that side does not have', () => {
    expect(spans('a')).toEqual(['Parse 0 0.5', 'Read 0.5 0.3', 'Old 0.8 0.2'])
    expect(spans('b')).toEqual(['Parse 0 0.3', 'Read 0.3 0.31', 'New 0.61 0.39'])
    expect(spans('both')).toEqual(['Parse 0 0.4', 'Read 0.4 0.305', 'Old 0.705 0.1', 'New 0.805 0.195'])
  })

  it('say what is more, less, new and gone, and what samples alone explain', () => {
    const { figures } = compareBoxes(flame, factors, 'both')
    expect(figures.slice(2).map((one) => [one.a, one.b, changeOf(one)])).toEqual([
      [50, 30, { kind: 'less', isStrong: false }],
      [30, 31, { kind: 'same', isStrong: false }],
      [20, null, { kind: 'less', isStrong: true }],
      [null, 39, { kind: 'more', isStrong: true }],
    ])
  })

  it('don’t call new what may have been cut off on the other side', () => {
    const { figures } = compareBoxes({ ...flame, cutA: 400 }, factors, 'both')
    expect(changeOf(figures.at(-1)!)).toEqual({ kind: 'same', isStrong: false })
  })

  it('are none when nothing was sampled', () => {
    const nothing = new Float64Array(6)
    expect(compareBoxes({ ...flame, inA: nothing, inB: nothing }, factors, 'both')).toMatchObject({ total: 0 })
  })
})

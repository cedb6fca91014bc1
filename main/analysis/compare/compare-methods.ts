import {
  type CompareFactors,
  factorsOf,
  figuresOf,
  isWithinNoise,
  unitsOf,
} from '../../../shared/model/compare-figures.ts'
import {
  type CompareMeasure,
  type CompareRow,
  type CompareSide,
  type TraceCompareQuestion,
  type TraceComparison,
} from '../../../shared/model/trace/trace-compare.ts'
import { totalsOf } from './compare-side.ts'
import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'

const mostRows = 1000

/** Counts of samples of one method on both sides. */
interface Pair extends NamedFrame {
  readonly a: number
  readonly b: number
}

/** The methods of B beside those of A. Exchanging A and B turns the sign of every change round and leaves everything else. */
export function compareMethods(
  a: CompareSide,
  b: CompareSide,
  { unit, measure, search }: Omit<TraceCompareQuestion, 'selection'>,
): TraceComparison {
  const units = unitsOf(a, b)
  const shown = units.includes(unit) ? unit : 'share'
  const factors = factorsOf(a, b, shown)
  const inUnit = (pair: Pair): CompareRow => rowOf(pair, factors)
  const bySelf = measure === 'self' ? null : pairsOf(a, b, 'self').map(inUnit)
  const all = pairsOf(a, b, measure).map(inUnit)
  const wanted = search.trim().toLowerCase()
  const rows = all
    .filter(({ method, name }) => method.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .toSorted(
      (x, y) =>
        Number(isWithinNoise(x)) - Number(isWithinNoise(y)) ||
        Math.abs(y.change) - Math.abs(x.change) ||
        `${x.module}!${x.method}`.localeCompare(`${y.module}!${y.method}`),
    )
  const beyondNoise = (bySelf ?? all).filter((row) => !isWithinNoise(row))
  return {
    a: totalsOf(a),
    b: totalsOf(b),
    unit: shown,
    units,
    whole: { a: a.sampleCount * factors.a, b: b.sampleCount * factors.b },
    more: beyondNoise.reduce((sum, { change }) => sum + Math.max(0, change), 0),
    less: beyondNoise.reduce((sum, { change }) => sum + Math.min(0, change), 0),
    rows: rows.slice(0, mostRows),
    rowCount: rows.length,
  }
}

function rowOf({ a, b, ...frame }: Pair, factors: CompareFactors): CompareRow {
  const figures = figuresOf(a, b, factors)
  return { ...frame, ...figures, a: a === 0 ? null : figures.a, b: b === 0 ? null : figures.b }
}

function pairsOf(a: CompareSide, b: CompareSide, measure: CompareMeasure): readonly Pair[] {
  const pairs = new Map<string, { frame: NamedFrame; a: number; b: number }>()
  const add = (side: CompareSide, which: 'a' | 'b'): void => {
    for (const [index, frame] of side.methods.entries()) {
      const key = `${frame.module}!${frame.method}`
      let pair = pairs.get(key)
      if (pair === undefined) pairs.set(key, (pair = { frame, a: 0, b: 0 }))
      pair[which] += side[measure][index]!
    }
  }
  add(a, 'a')
  add(b, 'b')
  return [...pairs.values()]
    .filter((pair) => pair.a > 0 || pair.b > 0)
    .map(({ frame, ...counts }) => ({ ...frame, ...counts }))
}

import {
  type CompareMeasure,
  type CompareRow,
  type CompareSide,
  type CompareTotals,
  type CompareUnit,
  compareUnits,
  type TraceCompareQuestion,
  type TraceComparison,
} from '../../../shared/model/trace-compare.ts'
import type { NamedFrame } from '../../../shared/model/trace-selection.ts'

const mostRows = 1000
const deviations = 2

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
  const units = compareUnits.filter((wanted) => factorOf(a, wanted) !== null && factorOf(b, wanted) !== null)
  const shown = units.includes(unit) ? unit : 'share'
  const factors = { a: factorOf(a, shown) ?? 0, b: factorOf(b, shown) ?? 0 }
  const inUnit = (pair: Pair): CompareRow => rowOf(pair, factors)
  const bySelf = measure === 'self' ? null : pairsOf(a, b, 'self').map(inUnit)
  const all = pairsOf(a, b, measure).map(inUnit)
  const wanted = search.trim().toLowerCase()
  const rows = all
    .filter(({ method, name }) => method.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .toSorted(
      (x, y) =>
        Number(isNoise(x)) - Number(isNoise(y)) ||
        Math.abs(y.change) - Math.abs(x.change) ||
        `${x.module}!${x.method}`.localeCompare(`${y.module}!${y.method}`),
    )
  const beyondNoise = (bySelf ?? all).filter((row) => !isNoise(row))
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

function isNoise({ change, noise }: CompareRow): boolean {
  return Math.abs(change) <= noise
}

/** What one sample of a side is in a unit; null: the side has not what is needed. */
function factorOf({ sampleCount, intervalMs, requestCount }: CompareTotals, unit: CompareUnit): number | null {
  switch (unit) {
    case 'share':
      return sampleCount === 0 ? 0 : 100 / sampleCount
    case 'time':
      return intervalMs
    case 'request':
      return intervalMs === null || requestCount === 0 ? null : intervalMs / requestCount
  }
}

/**
 * Samples come one by one, so the deviation of a count is its root; one more, because a count of none is not known any better. Neighbouring samples resemble each other: the true noise is rather larger.
 */
function rowOf({ a, b, ...frame }: Pair, factors: { readonly a: number; readonly b: number }): CompareRow {
  return {
    ...frame,
    a: a === 0 ? null : a * factors.a,
    b: b === 0 ? null : b * factors.b,
    change: b * factors.b - a * factors.a,
    noise: deviations * Math.sqrt((a + 1) * factors.a ** 2 + (b + 1) * factors.b ** 2),
  }
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

function totalsOf({ sampleCount, intervalMs, durationMs, requestCount }: CompareSide): CompareTotals {
  return { sampleCount, intervalMs, durationMs, requestCount }
}

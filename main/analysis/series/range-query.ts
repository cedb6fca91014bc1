import type { ValuesColumns } from '../../../shared/frames/live-frame.ts'
import type { DecodedColumn } from './chunk.ts'
import type { SeriesStore } from './series-store.ts'

export interface RangeResult {
  readonly columns: ValuesColumns
  readonly count: number
}

/**
 * Points of several series in a range, series after series, ascending in time. A series with more than `maxPoints` is reduced
 * to the minimum and the maximum of equal time bins, both kept at their own times; a bin without any measurement keeps one
 * NaN so that the gap stays visible.
 */
export function queryRange(
  store: SeriesStore,
  seriesIndexes: readonly number[],
  fromMs: number,
  toMs: number,
  maxPoints: number,
): RangeResult {
  const parts = seriesIndexes.map((index) => reduce(seriesPoints(store, index, fromMs, toMs), fromMs, toMs, maxPoints))
  const count = parts.reduce((sum, part) => sum + part.timeMs.length, 0)
  const columns = {
    timeMs: new Float64Array(count),
    value: new Float64Array(count),
    seriesIndex: new Uint32Array(count),
  }
  let position = 0
  for (const [index, part] of parts.entries()) {
    columns.timeMs.set(part.timeMs, position)
    columns.value.set(part.value, position)
    columns.seriesIndex.fill(seriesIndexes[index]!, position, position + part.timeMs.length)
    position += part.timeMs.length
  }
  return { columns, count }
}

/** All points of one series in the range, ascending. */
export function seriesPoints(store: SeriesStore, seriesIndex: number, fromMs: number, toMs: number): DecodedColumn {
  const pieces: DecodedColumn[] = []
  store.forEachPiece(seriesIndex, fromMs, toMs, (piece) => {
    if (piece.timeMs.length > 0) pieces.push(piece)
  })
  if (pieces.length === 1) return pieces[0]!
  // A series lives in one track per session; sessions follow one another, so sorting pieces is enough.
  pieces.sort((a, b) => a.timeMs[0]! - b.timeMs[0]!)
  const count = pieces.reduce((sum, piece) => sum + piece.timeMs.length, 0)
  const timeMs = new Float64Array(count)
  const value = new Float64Array(count)
  let position = 0
  for (const piece of pieces) {
    timeMs.set(piece.timeMs, position)
    value.set(piece.value, position)
    position += piece.timeMs.length
  }
  return { timeMs, value }
}

export function reduce(points: DecodedColumn, fromMs: number, toMs: number, maxPoints: number): DecodedColumn {
  const { timeMs, value } = points
  const count = timeMs.length
  if (count <= maxPoints) return points
  const start = Math.max(fromMs, timeMs[0]!)
  const binCount = Math.max(1, Math.floor(maxPoints / 2))
  const binMs = Math.max((Math.min(toMs, timeMs[count - 1]!) - start) / binCount, Number.MIN_VALUE)
  const kept: number[] = []
  for (let index = 0; index < count;) {
    const bin = binOf(timeMs[index]!, start, binMs, binCount)
    const first = index
    while (index < count && binOf(timeMs[index]!, start, binMs, binCount) === bin) index++
    kept.push(...extremes(value, first, index))
  }
  return { timeMs: Float64Array.from(kept, (at) => timeMs[at]!), value: Float64Array.from(kept, (at) => value[at]!) }
}

function binOf(timeMs: number, startMs: number, binMs: number, binCount: number): number {
  return Math.min(binCount - 1, Math.floor((timeMs - startMs) / binMs))
}

/** Positions of the least and the greatest value in ascending order; the first position when nothing was measured. */
function extremes(value: Float64Array, start: number, end: number): readonly number[] {
  let least = -1
  let greatest = -1
  for (let index = start; index < end; index++) {
    const one = value[index]!
    if (Number.isNaN(one)) continue
    if (least < 0 || one < value[least]!) least = index
    if (greatest < 0 || one > value[greatest]!) greatest = index
  }
  if (least < 0) return [start]
  if (least === greatest) return [least]
  return least < greatest ? [least, greatest] : [greatest, least]
}

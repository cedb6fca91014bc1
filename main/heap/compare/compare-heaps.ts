import type {
  HeapCompareQuestion,
  HeapCompareRow,
  HeapCompareSide,
  HeapComparison,
} from '../../../shared/model/heap/heap-compare.ts'
import { comparePaths } from './compare-paths.ts'
import { compareTypes } from './compare-types.ts'
import { growthOf } from './growth.ts'

const mostRows = 1000

interface Placed {
  readonly side: HeapCompareSide
  readonly place: number
}

/** Types of all heaps in their order, and those of them that are wanted. */
export function comparedRows(
  others: readonly HeapCompareSide[],
  own: HeapCompareSide,
  question: HeapCompareQuestion,
  matches: (name: string) => boolean,
): {
  readonly heaps: readonly Placed[]
  readonly all: readonly HeapCompareRow[]
  readonly rows: readonly HeapCompareRow[]
} {
  const heaps = inOrder(others, own, question.isReversed)
  const all = compareTypes(
    heaps.map(({ side }) => side.types),
    question.measure,
    heaps.findIndex(({ place }) => place === -1),
  )
  const rows = all.filter((row) => isWanted(row, question.show) && matches(row.name)).toSorted(orderOf(question))
  return { heaps, all, rows }
}

/**
 * This heap beside others.
 *
 * @param matches whether a type is searched for
 */
export function compareHeaps(...given: Parameters<typeof comparedRows>): HeapComparison {
  const { heaps, all, rows } = comparedRows(...given)
  const isOneProcess = areOfOneProcess(heaps)
  const paths = comparePaths(heaps[0]!.side.paths, heaps.at(-1)!.side.paths)
  return {
    heaps: heaps.map(({ place, side: { objectCount, objectBytes, takenUtc, isComplete, process } }) => ({
      place,
      objectCount,
      objectBytes,
      takenUtc,
      isComplete,
      process,
    })),
    rows: rows.slice(0, mostRows),
    rowCount: rows.length,
    changedCount: all.filter(({ change, countChange }) => change !== 0 || countChange !== 0).length,
    newCount: all.filter(({ state }) => state === 'new').length,
    goneCount: all.filter(({ state }) => state === 'gone').length,
    growingCount: all.filter(({ isGrowing }) => isGrowing).length,
    paths,
    isOneProcess,
    growth: isOneProcess ? growthOf(paths, all, heaps.length, heaps[0]!.side.objectBytes) : null,
  }
}

/** A number of a process means another one on another machine; names differ by the tool that wrote the file. */
function areOfOneProcess(heaps: readonly Placed[]): boolean {
  const told = (of: 'id' | 'machine') =>
    new Set(heaps.map(({ side }) => side.process[of]).filter((value) => value !== null))
  return told('id').size <= 1 && told('machine').size <= 1
}

/** By time where every file tells it. */
function inOrder(others: readonly HeapCompareSide[], own: HeapCompareSide, isReversed: boolean): readonly Placed[] {
  const placed: readonly Placed[] = [...others.map((side, place) => ({ side, place })), { side: own, place: -1 }]
  const isTimed = placed.every(({ side }) => side.takenUtc !== null)
  const ordered = isTimed
    ? placed.toSorted((x, y) => Date.parse(x.side.takenUtc!) - Date.parse(y.side.takenUtc!))
    : placed
  return isReversed ? ordered.toReversed() : ordered
}

function isWanted(row: HeapCompareRow, show: HeapCompareQuestion['show']): boolean {
  if (show === 'all') return true
  return show === 'growing' ? row.isGrowing : row.state === show
}

/** Changes by how large they are, whichever way they go. */
function orderOf({ sortBy, isDescending, measure }: HeapCompareQuestion) {
  const sign = isDescending ? -1 : 1
  const valueOf = (row: HeapCompareRow): number | string => {
    switch (sortBy) {
      case 'name':
        return row.name
      case 'module':
        return row.module
      case 'countA':
        return row.counts[0]!
      case 'countB':
        return row.counts.at(-1)!
      case 'countChange':
        return Math.abs(row.countChange)
      case 'b':
        return row[measure].at(-1)!
      case 'change':
        return Math.abs(row.change)
    }
  }
  return (x: HeapCompareRow, y: HeapCompareRow): number => {
    const [a, b] = [valueOf(x), valueOf(y)]
    if (a !== b) return a < b ? -sign : sign
    return x.name < y.name ? -1 : x.name > y.name ? 1 : x.module < y.module ? -1 : x.module > y.module ? 1 : 0
  }
}

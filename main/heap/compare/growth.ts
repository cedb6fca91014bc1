import { countOf } from '../../../shared/base/count-of.ts'
import type { HeapComparePath, HeapCompareRow, HeapGrowth } from '../../../shared/model/heap/heap-compare.ts'
import { size } from '../../analysis/findings/words.ts'
import { isOfProgram } from '../findings/owners.ts'
import { rootWords } from '../findings/heap-finding-words.ts'
import { heapRootKinds } from '../graph/root-groups.ts'

const leastBytes = 2 ** 20
/** Of what was there before. */
const leastShare = 0.05
/** A step of the way with so much of the growth above it is where it goes on. */
const chainShare = 0.7
/** Stacks, handles and the finalizer queue change with the work that is done just then. */
const lastingKinds = new Set(['static', 'thread-static'])

/**
 * The static field below which most has grown, and what there. Two heaps may differ by chance: only growth in each of three and more is sure.
 *
 * @param wholeBytes of the first heap
 */
export function growthOf(
  paths: readonly HeapComparePath[],
  rows: readonly HeapCompareRow[],
  heapCount: number,
  wholeBytes: number,
): HeapGrowth | null {
  const field = largestField(paths)
  if (field < 0) return null
  const grown = changeOf(paths[field]!)
  if (grown < leastBytes || grown < wholeBytes * leastShare) return null
  const chain = chainBelow(paths, field)
  const owner = chain.find((place) => isOfProgram(paths[place]!.name)) ?? chain[0] ?? field
  // What the program has made says more than the arrays and texts in it.
  const more = chain.filter((place) => place !== owner && paths[place]!.countB > paths[place]!.countA)
  const last = more.findLast((place) => isOfProgram(paths[place]!.name)) ?? more.at(-1) ?? owner
  const name = paths[owner]!.name
  const kept = paths[last]!.name
  const row = rows.find((one) => one.name === kept)
  const objects =
    row === undefined ? [] : [`${countOf(Math.max(0, row.countChange), 'more object', 'more objects')} of ${kept}.`]
  const kind = heapRootKinds.find((one) => one === paths[paths[field]!.parent]?.rootKind) ?? 'static'
  return {
    title: `${owner === field ? rootWords(kind, name) : name} grew by ${size(grown)}`,
    text: [...objects, `Kept by ${rootWords(kind, paths[field]!.name)}.`, 'Look for a limit or an expiry there.'].join(
      ' ',
    ),
    confidence: heapCount < 3 ? 'medium' : row?.isGrowing === true ? 'high' : 'low',
  }
}

function changeOf({ bytesA, bytesB }: HeapComparePath): number {
  return bytesB - bytesA
}

function largestField(paths: readonly HeapComparePath[]): number {
  let largest = -1
  for (const [place, path] of paths.entries()) {
    const kind = path.parent < 0 ? null : (paths[path.parent]!.rootKind ?? null)
    if (kind === null || !lastingKinds.has(kind)) continue
    if (largest < 0 || changeOf(path) > changeOf(paths[largest]!)) largest = place
  }
  return largest
}

function chainBelow(paths: readonly HeapComparePath[], top: number): readonly number[] {
  const chain: number[] = []
  // Children come behind their parents.
  for (let at = top; ;) {
    let next = -1
    for (let place = at + 1; place < paths.length; place++)
      if (paths[place]!.parent === at && (next < 0 || changeOf(paths[place]!) > changeOf(paths[next]!))) next = place
    if (next < 0 || changeOf(paths[next]!) < changeOf(paths[at]!) * chainShare) return chain
    chain.push(next)
    at = next
  }
}

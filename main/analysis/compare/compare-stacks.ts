import type { ComparedFunction, CompareStacks, CompareTotals } from '../../../shared/model/trace/trace-compare.ts'
import { work } from '../../nettrace/work-steps.ts'
import { namedFrame } from '../code/function-table.ts'
import type { CallTree } from '../stacks/trees/call-tree.ts'
import { frameOrigin } from '../stacks/frames/frame-origin.ts'

/** What is sent from one worker to the other stays within a few megabytes. */
const mostNodes = 200_000

/** The stacks of one side, the heaviest nodes of them. */
export function compareStacks(calls: CallTree, totals: Omit<CompareTotals, 'sampleCount'>): CompareStacks {
  const { tree, total, isOwn } = calls
  const cut = cutOf(total)
  const isKept = (node: number): boolean => node === 0 || (total[node]! > 0 && total[node]! >= cut)
  const functions: ComparedFunction[] = []
  const functionAt = new Map<number, number>()
  const placeOf = new Int32Array(total.length)
  const parent: number[] = []
  const of: number[] = []
  const weights: number[] = []
  work.steps += total.length
  for (let node = 0; node < total.length; node++) {
    if (!isKept(node)) continue
    const functionIndex = tree.functionOf(node)
    let at = functionAt.get(functionIndex)
    if (at === undefined) {
      const entry = tree.functions.get(functionIndex)
      functionAt.set(functionIndex, (at = functions.length))
      functions.push({ ...namedFrame(entry), origin: frameOrigin(entry, isOwn) })
    }
    // A caller is as heavy as what it calls, so it is kept as well.
    placeOf[node] = parent.length
    parent.push(node === 0 ? 0 : placeOf[tree.parentOf(node)]!)
    of.push(at)
    weights.push(total[node]!)
  }
  return {
    ...totals,
    sampleCount: total[0]!,
    functions,
    parent: Uint32Array.from(parent),
    function: Uint32Array.from(of),
    total: Float64Array.from(weights),
    cut,
  }
}

/** The weight from which on nodes are kept, so that they are not too many; 0: all of them. */
function cutOf(total: Float64Array): number {
  let count = 0
  for (const weight of total) if (weight > 0) count++
  if (count <= mostNodes) return 0
  const sorted = total.toSorted()
  // Of nodes as heavy as the last one that has room, none is kept.
  return sorted[sorted.length - mostNodes]! + 1
}

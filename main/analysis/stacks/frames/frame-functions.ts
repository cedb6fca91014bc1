import type { FlameFunction } from '../../../../shared/model/trace/trace-flame.ts'
import { frameOrigin } from './frame-origin.ts'
import type { CallTree } from '../trees/call-tree.ts'
import { namedFrame } from '../../code/function-table.ts'

/** Names are up to twenty thousand characters long: what one answer may carry of them. */
const mostNameCharacters = 8_000_000

export interface FunctionsOfBoxes {
  readonly functions: readonly FlameFunction[]
  /** Index into `functions` by box. */
  readonly functionAt: Uint32Array
  /** Boxes that there is room for. */
  readonly count: number
}

/** The functions of boxes. What is beyond the room for names is left out, from the last box up. */
export function functionsOfBoxes(
  { tree, isOwn }: Pick<CallTree, 'tree' | 'isOwn'>,
  nodes: ArrayLike<number>,
  count: number,
): FunctionsOfBoxes {
  const functions: FlameFunction[] = []
  const functionAt = new Uint32Array(count)
  const known = new Map<number, number>()
  let room = mostNameCharacters
  for (let index = 0; index < count; index++) {
    const functionNumber = tree.functionOf(nodes[index]!)
    let at = known.get(functionNumber)
    if (at === undefined) {
      const entry = tree.functions.get(functionNumber)
      room -= entry.name.length + entry.displayName.length + entry.module.length
      if (room < 0) return { functions, functionAt: functionAt.subarray(0, index), count: index }
      at = functions.length
      known.set(functionNumber, at)
      functions.push({ functionNumber, ...namedFrame(entry), origin: frameOrigin(entry, isOwn) })
    }
    functionAt[index] = at
  }
  return { functions, functionAt, count }
}

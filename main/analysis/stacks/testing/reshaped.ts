import type { TraceTransform } from '../../../../shared/model/trace/trace-selection.ts'
import { type CallTree, callTree } from '../trees/call-tree.ts'
import type { CodeTree } from '../trees/code-tree.ts'
import { reshapedTree } from '../trees/reshaped-tree.ts'
import { remainderName } from '../selected-stacks.ts'
import { reshapingOf } from '../transforms.ts'
import type { Picture } from './picture.ts'

const isOwnCode = ({ name }: { readonly name: string }): boolean => name.startsWith('App.')

/** For tests: the stacks of a picture after some transforms. Own code begins with `App.`. */
export function reshaped({ tree: first, leaves, weights }: Picture, transforms: readonly TraceTransform[]): CallTree {
  const { functions } = first
  let tree: CodeTree = first
  let places = [...leaves]
  for (const transform of transforms) {
    const next = reshapedTree(
      tree,
      reshapingOf(transform, tree, { functions, isOwnCode }),
      functions.internGroup(remainderName, ''),
    )
    places = places.map((node) => (node < 0 ? -1 : next.placeOf[node]!))
    tree = next.tree
  }
  const self = new Float64Array(tree.count)
  for (const [index, node] of places.entries()) if (node >= 0) self[node]! += weights[index]!
  return callTree(tree, self)
}

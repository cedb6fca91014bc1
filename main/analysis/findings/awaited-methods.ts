import type { FunctionTree } from '../stacks/function-tree.ts'
import { work } from '../../nettrace/work-steps.ts'
import { asyncMethodOf, nameWithoutArguments } from './framework-code.ts'

/** Between a call of an asynchronous method and its body: the method itself, and what starts its state machine. */
const starter = /^System\.Runtime\.CompilerServices\.Async\w*MethodBuilder\w*(?:`1)?(?:\[.*\])?\.Start(?:$|\[|<)/
const mostStarters = 4

/**
 * Asynchronous methods by the function that calls them, as the stacks of any event show it: a wait knows who waits, but its own
 * stack does not hold what it waits for. By function number, the names in the order of the tree.
 */
export function asyncCallees(tree: FunctionTree): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  const methodOf: (string | null | undefined)[] = []
  work.steps += tree.count
  for (let node = 1; node < tree.count; node++) {
    const of = tree.functionOf(node)
    let method = methodOf[of]
    if (method === undefined) methodOf[of] = method = asyncMethodOf(tree.functions.get(of).name)
    if (method === null) continue
    const caller = callerOf(tree, node, method)
    if (caller <= 0) continue
    const known = found.get(caller) ?? new Set()
    found.set(caller, known)
    known.add(method)
  }
  return found
}

/** Function that called the method whose body is at the node; 0 for a body that was resumed. */
function callerOf(tree: FunctionTree, node: number, method: string): number {
  let at = tree.parentOf(node)
  let isStart = false
  for (let level = 0; level < mostStarters && at !== 0; level++) {
    const name = nameWithoutArguments(tree.functions.get(tree.functionOf(at)).name)
    if (starter.test(name)) isStart = true
    else if (name !== method && !name.startsWith(`${method}[`)) break
    at = tree.parentOf(at)
  }
  return isStart ? tree.functionOf(at) : 0
}

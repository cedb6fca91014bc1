import { work } from '../../nettrace/work-steps.ts'
import type { CallTree } from './trees/call-tree.ts'

/**
 * Nodes that a person sees as one row, with the weight that counts for each: one node of a call tree, or all places of a function. From there one
 * goes down to what was called, or up to who called.
 */
export interface CallStep {
  readonly functionIndex: number
  /** Of every node the part that goes on; together the row's total. */
  readonly nodes: readonly number[]
  readonly weights: readonly number[]
  readonly weight: number
}

/** Everything. */
export function rootStep({ tree, total }: CallTree): CallStep {
  return { functionIndex: tree.functionOf(0), nodes: [0], weights: [total[0]!], weight: total[0]! }
}

/** All places of a function; where it recurs, the outermost, so that every sample counts once. */
export function stepOf({ tree, total }: CallTree, functionIndex: number): CallStep {
  work.steps += total.length
  const isWithin = new Uint8Array(total.length)
  const nodes: number[] = []
  for (let node = 1; node < total.length; node++) {
    const isAbove = isWithin[tree.parentOf(node)] === 1
    const isIt = tree.functionOf(node) === functionIndex
    if (isIt && !isAbove && total[node]! > 0) nodes.push(node)
    isWithin[node] = isIt || isAbove ? 1 : 0
  }
  return step(
    functionIndex,
    nodes,
    nodes.map((node) => total[node]!),
  )
}

/** What a row called, the heaviest first. */
export function calleeSteps({ tree, total }: CallTree, { nodes }: CallStep): readonly CallStep[] {
  const steps = new StepGroups()
  for (const node of nodes)
    for (let child = tree.firstChildOf(node); child !== 0; child = tree.nextSiblingOf(child)) {
      work.steps++
      if (total[child]! > 0) steps.add(tree.functionOf(child), child, total[child]!)
    }
  return steps.sorted()
}

/** Who called a row, the heaviest first. What began there has no caller and is in none of them. */
export function callerSteps({ tree }: CallTree, { nodes, weights }: CallStep): readonly CallStep[] {
  const steps = new StepGroups()
  work.steps += nodes.length
  for (const [index, node] of nodes.entries()) {
    const caller = tree.parentOf(node)
    if (caller !== 0) steps.add(tree.functionOf(caller), caller, weights[index]!)
  }
  return steps.sorted()
}

/** Functions in which samples ended, the heaviest first: where a walk up begins. */
export function leafSteps({ tree, self }: CallTree): readonly CallStep[] {
  const steps = new StepGroups()
  work.steps += self.length
  for (let node = 1; node < self.length; node++)
    if (self[node]! > 0) steps.add(tree.functionOf(node), node, self[node]!)
  return steps.sorted()
}

/** Samples that ended in the nodes of a row. */
export function selfOf({ self }: CallTree, { nodes }: CallStep): number {
  return nodes.reduce((sum, node) => sum + self[node]!, 0)
}

function step(functionIndex: number, nodes: readonly number[], weights: readonly number[]): CallStep {
  return { functionIndex, nodes, weights, weight: weights.reduce((sum, weight) => sum + weight, 0) }
}

class StepGroups {
  readonly #groups = new Map<number, { readonly nodes: number[]; readonly weights: number[] }>()

  add(functionIndex: number, node: number, weight: number): void {
    let group = this.#groups.get(functionIndex)
    if (group === undefined) {
      group = { nodes: [], weights: [] }
      this.#groups.set(functionIndex, group)
    }
    group.nodes.push(node)
    group.weights.push(weight)
  }

  sorted(): readonly CallStep[] {
    return Array.from(this.#groups, ([functionIndex, { nodes, weights }]) => step(functionIndex, nodes, weights)).sort(
      (a, b) => b.weight - a.weight || a.functionIndex - b.functionIndex,
    )
  }
}

import type { CallTree } from './call-tree.ts'

/**
 * A row of the tree of callers: a function, and what of the weight of the path below it came through it. Callers are made when
 * somebody opens the row.
 */
export interface CallerRow {
  readonly functionIndex: number
  readonly weight: number
  /** Where the walk upwards stands, and how much weight goes on from there. */
  readonly nodes: readonly number[]
  readonly weights: readonly number[]
}

/** Roots: every function with self weight, the heaviest first. Their weights add up to the total of the call tree. */
export function leafRows({ tree, self }: CallTree): readonly CallerRow[] {
  const nodes: number[] = []
  for (let node = 1; node < self.length; node++) if (self[node]! > 0) nodes.push(node)
  return groupByFunction(
    nodes,
    nodes.map((node) => self[node]!),
    (node) => tree.functionOf(node),
  )
}

/** Who called the function of a row, the heaviest first. What began there (no caller) is not in the list. */
export function callersOf({ tree }: CallTree, row: CallerRow): readonly CallerRow[] {
  const nodes: number[] = []
  const weights: number[] = []
  for (const [index, node] of row.nodes.entries()) {
    const caller = tree.parentOf(node)
    if (caller === 0) continue
    nodes.push(caller)
    weights.push(row.weights[index]!)
  }
  return groupByFunction(nodes, weights, (node) => tree.functionOf(node))
}

function groupByFunction(
  nodes: readonly number[],
  weights: readonly number[],
  functionOf: (node: number) => number,
): readonly CallerRow[] {
  const groups = new Map<number, { functionIndex: number; weight: number; nodes: number[]; weights: number[] }>()
  for (const [index, node] of nodes.entries()) {
    const functionIndex = functionOf(node)
    let group = groups.get(functionIndex)
    if (group === undefined) {
      group = { functionIndex, weight: 0, nodes: [], weights: [] }
      groups.set(functionIndex, group)
    }
    group.weight += weights[index]!
    group.nodes.push(node)
    group.weights.push(weights[index]!)
  }
  return [...groups.values()].sort((a, b) => b.weight - a.weight || a.functionIndex - b.functionIndex)
}

import {
  type HeapCompletenessSummary,
  type HeapGapSummary,
  heapGenerations,
  type HeapSummary,
} from '../../../shared/model/heap/heap-document.ts'
import { type DominatorTree, unreached } from '../dominators/dominator-tree.ts'
import type { HeapCompleteness, HeapFacts, HeapGap } from '../graph/heap-facts.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { sampleEstimate } from './sample-estimate.ts'
import type { TypeGroups } from './type-groups.ts'

/** @param tree null: not computed yet */
export function heapSummary(
  { graph, facts }: { readonly graph: HeapGraph; readonly facts: HeapFacts },
  tree: DominatorTree | null,
  groups: TypeGroups,
): HeapSummary {
  const hasObjects = new Uint8Array(groups.count)
  let unreachedCount = 0
  let unreachedBytes = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    hasObjects[groups.ofType[graph.typeOf[node]!]!] = 1
    if (tree?.dominatorOf[node] !== unreached || isPseudo(graph, groups, node)) continue
    unreachedCount++
    unreachedBytes += sizeOfNode(graph, node)
  }
  const { completeness, ...told } = facts
  return {
    ...told,
    completeness:
      completeness.kind === 'sampled'
        ? { kind: 'sampled', estimate: sampleEstimate({ graph, facts }, groups, null) }
        : completenessSummary(completeness),
    typeCount: groups.isPseudo.filter((pseudo, group) => !pseudo && hasObjects[group] === 1).length,
    rootCount: rootCount(graph, groups),
    unreached: tree === null ? null : { count: unreachedCount, bytes: unreachedBytes },
    generationBytes: generationBytes(graph, groups),
    hasModules: groups.modules.some((module) => module !== ''),
  }
}

function generationBytes(graph: HeapGraph, groups: TypeGroups): readonly number[] | null {
  const { generations, nodeCount } = graph
  if (generations === null) return null
  const bytes = new Float64Array(heapGenerations.length)
  for (let node = 0; node < nodeCount; node++) {
    const generation = generations[node]!
    if (generation < bytes.length && !isPseudo(graph, groups, node)) bytes[generation]! += sizeOfNode(graph, node)
  }
  return [...bytes]
}

function isPseudo(graph: HeapGraph, groups: TypeGroups, node: number): boolean {
  return groups.isPseudo[groups.ofType[graph.typeOf[node]!]!] === true
}

/** Objects that a pseudo node refers to, each once. */
function rootCount(graph: HeapGraph, groups: TypeGroups): number {
  const isRoot = new Uint8Array(graph.nodeCount)
  let count = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    if (!isPseudo(graph, groups, node)) continue
    for (let edge = graph.edgeStarts[node]!; edge < graph.edgeStarts[node + 1]!; edge++) {
      const target = graph.edgeTargets[edge]!
      if (isRoot[target] === 1 || isPseudo(graph, groups, target)) continue
      isRoot[target] = 1
      count++
    }
  }
  return count
}

function completenessSummary(completeness: Exclude<HeapCompleteness, { kind: 'sampled' }>): HeapCompletenessSummary {
  if (completeness.kind !== 'partial') return completeness
  return { kind: 'partial', share: completeness.share, reasons: completeness.reasons.map(gapSummary) }
}

function gapSummary(gap: HeapGap): HeapGapSummary {
  switch (gap.kind) {
    case 'missing-chunks':
      return { kind: gap.kind, count: gap.count, detail: gap.of }
    case 'edge-count':
      return { kind: gap.kind, count: gap.expected - gap.found, detail: '' }
    case 'lost-events':
      return { kind: gap.kind, count: gap.count, detail: '' }
    case 'unknown-types':
    case 'writer-limit':
      return { kind: gap.kind, count: gap.objectCount, detail: '' }
    case 'damage':
      return { kind: gap.kind, count: gap.offset, detail: gap.message }
    case 'no-end':
    case 'partial-source':
      return { kind: gap.kind, count: null, detail: '' }
  }
}

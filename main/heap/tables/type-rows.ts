import {
  type HeapGeneration,
  heapGenerations,
  type HeapTypeRow,
  type HeapTypeRowSoFar,
  type HeapTypesQuestion,
} from '../../../shared/model/heap/heap-document.ts'
import type { DominatorTree } from '../dominators/dominator-tree.ts'
import { retainedByGroup } from '../dominators/retained-sizes.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from './type-groups.ts'

/** Objects by group; groups of pseudo nodes and those without objects are left out. */
export function typeRows(
  graph: HeapGraph,
  tree: DominatorTree,
  retained: Float64Array,
  groups: TypeGroups,
): readonly HeapTypeRow[] {
  const { typeOf } = graph
  const { ofType } = groups
  const kept = retainedByGroup(tree, retained, (node) => ofType[typeOf[node]!]!, groups.count)
  return typeRowsSoFar(graph, groups).map((row) => ({ ...row, retainedBytes: kept[row.group]! }))
}

/** The same before the retained sizes are known. */
export function typeRowsSoFar(graph: HeapGraph, groups: TypeGroups): readonly HeapTypeRowSoFar[] {
  const { nodeCount, typeOf, generations } = graph
  const counts = new Float64Array(groups.count)
  const shallow = new Float64Array(groups.count)
  const byGeneration = generations === null ? null : new Float64Array(groups.count * generationCount)
  const { ofType } = groups
  for (let node = 0; node < nodeCount; node++) {
    const group = ofType[typeOf[node]!]!
    const size = sizeOfNode(graph, node)
    counts[group]!++
    shallow[group]! += size
    if (generations === null || byGeneration === null) continue
    const generation = generations[node]!
    if (generation < generationCount) byGeneration[group * generationCount + generation]! += size
  }
  return groups.names.flatMap((name, group) =>
    groups.isPseudo[group] === true || counts[group] === 0
      ? []
      : [
          {
            group,
            name,
            module: groups.modules[group]!,
            count: counts[group]!,
            shallowBytes: shallow[group]!,
            retainedBytes: null,
            generationBytes:
              byGeneration === null
                ? null
                : [...byGeneration.subarray(group * generationCount, (group + 1) * generationCount)],
          },
        ],
  )
}

const generationCount = heapGenerations.length

/** Matching rows in the order asked for, by shallow size where the retained one is not known; equal ones by name. */
export function orderedTypes<Row extends HeapTypeRowSoFar>(
  rows: readonly Row[],
  question: HeapTypesQuestion,
  matches: (name: string) => boolean,
): readonly Row[] {
  const { sortBy, isDescending } = question
  const sign = isDescending ? -1 : 1
  const valueOf = (row: Row): number | string => {
    switch (sortBy) {
      case 'name':
        return row.name
      case 'module':
        return row.module
      case 'count':
        return row.count
      case 'shallow':
        return row.shallowBytes
      case 'retained':
        return row.retainedBytes ?? row.shallowBytes
      case 'gen0':
      case 'gen1':
      case 'gen2':
      case 'loh':
      case 'poh':
      case 'frozen':
        return bytesIn(row, sortBy)
    }
  }
  return rows
    .filter(({ name }) => matches(name))
    .toSorted((x, y) => {
      const [a, b] = [valueOf(x), valueOf(y)]
      return a === b ? (x.name < y.name ? -1 : x.name > y.name ? 1 : x.group - y.group) : a < b ? -sign : sign
    })
}

/** 0 where it is not told. */
function bytesIn({ generationBytes }: HeapTypeRowSoFar, generation: HeapGeneration): number {
  return generationBytes?.[heapGenerations.indexOf(generation)] ?? 0
}

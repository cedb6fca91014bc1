import type { HeapCompareSide, HeapCompareTypes } from '../../../shared/model/heap/heap-compare.ts'
import type { HeapTypeRow } from '../../../shared/model/heap/heap-document.ts'
import type { HeapFacts } from '../graph/heap-facts.ts'
import { type ComparedPaths, pathTree } from './path-tree.ts'

interface SideParts extends ComparedPaths {
  readonly facts: HeapFacts
  readonly types: readonly HeapTypeRow[]
}

/** One heap as another document needs it. */
export function heapSide({ facts, types, ...paths }: SideParts): HeapCompareSide {
  return {
    objectCount: facts.objectCount,
    objectBytes: facts.objectBytes,
    takenUtc: facts.takenUtc,
    isComplete: facts.completeness.kind === 'complete',
    process: { name: facts.processName, id: facts.processId, machine: facts.machineName },
    types: typeColumns(types.filter(({ count }) => count > 0)),
    paths: pathTree(paths),
  }
}

function typeColumns(rows: readonly HeapTypeRow[]): HeapCompareTypes {
  return {
    names: rows.map(({ name }) => name),
    modules: rows.map(({ module }) => module),
    groups: Uint32Array.from(rows, ({ group }) => group),
    counts: Float64Array.from(rows, ({ count }) => count),
    shallow: Float64Array.from(rows, ({ shallowBytes }) => shallowBytes),
    retained: Float64Array.from(rows, ({ retainedBytes }) => retainedBytes),
  }
}

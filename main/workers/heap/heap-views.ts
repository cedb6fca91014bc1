import type { HeapCompareSide } from '../../../shared/model/heap/heap-compare.ts'
import type {
  HeapGrouping,
  HeapObjectRow,
  HeapObjectsPage,
  HeapTreeView,
  HeapTypeRow,
} from '../../../shared/model/heap/heap-document.ts'
import type { HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import { heapSide } from '../../heap/compare/heap-side.ts'
import type { DominatorTree } from '../../heap/dominators/dominator-tree.ts'
import { HeapFindingFacts } from '../../heap/findings/heap-finding-facts.ts'
import { judgeHeap } from '../../heap/findings/judge-heap.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { PathRows } from '../../heap/paths/path-rows.ts'
import { type ShortestPaths, shortestPaths } from '../../heap/paths/shortest-paths.ts'
import { DominatorObjects } from '../../heap/tables/dominator-objects.ts'
import { DominatorRows } from '../../heap/tables/dominator-rows.ts'
import type { GroupedNodes } from '../../heap/tables/grouped-rows.ts'
import type { GroupedTree } from '../../heap/tables/grouped-tree.ts'
import {
  nodesByRetained,
  objectRow,
  type ObjectsOf,
  type Referrers,
  referrersOf,
} from '../../heap/tables/object-rows.ts'
import { type TypeGroups, typeGroups } from '../../heap/tables/type-groups.ts'
import { typeRows } from '../../heap/tables/type-rows.ts'

/** Each keeps what was unfolded. */
const keptTrees = 4

/** A graph with its retained sizes. */
export interface WholeHeap {
  readonly heap: Heap
  readonly groups: TypeGroups
  readonly tree: DominatorTree
  readonly retained: Float64Array
  readonly grouped: GroupedNodes
  readonly objects: ObjectsOf
}

/** What several questions about a whole graph have in common: made when first needed, and kept with the document. */
export class HeapViews {
  readonly #whole: WholeHeap
  readonly #typeRows = new Map<HeapGrouping, readonly HeapTypeRow[]>()
  #paths: ShortestPaths | null = null
  /** The last one first. */
  #trees: readonly { readonly key: string; readonly tree: GroupedTree | DominatorObjects }[] = []
  #nodes: { readonly type: number | null; readonly nodes: Uint32Array } | null = null
  #referrers: Referrers | null = null
  #findings: HeapFindings | null = null
  #side: HeapCompareSide | null = null

  constructor(whole: WholeHeap) {
    this.#whole = whole
  }

  findings(): HeapFindings {
    return (this.#findings ??= judgeHeap(new HeapFindingFacts(this.#whole)))
  }

  *objectRows(type: number | null): Generator<HeapObjectRow> {
    for (const node of this.nodesOf(type)) yield objectRow(this.#whole.objects, node)
  }

  /** Objects of a type, or all; the most retained first. */
  nodesOf(type: number | null): Uint32Array {
    const { heap, retained, groups } = this.#whole
    const { graph } = heap
    if (this.#nodes?.type !== type) {
      const isOne = (node: number): boolean => {
        const group = groups.ofType[graph.typeOf[node]!]!
        return type === null ? groups.isPseudo[group] !== true : group === type
      }
      this.#nodes = { type, nodes: nodesByRetained(graph, retained, isOne) }
    }
    return this.#nodes.nodes
  }

  /** What an object references, or what references it. */
  neighbours(
    { node, direction }: { readonly node: number; readonly direction: 'out' | 'in' },
    fromRow: number,
    rowCount: number,
  ): HeapObjectsPage {
    const { heap, objects: of } = this.#whole
    const { graph } = heap
    if (node >= graph.nodeCount) return { rows: [], rowCount: 0 }
    const { edgeStarts, edgeTargets } = graph
    const { starts, sources, edges } =
      direction === 'out' ? { starts: edgeStarts, sources: edgeTargets, edges: null } : this.referrers
    const [first, end] = [starts[node]!, starts[node + 1]!]
    const places = Array.from(
      { length: Math.max(0, Math.min(rowCount, end - first - fromRow)) },
      (_, at) => first + fromRow + at,
    )
    // What an object references stands in the order of the edges.
    const edgeAt = (place: number): number => (edges === null ? place : edges[place]!)
    return { rows: places.map((place) => objectRow(of, sources[place]!, edgeAt(place))), rowCount: end - first }
  }

  treeOf(view: HeapTreeView, type: number | null): GroupedTree | DominatorObjects {
    const { grouped, tree } = this.#whole
    const key = `${view} ${String(type)}`
    if (this.#trees.at(0)?.key !== key) {
      const known = this.#trees.find((one) => one.key === key)
      const made =
        known?.tree ??
        (view === 'dominators'
          ? new DominatorRows(grouped, tree)
          : view === 'dominator-objects'
            ? new DominatorObjects(grouped, tree)
            : new PathRows(grouped, this.paths, type ?? -1))
      this.#trees = [{ key, tree: made }, ...this.#trees.filter((one) => one !== known)].slice(0, keptTrees)
    }
    return this.#trees[0]!.tree
  }

  side(): HeapCompareSide {
    const { heap, grouped } = this.#whole
    const { graph, facts } = heap
    return (this.#side ??= heapSide({ ...grouped, graph, facts, types: this.typesOf('type'), paths: this.paths }))
  }

  typesOf(grouping: HeapGrouping): readonly HeapTypeRow[] {
    const { heap, tree, retained } = this.#whole
    const known = this.#typeRows.get(grouping)
    if (known !== undefined) return known
    const rows = typeRows(heap.graph, tree, retained, typeGroups(heap.graph, grouping))
    this.#typeRows.set(grouping, rows)
    return rows
  }

  /** From the roots to every object. */
  get paths(): ShortestPaths {
    return (this.#paths ??= shortestPaths(this.#whole.heap.graph))
  }

  get referrers(): Referrers {
    return (this.#referrers ??= referrersOf(this.#whole.heap.graph))
  }
}

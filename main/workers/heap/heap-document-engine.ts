import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpThreads } from '../../../shared/model/dump-threads.ts'
import type {
  HeapGrouping,
  HeapObjectPath,
  HeapObjectsPage,
  HeapObjectsQuestion,
  HeapSummary,
  HeapTreeAnswer,
  HeapTreeQuestion,
  HeapTypeRow,
  HeapTypesPage,
  HeapTypesQuestion,
} from '../../../shared/model/heap-document.ts'
import type { HeapCompareQuestion, HeapCompareSide, HeapComparison } from '../../../shared/model/heap-compare.ts'
import type { HeapFindings } from '../../../shared/model/heap-findings.ts'
import { dominatorTree, type DominatorTree } from '../../heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../../heap/dominators/retained-sizes.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { compareHeaps } from '../../heap/compare/compare-heaps.ts'
import { heapSide } from '../../heap/compare/heap-side.ts'
import { HeapFindingFacts } from '../../heap/findings/heap-finding-facts.ts'
import { judgeHeap } from '../../heap/findings/judge-heap.ts'
import { PathRows } from '../../heap/paths/path-rows.ts'
import { pathTo, type ShortestPaths, shortestPaths } from '../../heap/paths/shortest-paths.ts'
import { DominatorRows } from '../../heap/tables/dominator-rows.ts'
import { type GroupedNodes, rootKindsOf } from '../../heap/tables/grouped-rows.ts'
import { heapSummary } from '../../heap/tables/heap-summary.ts'
import { nameMatcher } from '../../heap/tables/name-matcher.ts'
import { nodesByRetained, objectRow, type Referrers, referrersOf } from '../../heap/tables/object-rows.ts'
import { type TypeGroups, typeGroups } from '../../heap/tables/type-groups.ts'
import { orderedTypes, typeRows } from '../../heap/tables/type-rows.ts'
import type { HeapProgress } from './heap-document-protocol.ts'
import { readDumpThreads } from '../dump-reader/read-dump.ts'
import { openHeapFile } from './heap-file.ts'

/** More of one way is not looked at. */
const mostPathNodes = 500

interface Ready {
  readonly heap: Heap
  readonly tree: DominatorTree
  readonly retained: Float64Array
  readonly groups: TypeGroups
  readonly grouped: GroupedNodes
}

/** One opened heap graph; independent of threads. It is read once, when the first question comes. */
export class HeapDocumentEngine {
  readonly #path: string
  readonly #library: string | null
  readonly #onProgress: (progress: HeapProgress) => void
  readonly #closing = new AbortController()
  #ready: Promise<Result<Ready, AppError>> | null = null
  readonly #typeRows = new Map<HeapGrouping, readonly HeapTypeRow[]>()
  #orderedTypes: { readonly key: string; readonly rows: readonly HeapTypeRow[] } | null = null
  #paths: ShortestPaths | null = null
  #pathRows: { readonly type: number; readonly rows: PathRows } | null = null
  #nodes: { readonly type: number | null; readonly nodes: Uint32Array } | null = null
  #referrers: Referrers | null = null
  #findings: HeapFindings | null = null
  #side: HeapCompareSide | null = null

  constructor(path: string, onProgress: (progress: HeapProgress) => void, library: string | null = null) {
    this.#path = path
    this.#library = library
    this.#onProgress = onProgress
  }

  close(): void {
    this.#closing.abort()
  }

  summary(): Promise<Result<HeapSummary, AppError>> {
    return this.#answer(({ heap, tree, groups }) => heapSummary(heap, tree, groups))
  }

  types(question: HeapTypesQuestion, fromRow: number, rowCount: number): Promise<Result<HeapTypesPage, AppError>> {
    return this.#answerResult((ready) => {
      const matches = nameMatcher(question.search)
      if (!matches.ok) return matches
      const all = this.#typesOf(ready, question.grouping)
      const key = JSON.stringify(question)
      if (this.#orderedTypes?.key !== key)
        this.#orderedTypes = { key, rows: orderedTypes(all, question, matches.value) }
      const { rows } = this.#orderedTypes
      return ok({ rows: rows.slice(fromRow, fromRow + rowCount), rowCount: rows.length, allRowCount: all.length })
    })
  }

  tree({ view, type, path }: HeapTreeQuestion): Promise<Result<HeapTreeAnswer, AppError>> {
    return this.#answer(({ grouped, tree, heap }) => {
      if (view === 'dominators') return new DominatorRows(grouped, tree).rows(path)
      const of = type ?? -1
      if (this.#pathRows?.type !== of)
        this.#pathRows = { type: of, rows: new PathRows(grouped, this.#pathsOf(heap), of) }
      return this.#pathRows.rows.rows(path)
    })
  }

  objects(
    question: HeapObjectsQuestion,
    fromRow: number,
    rowCount: number,
  ): Promise<Result<HeapObjectsPage, AppError>> {
    return this.#answer((ready) => {
      const { of } = question
      if (of !== null) return this.#neighbours(ready, of, fromRow, rowCount)
      const { heap, tree, retained, groups } = ready
      const { graph } = heap
      const { type } = question
      if (this.#nodes?.type !== type) {
        const isOne = (node: number): boolean => {
          const group = groups.ofType[graph.typeOf[node]!]!
          return type === null ? groups.isPseudo[group] !== true : group === type
        }
        this.#nodes = { type, nodes: nodesByRetained(graph, retained, isOne) }
      }
      const { nodes } = this.#nodes
      const rows = Array.from(nodes.subarray(fromRow, fromRow + rowCount), (node) =>
        objectRow({ graph, retained, dominatorOf: tree.dominatorOf }, node),
      )
      return { rows, rowCount: nodes.length }
    })
  }

  objectPath(node: number): Promise<Result<HeapObjectPath, AppError>> {
    return this.#answerResult(({ heap: { graph }, heap, tree, retained }) => {
      if (node >= graph.nodeCount) return err({ kind: 'not-found', what: 'object' })
      const of = { graph, retained, dominatorOf: tree.dominatorOf }
      return ok({ rows: pathTo(this.#pathsOf(heap), node, mostPathNodes).map((one) => objectRow(of, one)) })
    })
  }

  findings(): Promise<Result<HeapFindings, AppError>> {
    return this.#answer((ready) => (this.#findings ??= judgeHeap(new HeapFindingFacts(ready))))
  }

  compareSide(): Promise<Result<HeapCompareSide, AppError>> {
    return this.#answer((ready) => this.#sideOf(ready))
  }

  compare(
    against: readonly HeapCompareSide[],
    question: HeapCompareQuestion,
  ): Promise<Result<HeapComparison, AppError>> {
    return this.#answerResult((ready) => {
      const matches = nameMatcher(question.search)
      return matches.ok ? ok(compareHeaps(against, this.#sideOf(ready), question, matches.value)) : matches
    })
  }

  /** Asked of the file anew: a dump without a heap has threads too. */
  threads(): Promise<Result<DumpThreads, AppError>> {
    return readDumpThreads(this.#path, { signal: this.#closing.signal, library: this.#library })
  }

  #neighbours(
    { heap: { graph }, tree, retained }: Ready,
    { node, direction }: { readonly node: number; readonly direction: 'out' | 'in' },
    fromRow: number,
    rowCount: number,
  ): HeapObjectsPage {
    if (node >= graph.nodeCount) return { rows: [], rowCount: 0 }
    const of = { graph, retained, dominatorOf: tree.dominatorOf }
    const { edgeStarts, edgeTargets } = graph
    if (direction === 'out') {
      const [first, end] = [edgeStarts[node]!, edgeStarts[node + 1]!]
      const edges = Array.from(
        { length: Math.max(0, Math.min(rowCount, end - first - fromRow)) },
        (_, at) => first + fromRow + at,
      )
      return { rows: edges.map((edge) => objectRow(of, edgeTargets[edge]!, edge)), rowCount: end - first }
    }
    this.#referrers ??= referrersOf(graph)
    const { starts, sources, edges } = this.#referrers
    const [first, end] = [starts[node]!, starts[node + 1]!]
    const places = Array.from(
      { length: Math.max(0, Math.min(rowCount, end - first - fromRow)) },
      (_, at) => first + fromRow + at,
    )
    return { rows: places.map((place) => objectRow(of, sources[place]!, edges[place])), rowCount: end - first }
  }

  #sideOf(ready: Ready): HeapCompareSide {
    const { heap, grouped } = ready
    const { graph, facts } = heap
    const types = this.#typesOf(ready, 'type')
    return (this.#side ??= heapSide({ ...grouped, graph, facts, types, paths: this.#pathsOf(heap) }))
  }

  #typesOf({ heap, tree, retained }: Ready, grouping: HeapGrouping): readonly HeapTypeRow[] {
    const known = this.#typeRows.get(grouping)
    if (known !== undefined) return known
    const rows = typeRows(heap.graph, tree, retained, typeGroups(heap.graph, grouping))
    this.#typeRows.set(grouping, rows)
    return rows
  }

  #pathsOf({ graph }: Heap): ShortestPaths {
    return (this.#paths ??= shortestPaths(graph))
  }

  #answer<Value>(make: (ready: Ready) => Value): Promise<Result<Value, AppError>> {
    return this.#answerResult((ready) => ok(make(ready)))
  }

  async #answerResult<Value>(make: (ready: Ready) => Result<Value, AppError>): Promise<Result<Value, AppError>> {
    const ready = await (this.#ready ??= this.#read())
    return ready.ok ? make(ready.value) : ready
  }

  async #read(): Promise<Result<Ready, AppError>> {
    let sizes = { readBytes: 0, totalBytes: 0 }
    const opened = await openHeapFile(this.#path, {
      signal: this.#closing.signal,
      library: this.#library,
      onProgress: (readBytes, totalBytes) => {
        sizes = { readBytes, totalBytes }
        this.#onProgress({ phase: 'reading', ...sizes })
      },
    })
    if (!opened.ok) return opened
    this.#onProgress({ phase: 'dominators', ...sizes })
    const { graph } = opened.value
    const tree = dominatorTree(graph)
    const retained = retainedSizes(graph, tree)
    const groups = typeGroups(graph, 'type')
    this.#onProgress({ phase: 'ready', ...sizes })
    const grouped = { graph, groups, retained, rootKinds: rootKindsOf(graph) }
    return ok({ heap: opened.value, tree, retained, groups, grouped })
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpThreads } from '../../../shared/model/dump-threads.ts'
import type {
  HeapExported,
  HeapExportQuestion,
  HeapGrouping,
  HeapObjectFacts,
  HeapObjectsPage,
  HeapObjectsQuestion,
  HeapSummary,
  HeapTreeAnswer,
  HeapTreeMatches,
  HeapTreeQuestion,
  HeapTreeSearch,
  HeapTypeFacts,
  HeapTypeRowSoFar,
  HeapTypesPage,
  HeapTypesQuestion,
  HeapTypesSoFar,
} from '../../../shared/model/heap/heap-document.ts'
import type { HeapCompareQuestion, HeapCompareSide, HeapComparison } from '../../../shared/model/heap/heap-compare.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { ObjectValues } from '../../../shared/model/heap/object-values.ts'
import type { HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import { dominatorSteps, type DominatorTree } from '../../heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../../heap/dominators/retained-sizes.ts'
import type { HeapGraph } from '../../heap/graph/heap-graph.ts'
import { comparedRows, compareHeaps } from '../../heap/compare/compare-heaps.ts'
import { commonWay } from '../../heap/paths/common-way.ts'
import { pathTo } from '../../heap/paths/shortest-paths.ts'
import { heapSummary } from '../../heap/tables/heap-summary.ts'
import { nameMatcher } from '../../heap/tables/name-matcher.ts'
import { objectRow } from '../../heap/tables/object-rows.ts'
import { typeGroups } from '../../heap/tables/type-groups.ts'
import { sampleEstimate } from '../../heap/tables/sample-estimate.ts'
import { rootRows } from '../../heap/tables/root-rows.ts'
import { orderedTypes, typeRowsSoFar } from '../../heap/tables/type-rows.ts'
import { pause } from '../../os/pause.ts'
import { writeWhole, type WrittenFile } from '../write-whole.ts'
import { writeTable } from '../../analysis/exports/table-text.ts'
import { compareCells, compareColumns } from '../../heap/exports/compare-table.ts'
import { treeTable } from '../../heap/exports/tree-table.ts'
import { exportGcDump, exportHeap } from './heap-export.ts'
import type { HeapProgress } from './heap-document-protocol.ts'
import { readDumpThreads, readDumpValues } from '../dump-reader/read-dump.ts'
import { openHeapFile } from './heap-file.ts'
import { HeapViews, type WholeHeap } from './heap-views.ts'

/** Who has just got the summary asks for the types, within this time; nobody waits longer for one who doesn't. */
const tableWithinMs = 3000
/** More of one way is not looked at. */
const mostPathNodes = 500

const mostRetained: HeapTypesQuestion = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true }

type Opened = Pick<WholeHeap, 'heap' | 'groups'>

interface Ready extends WholeHeap {
  readonly views: HeapViews
}

/**
 * One opened heap graph; independent of threads. It is read once, when the first question comes. What needs no retained sizes is answered as soon as
 * the graph is there.
 */
export class HeapDocumentEngine {
  readonly #path: string
  readonly #library: string | null
  readonly #onProgress: (progress: HeapProgress) => void
  readonly #onTypesSoFar: (types: HeapTypesSoFar) => void
  readonly #closing = new AbortController()
  /** The first table of types has been answered, or is of no use any more. */
  readonly #tableFirst = new AbortController()
  #isTableAwaited = false
  #opened: Promise<Result<Opened, AppError>> | null = null
  #computed: Promise<Result<Ready, AppError>> | null = null
  #ready: Ready | null = null
  #progress: HeapProgress = { phase: 'reading', readBytes: 0, totalBytes: 0, objectCount: 0 }
  readonly #typeRowsSoFar = new Map<HeapGrouping, readonly HeapTypeRowSoFar[]>()
  #orderedTypes: { readonly key: string; readonly rows: readonly HeapTypeRowSoFar[] } | null = null

  constructor(
    path: string,
    onProgress: (progress: HeapProgress) => void,
    library: string | null = null,
    onTypesSoFar: (types: HeapTypesSoFar) => void = () => undefined,
  ) {
    this.#path = path
    this.#library = library
    this.#onTypesSoFar = onTypesSoFar
    this.#onProgress = onProgress
  }

  close(): void {
    this.#closing.abort()
    this.#tableFirst.abort()
  }

  summary(isWhole: boolean): Promise<Result<HeapSummary, AppError>> {
    if (isWhole) return this.#answer(({ heap, tree, groups }) => heapSummary(heap, tree, groups))
    this.#isTableAwaited = true
    return this.#answerEarly(({ heap, groups }) => ok(heapSummary(heap, this.#ready?.tree ?? null, groups)))
  }

  types(question: HeapTypesQuestion, fromRow: number, rowCount: number): Promise<Result<HeapTypesPage, AppError>> {
    return this.#answerEarly((opened) => {
      const matches = nameMatcher(question.search)
      if (!matches.ok) return matches
      const ready = this.#ready
      const all = ready === null ? this.#typesSoFar(opened, question.grouping) : ready.views.typesOf(question.grouping)
      const key = `${String(ready !== null)} ${JSON.stringify(question)}`
      if (this.#orderedTypes?.key !== key)
        this.#orderedTypes = { key, rows: orderedTypes(all, question, matches.value) }
      const { rows } = this.#orderedTypes
      this.#tableFirst.abort()
      return ok({ rows: rows.slice(fromRow, fromRow + rowCount), rowCount: rows.length, allRowCount: all.length })
    })
  }

  type(group: number, wantsWay: boolean): Promise<Result<HeapTypeFacts, AppError>> {
    return this.#answerEarly((opened) => {
      const ready = this.#ready
      const all = ready === null ? this.#typesSoFar(opened, 'type') : ready.views.typesOf('type')
      const row = all.find((one) => one.group === group)
      if (row === undefined) return err({ kind: 'not-found', what: 'type' })
      const way = ready === null || !wantsWay ? null : commonWay(ready.views.treeOf('paths', group))
      return ok({ row, way, estimate: sampleEstimate(opened.heap, opened.groups, group) })
    })
  }

  tree({ view, type, path, fromRow }: HeapTreeQuestion): Promise<Result<HeapTreeAnswer, AppError>> {
    return this.#answer(({ views }) => views.treeOf(view, type).rows(path, fromRow))
  }

  findInTree({ view, type, search }: HeapTreeSearch): Promise<Result<HeapTreeMatches, AppError>> {
    return this.#answerResult(({ views }) => {
      const matches = nameMatcher(search)
      return matches.ok ? ok(views.treeOf(view, type).find(matches.value)) : matches
    })
  }

  objects(
    question: HeapObjectsQuestion,
    fromRow: number,
    rowCount: number,
  ): Promise<Result<HeapObjectsPage, AppError>> {
    return this.#answer(({ views, objects }) => {
      const { of } = question
      if (of !== null) return views.neighbours(of, fromRow, rowCount)
      const nodes = views.nodesOf(question.type)
      const rows = Array.from(nodes.subarray(fromRow, fromRow + rowCount), (node) => objectRow(objects, node))
      return { rows, rowCount: nodes.length }
    })
  }

  object(node: number): Promise<Result<HeapObjectFacts, AppError>> {
    return this.#answerResult(({ heap: { graph }, objects, groups, views }) => {
      if (node >= graph.nodeCount) return err({ kind: 'not-found', what: 'object' })
      const { starts } = views.referrers
      return ok({
        object: objectRow(objects, node),
        module: groups.modules[groups.ofType[graph.typeOf[node]!]!]!,
        inCount: starts[node + 1]! - starts[node]!,
        outCount: graph.edgeStarts[node + 1]! - graph.edgeStarts[node]!,
        path: pathTo(views.paths, node, mostPathNodes).map((one) => objectRow(objects, one)),
      })
    })
  }

  findings(): Promise<Result<HeapFindings, AppError>> {
    return this.#answer(({ views }) => views.findings())
  }

  compareSide(): Promise<Result<HeapCompareSide, AppError>> {
    return this.#answer(({ views }) => views.side())
  }

  compare(
    against: readonly HeapCompareSide[],
    question: HeapCompareQuestion,
  ): Promise<Result<HeapComparison, AppError>> {
    return this.#answerResult(({ views }) => {
      const matches = nameMatcher(question.search)
      return matches.ok ? ok(compareHeaps(against, views.side(), question, matches.value)) : matches
    })
  }

  exportCompare(
    against: readonly HeapCompareSide[],
    question: HeapCompareQuestion,
    format: TableFormat,
    target: string,
  ): Promise<Result<WrittenFile, AppError>> {
    return this.#answerResult(({ views }) => {
      const matches = nameMatcher(question.search)
      if (!matches.ok) return matches
      const { heaps, rows } = comparedRows(against, views.side(), question, matches.value)
      return writeWhole(
        { path: target, source: this.#path },
        (write) => writeTable(compareColumns(heaps.length), rows.map(compareCells), format, write),
        () => this.#giveSign(),
      )
    })
  }

  export(question: HeapExportQuestion, target: string): Promise<Result<HeapExported, AppError>> {
    // The format knows nothing of retained sizes.
    if (question.kind === 'gcdump')
      return this.#answerEarly(({ heap }) =>
        exportGcDump({ path: target, source: this.#path }, heap, () => this.#giveSign()),
      )
    return this.#answerResult((ready) => {
      const matches = nameMatcher(question.types.search)
      if (!matches.ok) return matches
      const { heap, tree, groups, views } = ready
      return exportHeap(
        question,
        { path: target, source: this.#path },
        {
          ...ready,
          types: () => orderedTypes(views.typesOf(question.types.grouping), question.types, matches.value),
          objects: () => views.objectRows(question.type),
          treeRows: (view) =>
            treeTable((path, fromRow) => views.treeOf(view, question.type).rows(path, fromRow), heap.facts.objectBytes),
          report: () => ({
            summary: heapSummary(heap, tree, groups),
            types: orderedTypes(views.typesOf('type'), mostRetained, () => true),
            roots: rootRows(heap.graph),
            findings: views.findings(),
            dominators: (path) => views.treeOf('dominators', null).rows(path),
          }),
        },
        () => this.#giveSign(),
      )
    })
  }

  /** Asked of the file anew: a dump without a heap has threads too. */
  threads(): Promise<Result<DumpThreads, AppError>> {
    return readDumpThreads(this.#path, { signal: this.#closing.signal, library: this.#library })
  }

  /** Of an object in a dump; asked of the file anew. */
  async values(node: number): Promise<Result<ObjectValues, AppError>> {
    const opened = await this.#graph()
    if (!opened.ok) return opened
    const { graph, facts } = opened.value.heap
    const address = facts.source === 'dump' ? (graph.addresses[node] ?? 0n) : 0n
    if (address === 0n) return err({ kind: 'not-found', what: 'object' })
    return readDumpValues(this.#path, address, { signal: this.#closing.signal, library: this.#library })
  }

  #typesSoFar({ heap: { graph } }: Opened, grouping: HeapGrouping): readonly HeapTypeRowSoFar[] {
    const known = this.#typeRowsSoFar.get(grouping)
    if (known !== undefined) return known
    const rows = typeRowsSoFar(graph, typeGroups(graph, grouping))
    this.#typeRowsSoFar.set(grouping, rows)
    return rows
  }

  #answer<Value>(make: (ready: Ready) => Value): Promise<Result<Value, AppError>> {
    return this.#answerResult((ready) => ok(make(ready)))
  }

  async #answerResult<Value>(make: (ready: Ready) => Result<Value, AppError>): Promise<Result<Value, AppError>> {
    const ready = await this.#whole()
    return ready.ok ? make(ready.value) : ready
  }

  /** Before retained sizes are known too. */
  async #answerEarly<Value>(make: (opened: Opened) => Result<Value, AppError>): Promise<Result<Value, AppError>> {
    void this.#whole()
    const opened = await this.#graph()
    return opened.ok ? make(opened.value) : opened
  }

  #graph(): Promise<Result<Opened, AppError>> {
    return (this.#opened ??= this.#read())
  }

  #whole(): Promise<Result<Ready, AppError>> {
    return (this.#computed ??= this.#compute())
  }

  /** The host must see that the thread works, also where nothing but time passes. */
  #giveSign(changed: Partial<HeapProgress> = {}): void {
    this.#progress = { ...this.#progress, ...changed }
    this.#onProgress(this.#progress)
  }

  async #read(): Promise<Result<Opened, AppError>> {
    const opened = await openHeapFile(this.#path, {
      signal: this.#closing.signal,
      library: this.#library,
      onTypes: this.#onTypesSoFar,
      onProgress: (readBytes, totalBytes, objectCount) => {
        this.#giveSign({ phase: 'reading', readBytes, totalBytes, objectCount })
      },
    })
    return opened.ok ? ok({ heap: opened.value, groups: typeGroups(opened.value.graph, 'type') }) : opened
  }

  async #compute(): Promise<Result<Ready, AppError>> {
    const opened = await this.#graph()
    if (!opened.ok) return opened
    const { heap, groups } = opened.value
    const { graph } = heap
    // A step of the dominators takes seconds of a large heap, and what is asked meanwhile waits for its end.
    if (this.#isTableAwaited) await pause(tableWithinMs, this.#tableFirst.signal)
    const tree = await this.#dominators(graph)
    if (tree === null) return err({ kind: 'cancelled' })
    const retained = retainedSizes(graph, tree)
    const grouped = { graph, groups, retained }
    const objects = { graph, retained, dominatorOf: tree.dominatorOf }
    const whole = { heap, tree, retained, groups, grouped, objects }
    this.#ready = { ...whole, views: new HeapViews(whole) }
    this.#typeRowsSoFar.clear()
    this.#giveSign({ phase: 'ready' })
    return ok(this.#ready)
  }

  /** Between its steps what can be answered is. Null: closed. */
  async #dominators(graph: HeapGraph): Promise<DominatorTree | null> {
    const steps = dominatorSteps(graph)
    for (;;) {
      this.#giveSign({ phase: 'dominators' })
      await nextTurn()
      if (this.#closing.signal.aborted) return null
      const step = steps.next()
      if (step.done === true) return step.value
    }
  }
}

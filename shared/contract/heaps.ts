import * as v from 'valibot'
import {
  heapCompareColumns,
  heapCompareMeasures,
  heapCompareStates,
  type HeapComparison,
  mostOpenHeaps,
} from '../model/heap/heap-compare.ts'
import type { ObjectValues } from '../model/heap/object-values.ts'
import type { HeapFindings } from '../model/heap/heap-findings.ts'
import type { DumpThreads } from '../model/dump-threads.ts'
import {
  type HeapExported,
  type HeapObjectFacts,
  type HeapObjectsPage,
  type HeapSummary,
  type HeapTreeAnswer,
  type HeapTreeMatches,
  type HeapTypeFacts,
  type HeapTypesPage,
  type HeapTypesSoFar,
  heapExportKinds,
  heapGroupings,
  heapTreeViews,
  heapTypeColumns,
} from '../model/heap/heap-document.ts'
import { tableFormats } from '../model/table-formats.ts'
import { heapBuffersMB, type HeapPlan } from '../model/heap/heap-plan.ts'
import { defineChannel } from './channel.ts'

const documentId = v.pipe(v.string(), v.maxLength(40))
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
/** Beside the one that is asked. */
const mostCompared = mostOpenHeaps - 1
const fromRow = index
const rowCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))
/** A chain of objects may be unfolded for long. */
const path = v.pipe(v.array(index), v.maxLength(2000))

const typesQuestion = v.strictObject({
  grouping: v.picklist(heapGroupings),
  search: v.pipe(v.string(), v.maxLength(500)),
  sortBy: v.picklist(heapTypeColumns),
  isDescending: v.boolean(),
})

const compareQuestion = v.strictObject({
  measure: v.picklist(heapCompareMeasures),
  search: v.pipe(v.string(), v.maxLength(500)),
  show: v.picklist(heapCompareStates),
  sortBy: v.picklist(heapCompareColumns),
  isDescending: v.boolean(),
  isReversed: v.boolean(),
})

export const heapsChannels = {
  /** Begins a capture as a job, or names the one that runs already. What the target is spared is main's to decide. */
  'heaps.capture': defineChannel(
    v.strictObject({
      processKey: v.pipe(v.string(), v.maxLength(200)),
      /** Begins later; until then nothing reaches the target. */
      afterMinutes: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(24 * 60))),
      /** In the process; for .NET 10 and older. */
      bufferMB: v.optional(v.picklist(heapBuffersMB)),
      /** File of a heap of the same process that the page compares the result with. */
      compareWith: v.optional(v.pipe(v.string(), v.maxLength(4096))),
    }),
  )<{
    readonly jobId: string
  }>(),
  /** What a capture will cost. */
  'heaps.plan': defineChannel(v.strictObject({ processKey: v.pipe(v.string(), v.maxLength(200)) }))<HeapPlan>(),
  /** Opens a heap graph and begins to read it; asks for one when `path` is null. Null: the dialog was closed. */
  'heaps.open': defineChannel(v.strictObject({ path: v.nullable(v.pipe(v.string(), v.maxLength(4096))) }))<{
    readonly documentId: string
    readonly path: string
    readonly name: string
    readonly sizeBytes: number
  } | null>(),
  /** Opens a dump with a debugging library that the person chooses in a dialog. Null: the dialog was closed. */
  'heaps.openWithLibrary': defineChannel(v.strictObject({ path: v.pipe(v.string(), v.maxLength(4096)) }))<{
    readonly documentId: string
    readonly path: string
    readonly name: string
    readonly sizeBytes: number
  } | null>(),
  'heaps.progress': defineChannel(v.strictObject({ documentId }))<{
    readonly phase: 'reading' | 'dominators' | 'ready'
    readonly readBytes: number
    readonly totalBytes: number
    readonly objectCount: number
    /** While a graph that takes long is read: what is in its part. */
    readonly typesSoFar: HeapTypesSoFar | null
  }>(),
  /** As soon as the graph is read; with `isWhole` when retained sizes are known too. */
  'heaps.summary': defineChannel(v.strictObject({ documentId, isWhole: v.boolean() }))<HeapSummary>(),
  'heaps.types': defineChannel(
    v.strictObject({
      documentId,
      question: typesQuestion,
      fromRow,
      rowCount,
    }),
  )<HeapTypesPage>(),
  /** One type of the list, and on request the way from the roots that most of its objects have. */
  'heaps.type': defineChannel(v.strictObject({ documentId, type: index, wantsWay: v.boolean() }))<HeapTypeFacts>(),
  /** Rows below a row of the tree of dominators, or on the ways from the roots to a type. */
  'heaps.tree': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({ view: v.picklist(heapTreeViews), type: v.nullable(index), path, fromRow }),
    }),
  )<HeapTreeAnswer>(),
  /** Where in the whole tree rows match. */
  'heaps.findInTree': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({
        view: v.picklist(heapTreeViews),
        type: v.nullable(index),
        search: v.pipe(v.string(), v.maxLength(500)),
      }),
    }),
  )<HeapTreeMatches>(),
  /** Objects of a type, or what an object refers to and what refers to it. */
  'heaps.objects': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({
        type: v.nullable(index),
        of: v.nullable(v.strictObject({ node: index, direction: v.picklist(['out', 'in']) })),
      }),
      fromRow,
      rowCount,
    }),
  )<HeapObjectsPage>(),
  'heaps.object': defineChannel(v.strictObject({ documentId, node: index }))<HeapObjectFacts>(),
  /** Of an object in a dump: its text, elements or fields. */
  'heaps.values': defineChannel(v.strictObject({ documentId, node: index }))<ObjectValues>(),
  /** Of a dump: its threads with stacks, and exceptions. Dumps without a heap have them too. */
  'heaps.threads': defineChannel(v.strictObject({ documentId }))<DumpThreads>(),
  /** What the checks find, with evidence. */
  'heaps.findings': defineChannel(v.strictObject({ documentId }))<HeapFindings>(),
  /** This heap beside others that are open. */
  'heaps.compare': defineChannel(
    v.strictObject({
      documentId,
      against: v.pipe(v.array(documentId), v.minLength(1), v.maxLength(mostCompared)),
      question: compareQuestion,
    }),
  )<HeapComparison>(),
  /** The same with all of its rows in a file, which main asks for; null when the dialog was closed. */
  'heaps.exportCompare': defineChannel(
    v.strictObject({
      documentId,
      against: v.pipe(v.array(documentId), v.minLength(1), v.maxLength(mostCompared)),
      question: compareQuestion,
      format: v.picklist(tableFormats),
    }),
  )<{
    readonly path: string
    readonly sizeBytes: number
  } | null>(),
  /** Asks for the file to write; null when the dialog was closed. */
  'heaps.export': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({ kind: v.picklist(heapExportKinds), types: typesQuestion, type: v.nullable(index) }),
    }),
  )<HeapExported | null>(),
  'heaps.close': defineChannel(v.strictObject({ documentId }))<null>(),
}

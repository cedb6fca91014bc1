import * as v from 'valibot'
import { traceExportKinds, type SymbolsOutcome, type TraceSummary } from '../model/trace/trace.ts'
import { comparedKinds, comparePaces, type TraceCompareEvents } from '../model/trace/trace-compare-events.ts'
import {
  compareMeasures,
  compareUnits,
  type TraceCompareFlame,
  type TraceComparison,
} from '../model/trace/trace-compare.ts'
import type { TraceWaterfall } from '../model/trace/trace-waterfall.ts'
import type { TraceFindings } from '../model/trace/trace-findings.ts'
import type { TraceEventDetails, TraceEventMatches, TraceEventWords } from '../model/trace/trace-events.ts'
import type { TraceFrameFacts } from '../model/trace/trace-frame-facts.ts'
import type { TraceSource } from '../model/trace/trace-source.ts'
import type { TraceFlame } from '../model/trace/trace-flame.ts'
import type { TraceStackChart } from '../model/trace/trace-stack-chart.ts'
import { type TraceTimeline, traceThreadOrders } from '../model/trace/trace-timeline.ts'
import { tableFormats } from '../model/table-formats.ts'
import {
  mostFieldColumns,
  type TraceTableName,
  traceTableNames,
  type TraceTablePage,
} from '../model/trace/trace-tables.ts'
import type { TraceOverview } from '../model/trace/trace-overview.ts'
import { traceTreeViews, type TraceTreeAnswer } from '../model/trace/trace-tree.ts'
import {
  maxExpressionChars,
  maxExpressions,
  redactionRules,
  type SavedPart,
  type TrimPreview,
  type TrimProgress,
} from '../model/trace/trace-trim.ts'
import { isExpression } from '../filter/is-expression.ts'
import { ownCodeRulesSchema } from '../model/own-code-schema.ts'
import type { RecordingMark } from '../model/recording.ts'
import { defineChannel } from './channel.ts'
import { type SavedView, savedViewSchema } from './saved-view.ts'
import { traceFrame, traceRange, traceSelection, traceThreads } from './trace-selection.ts'

const documentId = v.pipe(v.string(), v.maxLength(100))

/** Rows of one answer; a page asks for what it can show. */
const maxPageRows = 500

const tableQuestion = v.strictObject({
  selection: traceSelection,
  table: v.picklist(traceTableNames as [TraceTableName, ...TraceTableName[]]),
  sortBy: v.nullable(v.pipe(v.string(), v.maxLength(220))),
  isDescending: v.boolean(),
  search: v.pipe(v.string(), v.maxLength(500)),
  fields: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(mostFieldColumns), v.readonly()),
  ),
  isRevealed: v.optional(v.boolean()),
})

const eventQuestion = v.strictObject({ ...tableQuestion.entries, table: v.literal('events') })

/** Deeper ones are not unfolded by hand. */
const maxPathSteps = 20_000

const functionPath = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  v.maxLength(maxPathSteps),
  v.readonly(),
)

const flameQuestion = v.strictObject({
  selection: traceSelection,
  stretch: v.strictObject({
    path: functionPath,
    from: v.pipe(v.number(), v.finite()),
    to: v.pipe(v.number(), v.finite()),
  }),
  widthPx: v.pipe(v.number(), v.minValue(1), v.maxValue(20_000)),
  search: v.pipe(v.string(), v.maxLength(500)),
})

const stackChartQuestion = v.strictObject({
  selection: traceSelection,
  thread: v.nullable(v.pipe(v.number(), v.integer())),
  from: v.pipe(v.number(), v.finite()),
  to: v.nullable(v.pipe(v.number(), v.finite())),
  widthPx: v.pipe(v.number(), v.minValue(1), v.maxValue(20_000)),
})

/** What a screen can show. */
const maxBins = 2000
const maxThreadRows = 100

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const timelineQuestion = v.strictObject({
  selection: traceSelection,
  range: v.nullable(traceRange),
  binCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxBins)),
  threads: v.strictObject({
    order: v.picklist(traceThreadOrders),
    search: v.pipe(v.string(), v.maxLength(500)),
    pinned: traceThreads,
    offset: count,
    count: v.pipe(count, v.maxValue(maxThreadRows)),
  }),
})

const treeQuestion = v.strictObject({
  selection: traceSelection,
  view: v.picklist(traceTreeViews),
  frame: v.nullable(traceFrame),
  path: functionPath,
})

const trimOrder = v.strictObject({
  documentId,
  selection: v.strictObject({
    range: v.nullable(traceRange),
    threads: v.nullable(traceThreads),
    providers: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.maxLength(10_000), v.readonly())),
  }),
  redaction: v.nullable(
    v.strictObject({
      rules: v.pipe(v.array(v.picklist(redactionRules)), v.maxLength(redactionRules.length), v.readonly()),
      expressions: v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(maxExpressionChars), v.check(isExpression))),
        v.maxLength(maxExpressions),
        v.readonly(),
      ),
    }),
  ),
})

/** Trace files. A document lives in a worker of its own from `traces.open` to `traces.close`, or as long as its page. */
export const tracesChannels = {
  /**
   * Opens a file and begins to read it; asks for one when `path` is null. Null: the dialog was closed. `asTrace`: a recording with nothing but a heap
   * walk in it is a trace as well.
   */
  'traces.open': defineChannel(
    v.strictObject({ path: v.nullable(v.pipe(v.string(), v.maxLength(4096))), asTrace: v.optional(v.boolean()) }),
  )<{
    readonly documentId: string
    readonly path: string
    readonly name: string
    readonly sizeBytes: number
    /** By its content: of a heap graph, also of a recording with nothing else, the document is one of `heaps`. */
    readonly holds: 'trace' | 'heap' | 'case'
    /** What it was recorded for; null: by others, or for a question of somebody's own. */
    readonly presetId: string | null
  } | null>(),
  'traces.progress': defineChannel(v.strictObject({ documentId }))<{
    readonly readBytes: number
    readonly totalBytes: number
    /** Grows whenever answers may be others than before. */
    readonly revision: number
    /** The file is being written. */
    readonly isGrowing: boolean
    /** It is all there, and being read: `readBytes` of `totalBytes`. */
    readonly isReading: boolean
    /** So much of it is read with exceptions, allocations, locks and waits, which come in a second pass of a large file. */
    readonly detailBytes: number
    /** What was asked about it is not all answered. */
    readonly isAnswering: boolean
    /** The job that writes it. */
    readonly jobId: string | null
    /** Time of the newest event, ms since the sync point. */
    readonly lastMs: number
  }>(),
  /**
   * Resolves when the events of the file are read, with `isWhole` when every table is counted too; a file that is no trace is refused here, with the
   * place and what was found.
   */
  'traces.summary': defineChannel(v.strictObject({ documentId, isWhole: v.boolean() }))<TraceSummary>(),
  /**
   * For a recording that a crash of ours cut off: fetches its symbols from the process, if that still runs, and reads the file anew. `fetched`:
   * the next summary has them.
   */
  'traces.fetchSymbols': defineChannel(v.strictObject({ documentId }))<SymbolsOutcome>(),
  /** Marks that were set while it was recorded; none for a file that lies alone. */
  'traces.marks': defineChannel(v.strictObject({ documentId }))<readonly RecordingMark[]>(),
  /** Views of the recording that were saved beside it. */
  'traces.views': defineChannel(v.strictObject({ documentId }))<readonly SavedView[]>(),
  /** One of the same name is replaced. */
  'traces.saveView': defineChannel(v.strictObject({ documentId, view: savedViewSchema }))<null>(),
  'traces.deleteView': defineChannel(v.strictObject({ documentId, name: v.pipe(v.string(), v.maxLength(80)) }))<null>(),
  /** Some rows of a table; the worker keeps the order between questions. */
  'traces.table': defineChannel(
    v.strictObject({
      documentId,
      question: tableQuestion,
      fromRow: v.pipe(v.number(), v.integer(), v.minValue(0)),
      rowCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPageRows)),
    }),
  )<TraceTablePage>(),
  /** The answer in one screen, of a selection. */
  'traces.overview': defineChannel(v.strictObject({ documentId, selection: traceSelection }))<TraceOverview>(),
  /** Methods of this document (B) beside those of another, or of another part of this one (A). */
  'traces.compare': defineChannel(
    v.strictObject({
      documentId,
      against: v.strictObject({ documentId, selection: traceSelection }),
      question: v.strictObject({
        selection: traceSelection,
        unit: v.picklist(compareUnits),
        measure: v.picklist(compareMeasures),
        search: v.pipe(v.string(), v.maxLength(500)),
      }),
    }),
  )<TraceComparison>(),
  /** Stacks of this document (B) over those of another, or of another part of this one (A). */
  'traces.compareFlame': defineChannel(
    v.strictObject({
      documentId,
      against: v.strictObject({ documentId, selection: traceSelection }),
      selection: traceSelection,
    }),
  )<TraceCompareFlame>(),
  /** Events of one kind by name, of this document (B) beside those of another, or of another part of this one (A). */
  'traces.compareEvents': defineChannel(
    v.strictObject({
      documentId,
      against: v.strictObject({ documentId, selection: traceSelection }),
      question: v.strictObject({
        selection: traceSelection,
        kind: v.picklist(comparedKinds),
        pace: v.picklist(comparePaces),
        search: v.pipe(v.string(), v.maxLength(500)),
      }),
    }),
  )<TraceCompareEvents>(),
  /** What a filter of events can name. */
  'traces.eventWords': defineChannel(v.strictObject({ documentId }))<TraceEventWords>(),
  /** What a filter of events finds, over time and by type. */
  'traces.eventMatches': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({
        question: eventQuestion,
        binCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4000)),
      }),
    }),
  )<TraceEventMatches>(),
  /** One event with its fields and its stack. */
  'traces.event': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({
        question: eventQuestion,
        at: v.union([
          v.strictObject({ place: count }),
          v.strictObject({ eventIndex: count, step: v.pipe(v.number(), v.safeInteger()) }),
        ]),
      }),
    }),
  )<TraceEventDetails>(),
  /** How many events that a filter finds lie between two of them in order of time; null: it doesn’t find both. */
  'traces.eventsBetween': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({ question: eventQuestion, from: count, to: count }),
    }),
  )<number | null>(),
  /** What is known of one function under a selection. */
  'traces.frame': defineChannel(
    v.strictObject({ documentId, question: v.strictObject({ selection: traceSelection, frame: traceFrame }) }),
  )<TraceFrameFacts>(),
  /** Where its code stands: read from PDB files on this machine that are of the build that ran. */
  'traces.source': defineChannel(
    v.strictObject({ documentId, question: v.strictObject({ selection: traceSelection, frame: traceFrame }) }),
  )<TraceSource>(),
  /** The boxes of a flame graph that can be seen. */
  'traces.flame': defineChannel(v.strictObject({ documentId, question: flameQuestion }))<TraceFlame>(),
  /** Stacks of one thread in order of time. */
  'traces.stackChart': defineChannel(v.strictObject({ documentId, question: stackChartQuestion }))<TraceStackChart>(),
  /** Threads and tracks over a stretch of time. */
  'traces.timeline': defineChannel(v.strictObject({ documentId, question: timelineQuestion }))<TraceTimeline>(),
  /** The time of one request, part by part. */
  'traces.waterfall': defineChannel(
    v.strictObject({
      documentId,
      question: v.strictObject({
        row: v.pipe(v.number(), v.integer(), v.minValue(0)),
        ownCode: v.optional(ownCodeRulesSchema),
      }),
    }),
  )<TraceWaterfall>(),
  /** What is under one row of a tree of stacks. */
  'traces.tree': defineChannel(v.strictObject({ documentId, question: treeQuestion }))<TraceTreeAnswer>(),
  /** What the checks find in the time and on the threads of a selection. */
  'traces.findings': defineChannel(v.strictObject({ documentId, selection: traceSelection }))<TraceFindings>(),
  /** The table as tab-separated text to the clipboard, at most ten thousand rows; the reply is how many there were. */
  'traces.copyTable': defineChannel(v.strictObject({ documentId, question: tableQuestion }))<number>(),
  /** The table, sorted and searched as asked; null when the dialog was closed. */
  'traces.exportTable': defineChannel(
    v.strictObject({ documentId, question: tableQuestion, format: v.picklist(tableFormats) }),
  )<{
    readonly path: string
    readonly sizeBytes: number
  } | null>(),
  /** Asks for the file to write; null when the dialog was closed. */
  'traces.export': defineChannel(
    v.strictObject({ documentId, kind: v.picklist(traceExportKinds), selection: traceSelection }),
  )<{
    readonly path: string
    readonly sizeBytes: number
  } | null>(),
  /** Everything before the damage as a valid file, read again before it counts; null when the dialog was closed. */
  'traces.repair': defineChannel(v.strictObject({ documentId }))<{
    readonly path: string
    readonly sizeBytes: number
    readonly eventCount: number
  } | null>(),
  /** What `traces.trim` would save and mask; an older count of the document is cancelled. */
  'traces.trimCounts': defineChannel(trimOrder)<TrimPreview>(),
  /**
   * The selected part as a file, read again before it counts; null when the dialog was closed. `cancelled` after `traces.stopTrim`, which
   * removes what was written.
   */
  'traces.trim': defineChannel(trimOrder)<SavedPart | null>(),
  'traces.trimProgress': defineChannel(v.strictObject({ documentId }))<TrimProgress | null>(),
  'traces.stopTrim': defineChannel(v.strictObject({ documentId }))<null>(),
  /** Ends the reading, too. */
  'traces.close': defineChannel(v.strictObject({ documentId }))<null>(),
}

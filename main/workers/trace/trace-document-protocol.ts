import type { SavedPart, TrimPreview, TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import type { TraceExportKind, TraceSummary } from '../../../shared/model/trace/trace.ts'
import type {
  TraceEventAt,
  TraceEventDetails,
  TraceEventMatches,
  TraceEventMatchesQuestion,
  TraceEventsBetweenQuestion,
  TraceEventWords,
} from '../../../shared/model/trace/trace-events.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type {
  CompareSide,
  CompareStacks,
  TraceCompareFlame,
  TraceCompareQuestion,
  TraceComparison,
} from '../../../shared/model/trace/trace-compare.ts'
import type {
  ComparedKind,
  CompareEventsQuestion,
  CompareEventsSide,
  TraceCompareEvents,
} from '../../../shared/model/trace/trace-compare-events.ts'
import type { CompiledCode } from './start/compiled-code.ts'
import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceFrameFacts, TraceFrameQuestion } from '../../../shared/model/trace/trace-frame-facts.ts'
import type { TraceFlame, TraceFlameQuestion } from '../../../shared/model/trace/trace-flame.ts'
import type { TraceStackChart, TraceStackChartQuestion } from '../../../shared/model/trace/trace-stack-chart.ts'
import type { TraceTimeline, TraceTimelineQuestion } from '../../../shared/model/trace/trace-timeline.ts'
import type { TraceTablePage, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import type { TraceOverview } from '../../../shared/model/trace/trace-overview.ts'
import type { TraceTreeAnswer, TraceTreeQuestion } from '../../../shared/model/trace/trace-tree.ts'
import type { CodeOrigin } from '../../analysis/stacks/frames/il-places.ts'
import type { TrimOrder } from '../../analysis/trim/trim-trace.ts'
import type { WrittenTrace } from '../recorder/written-trace.ts'
import type { TraceWaterfall, TraceWaterfallQuestion } from '../../../shared/model/trace/trace-waterfall.ts'

/** What a thread reads: one file in its life. */
export interface TraceDocumentData {
  readonly path: string
  /** The file is being written: it is read further whenever it has grown, until `finish`. */
  readonly isGrowing?: boolean
  /** Bytes that are read before the first answers; of a large file a person sees the beginning while the rest is read. Left out: all. */
  readonly firstBytes?: number | undefined
  /**
   * Payloads that no flame graph needs are read in a second pass from here on. Without `firstBytes` only the summary and flame graphs are answered
   * before it. Left out: there is one pass.
   */
  readonly laterFromBytes?: number | undefined
}

/** Questions by name, with what they ask and what they get. */
export interface TraceQueries {
  /** `isWhole`: once every table is counted. */
  readonly summary: { readonly asks: { isWhole: boolean }; readonly gets: TraceSummary }
  readonly export: {
    readonly asks: { kind: TraceExportKind; selection: TraceSelection; path: string }
    readonly gets: { readonly path: string; readonly sizeBytes: number }
  }
  readonly table: {
    readonly asks: { question: TraceTableQuestion; fromRow: number; rowCount: number }
    readonly gets: TraceTablePage
  }
  readonly findings: { readonly asks: { selection: TraceSelection }; readonly gets: TraceFindings }
  readonly overview: { readonly asks: { selection: TraceSelection }; readonly gets: TraceOverview }
  readonly 'compare-side': { readonly asks: { selection: TraceSelection }; readonly gets: CompareSide }
  readonly compare: {
    readonly asks: { against: CompareSide; question: TraceCompareQuestion }
    readonly gets: TraceComparison
  }
  readonly 'compare-stacks': { readonly asks: { selection: TraceSelection }; readonly gets: CompareStacks }
  readonly 'compare-flame': {
    readonly asks: { against: CompareStacks; selection: TraceSelection }
    readonly gets: TraceCompareFlame
  }
  readonly 'compare-events-side': {
    readonly asks: { kind: ComparedKind; selection: TraceSelection }
    readonly gets: CompareEventsSide
  }
  readonly 'compare-events': {
    readonly asks: { against: CompareEventsSide; question: CompareEventsQuestion }
    readonly gets: TraceCompareEvents
  }
  readonly 'event-words': { readonly asks: null; readonly gets: TraceEventWords }
  readonly 'event-matches': { readonly asks: TraceEventMatchesQuestion; readonly gets: TraceEventMatches }
  readonly event: {
    readonly asks: { question: TraceTableQuestion; at: TraceEventAt }
    readonly gets: TraceEventDetails
  }
  readonly 'events-between': { readonly asks: TraceEventsBetweenQuestion; readonly gets: number | null }
  readonly frame: { readonly asks: TraceFrameQuestion; readonly gets: TraceFrameFacts }
  readonly 'code-origin': { readonly asks: TraceFrameQuestion; readonly gets: CodeOrigin }
  readonly flame: { readonly asks: TraceFlameQuestion; readonly gets: TraceFlame }
  readonly 'stack-chart': { readonly asks: TraceStackChartQuestion; readonly gets: TraceStackChart }
  readonly timeline: { readonly asks: TraceTimelineQuestion; readonly gets: TraceTimeline }
  readonly waterfall: { readonly asks: TraceWaterfallQuestion; readonly gets: TraceWaterfall }
  readonly tree: { readonly asks: TraceTreeQuestion; readonly gets: TraceTreeAnswer }
  /** Tab-separated, with a line of headings; the first rows of a long table. */
  readonly 'table-text': {
    readonly asks: { question: TraceTableQuestion; maxRows: number }
    readonly gets: { readonly text: string; readonly rowCount: number }
  }
  readonly 'table-export': {
    readonly asks: { question: TraceTableQuestion; format: TableFormat; path: string }
    readonly gets: { readonly path: string; readonly sizeBytes: number }
  }
  readonly repair: { readonly asks: { path: string }; readonly gets: WrittenTrace }
}

/** What is asked of a thread that has no file yet. */
export interface TraceLooks {
  /** Whether a file holds a heap walk and nothing else. */
  readonly 'only-heap-walk': { readonly asks: { path: string }; readonly gets: boolean }
}

/** What reads the file once more from start to end and can be given up meanwhile. */
export interface TraceJobs {
  /** A part of the recording as a file. */
  readonly trim: {
    readonly asks: { order: TrimOrder; path: string }
    readonly gets: SavedPart
    readonly progress: TrimProgress
  }
  /** The same without a file. */
  readonly 'trim-counts': {
    readonly asks: { order: TrimOrder }
    readonly gets: TrimPreview
    readonly progress: TrimProgress
  }
}
export type TraceJobName = keyof TraceJobs
export type TraceJob = {
  readonly [Name in TraceJobName]: { readonly name: Name; readonly request: TraceJobs[Name]['asks'] }
}[TraceJobName]

export type TraceQueryName = keyof TraceQueries
export type TraceQuery = {
  readonly [Name in TraceQueryName]: { readonly name: Name; readonly request: TraceQueries[Name]['asks'] }
}[TraceQueryName]

export interface TraceProgress {
  readonly readBytes: number
  readonly totalBytes: number
  /** Grows whenever answers may be others than before. */
  readonly revision: number
  readonly isGrowing: boolean
  /** It is all there, and being read: `readBytes` of `totalBytes`. */
  readonly isReading: boolean
  /** So much of it is read with exceptions, allocations, locks and waits, which come in a second pass of a large file. */
  readonly detailBytes: number
  /** Time of the newest event, ms since the sync point. */
  readonly lastMs: number
}

export type TraceProgressMessage = { readonly kind: 'progress' } & TraceProgress

export interface TraceDocumentProtocol {
  readonly questions: TraceQueries & TraceJobs & TraceLooks
  /** `open` comes before all questions but looks. `finish`: nothing more will be written. */
  readonly toWorker: ({ readonly kind: 'open' } & TraceDocumentData) | { readonly kind: 'finish' }
  /** `compiled`: for threads that start later. */
  readonly fromWorker: TraceProgressMessage | { readonly kind: 'compiled'; readonly code: CompiledCode }
}

/** What the thread is started with. */
export interface TraceThreadData {
  /** Of a thread that started earlier. */
  readonly compiledCode: CompiledCode | null
}

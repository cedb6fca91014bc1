import type { HeapCompareQuestion, HeapCompareSide, HeapComparison } from '../../../shared/model/heap/heap-compare.ts'
import type { ObjectValues } from '../../../shared/model/heap/object-values.ts'
import type { HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { DumpThreads } from '../../../shared/model/dump-threads.ts'
import type {
  HeapExported,
  HeapExportQuestion,
  HeapObjectFacts,
  HeapObjectsPage,
  HeapObjectsQuestion,
  HeapSummary,
  HeapTreeAnswer,
  HeapTreeMatches,
  HeapTreeQuestion,
  HeapTreeSearch,
  HeapTypeFacts,
  HeapTypesPage,
  HeapTypesQuestion,
  HeapTypesSoFar,
} from '../../../shared/model/heap/heap-document.ts'

/** What the worker of one document is started with. */
export interface HeapDocumentData {
  readonly path: string
  /** Of a dump: the debugging library of its runtime that the person has chosen. */
  readonly library: string | null
}

/** Questions by name, with what they ask and what they get. */
export interface HeapQueries {
  readonly summary: { readonly asks: { isWhole: boolean }; readonly gets: HeapSummary }
  /** Until retained sizes are known rows are without, and in order of shallow size where they are asked by retained. */
  readonly types: {
    readonly asks: { question: HeapTypesQuestion; fromRow: number; rowCount: number }
    readonly gets: HeapTypesPage
  }
  readonly type: { readonly asks: { type: number; wantsWay: boolean }; readonly gets: HeapTypeFacts }
  readonly tree: { readonly asks: HeapTreeQuestion; readonly gets: HeapTreeAnswer }
  readonly 'find-in-tree': { readonly asks: HeapTreeSearch; readonly gets: HeapTreeMatches }
  readonly objects: {
    readonly asks: { question: HeapObjectsQuestion; fromRow: number; rowCount: number }
    readonly gets: HeapObjectsPage
  }
  readonly export: {
    readonly asks: { question: HeapExportQuestion; path: string }
    readonly gets: HeapExported
  }
  /** Of a dump: what else is in it. */
  readonly threads: { readonly asks: null; readonly gets: DumpThreads }
  /** What the checks find. */
  readonly findings: { readonly asks: null; readonly gets: HeapFindings }
  /** This heap as another document needs it, and others beside this one. */
  readonly 'compare-side': { readonly asks: null; readonly gets: HeapCompareSide }
  readonly compare: {
    readonly asks: { readonly against: readonly HeapCompareSide[]; readonly question: HeapCompareQuestion }
    readonly gets: HeapComparison
  }
  /** All rows of it, whatever the page has of them. */
  readonly 'export-compare': {
    readonly asks: {
      readonly against: readonly HeapCompareSide[]
      readonly question: HeapCompareQuestion
      readonly format: TableFormat
      readonly path: string
    }
    readonly gets: { readonly path: string; readonly sizeBytes: number }
  }
  readonly object: { readonly asks: { node: number }; readonly gets: HeapObjectFacts }
  /** Of an object in a dump: what it holds. */
  readonly values: { readonly asks: { node: number }; readonly gets: ObjectValues }
}

export type HeapQueryName = keyof HeapQueries

export interface HeapProgress {
  readonly phase: 'reading' | 'dominators' | 'ready'
  readonly readBytes: number
  readonly totalBytes: number
  /** Found so far; 0 where they are known only at the end. */
  readonly objectCount: number
}

export interface HeapDocumentProtocol {
  readonly questions: HeapQueries
  readonly toWorker: never
  readonly fromWorker:
    | ({ readonly kind: 'progress' } & HeapProgress)
    /** Told, not asked for: a thread that reads a graph in one go takes no questions. */
    | { readonly kind: 'types-so-far'; readonly types: HeapTypesSoFar }
}

import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { CaseDocument, RedactionCount } from '../../../shared/case/case-document.ts'
import type { OpenedPart } from '../../../shared/model/cases.ts'
import { sharedMeterLimits } from '../../events/metrics-events.ts'
import type { PrivacyChoice } from './case-privacy.ts'

export interface PackFile {
  /** Path in the package, with slashes. */
  readonly name: string
  readonly path: string
}

export interface PackText {
  readonly name: string
  readonly text: string
}

export interface PackedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

export interface PackOrder {
  /** Ends in `.zip`; must not exist. */
  readonly zipPath: string
  readonly files: readonly PackFile[]
  /** AES-256 of every entry; null: none. */
  readonly password: string | null
  /** Of each part; null: one file. */
  readonly partBytes: number | null
}

export interface PackedZip {
  /** Under temporary names until it is kept. */
  readonly paths: readonly string[]
  readonly files: readonly PackedFile[]
}

/** What a case asks of meters; another pace or other limits belong to another tool. */
export const caseMeters = { ...sharedMeterLimits, refreshIntervalSec: 1 } as const

/**
 * - `other-session`: another tool's session that can't be shared runs; its meters are there, at its pace
 * - `other-settings`: the shared session of another tool runs at its pace and with its limits
 * - `histogram-limit`, `series-limit`: the process publishes no more than these
 */
export type MeterFault = 'other-session' | 'other-settings' | 'histogram-limit' | 'series-limit'

export type TextForm = 'lines' | 'json' | 'json-lines'

export interface VerifyReport {
  readonly isVerified: boolean
  /** Of the package as a whole. */
  readonly faults: readonly string[]
  readonly files: readonly OpenedPart[]
}

export interface MaskedTrace {
  readonly sizeBytes: number
  readonly eventCount: number
  readonly lostCount: number
  /** The source has its end marker and no damage. */
  readonly isSourceWhole: boolean
  readonly counts: readonly RedactionCount[]
}

export interface CaseQuestions {
  /** Counters and meters of recordings as tables, beside each other: `FOLDER/counters.csv`, `FOLDER/counters.json`. */
  readonly counters: {
    readonly asks: {
      /** Of one process at one time. One that can't be read is left out, unless none can. */
      readonly paths: readonly string[]
      readonly folder: string
      readonly targetName: string
      readonly pid: number
    }
    readonly gets: { readonly sampleCount: number; readonly meterFaults: readonly MeterFault[] }
  }
  /** Names of the meters that a recording lists. */
  readonly meters: { readonly asks: { readonly path: string }; readonly gets: readonly string[] }
  /** A copy of a trace without secrets; of a damaged one what can be read. */
  readonly mask: {
    readonly asks: { readonly from: string; readonly to: string; readonly privacy: PrivacyChoice }
    readonly gets: MaskedTrace
  }
  /** The same of a text: line by line, or every text in a value of JSON. */
  readonly 'mask-text': {
    readonly asks: {
      readonly from: string
      readonly to: string
      readonly form: TextForm
      readonly privacy: PrivacyChoice
    }
    readonly gets: { readonly sizeBytes: number; readonly counts: readonly RedactionCount[] }
  }
  /** What is in a trace; log messages go to `logsTo`. */
  readonly look: {
    readonly asks: { readonly path: string; readonly logsTo: string | null }
    readonly gets: { readonly findings: TraceFindings; readonly logCount: number; readonly isComplete: boolean }
  }
  /** The heap graph of a recording as a `.gcdump`. */
  readonly gcdump: {
    readonly asks: { readonly from: string; readonly to: string }
    readonly gets: { readonly sizeBytes: number; readonly objectCount: number; readonly isComplete: boolean }
  }
  /** Begins a package; one at a time. Progress: bytes read. */
  readonly pack: { readonly asks: PackOrder; readonly gets: readonly PackedFile[]; readonly progress: number }
  /** Files that were not there yet when it began. */
  readonly 'pack-more': { readonly asks: { readonly files: readonly PackFile[] }; readonly gets: readonly PackedFile[] }
  /** Ends it with texts. */
  readonly 'pack-close': { readonly asks: { readonly texts: readonly PackText[] }; readonly gets: PackedZip }
  /** Gives it its name. */
  readonly 'pack-keep': { readonly asks: null; readonly gets: readonly string[] }
  readonly 'pack-discard': { readonly asks: null; readonly gets: null }
  /** Progress: bytes read. */
  readonly verify: {
    readonly asks: { readonly paths: readonly string[]; readonly password: string | null }
    readonly gets: VerifyReport
    readonly progress: number
  }
  /** The same, with what the package says about itself. */
  readonly read: {
    readonly asks: { readonly paths: readonly string[]; readonly password: string | null }
    readonly gets: VerifyReport & { readonly document: CaseDocument | null; readonly summary: string | null }
    readonly progress: number
  }
  readonly 'read-text': {
    readonly asks: { readonly paths: readonly string[]; readonly password: string | null; readonly name: string }
    readonly gets: { readonly text: string; readonly isCut: boolean }
  }
  /** One file of it, into a folder of ours. */
  readonly unpack: {
    readonly asks: {
      readonly paths: readonly string[]
      readonly password: string | null
      readonly name: string
      readonly folder: string
      /** When it was verified; another one by now is refused. */
      readonly sha256: string
    }
    readonly gets: { readonly path: string; readonly sizeBytes: number }
  }
}

export interface CaseProtocol {
  readonly questions: CaseQuestions
  readonly toWorker: { readonly kind: 'none' }
  readonly fromWorker: { readonly kind: 'none' }
}

import type { AppError } from '../base/errors.ts'
import type { Checklist } from '../case/checklist.ts'
import type {
  CaseDocument,
  CaseFile,
  CaseProcess,
  CaseStep,
  CaseVerdict,
  RedactionCount,
  StepKind,
} from '../case/case-document.ts'
import type { PrivacyPart } from '../case/privacy.ts'
import type { StepImpact } from '../case/step-impact.ts'

/** One step of a case before it begins: what it costs, as far as that is known of this process. */
export interface PlannedStep {
  readonly kind: StepKind
  readonly title: string
  readonly impact: StepImpact
  /** Null: not known before. */
  readonly seconds: number | null
  readonly lowBytes: number | null
  readonly highBytes: number | null
  /** What the size was computed from. */
  readonly basis: 'usual' | 'earlier-recordings' | 'memory' | 'dump-check' | null
  /** Why it can't be done with this process; null: it can. */
  readonly refusal: string | null
}

export interface CasePlan {
  readonly folder: string
  readonly freeBytes: number | null
  readonly steps: readonly PlannedStep[]
}

/** Of a running case, besides what its document will say. */
export interface CaseStepState extends CaseStep {
  /** Written so far; null while nothing is. */
  readonly bytes: number | null
  /** How long it takes by its checklist. */
  readonly seconds: number | null
}

/** A file that was collected or added. */
export interface CollectedPart extends Pick<CaseFile, 'name' | 'title' | 'step' | 'process' | 'redaction' | 'verdict'> {
  readonly sizeBytes: number
}

export interface CheckedPart {
  readonly name: string
  readonly title: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly redaction: CaseFile['redaction']
  readonly verdict: CaseFile['verdict']
  /** Null: its hash is the listed one, and it opens or its verdict says that it doesn't. */
  readonly fault: string | null
}

/** A package that was read again from the disk and is what it says. */
export interface CasePackage {
  /** The `.zip` comes last; before it its parts, if there are any. */
  readonly paths: readonly string[]
  readonly sizeBytes: number
  readonly fileId: string | null
  readonly verdict: CaseVerdict
  readonly files: readonly CheckedPart[]
  readonly rules: readonly string[]
  readonly counts: readonly RedactionCount[]
  /** `SUMMARY.md`: the message for the ticket. */
  readonly summary: string
  readonly redactionText: string
  /** Ticket, notes or answers were changed after it was written. */
  readonly isDescriptionOld: boolean
}

/**
 * - `collecting`, `packing`: a job works on it
 * - `collected`: nothing of it has left the folder it was collected in
 * - `packed`: there is a verified package; what was collected is kept until Pipescope quits
 */
export type CasePhase = 'collecting' | 'collected' | 'masking' | 'packing' | 'verifying' | 'packed'

/** One case as a page sees it. */
export interface CaseState {
  readonly id: string
  readonly createdMs: number
  readonly phase: CasePhase
  readonly ticket: string | null
  readonly notes: string | null
  /** To the questions of its checklist, in their order; may be fewer. */
  readonly answers: readonly string[]
  readonly checklist: Checklist
  readonly processes: readonly (CaseProcess & { readonly key: string })[]
  readonly steps: readonly CaseStepState[]
  readonly files: readonly CollectedPart[]
  readonly folder: string
  readonly name: string
  /** Read so far while it is masked, packed or verified. */
  readonly bytes: number | null
  readonly package: CasePackage | null
  /** Why there is no package. */
  readonly error: AppError | null
  /** An earlier run of Pipescope ended while it was collected. */
  readonly isInterrupted: boolean
}

export interface CasesState {
  /** Newest first. */
  readonly cases: readonly CaseState[]
}

/** What masking does before anything is exported. */
export interface RedactionPreview {
  readonly privacy: readonly PrivacyPart[]
  readonly counts: readonly RedactionCount[]
  readonly files: readonly {
    readonly name: string
    readonly redaction: CaseFile['redaction']
    readonly count: number
    /** Lines with masks, as they will be in the package. */
    readonly examples: readonly string[]
  }[]
}

/** A package that was opened: what it says about itself, and whether that is so. */
export interface CasePackageDocument {
  /** Every hash is the listed one, every file opens or is said not to, and nothing is missing or besides. */
  readonly isVerified: boolean
  readonly faults: readonly string[]
  readonly files: readonly OpenedPart[]
  /** Null: `case.json` is missing or not understood. */
  readonly document: CaseDocument | null
  readonly summary: string | null
  readonly sizeBytes: number
}

/** A file of a package, checked. */
export interface OpenedPart {
  readonly name: string
  readonly sizeBytes: number
  /** Of what is in the package; empty when it can't be read. */
  readonly sha256: string
  /** Null: its hash is the listed one, and it opens or the package says that it doesn't. */
  readonly fault: string | null
  /** Why it doesn't open, where the package says so: it was damaged when it was collected. */
  readonly knownFault: string | null
  /** It can be looked at, if only in part. */
  readonly opens: boolean
  /** What opened it: `trace`, `heap graph`, `JSON` ... */
  readonly openedAs: string
}

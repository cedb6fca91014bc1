import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { StepKind, StepState } from '../../../../shared/case/case-document.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { JobFile } from '../../../../shared/model/job.ts'
import type { LiveMark } from '../../../../shared/model/live.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { CaseHost } from '../../../workers/case/case-host.ts'
import type { CasePrivacy } from '../../../workers/case/case-privacy.ts'
import type { KnownTarget } from '../../known-target.ts'
import type { PartParts } from '../../recordings/recording-part.ts'
import type { ShortRecordings } from '../../recordings/short-recordings.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import type { Collection, CollectedFile } from '../case-folder.ts'
import type { CaseDirectory } from '../case-target.ts'
import type { NewElsewhere } from '../elsewhere.ts'

/** A flight recorder as a case sees it. */
export interface CaseFlight {
  /** Where it keeps what a save would hold, oldest first. */
  readonly folders: readonly string[]
  /** Null: it holds nothing. */
  save(): Promise<Result<JobFile | null, AppError>>
}

export interface CollectorParts {
  readonly directory: CaseDirectory
  readonly registry: SessionRegistry
  readonly targetOf: (key: string) => Result<KnownTarget, AppError>
  /** Of the process; null: none runs. Left out: there are no flight recorders. */
  readonly flightOf?: (key: ProcessKey) => CaseFlight | null
  /** Marks of the live view of a process. Left out: there is no Live. */
  readonly marksOf?: (key: ProcessKey) => readonly LiveMark[]
  readonly userName: (id: number) => string | null
  readonly recorderPath: string
  readonly watchPath: string
  readonly host: CaseHost
  readonly now: () => number
  /** What a step threw that is no expected failure; gives a reference into the log. */
  readonly reportBug: (where: string, cause: unknown) => string
}

export interface StepOutcome {
  readonly state: StepState
  readonly reason?: string | null
  readonly files?: readonly CollectedFile[]
}

export type NewFile = Omit<CollectedFile, 'process' | 'step'>

export interface StepContext extends CollectorParts {
  readonly kind: StepKind
  readonly key: ProcessKey
  readonly pid: number
  readonly name: string
  readonly row: () => ProcessRow | null
  readonly parts: PartParts
  readonly short: ShortRecordings
  readonly collection: Collection
  /** Where its files go. */
  readonly work: string
  /** Masks what is never written unmasked: secrets. */
  readonly privacy: CasePrivacy
  readonly signal: AbortSignal
  readonly stopReason: () => string
  readonly onBytes: (bytes: number) => void
  readonly otherBytes: () => Promise<number>
  /** Before it is asked for; on disk when it resolves. */
  readonly noteElsewhere: (noted: NewElsewhere) => Promise<void>
  readonly fileOf: (file: NewFile) => CollectedFile
  readonly addCounts: () => void
}

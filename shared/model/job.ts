import type { AppError } from '../base/errors.ts'

/**
 * A long action: it goes on when its tab is closed, is asked about on quit, and leaves a result. Words for people are the page's;
 * here are only kinds, phases and figures.
 */
export type JobKind =
  | 'recording'
  | 'rolling-recording'
  | 'ring'
  | 'stack-snapshot'
  | 'dump'
  /** Of a file of another machine. */
  | 'fetch'
  | 'heap-graph'
  | 'compress'
  | 'repair'
  | 'checksum'
  | 'export'
  | 'launch'
  | 'case'

/** Jobs that record events of a process: what they collected is lost when they are cancelled. */
export const recordingKinds: ReadonlySet<JobKind> = new Set(['recording', 'rolling-recording', 'ring'])

/** `interrupted`: our process ended while it ran; found in the journal at the next start. */
export type JobState = 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'

export type JobPhase =
  | 'starting'
  | 'recording'
  | 'asking-to-stop'
  | 'collecting-names'
  | 'writing-end'
  | 'checking-file'
  | 'taking-dump'
  | 'fetching'
  | 'flushing-types'
  | 'collecting-heap'
  | 'receiving-heap'
  | 'building-heap'
  | 'watching-file'
  | 'compressing'
  | 'hashing'
  | 'writing'
  | 'waiting'
  | 'collecting-case'
  | 'masking'
  | 'packing'
  | 'verifying'
  | 'finished'

/**
 * What a person can do to a running job; each says what is kept.
 * - `stop`: ends it in order, everything is kept
 * - `stop-without-names`: ends it at once; what arrived is kept and called partial
 * - `save`: keeps what the ring holds now, the ring goes on
 * - `cancel`: ends it, nothing is kept
 * - `stop-waiting`: the action goes on in the target, the job goes on watching its file
 */
export type JobAction = 'stop' | 'stop-without-names' | 'save' | 'cancel' | 'stop-waiting'

/** A file that a job made. */
export interface JobFile {
  readonly path: string
  readonly sizeBytes: number
  /** Hexadecimal; null until somebody asked for it. */
  readonly sha256: string | null
  /** Its saved file; null when it is not listed under Files. */
  readonly fileId: string | null
}

export interface JobTarget {
  readonly pid: number
  readonly name: string
  readonly processKey: string | null
}

export interface JobResult {
  /** `complete` only after the file was read to its end by our own reader, or checked in another way that its kind names. */
  readonly verdict: 'complete' | 'partial' | 'unverified'
  /** Why it is not complete, by name (`names-missing`, `cut-off`, `disk-full`, `target-ended` ...); the page words them. */
  readonly reasons: readonly string[]
  readonly files: readonly JobFile[]
  /** What can be said about it in figures and names (`eventCount`, `lostCount`, `spanMs`, `stoppedBy` ...); by kind. */
  readonly facts?: Readonly<Record<string, string | number | null>>
}

export interface Job {
  readonly id: string
  readonly kind: JobKind
  /** Left out: by a person. */
  readonly startedBy?: 'rule'
  /** What it is about: the name of the file or of the process. */
  readonly title: string
  readonly target: JobTarget | null
  /** Title of the question that a recording answers; null for other jobs. */
  readonly question: string | null
  readonly state: JobState
  readonly phase: JobPhase
  /** 0 to 1, null when it cannot be known. */
  readonly progress: number | null
  readonly bytes: number | null
  readonly bytesPerSecond: number | null
  /** Something countable of the phase (methods named, say); null when there is none. */
  readonly count: number | null
  readonly startedMs: number
  readonly phaseStartedMs: number
  readonly endedMs: number | null
  /** Estimated, only after 3 s of a stable rate. */
  readonly remainingMs: number | null
  readonly actions: readonly JobAction[]
  readonly result: JobResult | null
  readonly error: AppError | null
}

/** Messages of the stream `jobs.changes`; it begins with a snapshot. */
export type JobMessage =
  | { readonly kind: 'snapshot'; readonly jobs: readonly Job[] }
  | { readonly kind: 'changed'; readonly job: Job }
  | { readonly kind: 'removed'; readonly id: string }

export type QuitChoice = 'stop-and-save' | 'finish-first' | 'discard' | 'stay'

import type {
  InstrumentDescriptor,
  LiveBudget,
  LiveGap,
  LiveMark,
  LiveRetention,
  SeriesDescriptor,
} from '../../../shared/model/live.ts'

/**
 * Messages between main and one live worker (one thread per LiveId). Main moves bytes and never looks inside a stream;
 * the worker decodes, keeps the samples and answers queries. All objects here survive structured clone; ArrayBuffers
 * are transferred in both directions.
 */

/**
 * What the bytes of a session are used for.
 * - `counters`: EventCounters and runtime events (GC, exceptions); counters are aggregated to the interval
 * - `meters`: System.Diagnostics.Metrics, filtered by session id
 * - `file`: everything in the stream, from any session, at the pace it was recorded
 */
export type SessionRole = 'counters' | 'meters' | 'file'

export interface SessionStart {
  /** Chosen by the caller, unique for the life of the worker. */
  readonly sessionIndex: number
  readonly role: SessionRole
  /** Only events of this metrics session are shown (`SHARED` or a guid); null accepts every session. */
  readonly meterSessionId: string | null
  /** Our ClientId; tells our own settings conflict (event 17) from somebody else's. */
  readonly clientId: string | null
}

export type SessionEndReason = 'stopped' | 'exited' | 'connection-lost' | 'interval-changed'

export type ExportFormat = 'csv-long' | 'csv-wide' | 'json' | 'nettrace'

export interface RangeRequest {
  /** Empty = every series. */
  readonly seriesIndexes: readonly number[]
  readonly fromMs: number
  readonly toMs: number
  /** Above this many per series: minimum and maximum of equal time bins, at their own times. */
  readonly maxPoints: number
}

export interface ExportRequest {
  readonly format: ExportFormat
  readonly path: string
  readonly seriesIndexes: readonly number[]
  readonly fromMs: number
  readonly toMs: number
  /** Written into the file's head; nothing else about the target is. */
  readonly targetName: string
  readonly pid: number | null
}

/**
 * What a view that joins late needs to begin with, as frames: the lanes, and an overview of every series when samples are asked for
 * (a view that asks for ranges needs none). Everything that was measured before the reply is in it, everything after comes as ordinary
 * frames: add the view when the reply arrives.
 */
export interface SnapshotRequest {
  readonly fromMs: number
  /** Shared by all series; each gets its least and greatest values of equal time bins. 0: lanes only. */
  readonly maxSamples: number
}

export interface OpenFileRequest {
  readonly path: string
}

export interface ExportReply {
  readonly path: string
  readonly sizeBytes: number
  readonly rowCount: number
}

export interface OpenFileReply {
  readonly sizeBytes: number
  readonly eventCount: number
  readonly sampleCount: number
  readonly lostEventCount: number
  readonly firstSampleMs: number | null
  readonly lastSampleMs: number | null
  readonly commandLine: string | null
  /** False when the stream ends without its end marker (a killed process); everything up to there was read. */
  readonly isComplete: boolean
}

export interface LiveQuestions {
  readonly range: { readonly asks: RangeRequest; readonly gets: ArrayBuffer }
  readonly snapshot: { readonly asks: SnapshotRequest; readonly gets: readonly ArrayBuffer[] }
  readonly export: { readonly asks: ExportRequest; readonly gets: ExportReply }
  /** Reads a whole .nettrace from disk; values, catalog and notices come as if it were live. */
  readonly 'open-file': { readonly asks: OpenFileRequest; readonly gets: OpenFileReply }
}

export type ToLiveWorker =
  | { readonly kind: 'begin-session'; readonly session: SessionStart }
  /** `bytes` is transferred; its first chunk starts at the `Nettrace` magic. */
  | { readonly kind: 'chunk'; readonly sessionIndex: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'end-session'; readonly sessionIndex: number; readonly reason: SessionEndReason }
  /** *Join shared*: from now on the values of this metrics session are accepted as well. */
  | { readonly kind: 'accept-meter-session'; readonly sessionIndex: number; readonly meterSessionId: string }
  | { readonly kind: 'interval'; readonly intervalMs: number }
  | { readonly kind: 'marks'; readonly marks: readonly LiveMark[]; readonly gaps: readonly LiveGap[] }
  /** Main has taken this many frames; without credit the worker keeps values back (bounded, drops counted). */
  | { readonly kind: 'credit'; readonly frames: number }

/** Things main has to decide about or show; values are not among them. */
export type LiveNotice =
  /** The stream's head was read. */
  | {
      readonly what: 'session-started'
      readonly sessionIndex: number
      readonly syncUnixMs: number
      readonly pid: number
    }
  /** All bytes of an ended session are decoded; no more values of it will come. */
  | { readonly what: 'session-drained'; readonly sessionIndex: number; readonly isComplete: boolean }
  /** First EventCounters payload of this provider in this session: the probe was answered. */
  | { readonly what: 'provider-answered'; readonly sessionIndex: number; readonly provider: string }
  /** First value of this session, of any kind. */
  | { readonly what: 'first-value'; readonly sessionIndex: number; readonly timeMs: number }
  /** Event 3 of a session of meters without a value: its timer runs, but nothing has what it was asked for. */
  | { readonly what: 'first-collection'; readonly sessionIndex: number }
  | {
      readonly what: 'process-facts'
      readonly sessionIndex: number
      readonly commandLine: string
      readonly operatingSystem: string
      readonly architecture: string
    }
  /** Event 9. */
  | { readonly what: 'meter-error'; readonly sessionIndex: number; readonly message: string }
  /** Event 10. */
  | { readonly what: 'meter-enumeration-complete'; readonly sessionIndex: number }
  /** Event 12, 13. */
  | { readonly what: 'series-limit'; readonly sessionIndex: number }
  | { readonly what: 'histogram-limit'; readonly sessionIndex: number }
  /** Event 14. */
  | { readonly what: 'instrument-error'; readonly sessionIndex: number; readonly message: string }
  /** Event 15: that session keeps running. `isOwn` = it names our own id, which is no problem. */
  | {
      readonly what: 'meter-session-running'
      readonly sessionIndex: number
      readonly runningSessionId: string
      readonly isOwn: boolean
    }
  /** Event 17: the running shared session has other limits or another pace than we asked for. */
  | {
      readonly what: 'meter-settings-differ'
      readonly sessionIndex: number
      readonly isOwn: boolean
      readonly expectedMaxHistograms: number
      readonly actualMaxHistograms: number
      readonly expectedMaxTimeSeries: number
      readonly actualMaxTimeSeries: number
      readonly expectedRefreshIntervalSec: number
      readonly actualRefreshIntervalSec: number
    }
  /** Bytes that are not what the format says; with `canContinue` only one block was lost. */
  | {
      readonly what: 'damage'
      readonly sessionIndex: number
      readonly offset: number
      readonly block: string
      readonly expected: string
      readonly found: string
      readonly canContinue: boolean
    }
  /** The stream asks for more work than its size allows; it is not read from there on. */
  | { readonly what: 'too-costly'; readonly sessionIndex: number; readonly offset: number }
  /** More distinct series than this worker keeps; further ones are not shown. */
  | { readonly what: 'own-series-limit'; readonly limit: number }
  /** The folder for older samples cannot be written; samples beyond the memory limit are dropped and counted. */
  | { readonly what: 'retention-disk-failed'; readonly code: string }
  /** The worker thread ended by itself (out of memory, or a bug). Sent by the host, never by the worker. */
  | { readonly what: 'worker-ended'; readonly reason: string }

/** Once a second, and before each reply. */
export interface LiveProgress {
  readonly kind: 'progress'
  readonly lostEventCount: number
  readonly eventCount: number
  readonly receivedBytes: number
  /** Of all chunks that were sent to the worker, also of sessions that had ended: the rest lies in its inbox. */
  readonly takenBytes: number
  readonly sampleCount: number
  readonly firstSampleMs: number | null
  readonly lastSampleMs: number | null
  readonly retention: LiveRetention
  /** Limits are the target's (asked for by the session); the service fills them in. */
  readonly budget: Pick<LiveBudget, 'seriesCount' | 'histogramCount'>
  /** Values waiting for credit, the limit of that queue, and what it had to drop. */
  readonly pending: { readonly fill: number; readonly limit: number; readonly droppedCount: number }
}

export type FromLiveWorker =
  /** A packed frame of shared/frames/live-frame.ts; every value is sent once, frames are not snapshots. */
  | { readonly kind: 'frame'; readonly bytes: ArrayBuffer }
  /** Additions and changes since the last message, keyed by `index`; always sent before the first value of a series. */
  | {
      readonly kind: 'catalog'
      readonly instruments: readonly InstrumentDescriptor[]
      readonly series: readonly SeriesDescriptor[]
    }
  | { readonly kind: 'notice'; readonly notice: LiveNotice }
  | LiveProgress

export interface LiveProtocol {
  readonly questions: LiveQuestions
  readonly toWorker: ToLiveWorker
  readonly fromWorker: FromLiveWorker
}

export interface RetentionLimits {
  /** Folder of this worker alone; made and removed by it. null = memory only. */
  readonly directory: string | null
  readonly maxMemoryBytes: number
  /** Once the disk has failed. */
  readonly maxMemoryBytesAlone?: number
  readonly maxDiskBytes: number
}

export interface LiveWorkerData {
  readonly liveId: string
  /** 0 = as published (files). */
  readonly intervalMs: number
  readonly retention: RetentionLimits
}

/** 24 h at 1 s for 500 series fit (bench/retention); at 10 Hz memory is full, and so grows no more, within minutes (decision 0031). */
export const defaultRetentionLimits = {
  maxMemoryBytes: 8 * 2 ** 20,
  maxMemoryBytesAlone: 32 * 2 ** 20,
  maxDiskBytes: 300 * 2 ** 20,
} as const

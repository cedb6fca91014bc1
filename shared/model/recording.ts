import * as v from 'valibot'
import type { AppError } from '../base/errors.ts'
import type { CheaperBy, Overhead } from './overhead.ts'
import type { NamedFrame } from './trace/trace-selection.ts'

/** What a recording collects, when it stops and where it goes, as the page asks for it; checked in main against these schemas. */

/** Keywords pass 2^53: they travel as text, hexadecimal with `0x`. */
export const keywordsSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/i))
/** 0 log always, 1 critical, 2 error, 3 warning, 4 informational, 5 verbose. */
export const levels = [0, 1, 2, 3, 4, 5] as const
export type EventLevel = (typeof levels)[number]

/** The wire form is `key=value;key="v;v"`: a double quote inside cannot be expressed. */
const argumentText = v.pipe(v.string(), v.maxLength(4000), v.regex(/^[^"\0]*$/))
export const providerSpecSchema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(256), v.regex(/^[^\0,:"]+$/)),
  keywords: keywordsSchema,
  level: v.picklist(levels),
  arguments: v.pipe(v.array(v.tuple([v.pipe(argumentText, v.minLength(1)), argumentText])), v.maxLength(50)),
  /** Only these ids, or all but these; .NET 10 and newer. */
  eventFilter: v.nullable(
    v.strictObject({
      mode: v.picklist(['allow', 'deny']),
      ids: v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))),
        v.minLength(1),
        v.maxLength(1000),
      ),
    }),
  ),
})
export type ProviderSpec = v.InferOutput<typeof providerSpecSchema>

export const recordingSpecSchema = v.strictObject({
  providers: v.pipe(v.array(providerSpecSchema), v.minLength(1), v.maxLength(100)),
  /** Bound of undelivered events in the target; more is allocated there only as needed. */
  bufferMB: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16_384)),
  /** Names of methods at the stop: all, none, or chosen keywords (needs .NET 9). */
  rundown: v.union([v.picklist(['default', 'none']), keywordsSchema]),
  /** Stacks on events; turning them off needs .NET 9. */
  stacks: v.boolean(),
  /** What the target does when its buffer is full; `block` needs .NET 11. */
  whenFull: v.picklist(['drop', 'block']),
})
export type RecordingSpec = v.InferOutput<typeof recordingSpecSchema>

const shortText = v.pipe(v.string(), v.maxLength(400))
const positive = v.pipe(v.number(), v.finite(), v.minValue(1))

export const stopConditionsSchema = v.strictObject({
  afterMs: v.nullable(positive),
  atBytes: v.nullable(positive),
  /** The first event of that provider (and name, and fields) ends the recording. */
  onEvent: v.nullable(
    v.strictObject({
      provider: v.pipe(shortText, v.minLength(1)),
      /** Null: any event of the provider. */
      event: v.nullable(shortText),
      fields: v.pipe(v.array(v.strictObject({ field: shortText, value: shortText })), v.maxLength(20)),
    }),
  ),
  /** An EventCounter of a provider that the recording collects. */
  onCounter: v.nullable(
    v.strictObject({
      provider: v.pipe(shortText, v.minLength(1)),
      counter: v.pipe(shortText, v.minLength(1)),
      direction: v.picklist(['above', 'below']),
      value: v.pipe(v.number(), v.finite()),
    }),
  ),
})
export type StopConditions = v.InferOutput<typeof stopConditionsSchema>

/** How the recording is kept: one file; files that follow each other; or only the last stretch until it is saved. */
export const keepingSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('whole') }),
  v.strictObject({
    kind: v.literal('roll'),
    everyMs: v.nullable(positive),
    everyBytes: v.nullable(positive),
    /** Older ones are deleted; null keeps all. */
    keepFiles: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
  }),
  v.strictObject({
    kind: v.literal('ring'),
    lastMs: v.pipe(positive, v.minValue(1000), v.maxValue(30 * 60_000)),
    /** On the disk; null: the usual bound. */
    maxBytes: v.nullable(v.pipe(positive, v.integer(), v.minValue(1024 * 1024))),
  }),
])
export type Keeping = v.InferOutput<typeof keepingSchema>

export const recordingRequestSchema = v.strictObject({
  processKey: v.pipe(v.string(), v.maxLength(200)),
  spec: recordingSpecSchema,
  stop: stopConditionsSchema,
  keeping: keepingSchema,
  /** One that was chosen in a dialog before; null = the usual one. */
  folder: v.nullable(v.pipe(v.string(), v.maxLength(4096))),
  /** `{process}`, `{pid}`, `{date}`, `{time}`, `{preset}`, `{n}`. */
  nameTemplate: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  presetId: v.pipe(v.string(), v.maxLength(100)),
  /** A runtime that waits at its start goes on once the session is open. */
  resumes: v.boolean(),
})
export type RecordingRequest = v.InferOutput<typeof recordingRequestSchema>

/** A moment that a person marked while it was recorded. */
export const recordingMarkSchema = v.object({
  unixMs: v.pipe(v.number(), v.finite()),
  /** Since the recording began. */
  elapsedMs: v.pipe(v.number(), v.finite()),
  text: v.pipe(v.string(), v.maxLength(200)),
})
export type RecordingMark = v.InferOutput<typeof recordingMarkSchema>

/** A person's own preset. Shared as a file of the same content. */
export const presetVersion = 1
export const ownPresetSchema = v.strictObject({
  version: v.literal(presetVersion),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  text: v.pipe(v.string(), v.maxLength(300)),
  spec: recordingSpecSchema,
})
export type OwnPreset = v.InferOutput<typeof ownPresetSchema>

/** What a recording does right now; the stream `recordings.live`, a few times a second. */
export interface RecordingStatus {
  readonly jobId: string
  /** The file that is written and can be opened already; null where files come one by one. */
  readonly path: string | null
  readonly elapsedMs: number
  readonly writtenBytes: number
  readonly receivedBytes: number
  readonly bytesPerSecond: number
  readonly lastByteAgoMs: number | null
  /** Null until the follower has read that far. */
  readonly eventCount: number | null
  readonly eventsPerSecond: number | null
  /** Events the runtime threw away, as far as sequence numbers tell. */
  readonly lostCount: number | null
  /** Of the target, 100 = one core. */
  readonly cpuPercent: number | null
  readonly cpuBeforePercent: number | null
  /** What a runtime too old for the whole request does instead. */
  readonly losses: readonly string[]
  readonly providers: readonly { readonly name: string; readonly eventCount: number; readonly bytes: number }[]
  readonly newest: readonly NewestEvent[]
  readonly collected: readonly CollectedKind[]
  readonly top: TopFunctions | null
  readonly names: { readonly knownShare: number | null; readonly methodCount: number }
  readonly heldMs: number | null
  /** What recording costs the process, as far as its processor time was measured before and is now. */
  readonly overhead: Overhead
  /** What could be left out to make it cheaper; null: nothing much. */
  readonly cheaperBy: CheaperBy | null
  /** Null: no flight recorder. */
  readonly flight: FlightStatus | null
  readonly marks: readonly RecordingMark[]
}

/** What a flight recorder keeps. */
export interface FlightStatus {
  readonly lastMs: number
  readonly keptBytes: number
  readonly maxBytes: number
  /** Between sessions, where nothing was recorded: .NET Core 3 ends one with each save. */
  readonly gapMs: number
  readonly savedCount: number
  /** Why the last save made no file; null: it did, or nothing was saved yet. */
  readonly saveError: AppError | null
}

export type CollectedKindName =
  'allocations' | 'collections' | 'events' | 'exceptions' | 'messages' | 'requests' | 'waits'

/** What a recording has collected of one kind, the largest first. */
export interface CollectedKind {
  readonly kind: CollectedKindName
  readonly rows: readonly CollectedRow[]
}

export interface CollectedRow {
  readonly name: string
  readonly count: number
  /** Bytes of allocations, milliseconds of waits; null where events have none. */
  readonly amount: number | null
}

export interface NewestEvent {
  /** Grows by one per event of this recording. */
  readonly index: number
  readonly timeMs: number
  readonly provider: string
  readonly name: string
  readonly detail: string
}

export interface TopFunction extends NamedFrame {
  /** Share of the samples of the window that found the thread running. */
  readonly selfShare: number
  readonly totalShare: number
}

/** Over the last ten seconds of samples. */
export interface TopFunctions {
  readonly windowMs: number
  readonly sampleCount: number
  readonly runningCount: number
  /** False: the runtime does not say what ran (.NET 9), and code that neither waits nor calls native code is taken for it. */
  readonly isRunningKnown: boolean
  readonly functions: readonly TopFunction[]
}

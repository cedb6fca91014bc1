import * as v from 'valibot'
import {
  ownPresetSchema,
  recordingRequestSchema,
  recordingSpecSchema,
  type OwnPreset,
  type RecordingMark,
  type RecordingSpec,
} from '../model/recording.ts'
import type { SnapshotStacks } from '../model/stack-snapshot.ts'
import { defineChannel } from './channel.ts'

const processKey = v.pipe(v.string(), v.maxLength(200))
const folder = v.nullable(v.pipe(v.string(), v.maxLength(4096)))
const jobId = v.pipe(v.string(), v.maxLength(100))
const markText = v.pipe(v.string(), v.maxLength(200))
const presetId = v.pipe(v.string(), v.maxLength(100))

export interface RecordingPlace {
  readonly folder: string
  readonly fileName: string
  /** Null when nothing can be said about the disk. */
  readonly freeBytes: number | null
  readonly totalBytes: number | null
  /** Folders that were chosen before; others need the dialog. */
  readonly folders: readonly string[]
}

export interface ProbeReport {
  readonly durationMs: number
  readonly bytesPerSecond: number
  readonly eventsPerSecond: number
  readonly lostCount: number
  readonly cpuPercent: number | null
  readonly cpuBeforePercent: number | null
  /** What a runtime too old for the whole request does instead. */
  readonly losses: readonly string[]
  readonly providers: readonly {
    readonly name: string
    readonly eventsPerSecond: number
    readonly bytesPerSecond: number
  }[]
}

/** What is going on comes over `jobs.changes` and `recordings.live` (parameter: the job's id). */
export const recordingsChannels = {
  /** Resolves when the session is open (or was refused). */
  'recordings.start': defineChannel(recordingRequestSchema)<{ readonly jobId: string }>(),
  /** Marks this moment of a recording that runs; an empty text gets a number. The marks lie beside the file. */
  'recordings.mark': defineChannel(v.strictObject({ jobId, text: markText }))<readonly RecordingMark[]>(),
  /** Null takes the mark away. */
  'recordings.changeMark': defineChannel(
    v.strictObject({
      jobId,
      index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
      text: v.nullable(v.pipe(markText, v.minLength(1))),
    }),
  )<readonly RecordingMark[]>(),
  /** Where a recording would go, and how much room is there. */
  'recordings.place': defineChannel(
    v.strictObject({ processKey, folder, nameTemplate: v.pipe(v.string(), v.maxLength(200)), presetId }),
  )<RecordingPlace>(),
  /** Null when the dialog was closed. */
  'recordings.chooseFolder': defineChannel(v.strictObject({}))<{ readonly folder: string } | null>(),
  /** Collects the same for a moment, without names, and throws it away. */
  'recordings.probe': defineChannel(v.strictObject({ processKey, spec: recordingSpecSchema }))<ProbeReport>(),
  'recordings.presets': defineChannel(v.strictObject({}))<readonly OwnPreset[]>(),
  /** Adds it, or replaces the one of the same id. */
  'recordings.savePreset': defineChannel(ownPresetSchema)<readonly OwnPreset[]>(),
  'recordings.removePreset': defineChannel(v.strictObject({ id: presetId }))<readonly OwnPreset[]>(),
  /** Writes one to a file for others; null when the dialog was closed. */
  'recordings.exportPreset': defineChannel(v.strictObject({ id: presetId }))<{ readonly path: string } | null>(),
  /** Reads one from a file and adds it; null when the dialog was closed. */
  'recordings.importPreset': defineChannel(v.strictObject({}))<OwnPreset | null>(),
  /** What was recorded last of this application, to be repeated; null when nothing was. */
  'recordings.last': defineChannel(v.strictObject({ processKey }))<{
    readonly presetId: string
    readonly spec: RecordingSpec
    readonly timeMs: number
  } | null>(),
  /** All managed threads' stacks at one moment, within about a second. */
  'recordings.stacks': defineChannel(v.strictObject({ processKey }))<SnapshotStacks>(),
}

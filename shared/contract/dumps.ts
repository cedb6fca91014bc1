import * as v from 'valibot'
import {
  dumpTypeNames,
  type CompressionFormat,
  type DumpFailure,
  type DumpPreflight,
  type DumpResult,
  type FarDump,
  type LeftDump,
} from '../model/dump.ts'
import { defineChannel } from './channel.ts'
import { targetPath, targetRefSchema } from './target-ref.ts'

const plan = {
  target: targetRefSchema,
  path: targetPath,
  type: v.picklist(dumpTypeNames),
  crashReport: v.picklist(['none', 'as-well', 'only']),
  mayOverwrite: v.boolean(),
}

export const dumpsChannels = {
  /** A name and a folder that suit the target: as it names them. */
  'dumps.suggest': defineChannel(v.strictObject({ target: targetRefSchema, type: v.picklist(dumpTypeNames) }))<{
    readonly folder: string
    readonly fileName: string
  }>(),
  /** Everything that can be known before. Asks the target nothing. */
  'dumps.check': defineChannel(v.strictObject(plan))<DumpPreflight>(),
  /**
   * Refused (`refused-harmful`, the reason names the blockers) when the check finds a blocker. The job has the action
   * `stop-waiting`; `dumps.result` tells what came of it.
   */
  'dumps.start': defineChannel(v.strictObject({ ...plan, logging: v.boolean() }))<{ readonly jobId: string }>(),
  /** Both null while it runs. */
  'dumps.result': defineChannel(v.strictObject({ jobId: v.pipe(v.string(), v.maxLength(100)) }))<{
    readonly result: DumpResult | null
    readonly failure: DumpFailure | null
    /** What was left of a dump that is not whole, if this job made it: `dumps.removePartial` takes it away. */
    readonly partialFile: string | null
    /** What is there of a dump that was written on another machine. */
    readonly far: FarDump | null
  }>(),
  /** Copies a dump that was written on another machine to this one, as a job. */
  'dumps.fetch': defineChannel(v.strictObject({ jobId: v.pipe(v.string(), v.maxLength(100)) }))<{
    readonly jobId: string
  }>(),
  /** What Pipescope had written on this machine, now or in an earlier run, and is still there as far as it knows. */
  'dumps.left': defineChannel(v.strictObject({ machineId: v.pipe(v.string(), v.maxLength(200)) }))<
    readonly LeftDump[]
  >(),
  /** Removes it there. */
  'dumps.removeFar': defineChannel(v.strictObject({ jobId: v.pipe(v.string(), v.maxLength(100)) }))<null>(),
  'dumps.removePartial': defineChannel(v.strictObject({ jobId: v.pipe(v.string(), v.maxLength(100)) }))<null>(),
  /** The crash report that was written beside a dump, or instead of one: JSON as the runtime wrote it. */
  'dumps.report': defineChannel(v.strictObject({ jobId: v.pipe(v.string(), v.maxLength(100)) }))<{
    readonly text: string
  }>(),
  'dumps.compressionFormats': defineChannel(v.strictObject({}))<readonly CompressionFormat[]>(),
  /** A copy of a saved file, as a job; the original stays. */
  'dumps.compress': defineChannel(
    v.strictObject({ fileId: v.pipe(v.string(), v.maxLength(100)), format: v.picklist(['gzip', 'zstd']) }),
  )<{ readonly jobId: string }>(),
}

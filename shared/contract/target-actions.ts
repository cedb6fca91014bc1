import * as v from 'valibot'
import type { ProfilerFailure, ProfilerLibraryFacts, ProfilerOutcome } from '../model/profiler.ts'
import type { HookFacts, PerfMapFile } from '../model/target-action.ts'
import { defineChannel } from './channel.ts'
import { targetPath, targetRefSchema } from './target-ref.ts'

const clsid = v.pipe(v.string(), v.regex(/^\{?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?$/))
/** More than this does not fit into one message. */
const maxClientBytes = 60_000

/** What changes a target: variables, profilers, perf maps, startup hooks. A refusal names its reason and sends nothing. */
export const targetActionChannels = {
  /** Null deletes (refused for NativeAOT, which would end). A program that runs may not look again. */
  'environment.set': defineChannel(
    v.strictObject({
      target: targetRefSchema,
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[^=\0]+$/)),
      value: v.nullable(v.pipe(v.string(), v.maxLength(30_000))),
    }),
  )<null>(),
  'profiler.check': defineChannel(
    v.strictObject({ target: targetRefSchema, path: targetPath }),
  )<ProfilerLibraryFacts>(),
  'profiler.attach': defineChannel(
    v.strictObject({
      target: targetRefSchema,
      path: targetPath,
      clsid,
      /** How long the runtime may wait for a running collection. */
      timeoutMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)),
      clientBytes: v.pipe(v.instance(Uint8Array), v.maxLength(maxClientBytes)),
    }),
  )<{ readonly outcome: ProfilerOutcome | null; readonly failure: ProfilerFailure | null }>(),
  /** Only for a runtime that waits at its start. */
  'profiler.startup': defineChannel(v.strictObject({ target: targetRefSchema, path: targetPath, clsid }))<{
    readonly failure: ProfilerFailure | null
  }>(),
  'perfMap.start': defineChannel(
    v.strictObject({ target: targetRefSchema, type: v.picklist(['all', 'jitDump', 'perfMap']) }),
  )<readonly PerfMapFile[]>(),
  /** Copies what the file holds by now from another machine to this one, as a job. */
  'perfMap.fetch': defineChannel(v.strictObject({ target: targetRefSchema, path: targetPath }))<{
    readonly jobId: string
  }>(),
  'perfMap.stop': defineChannel(v.strictObject({ target: targetRefSchema }))<null>(),
  'startupHook.check': defineChannel(v.strictObject({ target: targetRefSchema, path: targetPath }))<HookFacts>(),
  'startupHook.apply': defineChannel(v.strictObject({ target: targetRefSchema, path: targetPath }))<HookFacts>(),
}

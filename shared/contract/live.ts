import * as v from 'valibot'
import type { LiveId } from '../model/ids.ts'
import type { LiveMark } from '../model/live.ts'
import { intervalsMs } from '../model/live.ts'
import { defineChannel } from './channel.ts'

const liveId = v.pipe(v.string(), v.maxLength(100))
const timeMs = v.pipe(v.number(), v.finite())
const interval = v.picklist(intervalsMs)
const providerName = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const seriesIndexes = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(10_000))

/** Values, catalog and status come over the stream `live.frames` (parameter: the LiveId). */
export const liveChannels = {
  /** Opens (or joins: one counter and one meter session per target serve all views) the live data of a target. */
  'live.open': defineChannel(
    v.strictObject({ processKey: v.pipe(v.string(), v.maxLength(200)), intervalMs: interval }),
  )<{ readonly liveId: LiveId }>(),
  /** The last view that closes stops and drains the sessions; resolves when that is done. */
  'live.close': defineChannel(v.strictObject({ liveId }))<null>(),
  'live.setInterval': defineChannel(v.strictObject({ liveId, intervalMs: interval }))<null>(),
  /** EventCounter providers cannot be listed by a runtime: others are added by name and remembered per application. */
  'live.addProvider': defineChannel(v.strictObject({ liveId, provider: providerName }))<null>(),
  'live.removeProvider': defineChannel(v.strictObject({ liveId, provider: providerName }))<null>(),
  'live.joinShared': defineChannel(v.strictObject({ liveId }))<null>(),
  /** Tries at once what failed and is waiting for its next attempt. What was received stays, marks too. */
  'live.retry': defineChannel(v.strictObject({ liveId }))<null>(),
  'live.addMark': defineChannel(
    v.strictObject({
      liveId,
      timeMs,
      label: v.pipe(v.string(), v.maxLength(200)),
      origin: v.picklist(['person', 'threshold']),
    }),
  )<LiveMark>(),
  'live.editMark': defineChannel(
    v.strictObject({ liveId, id: v.string(), label: v.pipe(v.string(), v.maxLength(200)) }),
  )<null>(),
  'live.removeMark': defineChannel(v.strictObject({ liveId, id: v.string() }))<null>(),
  /** Points of a range as one values frame; above maxPoints per series, min and max of equal time bins (both kept). */
  'live.range': defineChannel(
    v.strictObject({
      liveId,
      seriesIndexes,
      fromMs: timeMs,
      toMs: timeMs,
      maxPoints: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(100_000)),
    }),
  )<ArrayBuffer>(),
  /** Asks for a file name; null = the dialog was closed. Empty `seriesIndexes` = all. */
  'live.export': defineChannel(
    v.strictObject({
      liveId,
      format: v.picklist(['csv-long', 'csv-wide', 'json', 'nettrace']),
      fromMs: timeMs,
      toMs: timeMs,
      seriesIndexes,
    }),
  )<{ readonly path: string; readonly sizeBytes: number; readonly rowCount: number } | null>(),
  /** Several processes of one time axis into one file, told apart by a column (a member, in JSON); as `live.export` otherwise. */
  'live.exportCompared': defineChannel(
    v.strictObject({
      format: v.picklist(['csv-long', 'csv-wide', 'json']),
      fromMs: timeMs,
      toMs: timeMs,
      targets: v.pipe(
        v.array(v.strictObject({ liveId, name: v.pipe(v.string(), v.maxLength(300)), seriesIndexes })),
        v.minLength(1),
        v.maxLength(3),
      ),
    }),
  )<{ readonly path: string; readonly sizeBytes: number; readonly rowCount: number } | null>(),
  /** Opens a .nettrace in Live; asks for the file unless one is given (drop, command line). */
  'live.openFile': defineChannel(v.strictObject({ path: v.nullable(v.pipe(v.string(), v.maxLength(4096))) }))<{
    readonly liveId: LiveId
    readonly name: string
  } | null>(),
}

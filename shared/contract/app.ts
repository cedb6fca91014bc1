import * as v from 'valibot'
import type { AppFacts, LogRecord, QueueReport } from '../model/app.ts'
import { settingsPatchSchema, type Settings } from '../model/settings.ts'
import type { UpdateState } from '../model/updates.ts'
import { defineChannel } from './channel.ts'

export const appChannels = {
  'app.facts': defineChannel(v.strictObject({}))<AppFacts>(),
  'settings.get': defineChannel(v.strictObject({}))<Settings>(),
  /** Merges top-level keys; the reply is the whole, validated result. Changes of any window reach all by `settings.changes`. */
  'settings.update': defineChannel(settingsPatchSchema)<Settings>(),
  'updates.state': defineChannel(v.strictObject({}))<UpdateState>(),
  /** Asks at once, if the person has turned the check on; the reply is what is known then. */
  'updates.check': defineChannel(v.strictObject({}))<UpdateState>(),
  'diagnostics.queues': defineChannel(v.strictObject({}))<readonly QueueReport[]>(),
  'diagnostics.log': defineChannel(
    v.strictObject({ maxRecords: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)) }),
  )<readonly LogRecord[]>(),
  /** Redacted (command lines, environment, paths, user names); asks where to. null = dialog closed. */
  'diagnostics.saveReport': defineChannel(v.strictObject({}))<{
    readonly path: string
    readonly sizeBytes: number
  } | null>(),
  'clipboard.writeText': defineChannel(v.strictObject({ text: v.pipe(v.string(), v.maxLength(50_000_000)) }))<null>(),
  /** PNG bytes of a chart the page drew. */
  'clipboard.writePng': defineChannel(v.strictObject({ png: v.instance(ArrayBuffer) }))<null>(),
  /** Saves what the page made (chart as PNG or SVG); asks where to. */
  'files.save': defineChannel(
    v.strictObject({
      suggestedName: v.pipe(v.string(), v.maxLength(200), v.regex(/^[^/\\]+$/)),
      content: v.instance(ArrayBuffer),
    }),
  )<{ readonly path: string } | null>(),
  'files.reveal': defineChannel(v.strictObject({ path: v.pipe(v.string(), v.maxLength(4096)) }))<null>(),
  'window.setTitleBar': defineChannel(v.strictObject({ isDark: v.boolean() }))<null>(),
  'window.new': defineChannel(v.strictObject({}))<null>(),
  /** The page reports its own errors and timings here; they end in the one log. */
  'log.write': defineChannel(
    v.strictObject({
      level: v.picklist(['debug', 'info', 'warn', 'error']),
      event: v.pipe(v.string(), v.maxLength(100)),
      fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
    }),
  )<null>(),
}

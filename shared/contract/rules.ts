import * as v from 'valibot'
import { dryRunSourceSchema, type DryRun } from '../model/rules.ts'
import { ruleSchema } from '../rules/rule.ts'
import { defineChannel } from './channel.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** What there is comes over the stream `rules.state`. */
export const rulesChannels = {
  /** Adds it (`id` null) or changes it. Either way it is not armed afterwards. */
  'rules.save': defineChannel(v.strictObject({ id: v.nullable(id), rule: ruleSchema }))<{ readonly id: string }>(),
  /** Main asks in its own words, naming everything the rule does. */
  'rules.arm': defineChannel(v.strictObject({ id }))<null>(),
  'rules.disarm': defineChannel(v.strictObject({ id }))<null>(),
  'rules.remove': defineChannel(v.strictObject({ id }))<null>(),
  'rules.restore': defineChannel(v.strictObject({ id }))<null>(),
  /** Reads one from a file and adds it, not armed; null when the dialog was closed. */
  'rules.import': defineChannel(v.strictObject({}))<{ readonly id: string } | null>(),
  'rules.export': defineChannel(v.strictObject({ id }))<{ readonly path: string } | null>(),
  'rules.dryRun': defineChannel(v.strictObject({ rule: ruleSchema, source: dryRunSourceSchema }))<DryRun>(),
  /** Null when the dialog was closed. */
  'rules.chooseProgram': defineChannel(v.strictObject({}))<{ readonly path: string } | null>(),
  /** A recording to try a rule on; null when the dialog was closed. */
  'rules.chooseRecording': defineChannel(v.strictObject({}))<{ readonly path: string } | null>(),
  'rules.keepInBackground': defineChannel(v.strictObject({ isKept: v.boolean() }))<null>(),
  'rules.startAtLogin': defineChannel(v.strictObject({ starts: v.boolean() }))<null>(),
}

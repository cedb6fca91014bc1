import * as v from 'valibot'
import { portRules, type LaunchOutput, type LaunchState, type PortState } from '../model/port.ts'
import { recordingRequestSchema } from '../model/recording.ts'
import { defineChannel } from './channel.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
/** The operating system ends a text at its first NUL. */
const withoutNul = v.check((text: string) => !text.includes('\0'), 'contains a NUL character')
const rule = v.picklist(portRules)
const nameRules = v.pipe(
  v.array(v.strictObject({ pattern: v.pipe(v.string(), v.minLength(1), v.maxLength(200)), rule })),
  v.maxLength(50),
)
/** A recording whose target is filled in when a runtime comes. */
const recordingTemplate = v.omit(recordingRequestSchema, ['processKey', 'resumes'])

/** Ports and launches themselves come over the stream `ports.state`. */
export const portsChannels = {
  /** Null makes a private address. `suspends`: what the runtimes are told, for the text of the variable. */
  'ports.open': defineChannel(
    v.strictObject({
      address: v.nullable(
        v.strictObject({
          transport: v.picklist(['unix', 'pipe', 'tcp']),
          path: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
        }),
      ),
      rule,
      nameRules: v.optional(nameRules, []),
      suspends: v.boolean(),
      /** What the rule `record` records; without one such a runtime just goes on. */
      recording: v.optional(v.nullable(recordingTemplate), null),
    }),
  )<{ readonly port: PortState; readonly variable: string }>(),
  /** Everything that waits there goes on first. */
  'ports.close': defineChannel(v.strictObject({ portId: id }))<null>(),
  'ports.setRule': defineChannel(v.strictObject({ portId: id, rule }))<null>(),
  /** For runtimes that come from now on. */
  'ports.setNameRules': defineChannel(v.strictObject({ portId: id, nameRules }))<null>(),
  'ports.resume': defineChannel(v.strictObject({ portId: id, cookie: id }))<null>(),
  /** Null = of all ports. */
  'ports.resumeAll': defineChannel(v.strictObject({ portId: v.nullable(id) }))<null>(),

  'launch.start': defineChannel(
    v.strictObject({
      /** Its id; program, folder and variables are those of that machine. Null: this one. */
      machine: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), null),
      command: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), withoutNul),
      args: v.pipe(v.array(v.pipe(v.string(), v.maxLength(30_000), withoutNul)), v.maxLength(1000)),
      folder: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), withoutNul),
      /** Null removes one that would be inherited. Values are never told again. */
      variables: v.record(
        v.pipe(v.string(), v.maxLength(1000), withoutNul),
        v.nullable(v.pipe(v.string(), v.maxLength(30_000), withoutNul)),
      ),
      suspends: v.boolean(),
      firstRule: rule,
      rule,
      nameRules: v.optional(nameRules, []),
      /** What the rule `record` records; without one such a runtime just goes on. */
      recording: v.nullable(recordingTemplate),
    }),
  )<LaunchState>(),
  /** To the whole process group. Whatever waits goes on first, because a waiting .NET 9 ignores the signal. */
  'launch.stop': defineChannel(v.strictObject({ launchId: id, how: v.picklist(['terminate', 'kill']) }))<null>(),
  'launch.output': defineChannel(
    v.strictObject({
      launchId: id,
      stream: v.picklist(['stdout', 'stderr']),
      fromOffset: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  )<LaunchOutput>(),
  /** Takes an ended one off the list, with its output. */
  'launch.remove': defineChannel(v.strictObject({ launchId: id }))<null>(),
}

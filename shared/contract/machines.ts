import * as v from 'valibot'
import { defineChannel } from './channel.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** The machines themselves come over the stream `machines.state`. */
export const machinesChannels = {
  /** Reads the ssh configuration again. */
  'machines.refresh': defineChannel(v.strictObject({}))<null>(),
  /** A name of a host or `user@host`; nothing is connected. */
  'machines.add': defineChannel(v.strictObject({ destination: v.pipe(v.string(), v.maxLength(200)) }))<{
    readonly id: string
  }>(),
  'machines.remove': defineChannel(v.strictObject({ id }))<null>(),
  /** Main asks once for each machine. Returns at once; how far it comes is in the state. */
  'machines.connect': defineChannel(v.strictObject({ id }))<null>(),
  'machines.disconnect': defineChannel(v.strictObject({ id }))<null>(),
  /** The port of a process of another user there. Main asks each time, and shows the command. Returns when the process has answered. */
  'machines.openWithSudo': defineChannel(v.strictObject({ key: id }))<null>(),
}

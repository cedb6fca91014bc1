import * as v from 'valibot'
import type { EnvironmentVariable, ProcessDetails, SeenProcess, UnlistedReport } from '../model/process.ts'
import { defineChannel } from './channel.ts'

const processKey = v.pipe(v.string(), v.maxLength(200))

/** Rows themselves come over the stream `processes.rows`. */
export const processesChannels = {
  'processes.details': defineChannel(v.strictObject({ key: processKey }))<ProcessDetails>(),
  'processes.environment': defineChannel(v.strictObject({ key: processKey }))<readonly EnvironmentVariable[]>(),
  'processes.reveal': defineChannel(
    v.strictObject({ key: processKey, name: v.pipe(v.string(), v.maxLength(32_768)) }),
  )<{ readonly value: string }>(),
  /** Ask an endpoint again that did not answer. */
  'processes.retry': defineChannel(v.strictObject({ key: processKey }))<null>(),
  'processes.resume': defineChannel(v.strictObject({ key: processKey }))<null>(),
  'processes.explain': defineChannel(v.strictObject({}))<UnlistedReport>(),
  'processes.seen': defineChannel(v.strictObject({}))<readonly SeenProcess[]>(),
  'processes.pin': defineChannel(v.strictObject({ key: processKey, isPinned: v.boolean() }))<null>(),
  'processes.forget': defineChannel(v.strictObject({ application: v.pipe(v.string(), v.maxLength(70_000)) }))<null>(),
  'demo.start': defineChannel(v.strictObject({}))<{ readonly pid: number }>(),
  'demo.stop': defineChannel(v.strictObject({}))<null>(),
}

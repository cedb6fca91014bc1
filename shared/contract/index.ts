import * as v from 'valibot'
import type { AppError } from '../base/errors.ts'
import type { JobMessage } from '../model/job.ts'
import type { LiveMessage } from '../model/live.ts'
import type { ProcessMessage } from '../model/process.ts'
import type { AppMessage } from '../model/app.ts'
import type { PortsState } from '../model/port.ts'
import type { RecordingStatus } from '../model/recording.ts'
import { appChannels } from './app.ts'
import type { ReplyOf, RequestOf } from './channel.ts'
import { casesChannels } from './cases.ts'
import { consentsChannels } from './consents.ts'
import { consoleChannels } from './console.ts'
import { dumpsChannels } from './dumps.ts'
import { filesChannels } from './files.ts'
import { heapsChannels } from './heaps.ts'
import { jobsChannels } from './jobs.ts'
import { machinesChannels } from './machines.ts'
import type { MachinesState } from '../model/machine.ts'
import type { CasesState } from '../model/cases.ts'
import type { RulesState } from '../model/rules.ts'
import { recordingsChannels } from './recordings.ts'
import { liveChannels } from './live.ts'
import { portsChannels } from './ports.ts'
import { processesChannels } from './processes.ts'
import { rulesChannels } from './rules.ts'
import { tracesChannels } from './traces.ts'
import { targetActionChannels } from './target-actions.ts'

/** The only list of request channels. Every one is checked for its sender and against its schema in main/ipc. */
export const channels = {
  ...appChannels,
  ...processesChannels,
  ...liveChannels,
  ...jobsChannels,
  ...recordingsChannels,
  ...filesChannels,
  ...tracesChannels,
  ...heapsChannels,
  ...dumpsChannels,
  ...targetActionChannels,
  ...portsChannels,
  ...consoleChannels,
  ...consentsChannels,
  ...rulesChannels,
  ...machinesChannels,
  ...casesChannels,
}

export type Channels = typeof channels
export type ChannelName = keyof Channels
export type Request<Name extends ChannelName> = RequestOf<Channels[Name]>
export type Reply<Name extends ChannelName> = ReplyOf<Channels[Name]>

/** What travels back for a request: no stack, no exception object. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

/**
 * Streams: one MessagePort each, opened by the page with a one-time nonce, handed over by preload with window.postMessage.
 * The page grants credits (`{ credit: n }`); at zero credits main coalesces (newest wins) and counts what it dropped.
 */
export interface Streams {
  readonly 'app.messages': AppMessage
  readonly 'processes.rows': ProcessMessage
  /** Parameter: LiveId. ArrayBuffers are shared/frames/live-frame.ts. */
  readonly 'live.frames': LiveMessage | ArrayBuffer
  readonly 'jobs.changes': JobMessage
  /** Parameter: id of the recording's job. Ends with the recording. */
  readonly 'recordings.live': RecordingStatus
  /** Says that the saved files changed; `shelf.list` has what is there. */
  readonly 'shelf.changes': { readonly kind: 'changed' }
  /** The whole picture after every change; the newest wins. */
  readonly 'ports.state': PortsState
  /** The same. */
  readonly 'rules.state': RulesState
  /** The same. */
  readonly 'machines.state': MachinesState
  /** The same. */
  readonly 'cases.state': CasesState
}
export type StreamName = keyof Streams
export const streamNames = [
  'app.messages',
  'processes.rows',
  'live.frames',
  'jobs.changes',
  'recordings.live',
  'shelf.changes',
  'ports.state',
  'rules.state',
  'machines.state',
  'cases.state',
] as const satisfies readonly StreamName[]

export const openStreamSchema = v.strictObject({
  stream: v.picklist(streamNames),
  parameter: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
})
export type OpenStream = v.InferOutput<typeof openStreamSchema>

/** Page -> main on a stream's port. */
export interface CreditMessage {
  readonly credit: number
}

/** Preload -> page, together with the port; anything without the page's own nonce is ignored. */
export interface PortHandover {
  readonly kind: 'pipescope-port'
  readonly nonce: string
}

/** The whole surface preload exposes as `window.bridge`. */
export interface Bridge {
  invoke(channel: ChannelName, request: unknown): Promise<Outcome<unknown>>
  openStream(request: OpenStream): Promise<Outcome<null>>
  /** Path of a dropped File object (webUtils.getPathForFile). */
  pathOfFile(file: unknown): string
}

export { grantFileChannel, invokeChannelPrefix, openStreamChannel, streamPortChannel } from './wire.ts'

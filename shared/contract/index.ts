import * as v from 'valibot'
import type { AppError } from '../base/errors.ts'
import type { LiveMessage } from '../model/live.ts'
import type { ProcessMessage } from '../model/process.ts'
import type { AppMessage } from '../model/app.ts'
import { appChannels } from './app.ts'
import type { ReplyOf, RequestOf } from './channel.ts'
import { liveChannels } from './live.ts'
import { processesChannels } from './processes.ts'

/** The only list of request channels. Every one is checked for its sender and against its schema in main/ipc. */
export const channels = { ...appChannels, ...processesChannels, ...liveChannels }

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
}
export type StreamName = keyof Streams
export const streamNames = ['app.messages', 'processes.rows', 'live.frames'] as const satisfies readonly StreamName[]

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

export { invokeChannelPrefix, openStreamChannel, streamPortChannel } from './wire.ts'

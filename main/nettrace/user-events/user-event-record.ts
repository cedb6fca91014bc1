import { err, ok, type Result } from '../../../shared/base/result.ts'
import { assert } from '../../../shared/base/assert.ts'
import type { Damage } from '../damage.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

/*
 * What a runtime writes into a tracepoint of Linux user_events, format version 1 (CollectTracing5 with session type 1):
 *
 *   u8 version | u16 event id | u32 extension | u32 payload | bytes both point into
 *   extension and payload are __rel_loc: low 16 bits = offset from the end of the field, high 16 bits = length
 *   extension: u8 kind, content, until its end
 *     1  u32 n, n bytes: metadata as in a V5 metadata block; only with the first event of its type, never for native events
 *     2  16 B activity id
 *     3  16 B related activity id
 *
 * The kernel's own fields (time, thread, processor, call chain) are not part of it; neither is the write index in front.
 */
export const userEventVersion = 1
const headBytes = 11
const extensionKinds = { metadata: 1, activity: 2, relatedActivity: 3 } as const
const guidBytes = 16

export interface UserEventRecord {
  readonly eventId: number
  /** A view into the record, like the others. */
  readonly metadata: Uint8Array | null
  readonly activityId: Uint8Array | null
  readonly relatedActivityId: Uint8Array | null
  readonly payload: Uint8Array
  /** First kind of extension that this reader does not know; it and what follows are left out. 0 = none. */
  readonly unknownExtension: number
}

export type UserEventInit = Omit<UserEventRecord, 'unknownExtension'>

/** The bytes after the write index. Extension and payload together hold less than 64 KiB. */
export function encodeUserEvent(event: UserEventInit): Uint8Array<ArrayBuffer> {
  const extension = new ByteBuilder()
  if (event.metadata !== null) extension.u8(extensionKinds.metadata).u32(event.metadata.length).bytes(event.metadata)
  if (event.activityId !== null) extension.u8(extensionKinds.activity).bytes(event.activityId)
  if (event.relatedActivityId !== null) extension.u8(extensionKinds.relatedActivity).bytes(event.relatedActivityId)
  const extensionBytes = extension.take()
  const { payload } = event
  assert(4 + extensionBytes.length + payload.length < 65_536, 'a user_events record points at most 64 KiB far')
  return (
    new ByteBuilder()
      .u8(userEventVersion)
      .u16(event.eventId)
      // The extension begins behind the payload's field, which is 4 bytes.
      .u32(relativeLocation(4, extensionBytes.length))
      .u32(relativeLocation(extensionBytes.length, payload.length))
      .bytes(extensionBytes)
      .bytes(payload)
      .take()
  )
}

function relativeLocation(offset: number, length: number): number {
  return ((length << 16) | offset) >>> 0
}

/** `record` is one record, without the write index. */
export function decodeUserEvent(record: Uint8Array): Result<UserEventRecord, Damage> {
  if (record.length < headBytes) return fault(0, `${headBytes} bytes or more`, String(record.length))
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  const version = view.getUint8(0)
  if (version !== userEventVersion)
    return err({ ...damage(0, `version ${userEventVersion}`, String(version)), kind: 'unsupported' })
  const extension = located(view, 3)
  if (extension === null) return fault(3, 'an extension inside the record', `${view.getUint32(3, true)}`)
  const payload = located(view, 7)
  if (payload === null) return fault(7, 'a payload inside the record', `${view.getUint32(7, true)}`)
  const parts = readExtension(record, view, extension)
  if (!parts.ok) return parts
  const { start, end } = payload
  return ok({ eventId: view.getUint16(1, true), ...parts.value, payload: record.subarray(start, end) })
}

interface Place {
  readonly start: number
  readonly end: number
}

function located(view: DataView, at: number): Place | null {
  const packed = view.getUint32(at, true)
  const start = at + 4 + (packed & 0xffff)
  const end = start + (packed >>> 16)
  return end <= view.byteLength ? { start, end } : null
}

type Extension = Omit<UserEventRecord, 'eventId' | 'payload'>

function readExtension(record: Uint8Array, view: DataView, { start, end }: Place): Result<Extension, Damage> {
  let metadata: Uint8Array | null = null
  let activityId: Uint8Array | null = null
  let relatedActivityId: Uint8Array | null = null
  let unknownExtension = 0
  for (let position = start; position < end && unknownExtension === 0;) {
    const kind = record[position]!
    position++
    const isMetadata = kind === extensionKinds.metadata
    if (isMetadata && position + 4 > end) return fault(position, 'the length of metadata', 'the end of the extension')
    const length = isMetadata ? view.getUint32(position, true) : guidBytes
    if (isMetadata) position += 4
    const isKnown = isMetadata || kind === extensionKinds.activity || kind === extensionKinds.relatedActivity
    if (!isKnown) unknownExtension = kind === 0 ? 256 : kind
    else if (length > end - position) return fault(position, `${length} bytes of extension`, String(end - position))
    else {
      const content = record.subarray(position, position + length)
      if (isMetadata) metadata = content
      else if (kind === extensionKinds.activity) activityId = content
      else relatedActivityId = content
      position += length
    }
  }
  return ok({ metadata, activityId, relatedActivityId, unknownExtension })
}

function damage(offset: number, expected: string, found: string): Damage {
  return { kind: 'malformed', offset, block: 'user_events', expected, found, canContinue: true }
}

function fault(offset: number, expected: string, found: string): Result<never, Damage> {
  return err(damage(offset, expected, found))
}

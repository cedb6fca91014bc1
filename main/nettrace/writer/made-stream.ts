import type { Field } from '../payload/field-type.ts'
import { NetperfWriter } from './netperf-writer.ts'
import { NettraceWriter } from './nettrace-writer.ts'
import { V6Writer } from './v6-writer.ts'

/*
 * One description of a stream, written in any container: for tests that want the same from all of them, and as seeds of fuzzing.
 */
export const madeFormats = ['v3', 'v4', 'v5', 'v5-plain', 'v6', 'v6-plain'] as const
export type MadeFormat = (typeof madeFormats)[number]

export interface MadeType {
  readonly provider: string
  readonly eventId: number
  readonly name: string
  readonly version: number
  readonly level: number
  readonly keywords: bigint
  /** Not told by V3 and V4 metadata. */
  readonly opcode: number
  readonly fields: readonly Field[]
}

export interface MadeEvent {
  /** Into the types. */
  readonly type: number
  /** Ticks since the event before. */
  readonly step: number
  /** Into a handful of threads with the ids 100, 101, ... */
  readonly thread: number
  readonly processor: number
  /** Leaf first; empty = none. */
  readonly stack: readonly bigint[]
  readonly activityId: Uint8Array | null
  readonly payload: Uint8Array
  /** What comes after it: a block's end, a sequence point. */
  readonly after: 'nothing' | 'flush' | 'sequence-point'
}

export interface MadeStream {
  readonly syncUnixMs: number
  readonly syncTicks: bigint
  readonly ticksPerSecond: number
  readonly pointerBytes: 4 | 8
  readonly types: readonly MadeType[]
  readonly events: readonly MadeEvent[]
}

export const firstThreadId = 100
export const threadCount = 5

/** The bytes of a whole, sound stream. */
export function makeStream(stream: MadeStream, format: MadeFormat): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const write = (bytes: Uint8Array): void => void pieces.push(bytes)
  if (format === 'v3') makeV3(stream, write)
  else if (format === 'v6' || format === 'v6-plain') makeV6(stream, format === 'v6-plain', write)
  else makeV5(stream, format, write)
  return concat(pieces)
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    all.set(piece, offset)
    offset += piece.length
  }
  return all
}

type Write = (bytes: Uint8Array) => void

const madePid = 77
const madeProcessors = 4

function makeV3(stream: MadeStream, write: Write): void {
  const writer = new NetperfWriter({ ...stream, pid: madePid, processorCount: madeProcessors, write })
  const ids = stream.types.map((type) => writer.defineType(type))
  let timestamp = 0
  for (const event of stream.events) {
    timestamp += event.step
    const { payload, stack } = event
    const thread = firstThreadId + event.thread
    const init = { metadataId: ids[event.type]!, timestamp, thread, payload, stack }
    writer.addEvent(event.activityId ? { ...init, activityId: event.activityId } : init)
    if (event.after !== 'nothing') writer.flush()
  }
  writer.end()
}

function makeV5(stream: MadeStream, format: MadeFormat, write: Write): void {
  const writer = new NettraceWriter({
    ...stream,
    pid: madePid,
    processorCount: madeProcessors,
    headers: format === 'v5-plain' ? 'plain' : 'compressed',
    metadataVersion: format === 'v4' ? 4 : 5,
    write,
  })
  const ids = stream.types.map((type) => writer.defineType(type))
  let timestamp = 0
  for (const event of stream.events) {
    timestamp += event.step
    const stackId = event.stack.length === 0 ? 0 : writer.addStack(event.stack)
    const thread = firstThreadId + event.thread
    const { processor, payload } = event
    const init = { metadataId: ids[event.type]!, timestamp, thread, processor, stackId, payload }
    writer.addEvent(event.activityId ? { ...init, activityId: event.activityId } : init)
    if (event.after === 'flush') writer.flush()
    if (event.after === 'sequence-point') writer.sequencePoint(timestamp)
  }
  writer.end(timestamp)
}

function makeV6(stream: MadeStream, isPlain: boolean, write: Write): void {
  const attributes = [
    ['ProcessId', String(madePid)],
    ['HardwareThreadCount', String(madeProcessors)],
  ] as const
  const writer = new V6Writer({ ...stream, attributes, headers: isPlain ? 'plain' : 'compressed', write })
  const ids = stream.types.map((type) => writer.defineType(type))
  const threads = Array.from({ length: threadCount }, (_, index) =>
    writer.addThread({ name: `thread ${index}`, processId: BigInt(madePid), threadId: BigInt(firstThreadId + index) }),
  )
  let timestamp = 0
  for (const event of stream.events) {
    timestamp += event.step
    const stackId = event.stack.length === 0 ? 0 : writer.addStack(event.stack)
    const labelListId = event.activityId === null ? 0 : writer.addLabels([{ kind: 'activity', id: event.activityId }])
    const { processor, payload } = event
    const thread = threads[event.thread]!
    writer.addEvent({ metadataId: ids[event.type]!, timestamp, thread, processor, stackId, labelListId, payload })
    if (event.after === 'flush') writer.flush()
    if (event.after === 'sequence-point') writer.sequencePoint(timestamp)
  }
  writer.end(timestamp)
}

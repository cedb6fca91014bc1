import { emptyPlainEvent } from '../trace/segment-writer.ts'
import type { TraceBuilder } from '../trace/trace-builder.ts'

/** Header sizes up to the payload. */
const v4HeaderBytes = 80
const v6HeaderBytes = 52

export interface PlainFault {
  readonly position: number
  readonly expected: string
  readonly found: string
}

const event = emptyPlainEvent()

/*
 * Uncompressed blobs (no known producer, only tests). V4 and V5, 80 bytes before the payload:
 *   i32 size (without itself) | u32 metadataId (bit 31: not sorted) | u32 seq | i64 thread | i64 capture thread
 *   | i32 processor | i32 stack | i64 time | 16 B activity | 16 B related | i32 payload size | payload | padding
 * V6, 52 bytes:
 *   u32 size | u32 metadataId | u32 seq | u64 thread index | u64 capture thread index | u32 processor | u32 stack
 *   | u64 time | u32 label list | u32 payload size | payload | padding
 */
export function readPlainEvents(
  builder: TraceBuilder,
  start: number,
  end: number,
  resolveLabels: Parameters<TraceBuilder['decodeBlock']>[2] = null,
): PlainFault | null {
  const { input, types, threads, stacks, trace } = builder
  const headerBytes = resolveLabels === null ? v4HeaderBytes : v6HeaderBytes
  let position = start
  while (position < end) {
    const { bytes, view } = input
    if (end - position < headerBytes)
      return { position, expected: `an ${headerBytes}-byte event header`, found: `${end - position} bytes left` }
    const blobBytes = view.getUint32(position, true)
    const payloadLength = view.getUint32(position + headerBytes - 4, true)
    const smallest = headerBytes - 4
    if (blobBytes < smallest || blobBytes > end - position - 4) {
      const expected = `an event of ${smallest} to ${end - position - 4} bytes`
      return { position, expected, found: String(blobBytes) }
    }
    if (payloadLength > blobBytes - smallest) {
      const expected = `a payload of at most ${blobBytes - smallest} bytes`
      return { position, expected, found: String(payloadLength) }
    }
    const word = (offset: number) => view.getUint32(position + offset, true)
    const metadataId = word(4)
    event.typeIndex = types.resolve(metadataId & 0x7fffffff)
    event.threadIndex = threads.resolve(word(12), word(16))
    event.captureThreadIndex = threads.resolve(word(20), word(24))
    event.processor = word(28)
    event.stackIndex = stacks.resolve(word(32))
    event.ticksLow = word(36)
    event.ticksHigh = word(40)
    event.payloadStart = position + headerBytes
    event.payloadLength = payloadLength
    if (resolveLabels === null) {
      event.activity = trace.activities.intern(bytes, position + 44)
      event.relatedActivity = trace.activities.intern(bytes, position + 60)
      event.labels = 0
    } else {
      const labels = resolveLabels(word(44))
      event.labels = labels.index
      event.activity = labels.activity
      event.relatedActivity = labels.relatedActivity
    }
    const ticks = builder.relativeTicks(event.ticksLow, event.ticksHigh)
    const lostCount = threads.addEvent(word(20), word(24), word(8))
    if (lostCount > 0) builder.addLoss(trace.eventCount, ticks, event.captureThreadIndex, lostCount)
    builder.events.addEvent(event, input.offsetOf(0))
    if (metadataId >>> 31 === 0) builder.advance(ticks)
    position += 4 + blobBytes
  }
  return null
}

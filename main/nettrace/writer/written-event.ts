import { highHalf, lowHalf } from '../word-halves.ts'
import { type BlobFields, emptyBlob } from './blob-writer.ts'

/** An event as every container since V3 has it. */
export interface WrittenEvent {
  readonly metadataId: number
  /** Ticks since the sync point; non-decreasing per capture thread. */
  readonly timestamp: number
  /** In V6 the index that `addThread` gave. */
  readonly thread: number
  /** The thread that recorded the event when it is another one (samples). */
  readonly captureThread?: number
  readonly processor?: number
  readonly stackId?: number
  /** Promise that no later event has a smaller timestamp; must be set on the first event of each run of a thread. */
  readonly isSorted?: boolean
  readonly payload: Uint8Array
}

/** The sequence numbers of each capture thread; `count` of them are used up. */
export function nextSequence(sequences: Map<number, number>, captureThread: number, count = 1): number {
  const sequence = ((sequences.get(captureThread) ?? 0) + count) >>> 0
  sequences.set(captureThread, sequence)
  return sequence
}

export function blobOf(event: WrittenEvent, sequences: Map<number, number>, syncTicks: bigint): BlobFields {
  const captureThread = event.captureThread ?? event.thread
  const timestamp = syncTicks + BigInt(Math.round(event.timestamp))
  return {
    ...metadataBlob(event.payload),
    metadataId: event.metadataId,
    sequence: nextSequence(sequences, captureThread),
    captureThreadLow: lowHalf(BigInt(captureThread)),
    captureThreadHigh: highHalf(BigInt(captureThread)),
    processor: event.processor ?? 0,
    threadLow: lowHalf(BigInt(event.thread)),
    threadHigh: highHalf(BigInt(event.thread)),
    stackId: event.stackId ?? 0,
    timestampLow: lowHalf(timestamp),
    timestampHigh: highHalf(timestamp),
    isSorted: event.isSorted ?? true,
  }
}

/** A definition: its header says nothing besides the payload. */
export function metadataBlob(payload: Uint8Array): BlobFields {
  return { ...emptyBlob(), isSorted: true, bytes: payload, payloadEnd: payload.length }
}

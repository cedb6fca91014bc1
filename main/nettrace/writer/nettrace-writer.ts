import { assert } from '../../../shared/base/assert.ts'
import { magicBytes, serializationName, tagBeginPrivateObject, tagEndObject, tagNullReference } from '../limits.ts'
import { type BlobSink, BlobWriter } from './blob-writer.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { type EventTypeInit, writeEventType } from './metadata-writer.ts'
import { blockObject, objectHead } from './object-head.ts'
import { PlainBlobWriter } from './plain-blob-writer.ts'
import { addAddresses, clockBytes, type ClockInit } from './trace-body.ts'
import { blobOf, metadataBlob, nextSequence, type WrittenEvent } from './written-event.ts'

export interface TraceInit extends ClockInit {
  readonly pointerBytes: 4 | 8
  readonly pid: number
  readonly processorCount: number
  /** Default: compressed, as every runtime writes them. */
  readonly headers?: 'compressed' | 'plain'
  /** 4 = metadata of .NET Core 3, without opcodes and arrays; default 5. */
  readonly metadataVersion?: 4 | 5
  /** Receives right-sized pieces in stream order; each is the receiver's to keep or to transfer. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
}

export interface EventInit extends WrittenEvent {
  readonly activityId?: Uint8Array
  readonly relatedActivityId?: Uint8Array
}

/** What runtimes put into one block at most. */
const blockContentBytes = 100 * 1024

/**
 * Writes a stream in the V4 container with V5 metadata, block by block in the runtime's order (definitions before their use).
 * Used by the demo target, by exports and by tests. Sequence numbers are counted per capture thread.
 */
export class NettraceWriter {
  readonly #init: TraceInit
  readonly #sequences = new Map<number, number>()
  readonly #metadata: BlobSink
  readonly #events: BlobSink
  readonly #stacks = new ByteBuilder()
  #firstStackId = 1
  #stackCount = 0
  #nextMetadataId = 1
  #offset = 0
  #hasEnded = false

  constructor(init: TraceInit) {
    this.#init = init
    this.#metadata = this.#newBlobs()
    this.#events = this.#newBlobs()
    const head = new ByteBuilder()
    head.ascii(magicBytes).i32(serializationName.length).ascii(serializationName)
    this.#emit(head)
    // The last field is the nominal sampling period in ns.
    const body = clockBytes(init).i32(init.pointerBytes).i32(init.pid).i32(init.processorCount).i32(1_000_000).take()
    this.#emit(objectHead(tagBeginPrivateObject, 'Trace', 4, 4).bytes(body).u8(tagEndObject))
  }

  #newBlobs(): BlobSink {
    return this.#init.headers === 'plain' ? new PlainBlobWriter() : new BlobWriter()
  }

  /** Returns the metadata id to use in events; definitions are written with the next flush. */
  defineType(type: EventTypeInit): number {
    const metadataId = this.#nextMetadataId++
    this.#metadata.add(metadataBlob(writeEventType(metadataId, type, this.#init.metadataVersion !== 4)))
    return metadataId
  }

  /** Leaf first. The id is valid until the next sequence point. */
  addStack(addresses: readonly bigint[]): number {
    const { pointerBytes } = this.#init
    this.#stacks.i32(addresses.length * pointerBytes)
    addAddresses(this.#stacks, addresses, pointerBytes)
    return this.#firstStackId + this.#stackCount++
  }

  addEvent(event: EventInit): void {
    assert(!this.#hasEnded, 'no events after the end of the stream')
    this.#events.add({
      ...blobOf(event, this.#sequences, this.#init.syncTicks),
      activityId: event.activityId ?? null,
      relatedActivityId: event.relatedActivityId ?? null,
    })
    if (this.#events.length >= blockContentBytes) this.flush()
  }

  /** The runtime had to drop events of this thread: their sequence numbers are used up. */
  dropEvents(captureThread: number, count: number): void {
    nextSequence(this.#sequences, captureThread, count)
  }

  /** Writes everything that waits: metadata, then stacks, then events. */
  flush(): void {
    if (this.#metadata.length > 0) this.#block('MetadataBlock', this.#metadata.take())
    if (this.#stackCount > 0) {
      const content = new ByteBuilder()
      content.u32(this.#firstStackId).u32(this.#stackCount).bytes(this.#stacks.take())
      this.#block('StackBlock', content.take())
      this.#firstStackId += this.#stackCount
      this.#stackCount = 0
    }
    if (this.#events.length > 0) this.#block('EventBlock', this.#events.take())
  }

  /** Flushes, then states for each thread how far its sequence numbers went; stack ids start anew. */
  sequencePoint(timestamp: number): void {
    this.flush()
    const content = new ByteBuilder()
    content.i64(this.#init.syncTicks + BigInt(Math.round(timestamp))).i32(this.#sequences.size)
    for (const [thread, sequence] of this.#sequences) content.i64(BigInt(thread)).u32(sequence)
    this.#block('SPBlock', content.take())
    this.#firstStackId = 1
  }

  end(timestamp: number): void {
    if (this.#hasEnded) return
    this.sequencePoint(timestamp)
    this.#hasEnded = true
    this.#emit(new ByteBuilder().u8(tagNullReference))
  }

  #block(name: string, content: Uint8Array): void {
    this.#emit(blockObject(objectHead(tagBeginPrivateObject, name, 2, 2), content, this.#offset))
  }

  #emit(builder: ByteBuilder): void {
    this.#offset += builder.length
    this.#init.write(builder.take())
  }
}

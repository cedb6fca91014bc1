import { assert } from '../../../shared/base/assert.ts'
import { magicBytes } from '../limits.ts'
import { type BlobSink, BlobWriter } from './blob-writer.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { PlainBlobWriter } from './plain-blob-writer.ts'
import { addAddresses, clockBytes, type ClockInit } from './trace-body.ts'
import { type V6EventTypeInit, writeV6EventType } from './v6-metadata-writer.ts'
import { type V6Label, type V6ThreadInit, writeV6Labels, writeV6Thread } from './v6-rows.ts'
import { blobOf, nextSequence, type WrittenEvent } from './written-event.ts'

/*
 * Writer of the V6 container, which `dotnet-trace collect-linux` writes.
 *
 *   "Nettrace" | u32 0 | u32 6 | u32 minor | blocks: u32 (kind << 24 | size), size bytes
 *
 * Threads, types, stacks and label lists are defined before the events that use them: each `flush` writes them in that order.
 */
export interface V6Init extends ClockInit {
  readonly pointerBytes: 4 | 8
  /** `ProcessId`, `HardwareThreadCount`, `ExpectedCPUSamplingRate` and others have a meaning to readers. */
  readonly attributes?: readonly (readonly [string, string])[]
  readonly minor?: number
  readonly headers?: 'compressed' | 'plain'
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
}

export interface V6Event extends WrittenEvent {
  readonly labelListId?: number
}

export interface V6Flush {
  readonly threads?: boolean
  readonly metadata?: boolean
}

export const v6BlockKinds = {
  endOfStream: 0,
  trace: 1,
  event: 2,
  metadata: 3,
  sequencePoint: 4,
  stack: 5,
  thread: 6,
  removeThread: 7,
  labelList: 8,
} as const

const blockContentBytes = 100 * 1024

export class V6Writer {
  readonly #init: V6Init
  readonly #sequences = new Map<number, number>()
  readonly #metadata = new ByteBuilder()
  readonly #threads = new ByteBuilder()
  readonly #stacks = new ByteBuilder()
  readonly #labels = new ByteBuilder()
  readonly #events: BlobSink
  #nextThread = 1
  #nextMetadataId = 1
  #firstStackId = 1
  #stackCount = 0
  #firstLabelListId = 1
  #labelListCount = 0
  #hasEnded = false

  constructor(init: V6Init) {
    this.#init = init
    this.#events = this.#newBlobs()
    const head = new ByteBuilder().ascii(magicBytes).u32(0).u32(6)
    init.write(head.u32(init.minor ?? 0).take())
    const attributes = init.attributes ?? []
    const body = clockBytes(init).i32(init.pointerBytes).i32(attributes.length)
    for (const [key, value] of attributes) body.text6(key).text6(value)
    this.block(v6BlockKinds.trace, body.take())
  }

  addThread(thread: V6ThreadInit): number {
    const index = this.#nextThread++
    this.#threads.bytes(writeV6Thread(index, thread))
    this.#sequences.set(index, 0)
    return index
  }

  /** No event may use the index from here on. States how many events the thread tried to write. */
  removeThread(index: number): void {
    this.flush()
    const sequence = this.#sequences.get(index) ?? 0
    this.#sequences.delete(index)
    this.block(v6BlockKinds.removeThread, new ByteBuilder().varint(BigInt(index)).varint(BigInt(sequence)).take())
  }

  defineType(type: V6EventTypeInit): number {
    const metadataId = this.#nextMetadataId++
    this.#metadata.bytes(writeV6EventType(metadataId, type))
    return metadataId
  }

  /** Leaf first. Valid until the next sequence point, like label lists. */
  addStack(addresses: readonly bigint[]): number {
    this.#stacks.i32(addresses.length * this.#init.pointerBytes)
    addAddresses(this.#stacks, addresses, this.#init.pointerBytes)
    return this.#firstStackId + this.#stackCount++
  }

  addLabels(labels: readonly V6Label[]): number {
    if (labels.length === 0) return 0
    this.#labels.bytes(writeV6Labels(labels))
    return this.#firstLabelListId + this.#labelListCount++
  }

  addEvent(event: V6Event): void {
    assert(!this.#hasEnded, 'no events after the end of the stream')
    const blob = blobOf(event, this.#sequences, this.#init.syncTicks)
    this.#events.add({ ...blob, labelListId: event.labelListId ?? 0 })
    if (this.#events.length >= blockContentBytes) this.flush()
  }

  dropEvents(captureThread: number, count: number): void {
    nextSequence(this.#sequences, captureThread, count)
  }

  flush(): void {
    if (this.#threads.length > 0) this.block(v6BlockKinds.thread, this.#threads.take())
    // The block header says how many further header bytes follow: none.
    if (this.#metadata.length > 0)
      this.block(v6BlockKinds.metadata, new ByteBuilder().u16(0).bytes(this.#metadata.take()).take())
    if (this.#labelListCount > 0) {
      const head = new ByteBuilder().u32(this.#firstLabelListId).u32(this.#labelListCount)
      this.block(v6BlockKinds.labelList, head.bytes(this.#labels.take()).take())
      this.#firstLabelListId += this.#labelListCount
      this.#labelListCount = 0
    }
    if (this.#stackCount > 0) {
      const head = new ByteBuilder().u32(this.#firstStackId).u32(this.#stackCount)
      this.block(v6BlockKinds.stack, head.bytes(this.#stacks.take()).take())
      this.#firstStackId += this.#stackCount
      this.#stackCount = 0
    }
    if (this.#events.length > 0) this.block(v6BlockKinds.event, this.#events.take())
  }

  /** Ends the life of stacks and label lists, and of threads and types when asked to: these are to be defined anew. */
  sequencePoint(timestamp: number, flush: V6Flush = {}): void {
    this.flush()
    const content = new ByteBuilder().i64(this.#init.syncTicks + BigInt(Math.round(timestamp)))
    content.u32((flush.threads === true ? 1 : 0) | (flush.metadata === true ? 2 : 0)).u32(this.#sequences.size)
    for (const [thread, sequence] of this.#sequences) content.varint(BigInt(thread)).varint(BigInt(sequence))
    this.block(v6BlockKinds.sequencePoint, content.take())
    this.#firstStackId = 1
    this.#firstLabelListId = 1
    if (flush.threads === true) {
      this.#nextThread = 1
      this.#sequences.clear()
    }
    if (flush.metadata === true) this.#nextMetadataId = 1
  }

  end(timestamp: number): void {
    if (this.#hasEnded) return
    this.sequencePoint(timestamp)
    this.#hasEnded = true
    this.block(v6BlockKinds.endOfStream, new Uint8Array(0))
  }

  /** A whole block, also of a kind that no reader knows yet. */
  block(kind: number, content: Uint8Array): void {
    assert(content.length < 2 ** 24, 'a V6 block holds less than 16 MiB')
    this.#init.write(
      new ByteBuilder()
        .u32(((kind << 24) | content.length) >>> 0)
        .bytes(content)
        .take(),
    )
  }

  #newBlobs(): BlobSink {
    return this.#init.headers === 'plain' ? new PlainBlobWriter(true) : new BlobWriter(true)
  }
}

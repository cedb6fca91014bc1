import { ByteCursor } from './byte-cursor.ts'
import { ByteQueue } from './byte-queue.ts'
import type { Damage } from './damage.ts'
import { blockHeaderBytes, decodeCompressedBlobs, decodePlainBlobs, smallestBlobBytes } from './event-block.ts'
import { EventColumns } from './event-columns.ts'
import { type EventType, readEventType } from './event-type.ts'
import {
  compressedHeadersFlag,
  knownTraceVersion,
  magicBytes,
  nettraceLimits,
  serializationName,
  tagBeginPrivateObject,
  tagEndObject,
  tagNullReference,
} from './limits.ts'
import { SequenceTracker } from './sequence-tracker.ts'
import { readTraceHeader, traceBodyBytes, type TraceHeader } from './trace-header.ts'

/*
 * Incremental reader of the V4 container with V4 or V5 metadata, which every live runtime sends (.NET Core 3.1 to .NET 11).
 *
 *   "Nettrace" | i32 20 "!FastSerialization.1" | object* | u8 1
 *   object: u8 5 u8 5 u8 1 | i32 version | i32 minReader | i32 n, n ASCII | u8 6 | body | u8 6
 *   body of Trace: 48 bytes; of every other object: i32 size | 0..3 zeros to a stream offset divisible by 4 | size bytes
 *
 * States: preamble -> objects -> ended (end tag) | failed (framing lost). Bytes after either are counted and dropped.
 * The reader owns the columns and the bytes it hands out; both are valid until the callback returns.
 */
export interface NettraceListener {
  onTrace?(header: TraceHeader): void
  /** Before the first event that uses it. */
  onEventType?(type: EventType): void
  /** Events in file order: sorted inside a run of one capture thread, not across threads. */
  onEvents?(columns: EventColumns, bytes: Uint8Array): void
  /** `bytes[start, end)`: u32 first id, u32 count, count of (u32 byte size, addresses). Ids are valid until the next sequence point. */
  onStacks?(bytes: Uint8Array, start: number, end: number): void
  /** Everything before is at or before this time, everything after at or after. Ticks since sync. */
  onSequencePoint?(timestamp: number): void
  onDamage?(damage: Damage): void
}

export type ReaderState = 'preamble' | 'objects' | 'ended' | 'failed'

const preambleBytes = magicBytes.length + 4 + serializationName.length
const initialEventCapacity = 1024

export class NettraceReader {
  readonly #listener: NettraceListener
  readonly #queue = new ByteQueue()
  readonly #cursor = new ByteCursor()
  readonly #sequences = new SequenceTracker()
  readonly #types: (EventType | undefined)[] = []
  readonly #typesById = new Map<number, EventType>()
  readonly #unknownBlocks = new Map<string, number>()
  #columns = new EventColumns(initialEventCapacity)
  #state: ReaderState = 'preamble'
  #header: TraceHeader | null = null
  #eventCount = 0
  #droppedByteCount = 0

  constructor(listener: NettraceListener) {
    this.#listener = listener
  }

  get state(): ReaderState {
    return this.#state
  }
  get header(): TraceHeader | null {
    return this.#header
  }
  get eventCount(): number {
    return this.#eventCount
  }
  get lostEventCount(): number {
    return this.#sequences.lostEventCount
  }
  /** Bytes of the stream taken in and understood so far. */
  get readByteCount(): number {
    return this.#queue.streamOffset
  }
  /** Bytes that came after the end, or after framing was lost. */
  get droppedByteCount(): number {
    return this.#droppedByteCount
  }
  /** Bytes held back because their object is not complete. */
  get heldByteCount(): number {
    return this.#queue.length
  }
  /** Object types this reader does not know, skipped by their size. */
  get unknownBlocks(): ReadonlyMap<string, number> {
    return this.#unknownBlocks
  }

  /** Type of an event by the `metadataId` column; undefined when the stream never defined it. Ids below 64 k take no hashing. */
  eventType(metadataId: number): EventType | undefined {
    return metadataId < 65_536 ? this.#types[metadataId] : this.#typesById.get(metadataId)
  }

  /** Takes the next bytes of the stream, cut anywhere. The chunk may be reused after the call. */
  push(chunk: Uint8Array): void {
    if (this.#state === 'ended' || this.#state === 'failed') {
      this.#droppedByteCount += chunk.length
      return
    }
    this.#queue.push(chunk)
    while (this.#step());
    this.#queue.settle()
  }

  /**
   * No more bytes will come. Events of a block that was cut off are delivered as far as they are whole. Returns whether the
   * stream had its end marker; a killed process leaves none, and that is not damage.
   */
  end(): boolean {
    if (this.#state === 'objects') this.#salvage()
    this.#queue.clear()
    if (this.#state !== 'ended') this.#state = 'failed'
    return this.#state === 'ended'
  }

  /** Reads one object if all of it is there. */
  #step(): boolean {
    if (this.#state === 'preamble') return this.#readPreamble()
    if (this.#state !== 'objects') {
      this.#droppedByteCount += this.#queue.length
      this.#queue.clear()
      return false
    }
    const { bytes, start, end } = this.#queue
    if (start >= end) return false
    const tag = bytes[start]!
    if (tag === tagNullReference) {
      this.#queue.consume(1)
      this.#state = 'ended'
      return true
    }
    const head = this.#readObjectHead()
    return head !== null && this.#readBody(head)
  }

  #readPreamble(): boolean {
    const { bytes, start, end } = this.#queue
    const expected = `${magicBytes}\x14\0\0\0${serializationName}`
    for (let index = 0; index < preambleBytes; index++) {
      if (start + index >= end) return false
      if (bytes[start + index] !== expected.charCodeAt(index)) {
        // The first differing byte tells the other containers apart: no `Nettrace` = netperf, a zero at 8 = V6.
        if (index === 8 && bytes[start + index] === 0)
          return this.#fail('unsupported', index, 'nettrace version 4 or 5', 'version 6')
        if (index === 0 && bytes[start] === 0x14)
          return this.#fail('unsupported', 0, 'nettrace version 4 or 5', 'the older netperf format')
        return this.#fail('malformed', index, 'the head of a nettrace stream', hex(bytes[start + index]!))
      }
    }
    this.#queue.consume(preambleBytes)
    this.#state = 'objects'
    return true
  }

  #readObjectHead(): ObjectHead | null {
    const { bytes, start, end, streamOffset } = this.#queue
    const tags = [tagBeginPrivateObject, tagBeginPrivateObject, tagNullReference]
    for (const [index, tag] of tags.entries()) {
      if (start + index >= end) return null
      const found = bytes[start + index]!
      if (found !== tag) return this.#failHead(streamOffset + index, `tag ${tag}`, `tag ${found}`)
    }
    if (end - start < 15) return null
    this.#cursor.reset(bytes, start + 3, end)
    this.#cursor.i32()
    const minReaderVersion = this.#cursor.i32()
    const nameBytes = this.#cursor.i32()
    if (nameBytes < 1 || nameBytes > nettraceLimits.typeNameBytes)
      return this.#failHead(
        streamOffset + 11,
        `a name of 1 to ${nettraceLimits.typeNameBytes} bytes`,
        String(nameBytes),
      )
    if (end - start < 16 + nameBytes) return null
    let name = ''
    for (let index = 0; index < nameBytes; index++) name += String.fromCharCode(bytes[start + 15 + index]!)
    const closing = bytes[start + 15 + nameBytes]!
    if (closing !== tagEndObject) return this.#failHead(streamOffset + 15 + nameBytes, 'tag 6', `tag ${closing}`)
    if (minReaderVersion > knownTraceVersion) {
      this.#fail('unsupported', streamOffset + 7, `reader version ${knownTraceVersion}`, String(minReaderVersion))
      return null
    }
    return { name, bytes: 16 + nameBytes }
  }

  #readBody(head: ObjectHead): boolean {
    const { bytes, start, end, streamOffset } = this.#queue
    const bodyStart = start + head.bytes
    let contentStart = bodyStart
    let contentBytes = traceBodyBytes
    if (head.name !== 'Trace') {
      if (end - bodyStart < 4) return false
      this.#cursor.reset(bytes, bodyStart, end)
      contentBytes = this.#cursor.i32()
      if (contentBytes < 0 || contentBytes > nettraceLimits.blockBytes) {
        const limit = `a block of at most ${nettraceLimits.blockBytes} bytes`
        return this.#fail('malformed', streamOffset + head.bytes, limit, String(contentBytes), head.name)
      }
      // Alignment counts from the first byte of the stream, not of this buffer; `%` because offsets pass 2^31.
      const afterSize = streamOffset + head.bytes + 4
      contentStart = bodyStart + 4 + ((4 - (afterSize % 4)) % 4)
    }
    const contentEnd = contentStart + contentBytes
    if (end < contentEnd + 1) return false
    if (bytes[contentEnd] !== tagEndObject) {
      const offset = streamOffset + contentEnd - start
      return this.#fail('malformed', offset, 'tag 6 after the block', `tag ${bytes[contentEnd]}`, head.name)
    }
    this.#readContent(head.name, bytes, contentStart, contentEnd)
    this.#queue.consume(contentEnd + 1 - start)
    return this.#state === 'objects'
  }

  #readContent(name: string, bytes: Uint8Array, start: number, end: number): void {
    switch (name) {
      case 'Trace': {
        this.#cursor.reset(bytes, start, end)
        this.#header = readTraceHeader(this.#cursor)
        if (this.#header === null) this.#damage(start, name, 'a clock and a pointer size of 4 or 8', 'something else')
        else this.#listener.onTrace?.(this.#header)
        return
      }
      case 'MetadataBlock':
        if (this.#readBlobs(name, bytes, start, end)) this.#readEventTypes(bytes)
        return
      case 'EventBlock':
        if (this.#readBlobs(name, bytes, start, end)) this.#deliverEvents(bytes)
        return
      case 'StackBlock':
        if (end - start < 8) this.#damage(start, name, 'at least 8 bytes', String(end - start))
        else this.#listener.onStacks?.(bytes, start, end)
        return
      case 'SPBlock':
        this.#readSequencePoint(bytes, start, end)
        return
      default:
        this.#unknownBlocks.set(name, (this.#unknownBlocks.get(name) ?? 0) + 1)
    }
  }

  /** Fills the columns; false when there is nothing to use in the block. */
  #readBlobs(name: string, bytes: Uint8Array, start: number, end: number): boolean {
    const header = this.#header
    this.#cursor.reset(bytes, start, end)
    const headerBytes = this.#cursor.u16()
    const flags = this.#cursor.u16()
    if (header === null || headerBytes < blockHeaderBytes || headerBytes > end - start) {
      const expected = header === null ? 'a Trace object first' : `a block header of ${blockHeaderBytes} bytes or more`
      this.#damage(start, name, expected, String(headerBytes))
      return false
    }
    const isCompressed = (flags & compressedHeadersFlag) !== 0
    const contentStart = start + headerBytes
    const smallest = isCompressed ? smallestBlobBytes : 80
    this.#columns = this.#columns.withCapacity(Math.ceil((end - contentStart) / smallest))
    this.#columns.count = 0
    const decode = isCompressed ? decodeCompressedBlobs : decodePlainBlobs
    const fault = decode(bytes, contentStart, end, header.syncTicks, this.#columns)
    if (fault) this.#damage(fault.offset, name, fault.expected, fault.found)
    return this.#columns.count > 0
  }

  #readEventTypes(bytes: Uint8Array): void {
    const { payloadOffset, payloadLength, count } = this.#columns
    for (let index = 0; index < count; index++) {
      const start = payloadOffset[index]!
      this.#cursor.reset(bytes, start, start + payloadLength[index]!)
      const type = readEventType(this.#cursor)
      if (type === null || type.metadataId <= 0)
        this.#damage(start, 'MetadataBlock', 'a complete event description', `${payloadLength[index]} bytes`)
      else if (this.#typesById.size >= nettraceLimits.eventTypes && !this.#typesById.has(type.metadataId))
        this.#damage(start, 'MetadataBlock', `at most ${nettraceLimits.eventTypes} event types`, 'one more')
      else {
        this.#typesById.set(type.metadataId, type)
        if (type.metadataId < 65_536) this.#types[type.metadataId] = type
        this.#listener.onEventType?.(type)
      }
    }
  }

  #deliverEvents(bytes: Uint8Array): void {
    this.#eventCount += this.#columns.count
    this.#sequences.addEvents(this.#columns)
    this.#listener.onEvents?.(this.#columns, bytes)
  }

  #readSequencePoint(bytes: Uint8Array, start: number, end: number): void {
    const cursor = this.#cursor
    cursor.reset(bytes, start, end)
    const low = cursor.u32()
    const high = cursor.u32()
    const threadCount = cursor.i32()
    if (cursor.isExhausted || threadCount < 0 || threadCount * 12 > cursor.remaining) {
      this.#damage(start, 'SPBlock', `at most ${Math.floor(cursor.remaining / 12)} threads`, String(threadCount))
      return
    }
    for (let index = 0; index < threadCount; index++) {
      const thread = cursor.u32() + cursor.u32() * 4294967296
      this.#sequences.addSequencePoint(thread, cursor.u32())
    }
    const sync = this.#header?.syncTicks ?? { low: 0, high: 0 }
    this.#listener.onSequencePoint?.((high - sync.high) * 4294967296 + (low - sync.low))
  }

  /** The events before the cut in an event block whose end never came. */
  #salvage(): void {
    const head = this.#queue.length > 0 ? this.#readObjectHead() : null
    if (head === null || head.name !== 'EventBlock') return
    const { bytes, start, end, streamOffset } = this.#queue
    const afterSize = streamOffset + head.bytes + 4
    const contentStart = start + head.bytes + 4 + ((4 - (afterSize % 4)) % 4)
    const header = this.#header
    if (header === null || end - contentStart <= blockHeaderBytes) return
    this.#cursor.reset(bytes, contentStart, end)
    const headerBytes = this.#cursor.u16()
    const isCompressed = (this.#cursor.u16() & compressedHeadersFlag) !== 0
    if (headerBytes < blockHeaderBytes || headerBytes > end - contentStart) return
    this.#columns = this.#columns.withCapacity(
      Math.ceil((end - contentStart) / (isCompressed ? smallestBlobBytes : 80)),
    )
    const decode = isCompressed ? decodeCompressedBlobs : decodePlainBlobs
    decode(bytes, contentStart + headerBytes, end, header.syncTicks, this.#columns)
    if (this.#columns.count > 0) this.#deliverEvents(bytes)
  }

  #damage(bufferOffset: number, block: string, expected: string, found: string): void {
    const offset = this.#queue.streamOffset + bufferOffset - this.#queue.start
    this.#listener.onDamage?.({ kind: 'malformed', offset, block, expected, found, canContinue: true })
  }

  #failHead(offset: number, expected: string, found: string): null {
    this.#fail('malformed', offset, expected, found)
    return null
  }

  #fail(kind: Damage['kind'], offset: number, expected: string, found: string, block = 'stream'): false {
    this.#state = 'failed'
    this.#listener.onDamage?.({ kind, offset, block, expected, found, canContinue: false })
    this.#droppedByteCount += this.#queue.length
    this.#queue.clear()
    return false
  }
}

interface ObjectHead {
  readonly name: string
  /** Up to and including the tag that closes the type object. */
  readonly bytes: number
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`
}

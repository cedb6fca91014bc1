import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { ByteCursor } from '../../nettrace/byte-cursor.ts'
import { readBlockHeader } from '../../nettrace/framing/block-header.ts'
import { forEachEventBlob } from '../../nettrace/framing/event-blobs.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { blockKinds } from '../../nettrace/framing/v6-reader.ts'
import { readV6Thread } from '../../nettrace/framing/v6-threads.ts'
import type { SyncTicks, TraceHeader } from '../../nettrace/trace-header.ts'
import { highHalf, lowHalf, unsignedOf } from '../../nettrace/word-halves.ts'
import type { EventBlob } from '../../nettrace/writer/blob-writer.ts'
import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import { EventCopies } from './event-copies.ts'
import { KeptTypes } from './kept-types.ts'
import type { Redactor } from './redaction/redactor.ts'
import { maskV6Labels, maskV6Threads } from './redaction/v6-texts.ts'
import { SequenceNumbers } from './sequence-numbers.ts'
import { StackCopies } from './stack-copies.ts'
import type { TrimFilter } from './trim-filter.ts'
import type { BlockTrim, TrimTarget } from './block-trim.ts'

const flushThreads = 1
const flushMetadata = 2

/** Blocks of V4, V5 and V6. */
export class NettraceTrim implements BlockTrim {
  readonly #output: BlockOutput
  #filter: TrimFilter
  readonly #redactor: Redactor | null
  readonly #isV6: boolean
  #types: KeptTypes
  #stacks: StackCopies
  #events: EventCopies
  readonly #sequences: SequenceNumbers
  readonly #cursor = new ByteCursor()
  /** V6: operating-system ids by index as text. */
  readonly #threadIds = new Map<string, bigint>()
  #syncTicks: SyncTicks = { low: 0, high: 0 }
  #newestTicks = Number.NEGATIVE_INFINITY
  #eventCount = 0
  #selectedCount = 0
  #nameCount = 0

  constructor(source: RangeSource, { output, filter, redactor }: TrimTarget, container: 'nettrace' | 'v6') {
    this.#redactor = redactor
    this.#output = output
    this.#filter = filter
    this.#isV6 = container === 'v6'
    this.#types = new KeptTypes(filter)
    this.#stacks = new StackCopies(source)
    this.#events = new EventCopies(output, this.#stacks, this.#isV6)
    this.#sequences = new SequenceNumbers(filter, (thread) => this.#hasThread(thread))
  }

  get counts(): BlockTrim['counts'] {
    return {
      eventCount: this.#eventCount,
      selectedCount: this.#selectedCount,
      nameCount: this.#nameCount,
      lostCount: this.#sequences.lostCount,
    }
  }

  setHeader({ syncTicks }: TraceHeader): void {
    this.#syncTicks = syncTicks
  }

  /**
   * A stream of the same process follows, whose clock is that of the first. A sequence point lies between the two: stacks begin anew, with V6
   * all else too; types of other containers get ids beyond those of the streams before.
   */
  follow(source: RangeSource, filter: TrimFilter, startTicks: bigint): void {
    this.#events.flush()
    const head = new ByteBuilder().i64(startTicks)
    if (this.#isV6) head.u32(flushThreads | flushMetadata)
    this.#output.block('sequencePoint', head.u32(0).take())
    this.#filter = filter
    const idShift = this.#isV6 ? 0 : this.#types.largestId
    this.#types = new KeptTypes(filter, idShift)
    this.#stacks = new StackCopies(source)
    this.#events = new EventCopies(this.#output, this.#stacks, this.#isV6, idShift)
    if (this.#isV6) this.#sequences.clear()
    this.#sequences.follow(filter)
    this.#threadIds.clear()
  }

  /** A stretch of the stream was dropped, up to a sequence point. */
  cut(): void {
    this.#events.flush()
    this.#stacks.clear()
    this.#sequences.cut()
  }

  take(name: string, content: Uint8Array, offset: number): void {
    switch (name) {
      case 'MetadataBlock':
        return this.#takeMetadata(content)
      case 'StackBlock':
        return this.#stacks.define(content, offset)
      case 'EventBlock':
        return this.#takeEvents(content)
      case 'SPBlock':
        return this.#takeSequencePoint(content)
      case `block ${blockKinds.thread}`:
        this.#takeThreads(content)
        return this.#define('thread', this.#redactor === null ? content : maskV6Threads(content, this.#redactor))
      case `block ${blockKinds.removeThread}`:
        return this.#takeRemovedThreads(content)
      case `block ${blockKinds.labelList}`:
        return this.#define('labelList', this.#redactor === null ? content : maskV6Labels(content, this.#redactor))
      default:
      // No reader knows it: nothing else in the stream refers to it.
    }
  }

  finish(): void {
    this.#events.flush()
  }

  #takeMetadata(content: Uint8Array): void {
    const kept = this.#isV6 ? this.#types.v6Block(content) : this.#types.objectBlock(content)
    if (kept !== null) this.#define('metadata', kept)
  }

  /** In its place between the events, so that a part of the part has it there too. */
  #define(kind: 'thread' | 'labelList' | 'metadata', content: Uint8Array): void {
    this.#events.flush()
    this.#output.block(kind, content)
  }

  #takeEvents(content: Uint8Array): void {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
    const header = readBlockHeader(view, 0, content.length)
    if (header === null) return
    const { isCompressed } = header
    const range = { start: header.bytes, end: content.length, isCompressed, hasLabels: this.#isV6 }
    forEachEventBlob(content, range, (blob) => this.#takeEvent(blob))
  }

  #takeEvent(blob: EventBlob): void {
    this.#eventCount++
    const ticks = this.#ticksOf(blob.timestampLow, blob.timestampHigh)
    if (ticks > this.#newestTicks) this.#newestTicks = ticks
    const known = this.#types.of(blob.metadataId)
    const fate = known?.fate ?? 'none'
    const isSelected = fate === 'selected' && this.#filter.hasTime(ticks) && this.#isThreadSelected(blob)
    const isKept = isSelected || (fate === 'name' && ticks <= this.#filter.lastTicks)
    const sequence = this.#sequences.next(blob, ticks, isKept)
    if (!isKept || known === undefined) return
    if (isSelected) this.#selectedCount++
    else this.#nameCount++
    this.#events.add(blob, sequence, this.#redactor?.masked(known.type, blob) ?? null)
  }

  #isThreadSelected({ threadLow, threadHigh }: EventBlob): boolean {
    return this.#filter.hasAllThreads || this.#hasThread(unsignedOf(threadLow, threadHigh))
  }

  #hasThread(thread: bigint): boolean {
    return this.#filter.hasThread(this.#isV6 ? (this.#threadIds.get(thread.toString(36)) ?? 0n) : thread)
  }

  /** V4, V5: i64 time | i32 n, n of (i64 thread, u32 number). V6: u64 time | u32 flags | u32 n, n of (vu64 index, vu32 number). */
  #takeSequencePoint(content: Uint8Array): void {
    this.#events.flush()
    const cursor = this.#cursor
    cursor.reset(content, 0, content.length)
    const ownTime = cursor.i64()
    const flags = this.#isV6 ? cursor.u32() : 0
    const count = cursor.u32()
    const ownTicks = this.#ticksOf(lowHalf(ownTime), highHalf(ownTime))
    const ticks = Math.min(ownTicks, this.#filter.lastTicks)
    const { low, high } = this.#syncTicks
    const time = ownTicks > ticks ? unsignedOf(low, high) + BigInt(ticks) : ownTime
    const entries = new ByteBuilder()
    let entryCount = 0
    for (let index = 0; index < count && !cursor.isExhausted; index++) {
      const thread = this.#isV6 ? cursor.varint64() : cursor.u64()
      const sequence = this.#isV6 ? cursor.varint32() : cursor.u32()
      const stated = cursor.isExhausted ? null : this.#sequences.stated(thread, sequence, ticks)
      if (stated === null) continue
      entryCount++
      if (this.#isV6) entries.varint(thread).varint(BigInt(stated))
      else entries.i64(BigInt.asIntN(64, thread)).u32(stated)
    }
    const head = new ByteBuilder().i64(time)
    if (this.#isV6) head.u32(flags)
    this.#output.block('sequencePoint', head.u32(entryCount).bytes(entries.view()).take())
    this.#stacks.clear()
    if ((flags & flushMetadata) !== 0) this.#types.clear()
    if ((flags & flushThreads) === 0) return
    this.#sequences.clear()
    this.#threadIds.clear()
  }

  /** Rows of u16 size (without itself). */
  #takeThreads(content: Uint8Array): void {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
    for (let position = 0; position + 2 <= content.length;) {
      const rowEnd = position + 2 + view.getUint16(position, true)
      if (rowEnd > content.length) return
      this.#cursor.reset(content, position + 2, rowEnd)
      const thread = readV6Thread(this.#cursor)
      if (thread !== null) {
        const index = (BigInt(thread.high) << 32n) | BigInt(thread.low)
        this.#threadIds.set(index.toString(36), thread.facts.exactId)
      }
      position = rowEnd
    }
  }

  /** Until the end: vu64 thread index, vu32 last number it used. */
  #takeRemovedThreads(content: Uint8Array): void {
    this.#events.flush()
    const cursor = this.#cursor
    cursor.reset(content, 0, content.length)
    const entries = new ByteBuilder()
    while (cursor.remaining > 0) {
      const index = cursor.varint64()
      const sequence = cursor.varint32()
      if (cursor.isExhausted) break
      const stated = this.#sequences.stated(index, sequence, this.#newestTicks) ?? 0
      entries.varint(index).varint(BigInt(stated))
      this.#sequences.forget(index)
      this.#threadIds.delete(index.toString(36))
    }
    this.#output.block('removeThread', entries.take())
  }

  /** Since the sync point; of halves. */
  #ticksOf(timestampLow: number, timestampHigh: number): number {
    const low = (timestampLow >>> 0) - (this.#syncTicks.low >>> 0)
    const high = (timestampHigh - this.#syncTicks.high - (low < 0 ? 1 : 0)) | 0
    return high * 2 ** 32 + (low >>> 0)
  }
}

import { ByteCursor } from '../byte-cursor.ts'
import { faultTexts, state } from '../kernel/kernel-layout.ts'
import { nettraceLimits } from '../limits.ts'
import type { SequenceEntry, TraceBuilder } from '../trace/trace-builder.ts'
import { readBlockHeader } from './block-header.ts'
import { forEachV6Description } from './metadata-blobs.ts'
import { readPlainEvents } from './plain-events.ts'
import { readV6Header } from './v6-header.ts'
import { V6Labels } from './v6-labels.ts'
import { readV6EventType } from './v6-metadata.ts'
import { readV6Thread } from './v6-threads.ts'

export const blockKinds = {
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

const flushThreads = 1
const flushMetadata = 2

/** Content of the blocks of V6, one whole block at a time. */
export class V6Reader {
  readonly #builder: TraceBuilder
  readonly #labels: V6Labels
  readonly #cursor = new ByteCursor()
  readonly #minor: number

  constructor(builder: TraceBuilder, minor: number) {
    this.#builder = builder
    this.#minor = minor
    this.#labels = new V6Labels(builder)
  }

  read(kind: number, start: number, end: number): void {
    const builder = this.#builder
    if (kind === blockKinds.trace) return this.#readHeader(start, end)
    if (kind > blockKinds.labelList) return builder.countUnknownBlock(`kind ${kind}`)
    if (builder.trace.header === null)
      return builder.addDamage(start, blockName(kind), 'a Trace block first', `a block of kind ${kind}`)
    switch (kind) {
      case blockKinds.event:
        return this.#readEvents(start, end, true)
      case blockKinds.metadata:
        return this.#readMetadata(start, end)
      case blockKinds.sequencePoint:
        return this.#readSequencePoint(start, end)
      case blockKinds.stack:
        return builder.addStackBlock(start, end, 'StackBlock')
      case blockKinds.thread:
        return this.#readThreads(start, end)
      case blockKinds.removeThread:
        return this.#readRemovedThreads(start, end)
      case blockKinds.labelList:
        return this.#labels.read(start, end)
      default:
    }
  }

  salvage(start: number, end: number): void {
    if (this.#builder.trace.header !== null) this.#readEvents(start, end, false)
  }

  #readHeader(start: number, end: number): void {
    this.#cursor.reset(this.#builder.input.bytes, start, end)
    const header = readV6Header(this.#cursor)
    if (header === null)
      return this.#builder.addDamage(start, 'TraceBlock', 'a clock and a pointer size of 4 or 8', 'something else')
    this.#builder.setHeader(header, { container: 'nettrace', major: 6, minor: this.#minor, objectVersion: 6 })
  }

  #readEvents(start: number, end: number, isWhole: boolean): void {
    const builder = this.#builder
    const header = readBlockHeader(builder.input.view, start, end)
    if (header === null) {
      if (isWhole) builder.addDamage(start, 'EventBlock', 'a block header of 20 bytes or more', `${end - start} bytes`)
      return
    }
    const resolveLabels = this.#labels.resolve
    if (header.isCompressed) {
      const faultAt = builder.decodeBlock(start + header.bytes, end, resolveLabels)
      if (faultAt < 0 || !isWhole) return
      const [expected, found] = faultTexts[builder.kernel.getState(state.faultCode)]!
      builder.addDamage(faultAt, 'EventBlock', expected, found)
    } else {
      const fault = readPlainEvents(builder, start + header.bytes, end, resolveLabels)
      if (fault !== null && isWhole) builder.addDamage(fault.position, 'EventBlock', fault.expected, fault.found)
    }
  }

  #readMetadata(start: number, end: number): void {
    const builder = this.#builder
    const { bytes, view } = builder.input
    const faultAt = forEachV6Description(view, { start, end }, (rowStart, rowEnd) => {
      const position = rowStart - 2
      this.#cursor.reset(bytes, rowStart, rowEnd)
      const type = readV6EventType(this.#cursor)
      if (type === null || type.metadataId === 0)
        return builder.addDamage(
          position,
          'MetadataBlock',
          'a complete event description',
          `${rowEnd - rowStart} bytes`,
        )
      if (builder.types.isDefined(type.metadataId))
        builder.addDamage(position, 'MetadataBlock', 'an unused metadata id', String(type.metadataId))
      builder.defineType(type, position, 'MetadataBlock')
    })
    if (faultAt === null) builder.addDamage(start, 'MetadataBlock', 'a header inside the block', `${end - start} bytes`)
    else if (faultAt >= 0)
      builder.addDamage(faultAt, 'MetadataBlock', 'a row inside the block', `${end - faultAt} bytes`)
  }

  #readThreads(start: number, end: number): void {
    const builder = this.#builder
    const { bytes, view } = builder.input
    let position = start
    while (position < end) {
      const rowEnd = end - position < 2 ? end + 1 : position + 2 + view.getUint16(position, true)
      if (rowEnd > end)
        return builder.addDamage(position, 'ThreadBlock', 'a row inside the block', `${end - position} bytes`)
      this.#cursor.reset(bytes, position + 2, rowEnd)
      const thread = readV6Thread(this.#cursor)
      if (thread === null)
        builder.addDamage(position, 'ThreadBlock', 'a complete thread', `${rowEnd - position - 2} bytes`)
      else if (builder.threads.has(thread.low, thread.high))
        builder.addDamage(position, 'ThreadBlock', 'an unused thread index', String(thread.low))
      else builder.threads.define(thread.low, thread.high, thread.facts)
      position = rowEnd
    }
  }

  /** Until the end: vu64 thread index, vu32 last sequence number it used. */
  #readRemovedThreads(start: number, end: number): void {
    const builder = this.#builder
    const cursor = this.#cursor
    cursor.reset(builder.input.bytes, start, end)
    while (cursor.remaining > 0) {
      const entry = readSequenceEntry(cursor)
      if (cursor.isExhausted)
        return builder.addDamage(start, 'RemoveThreadBlock', 'whole entries', `${end - start} bytes`)
      if (builder.threads.has(entry.low, entry.high)) builder.removeThread(entry)
      else builder.addDamage(start, 'RemoveThreadBlock', 'a thread that is there', String(entry.low))
    }
  }

  /** u64 time | u32 flags | u32 threads | per thread: vu64 index, vu32 lower bound of its last sequence number. */
  #readSequencePoint(start: number, end: number): void {
    const builder = this.#builder
    const cursor = this.#cursor
    cursor.reset(builder.input.bytes, start, end)
    const low = cursor.u32()
    const high = cursor.u32()
    const flags = cursor.u32()
    const threadCount = cursor.u32()
    const entries: SequenceEntry[] = []
    for (let index = 0; index < threadCount && !cursor.isExhausted && index < nettraceLimits.threads; index++) {
      const entry = readSequenceEntry(cursor)
      if (!cursor.isExhausted) entries.push(entry)
    }
    if (cursor.isExhausted)
      builder.addDamage(start, 'SequencePointBlock', `${threadCount} threads`, String(entries.length))
    builder.sequencePoint(builder.relativeTicks(low, high), entries)
    this.#labels.clear()
    if ((flags & flushThreads) !== 0) builder.threads.clear()
    if ((flags & flushMetadata) !== 0) builder.types.forgetIds()
  }
}

function readSequenceEntry(cursor: ByteCursor): SequenceEntry {
  const index = cursor.varint64()
  return { low: Number(index & 0xffffffffn), high: Number(index >> 32n), sequence: cursor.varint32() }
}

function blockName(kind: number): string {
  const names: Readonly<Record<number, string>> = {
    [blockKinds.event]: 'EventBlock',
    [blockKinds.metadata]: 'MetadataBlock',
    [blockKinds.sequencePoint]: 'SequencePointBlock',
    [blockKinds.stack]: 'StackBlock',
    [blockKinds.thread]: 'ThreadBlock',
    [blockKinds.removeThread]: 'RemoveThreadBlock',
    [blockKinds.labelList]: 'LabelListBlock',
  }
  return names[kind] ?? `kind ${kind}`
}

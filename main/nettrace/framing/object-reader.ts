import { ByteCursor } from '../byte-cursor.ts'
import { readEventType } from '../event-type.ts'
import { faultTexts, state } from '../kernel/kernel-layout.ts'
import { nettraceLimits } from '../limits.ts'
import type { SequenceEntry, TraceBuilder } from '../trace/trace-builder.ts'
import { readTraceHeader } from '../trace-header.ts'
import { readBlockHeader } from './block-header.ts'
import { forEachDescription } from './metadata-blobs.ts'
import { NetperfEvents } from './netperf-events.ts'
import { readPlainEvents } from './plain-events.ts'

/** Content of the objects of NetPerf and nettrace V4 and V5, one whole object at a time. */
export class ObjectReader {
  readonly #builder: TraceBuilder
  readonly #container: 'netperf' | 'nettrace'
  readonly #netperf: NetperfEvents
  readonly #cursor = new ByteCursor()

  constructor(builder: TraceBuilder, container: 'netperf' | 'nettrace') {
    this.#builder = builder
    this.#container = container
    this.#netperf = new NetperfEvents(builder)
  }

  read(name: string, version: number, start: number, end: number): void {
    const builder = this.#builder
    if (name === 'Trace') this.#readHeader(version, start, end)
    else if (builder.trace.header === null) builder.addDamage(start, name, 'a Trace object first', `a ${name}`)
    else if (this.#container === 'netperf') {
      if (name === 'EventBlock') this.#netperf.read(start, end, true)
      else builder.countUnknownBlock(name)
    } else this.#readBlock(name, start, end)
  }

  /** The events before the cut of a block that goes on beyond the end of the stream. */
  salvage(name: string, start: number, end: number): void {
    if (name !== 'EventBlock' || this.#builder.trace.header === null) return
    if (this.#container === 'netperf') this.#netperf.read(start, end, false)
    else this.#readEvents(start, end, false)
  }

  #readBlock(name: string, start: number, end: number): void {
    switch (name) {
      case 'MetadataBlock':
        return this.#readMetadata(start, end)
      case 'EventBlock':
        return this.#readEvents(start, end, true)
      case 'StackBlock':
        return this.#builder.addStackBlock(start, end, name)
      case 'SPBlock':
        return this.#readSequencePoint(start, end)
      default:
        this.#builder.countUnknownBlock(name)
    }
  }

  #readHeader(version: number, start: number, end: number): void {
    this.#cursor.reset(this.#builder.input.bytes, start, end)
    const header = readTraceHeader(this.#cursor)
    if (header === null)
      this.#builder.addDamage(start, 'Trace', 'a clock and a pointer size of 4 or 8', 'something else')
    else {
      const container = this.#container
      this.#builder.setHeader(header, { container, major: version, minor: 0, objectVersion: version })
    }
  }

  #readEvents(start: number, end: number, isWhole: boolean): void {
    const builder = this.#builder
    const header = readBlockHeader(builder.input.view, start, end)
    if (header === null) {
      if (isWhole) builder.addDamage(start, 'EventBlock', 'a block header of 20 bytes or more', `${end - start} bytes`)
      return
    }
    if (header.isCompressed) {
      const faultAt = builder.decodeBlock(start + header.bytes, end)
      if (faultAt < 0 || !isWhole) return
      const [expected, found] = faultTexts[builder.kernel.getState(state.faultCode)]!
      builder.addDamage(faultAt, 'EventBlock', expected, found)
    } else {
      const fault = readPlainEvents(builder, start + header.bytes, end)
      if (fault !== null && isWhole) builder.addDamage(fault.position, 'EventBlock', fault.expected, fault.found)
    }
  }

  #readMetadata(start: number, end: number): void {
    const builder = this.#builder
    const { bytes, view } = builder.input
    const take = (payloadStart: number, payloadEnd: number): void => {
      this.#cursor.reset(bytes, payloadStart, payloadEnd)
      const type = readEventType(this.#cursor)
      if (type !== null && type.metadataId > 0) builder.defineType(type, payloadStart, 'MetadataBlock')
      else {
        const found = `${payloadEnd - payloadStart} bytes`
        builder.addDamage(payloadStart, 'MetadataBlock', 'a complete event description', found)
      }
    }
    const faultAt = forEachDescription(bytes, view, { start, end }, take)
    if (faultAt === null)
      return builder.addDamage(start, 'MetadataBlock', 'a block header of 20 bytes or more', `${end - start} bytes`)
    if (faultAt >= 0) builder.addDamage(faultAt, 'MetadataBlock', 'an entry that ends inside its block', 'a longer one')
  }

  /** i64 time | i32 threads | per thread: i64 id, u32 lower bound of the last sequence number it used. */
  #readSequencePoint(start: number, end: number): void {
    const builder = this.#builder
    const cursor = this.#cursor
    cursor.reset(builder.input.bytes, start, end)
    const low = cursor.u32()
    const high = cursor.u32()
    const threadCount = cursor.i32()
    const room = Math.floor(cursor.remaining / 12)
    if (cursor.isExhausted || threadCount < 0 || threadCount > room)
      return builder.addDamage(start, 'SPBlock', `at most ${room} threads`, String(threadCount))
    const entries: SequenceEntry[] = []
    for (let index = 0; index < threadCount && index < nettraceLimits.threads; index++)
      entries.push({ low: cursor.u32(), high: cursor.u32(), sequence: cursor.u32() })
    builder.sequencePoint(builder.relativeTicks(low, high), entries)
  }
}

import { ByteCursor } from '../byte-cursor.ts'
import { readEventType } from '../event-type.ts'
import { emptyPlainEvent } from '../trace/segment-writer.ts'
import { work } from '../work-steps.ts'
import type { TraceBuilder } from '../trace/trace-builder.ts'

/** Up to the payload, the size itself included. */
const headerBytes = 56
/** The writer's own limit of a stack. */
const maxStackBytes = 65_527
/** Stacks of one hash that are compared; beyond, equal stacks may be in the table twice. */
const mostCompared = 8
/** Another one for each run of the program: whoever writes a file cannot know which stacks would have one hash. */
const hashSeed = (Math.random() * 2 ** 32) | 0

/*
 * Blobs of a NetPerf (version 3) EventBlock, back to back, in order of time, without a block header:
 *
 *   i32 size (without these 4) | i32 metadata id (0: the payload describes an event) | i32 thread | i64 time
 *   | 16 B activity | 16 B related | i32 payload size | payload | i32 stack bytes | addresses, leaf first | zeros
 */
export class NetperfEvents {
  readonly #builder: TraceBuilder
  readonly #cursor = new ByteCursor()
  /** Entries of the stack table by hash of the addresses; equal stacks share one. */
  readonly #stacks = new Map<number, { readonly index: number; readonly addresses: Uint8Array }[]>()
  readonly #event = emptyPlainEvent()

  constructor(builder: TraceBuilder) {
    this.#builder = builder
  }

  /** `isWhole` false: the block was cut off, what follows the last whole blob is no damage. */
  read(start: number, end: number, isWhole: boolean): void {
    let position = start
    while (position < end) {
      const fault = this.#readBlob(position, end)
      if (typeof fault === 'number') position = fault
      else {
        if (isWhole) this.#builder.addDamage(position, 'EventBlock', fault.expected, fault.found)
        return
      }
    }
  }

  /** Position after the blob, or what is wrong with it. */
  #readBlob(position: number, end: number): number | { readonly expected: string; readonly found: string } {
    const { view } = this.#builder.input
    const left = end - position
    if (left < headerBytes + 4) return { expected: `a ${headerBytes}-byte event header`, found: `${left} bytes left` }
    const blobBytes = view.getUint32(position, true)
    if (blobBytes < headerBytes || blobBytes > left - 4)
      return { expected: `an event of ${headerBytes} to ${left - 4} bytes`, found: String(blobBytes) }
    const blobEnd = position + 4 + blobBytes
    const payloadStart = position + headerBytes
    const payloadLength = view.getUint32(position + 52, true)
    const payloadRoom = blobEnd - payloadStart - 4
    if (payloadLength > payloadRoom)
      return { expected: `a payload of at most ${payloadRoom} bytes`, found: String(payloadLength) }
    const stackStart = payloadStart + payloadLength + 4
    const stackBytes = view.getUint32(stackStart - 4, true)
    const stackRoom = Math.min(maxStackBytes, blobEnd - stackStart)
    if (stackBytes > stackRoom) return { expected: `a stack of at most ${stackRoom} bytes`, found: String(stackBytes) }
    const metadataId = view.getInt32(position + 4, true)
    if (metadataId === 0) this.#defineType(payloadStart, payloadLength)
    else this.#addEvent(position, metadataId >>> 0, payloadStart, payloadLength, stackStart, stackBytes)
    return blobEnd
  }

  #defineType(payloadStart: number, payloadLength: number): void {
    const builder = this.#builder
    this.#cursor.reset(builder.input.bytes, payloadStart, payloadStart + payloadLength)
    const type = readEventType(this.#cursor)
    if (type !== null && type.metadataId > 0) builder.defineType(type, payloadStart, 'EventBlock')
    else builder.addDamage(payloadStart, 'EventBlock', 'a complete event description', `${payloadLength} bytes`)
  }

  #addEvent(
    position: number,
    metadataId: number,
    payloadStart: number,
    payloadLength: number,
    stackStart: number,
    stackBytes: number,
  ): void {
    const builder = this.#builder
    const { input, threads, trace } = builder
    const { bytes, view } = input
    const event = this.#event
    event.typeIndex = builder.types.resolve(metadataId)
    event.threadIndex = threads.resolve(view.getUint32(position + 8, true), 0)
    event.captureThreadIndex = event.threadIndex
    event.ticksLow = view.getUint32(position + 12, true)
    event.ticksHigh = view.getUint32(position + 16, true)
    event.activity = trace.activities.intern(bytes, position + 20)
    event.relatedActivity = trace.activities.intern(bytes, position + 36)
    event.payloadStart = payloadStart
    event.payloadLength = payloadLength
    event.stackIndex = stackBytes === 0 ? 0 : this.#internStack(stackStart, stackStart + stackBytes)
    builder.events.addEvent(event, input.offsetOf(0))
    // The whole stream is in order of time.
    builder.advance(builder.relativeTicks(event.ticksLow, event.ticksHigh))
  }

  #internStack(start: number, end: number): number {
    const { input, listener, trace } = this.#builder
    const { bytes, view } = input
    let hash = hashSeed
    for (let position = start; position < end; position++) hash = Math.imul(hash ^ bytes[position]!, 0x01000193)
    const same = this.#stacks.get(hash) ?? []
    for (const { index, addresses } of same) {
      work.steps++
      if (isSame(addresses, bytes, start, end)) return index
    }
    const index = trace.stacks.add(input.offsetOf(start), end - start)
    if (same.length < mostCompared) same.push({ index, addresses: bytes.slice(start, end) })
    this.#stacks.set(hash, same)
    listener.onStack?.(bytes, view, start, end, index)
    return index
  }
}

function isSame(kept: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (kept.length !== end - start) return false
  for (let index = 0; index < kept.length; index++) if (kept[index] !== bytes[start + index]) return false
  return true
}

import { assert } from '../../../shared/base/assert.ts'
import { serializationName, tagEndObject, tagNullReference } from '../limits.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { type EventTypeInit, writeEventType } from './metadata-writer.ts'
import { blockObject, objectHead } from './object-head.ts'
import { addAddresses, clockBytes, type ClockInit } from './trace-body.ts'

/*
 * Writer of the V3 container (NetPerf): what .NET Core 2.1 and 2.2 wrote and later runtimes still write for format 0.
 *
 *   i32 20 "!FastSerialization.1" | Trace | EventBlock* | u8 1
 *   blob: i32 size without itself | i32 metadata id (0: the payload is metadata) | i32 thread | i64 ticks | 16 B activity
 *         | 16 B related activity | i32 payload size | payload | i32 stack bytes | addresses, leaf first | zeros to 4
 *
 * No capture thread, processor, sequence number or sequence point exists here, and each event has its own stack.
 */
export interface NetperfInit extends ClockInit {
  readonly pointerBytes: 4 | 8
  readonly pid: number
  readonly processorCount: number
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void
}

export interface NetperfEvent {
  readonly metadataId: number
  /** Ticks since sync. Events must come in time order. */
  readonly timestamp: number
  readonly thread: number
  readonly activityId?: Uint8Array
  readonly relatedActivityId?: Uint8Array
  readonly payload: Uint8Array
  /** Leaf first. */
  readonly stack?: readonly bigint[]
}

/** Objects of this container begin with another tag than those of later ones. */
const tagBeginObject = 4
const blockContentBytes = 100 * 1024
const noGuid = new Uint8Array(16)

export class NetperfWriter {
  readonly #init: NetperfInit
  readonly #block = new ByteBuilder()
  #offset = 0
  #nextMetadataId = 1
  #hasEnded = false

  constructor(init: NetperfInit) {
    this.#init = init
    this.#emit(new ByteBuilder().i32(serializationName.length).ascii(serializationName))
    const body = clockBytes(init).i32(init.pointerBytes).i32(init.pid).i32(init.processorCount).i32(1_000_000).take()
    this.#emit(objectHead(tagBeginObject, 'Trace', 3, 0).bytes(body).u8(tagEndObject))
  }

  /** Returns the metadata id to use in events; the definition stands in the stream where it was made. */
  defineType(type: EventTypeInit): number {
    const metadataId = this.#nextMetadataId++
    this.addEvent({ metadataId: 0, timestamp: 0, thread: 0, payload: writeEventType(metadataId, type) })
    return metadataId
  }

  addEvent(event: NetperfEvent): void {
    assert(!this.#hasEnded, 'no events after the end of the stream')
    const addresses = addAddresses(new ByteBuilder(), event.stack ?? [], this.#init.pointerBytes).take()
    const body = new ByteBuilder().i32(event.metadataId).u32(event.thread)
    body.i64(this.#init.syncTicks + BigInt(Math.round(event.timestamp)))
    body.bytes(event.activityId ?? noGuid).bytes(event.relatedActivityId ?? noGuid)
    body.i32(event.payload.length).bytes(event.payload).i32(addresses.length).bytes(addresses)
    while (body.length % 4 !== 0) body.u8(0)
    this.#block.i32(body.length).bytes(body.take())
    if (this.#block.length >= blockContentBytes) this.flush()
  }

  flush(): void {
    if (this.#block.length === 0) return
    const head = objectHead(tagBeginObject, 'EventBlock', 1, 0)
    this.#emit(blockObject(head, this.#block.take(), this.#offset))
  }

  end(): void {
    if (this.#hasEnded) return
    this.flush()
    this.#hasEnded = true
    this.#emit(new ByteBuilder().u8(tagNullReference))
  }

  #emit(builder: ByteBuilder): void {
    this.#offset += builder.length
    this.#init.write(builder.take())
  }
}

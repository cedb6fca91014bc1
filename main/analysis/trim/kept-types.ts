import { ByteCursor } from '../../nettrace/byte-cursor.ts'
import { type EventType, readEventType } from '../../nettrace/event-type.ts'
import { forEachDescription, forEachV6Description } from '../../nettrace/framing/metadata-blobs.ts'
import { readV6EventType } from '../../nettrace/framing/v6-metadata.ts'
import { nettraceLimits } from '../../nettrace/limits.ts'
import { secretKey } from '../../nettrace/secret-hash.ts'
import { BlobWriter } from '../../nettrace/writer/blob-writer.ts'
import { metadataBlob } from '../../nettrace/writer/written-event.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { TrimFilter, TypeFate } from './trim-filter.ts'

export interface KeptType {
  readonly type: EventType
  readonly fate: TypeFate
}

/** The event types of a stream, and blocks of metadata with only those that may be in the new file, byte for byte. */
export class KeptTypes {
  readonly #filter: TrimFilter
  readonly #idShift: number
  readonly #cursor = new ByteCursor()
  /** By `secretKey` of the metadata id. */
  readonly #byId = new Map<number, KeptType>()
  #largestId: number

  /** `idShift`: what is added to ids of V3 to V5 in the new file, so that streams that follow each other there have ids of their own. */
  constructor(filter: TrimFilter, idShift = 0) {
    this.#filter = filter
    this.#idShift = idShift
    this.#largestId = idShift
  }

  /** The largest id in the new file so far. */
  get largestId(): number {
    return this.#largestId
  }

  of(metadataId: number): KeptType | undefined {
    return this.#byId.get(secretKey(metadataId | 0))
  }

  /** V6, when a sequence point says so. */
  clear(): void {
    this.#byId.clear()
  }

  /** A metadata payload of V3 to V5. Whether it is to be in the new file. */
  define(bytes: Uint8Array, start: number, end: number): boolean {
    this.#cursor.reset(bytes, start, end)
    return this.#add(readEventType(this.#cursor))
  }

  /** Content of a metadata block of V4 and V5 for the new file; null when nothing is left of it. */
  objectBlock(bytes: Uint8Array): Uint8Array | null {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const kept = new BlobWriter()
    let count = 0
    const take = (start: number, end: number): void => {
      if (!this.define(bytes, start, end)) return
      kept.add(metadataBlob(this.#withShiftedId(bytes.subarray(start, end))))
      count++
    }
    forEachDescription(bytes, view, { start: 0, end: bytes.length }, take)
    return count === 0 ? null : kept.take()
  }

  /** The same of V6. */
  v6Block(bytes: Uint8Array): Uint8Array | null {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const kept = new ByteBuilder().u16(0)
    forEachV6Description(view, { start: 0, end: bytes.length }, (start, end) => {
      this.#cursor.reset(bytes, start, end)
      if (this.#add(readV6EventType(this.#cursor))) kept.bytes(bytes.subarray(start - 2, end))
    })
    return kept.length === 2 ? null : kept.take()
  }

  #add(type: EventType | null): boolean {
    if (type === null || type.metadataId === 0 || this.#byId.size >= nettraceLimits.eventTypes) return false
    const fate = this.#filter.fateOf(type)
    this.#byId.set(secretKey(type.metadataId | 0), { type, fate })
    this.#largestId = Math.max(this.#largestId, type.metadataId + this.#idShift)
    return fate !== 'none'
  }

  /** A definition begins with its i32 id. */
  #withShiftedId(payload: Uint8Array): Uint8Array {
    if (this.#idShift === 0) return payload
    const shifted = payload.slice()
    const view = new DataView(shifted.buffer)
    view.setInt32(0, view.getInt32(0, true) + this.#idShift, true)
    return shifted
  }
}

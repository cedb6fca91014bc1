import type { EventType } from '../event-type.ts'

/** An event type of one trace; the same event may have several (one per metadata id, and per redefinition of an id). */
export interface TraceEventType extends EventType {
  /** Position in `trace.types`, the value of the `typeIndex` column. */
  readonly index: number
  /** The stream used an id that it had not defined; everything but `metadataId` is empty. */
  readonly isUndefined: boolean
}

export interface TraceThread {
  readonly index: number
  /** Operating-system id. A number beyond 2^53 is rounded; `exactId` is not. */
  readonly id: number
  readonly exactId: bigint
  /** V6 only. */
  readonly name: string
  readonly processId: number | null
  readonly attributes: readonly (readonly [string, string])[]
}

/** Events the runtime dropped, told by a gap of the sequence numbers of one capture thread. */
export interface EventLoss {
  /** Row (of the whole trace) before which they are missing. */
  readonly row: number
  /** Ticks since sync of the event or sequence point that showed the gap. */
  readonly ticks: number
  readonly threadIndex: number
  readonly count: number
}

export interface SequencePoint {
  /** Rows below this one are at or before `ticks`, the others at or after. */
  readonly row: number
  readonly ticks: number
}

/** Sixteen bytes each, interned; index 0 is "none" (all zero). */
export class GuidTable {
  #bytes = new Uint8Array(16 * 16)
  #count = 1
  readonly #byKey = new Map<string, number>()

  get count(): number {
    return this.#count
  }

  /** Index of the 16 bytes at `start`. */
  intern(bytes: Uint8Array, start: number): number {
    const units: number[] = []
    let any = 0
    for (let index = 0; index < 16; index += 2) {
      const unit = (bytes[start + index] ?? 0) | ((bytes[start + index + 1] ?? 0) << 8)
      any |= unit
      units.push(unit)
    }
    if (any === 0) return 0
    const key = String.fromCharCode(...units)
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const index = this.#count++
    if (index * 16 + 16 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes.subarray(start, start + 16), index * 16)
    this.#byKey.set(key, index)
    return index
  }

  clear(): void {
    this.#count = 1
    this.#byKey.clear()
  }

  /** A view, valid until the next `intern`. */
  bytesOf(index: number): Uint8Array {
    return this.#bytes.subarray(index * 16, index * 16 + 16)
  }
}

/** A table of a live view, of which only what the newest events use has to stay. */
export const liveTableEntries = 65_536

/** One label of a V6 event. Kinds `opcode`, `keywords`, `level` and `version` replace what the event's type says. */
export type Label =
  | { readonly kind: 'activity' | 'relatedActivity' | 'traceId'; readonly bytes: Uint8Array }
  | { readonly kind: 'spanId'; readonly value: bigint }
  | { readonly kind: 'text'; readonly key: string; readonly value: string }
  | { readonly kind: 'number'; readonly key: string; readonly value: bigint }
  | { readonly kind: 'opcode' | 'level' | 'version'; readonly value: number }
  | { readonly kind: 'keywords'; readonly value: bigint }

export type LabelList = readonly Label[]

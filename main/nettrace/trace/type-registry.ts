import type { EventType } from '../event-type.ts'
import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { nettraceLimits } from '../limits.ts'
import { emptyFieldCount } from '../payload/field-type.ts'
import { secretKey } from '../secret-hash.ts'
import type { Trace } from './trace.ts'
import type { PayloadHandler, TraceListener } from './trace-listener.ts'
import type { TraceEventType } from './trace-tables.ts'

/** Metadata ids of the stream to types of the trace, and what wants to see the events of each. */
export class TypeRegistry {
  readonly #trace: Trace
  readonly #listener: TraceListener
  readonly #kernel: DecodeKernel
  /** By `secretKey` of the id. */
  readonly #indexById = new Map<number, number>()
  readonly #handlers: (PayloadHandler | null)[] = []
  #handlerCount = 0
  /** An event uses an id that the stream has not defined; once per id. */
  onUndefined: (metadataId: number) => void = () => undefined

  constructor(trace: Trace, listener: TraceListener, kernel: DecodeKernel) {
    this.#trace = trace
    this.#listener = listener
    this.#kernel = kernel
  }

  get hasHandlers(): boolean {
    return this.#handlerCount > 0
  }

  get handlers(): readonly (PayloadHandler | null)[] {
    return this.#handlers
  }

  /** False when there are too many. A type of the same id is replaced for the events that follow. */
  define(type: EventType): boolean {
    if (this.#trace.types.length >= nettraceLimits.eventTypes) return false
    const isTooHollow = emptyFieldCount(type.fields) > nettraceLimits.emptyFieldsPerType
    const readable = isTooHollow ? { ...type, fields: [], isOpaque: true } : type
    this.#bind(this.#add({ ...readable, index: this.#trace.types.length, isUndefined: false }))
    return true
  }

  /** Index of the type the id stands for now. An id that was never defined gets a type that says so. */
  resolve(metadataId: number): number {
    let index = this.#indexById.get(secretKey(metadataId))
    if (index === undefined) {
      const isFull = this.#trace.types.length >= nettraceLimits.eventTypes
      const last = this.#trace.types.at(-1)
      const type = isFull && last?.isUndefined ? last : this.#add(undefinedType(metadataId, this.#trace.types.length))
      index = type.index
      this.#indexById.set(secretKey(metadataId), index)
      this.onUndefined(metadataId)
    }
    this.#kernel.setType(metadataId, index)
    return index
  }

  isDefined(metadataId: number): boolean {
    return this.#indexById.has(secretKey(metadataId))
  }

  /** V6 sequence points may end the life of all metadata ids; the types of the trace stay. */
  forgetIds(): void {
    this.#indexById.clear()
    this.#kernel.clearTypes()
  }

  #add(type: TraceEventType): TraceEventType {
    this.#trace.types.push(type)
    const handler = type.isUndefined ? null : (this.#listener.onEventType?.(type) ?? null)
    this.#handlers.push(handler)
    if (handler !== null) this.#handlerCount++
    return type
  }

  #bind(type: TraceEventType): void {
    this.#indexById.set(secretKey(type.metadataId), type.index)
    this.#kernel.setType(type.metadataId, type.index)
  }
}

function undefinedType(metadataId: number, index: number): TraceEventType {
  return {
    index,
    metadataId,
    provider: '',
    eventId: 0,
    name: '',
    keywords: 0n,
    version: 0,
    level: 0,
    opcode: 0,
    fields: [],
    isOpaque: true,
    isUndefined: true,
  }
}

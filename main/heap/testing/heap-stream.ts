import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { smallTrace } from '../../nettrace/testing/small-stream.ts'
import { concat } from '../../nettrace/writer/made-stream.ts'
import { NettraceWriter } from '../../nettrace/writer/nettrace-writer.ts'

export interface StreamObject {
  readonly address: number
  readonly type: number
  readonly bytes: number
  readonly references: readonly number[]
}

/** For tests: the events of a heap walk, one by one, as a runtime writes them. Ids of types and addresses are plain numbers. */
export class HeapStream {
  readonly #pieces: Uint8Array[] = []
  readonly #writer: NettraceWriter
  readonly #types = new Map<string, number>()
  readonly #chunks = new Map<number, number>()
  readonly #pointerBytes: 4 | 8
  #ticks = 0

  constructor(pointerBytes: 4 | 8 = 8) {
    this.#pointerBytes = pointerBytes
    this.#writer = new NettraceWriter({ ...smallTrace, pointerBytes, write: (bytes) => this.#pieces.push(bytes) })
  }

  collectionStart({ count = 1, depth = 2, reason = 1, type = 0 } = {}): this {
    const payload = new ByteBuilder().u32(count).u32(depth).u32(reason).u32(type).u16(0).i64(0n)
    this.#chunks.clear()
    return this.event(1, payload)
  }

  collectionEnd(count = 1): this {
    return this.event(2, new ByteBuilder().u32(count).u32(2).u16(0))
  }

  types(
    ...types: readonly {
      id: number
      name: string
      module?: number
      flags?: number
      token?: number
      of?: readonly number[]
    }[]
  ): this {
    const payload = new ByteBuilder().u32(types.length).u16(0)
    for (const { id, name, module = 0, flags = 0, token = 0, of = [] } of types) {
      payload.i64(BigInt(id)).i64(BigInt(module)).u32(token).u32(flags).u8(0).text(name).u32(of.length)
      for (const one of of) payload.i64(BigInt(one))
    }
    return this.event(15, payload)
  }

  nodes(...objects: readonly StreamObject[]): this {
    const payload = this.#chunk(18, objects.length)
    for (const { address, type, bytes, references } of objects)
      this.#pointer(payload, address).i64(BigInt(bytes)).i64(BigInt(type)).i64(BigInt(references.length))
    return this.event(18, payload)
  }

  edges(...targets: readonly number[]): this {
    const payload = this.#chunk(19, targets.length)
    for (const target of targets) this.#pointer(payload, target).u32(0)
    return this.event(19, payload)
  }

  /** The objects with all their references, in one chunk each. */
  objects(...objects: readonly StreamObject[]): this {
    return this.nodes(...objects).edges(...objects.flatMap(({ references }) => references))
  }

  roots(...roots: readonly { to: number; kind: number; flags?: number; id?: number }[]): this {
    const payload = this.#chunk(16, roots.length)
    for (const { to, kind, flags = 0, id = 0 } of roots) {
      this.#pointer(payload, to).u8(kind).u32(flags)
      this.#pointer(payload, id)
    }
    return this.event(16, payload)
  }

  dependents(...pairs: readonly (readonly [key: number, value: number])[]): this {
    const payload = this.#chunk(17, pairs.length)
    for (const [key, value] of pairs) {
      this.#pointer(payload, key)
      this.#pointer(payload, value)
      this.#pointer(payload, 0)
    }
    return this.event(17, payload)
  }

  statics(...variables: readonly { to: number; field: string }[]): this {
    const payload = new ByteBuilder().u32(variables.length).i64(1n).u16(0)
    for (const { to, field } of variables) payload.i64(0n).i64(BigInt(to)).i64(0n).u32(0).text(field)
    return this.event(38, payload)
  }

  generation(generation: number, start: number, length: number): this {
    const payload = new ByteBuilder().u8(generation)
    this.#pointer(payload, start).i64(BigInt(length)).i64(BigInt(length)).u16(0)
    return this.event(23, payload)
  }

  module(id: number, path: string): this {
    const payload = new ByteBuilder().i64(BigInt(id)).i64(0n).u32(0).u32(0).text(path).text('')
    return this.event(154, payload, rundownProvider)
  }

  method(id: number, type: string, name: string): this {
    const payload = new ByteBuilder().i64(BigInt(id)).i64(0n).i64(0n).u32(0).u32(0).u32(0)
    return this.event(144, payload.text(type).text(name).text('()'), rundownProvider)
  }

  /** A chunk of a kind that the runtime could not write any more. */
  dropChunk(eventId: number): this {
    this.#chunks.set(eventId, (this.#chunks.get(eventId) ?? 0) + 1)
    return this
  }

  event(eventId: number, payload: ByteBuilder, provider: string = runtimeProvider, thread = 1): this {
    const key = `${provider}/${eventId}`
    const known = this.#types.get(key)
    const metadataId = known ?? this.#writer.defineType({ provider, eventId, name: '', fields: [] })
    this.#types.set(key, metadataId)
    this.#writer.addEvent({ metadataId, timestamp: ++this.#ticks, thread, payload: payload.take() })
    return this
  }

  /** The bytes of the file as far as it is written. */
  soFar(): Uint8Array<ArrayBuffer> {
    this.#writer.flush()
    return concat(this.#pieces)
  }

  /** The bytes of the file. */
  end(): Uint8Array<ArrayBuffer> {
    this.#writer.end(this.#ticks)
    return concat(this.#pieces)
  }

  #chunk(eventId: number, count: number): ByteBuilder {
    const index = this.#chunks.get(eventId) ?? 0
    this.#chunks.set(eventId, index + 1)
    return new ByteBuilder().u32(index).u32(count).u16(0)
  }

  #pointer(payload: ByteBuilder, value: number): ByteBuilder {
    return this.#pointerBytes === 8 ? payload.i64(BigInt(value)) : payload.u32(value)
  }
}

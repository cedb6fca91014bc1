import { compileDecoder, type PayloadDecoder } from '../../events/payload/decode-payload.ts'
import type { PayloadField } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'

/** Bytes of the file's stream; fewer at its end. */
export type PayloadSource = (offset: number, byteCount: number) => Uint8Array

/** Where the payload of an event lies. */
export interface PayloadPlace {
  readonly typeIndex: number
  readonly payloadOffset: number
  readonly payloadLength: number
}

/** Longer ones are cut: a command may be a book. */
const charLimit = 2000
const keptTexts = 50_000

/** Payloads as fields, read again from the file. */
export class Payloads {
  readonly #trace: Trace
  readonly #read: PayloadSource
  readonly #decoders = new Map<number, PayloadDecoder>()

  constructor(trace: Trace, read: PayloadSource) {
    this.#trace = trace
    this.#read = read
  }

  fieldsOf({ typeIndex, payloadOffset, payloadLength }: PayloadPlace): readonly PayloadField[] {
    let decode = this.#decoders.get(typeIndex)
    if (decode === undefined) {
      decode = compileDecoder(this.#trace.types[typeIndex]!, this.#trace.header?.pointerBytes ?? 8)
      this.#decoders.set(typeIndex, decode)
    }
    const bytes = this.#read(payloadOffset, payloadLength)
    return decode(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length).fields
  }
}

/** Payloads as text, read again from the file when somebody looks and kept for a while. */
export class PayloadTexts {
  readonly #payloads: Payloads
  readonly #write: (fields: readonly PayloadField[]) => string
  readonly #known = new Map<number, string>()

  constructor(trace: Trace, read: PayloadSource, write: (fields: readonly PayloadField[]) => string) {
    this.#payloads = new Payloads(trace, read)
    this.#write = write
  }

  of(place: PayloadPlace): string {
    const known = this.#known.get(place.payloadOffset)
    if (known !== undefined) return known
    const text = this.#write(this.#payloads.fieldsOf(place)).slice(0, charLimit)
    // A search reads them all: what it saw first is the least likely to be looked at next.
    if (this.#known.size >= keptTexts) this.#known.clear()
    this.#known.set(place.payloadOffset, text)
    return text
  }
}

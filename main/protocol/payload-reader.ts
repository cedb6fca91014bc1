import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { guidSizeBytes, guidToText } from './guid.ts'

/** Thrown inside a decoder and turned into a Result at its edge (`decodePayload`); never leaves this folder. */
class Malformed extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super('malformed')
    this.error = error
  }
}

/** Bounds-checked little-endian reads over the bytes of one message; the bytes come from a peer that is not trusted. */
export class PayloadReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #what: string
  #offset = 0

  /** `what` names the message in errors. */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#what = what
  }

  get offset(): number {
    return this.#offset
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  u8(field: string): number {
    return this.#view.getUint8(this.#take(1, field))
  }

  u16(field: string): number {
    return this.#view.getUint16(this.#take(2, field), true)
  }

  u32(field: string): number {
    return this.#view.getUint32(this.#take(4, field), true)
  }

  u64(field: string): bigint {
    return this.#view.getBigUint64(this.#take(8, field), true)
  }

  guid(field: string): string {
    const at = this.#take(guidSizeBytes, field)
    return guidToText(this.#bytes.subarray(at, at + guidSizeBytes))
  }

  /** A view, not a copy. */
  raw(sizeBytes: number, field: string): Uint8Array {
    const at = this.#take(sizeBytes, field)
    return this.#bytes.subarray(at, at + sizeBytes)
  }

  /**
   * Count 0 is null. Exactly one closing NUL is cut off; a string without one is taken as it is (runtimes always send it,
   * other peers may not).
   */
  string(field: string): string | null {
    const count = this.u32(`${field} length`)
    if (count === 0) return null
    // Before any allocation: the count must fit into what is there.
    if (count > this.remaining / 2)
      this.fail(`${field}: at most ${Math.floor(this.remaining / 2)} code units`, `${count}`)
    const at = this.#take(count * 2, field)
    const hasNul = this.#view.getUint16(at + (count - 1) * 2, true) === 0
    return this.#text(at, hasNul ? count - 1 : count)
  }

  fail(expected: string, found: string): never {
    throw new Malformed({ kind: 'malformed', what: this.#what, offset: this.#offset, expected, found })
  }

  #take(sizeBytes: number, field: string): number {
    if (sizeBytes > this.remaining) this.fail(`${field}: ${sizeBytes} bytes`, `${this.remaining} bytes left`)
    const at = this.#offset
    this.#offset += sizeBytes
    return at
  }

  #text(at: number, unitCount: number): string {
    // fromCharCode takes its units as arguments: in pieces, or a long command line would overflow the stack.
    const pieceUnits = 4096
    let text = ''
    for (let from = 0; from < unitCount; from += pieceUnits) {
      const units: number[] = []
      const to = Math.min(unitCount, from + pieceUnits)
      for (let index = from; index < to; index++) units.push(this.#view.getUint16(at + index * 2, true))
      text += String.fromCharCode(...units)
    }
    return text
  }
}

/** Runs a decoder; a read past the end or a `fail` becomes `malformed` with its offset. */
export function decodePayload<T>(
  bytes: Uint8Array,
  what: string,
  decode: (reader: PayloadReader) => T,
): Result<T, AppError> {
  try {
    return ok(decode(new PayloadReader(bytes, what)))
  } catch (error) {
    if (error instanceof Malformed) return err(error.error)
    throw error
  }
}

import { ImportDamage } from './import-damage.ts'

export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/**
 * Fields of a message of protocol buffers, one after another, over bytes that stay where they are. `next` goes to a field; its value is
 * then `number`, or the bytes from `start` to `end`.
 */
export class ProtobufReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  field = 0
  wireType = 0
  /** Of a varint: exact up to 2^53, negative numbers included. */
  number = 0
  start = 0
  end = 0

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get offset(): number {
    return this.#at
  }

  /** False: there is no more. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const offset = this.#at
    const key = this.#varint()
    this.field = Math.floor(key / 8)
    this.wireType = key % 8
    if (this.field < 1) throw new ImportDamage(offset, 'the number of a field', `${key}`)
    if (this.wireType === wireTypes.varint) this.number = this.#varint()
    else if (this.wireType === wireTypes.bytes) this.#pass(this.#varint())
    else if (this.wireType === wireTypes.fixed64) this.#pass(8)
    else if (this.wireType === wireTypes.fixed32) this.#pass(4)
    else throw new ImportDamage(offset, 'a kind of field', `kind ${this.wireType}`)
    return true
  }

  /** The message that the field is. */
  message(): ProtobufReader {
    if (this.wireType !== wireTypes.bytes) throw new ImportDamage(this.#at, 'a message', 'a number')
    return new ProtobufReader(this.#bytes, this.start, this.end)
  }

  /** Numbers of a repeated field, which are packed or single. */
  numbers(add: (value: number) => void): void {
    if (this.wireType === wireTypes.varint) add(this.number)
    else if (this.wireType === wireTypes.bytes) {
      const packed = new ProtobufReader(this.#bytes, this.start, this.end)
      while (packed.#at < packed.#end) add(packed.#varint())
    }
  }

  #pass(byteCount: number): void {
    this.start = this.#at
    this.end = this.#at + byteCount
    if (!(byteCount >= 0) || this.end > this.#end)
      throw new ImportDamage(this.start, `${byteCount} bytes`, `${this.#end - this.start}`)
    this.#at = this.end
  }

  #varint(): number {
    const bytes = this.#bytes
    let at = this.#at
    let low = 0
    let high = 0
    for (let index = 0; index < 10; index++) {
      if (at >= this.#end) throw new ImportDamage(this.#at, 'the rest of a number', 'the end')
      const byte = bytes[at++]!
      if (index < 4) low += (byte & 127) * 2 ** (7 * index)
      else high += (byte & 127) * 2 ** (7 * index - 28)
      if (byte >= 128) continue
      this.#at = at
      return signed(low, high)
    }
    throw new ImportDamage(this.#at, 'a number of at most ten bytes', 'a longer one')
  }
}

const twoTo28 = 2 ** 28
const twoTo36 = 2 ** 36

/** 28 bits and the 36 above them as a signed number of 64 bits. */
function signed(low: number, high: number): number {
  const above = high % twoTo36
  return above >= twoTo36 / 2 ? (above - twoTo36) * twoTo28 + low : above * twoTo28 + low
}

import { utf16Text } from '../nettrace/byte-cursor.ts'
import { ByteInterner } from './byte-interner.ts'

/** Far above what a trace of one process holds; beyond them texts are empty instead of costing memory without end. */
const maxTexts = 4_000_000
const maxBytes = 512 * 2 ** 20

/** UTF-16 texts of payloads by number: one met again costs a hash, no string. Strings are made when asked for, once. */
export class TextPool {
  readonly #interner = new ByteInterner(maxTexts, maxBytes)
  readonly #texts: (string | undefined)[] = []

  /** Number of the text in `bytes[start, end)`; -1 when the pool is full. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    return this.#interner.intern(bytes, start, end, 0)
  }

  /** The same of a text that is a string already. */
  internText(text: string): number {
    const bytes = new Uint8Array(text.length * 2)
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      bytes[index * 2] = unit & 255
      bytes[index * 2 + 1] = unit >> 8
    }
    return this.intern(bytes, 0, bytes.length)
  }

  /** Empty for -1. */
  text(index: number): string {
    if (index < 0) return ''
    const known = this.#texts[index]
    if (known !== undefined) return known
    const bytes = this.#interner.bytesOf(index)
    const text = utf16Text(bytes, 0, bytes.length)
    this.#texts[index] = text
    return text
  }
}

import { utf8Text } from '../../nettrace/byte-cursor.ts'
import { work } from '../../nettrace/work-steps.ts'
import { ImportDamage } from './import-damage.ts'

const code = {
  quote: 34,
  comma: 44,
  colon: 58,
  backslash: 92,
  openArray: 91,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
}
/** A single value that is read at once: an event, a frame, a stack. */
const mostValueBytes = 2 ** 24
const foundChars = 60
/** As many as a number holds exactly. */
const mostDigits = 15

/**
 * Walks through a JSON text without building it: objects and arrays are visited member by member, and only values that are asked for
 * are parsed. What is skipped is not checked for more than its brackets and quotes.
 */
export class JsonReader {
  readonly #bytes: Uint8Array
  #at: number
  /** Keys and places from the outermost value down to where the reader is. */
  readonly #path: (string | number)[] = []

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes
    this.#at = offset
    if (offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3
  }

  get offset(): number {
    return this.#at
  }

  /** Where the reader is, or what it failed to read: `profiles[0].events[3]`. */
  get path(): string {
    return this.#path.map((part, index) => pathText(part, index === 0)).join('')
  }

  /** Goes back to a value that was passed; its path is `path`. */
  goTo(offset: number, path: readonly (string | number)[]): void {
    this.#at = offset
    this.#path.splice(0, this.#path.length, ...path)
  }

  /** First byte of the value that comes. */
  peek(): 'object' | 'array' | 'string' | 'other' | 'end' {
    const byte = this.#next()
    if (byte === undefined) return 'end'
    if (byte === code.openObject) return 'object'
    if (byte === code.openArray) return 'array'
    return byte === code.quote ? 'string' : 'other'
  }

  /** Visits the members of the object that comes. `visit` must read or skip the value. */
  object(visit: (key: string) => void): void {
    this.#take(code.openObject, 'an object')
    if (this.#tookIf(code.closeObject)) return
    for (;;) {
      const key = this.#string()
      this.#take(code.colon, 'a colon')
      this.#path.push(key)
      visit(key)
      this.#path.pop()
      if (this.#tookIf(code.closeObject)) return
      this.#take(code.comma, 'a comma or the end of the object')
    }
  }

  /** Visits the elements of the array that comes. `visit` must read or skip the value. */
  array(visit: (index: number) => void): void {
    this.#take(code.openArray, 'an array')
    if (this.#tookIf(code.closeArray)) return
    for (let index = 0; ; index++) {
      this.#path.push(index)
      visit(index)
      this.#path.pop()
      if (this.#tookIf(code.closeArray)) return
      this.#take(code.comma, 'a comma or the end of the array')
    }
  }

  /** The value that comes, parsed. */
  value(): unknown {
    const start = this.#start('a value')
    this.skip()
    if (this.#at - start > mostValueBytes) throw this.damage(start, `a value of at most ${mostValueBytes} bytes`, '')
    try {
      return JSON.parse(utf8Text(this.#bytes, start, this.#at))
    } catch {
      throw this.unexpected(start, 'a valid JSON value')
    }
  }

  text(): string {
    const start = this.#start('a text')
    const value = this.value()
    if (typeof value === 'string') return value
    throw this.unexpected(start, 'a text')
  }

  number(): number {
    const start = this.#start('a number')
    const integer = this.#shortInteger()
    if (integer >= 0) return integer
    const value = this.value()
    if (typeof value === 'number') return value
    throw this.unexpected(start, 'a number')
  }

  /** What is wrong here, to be thrown. */
  damage(offset: number, expected: string, found: string): ImportDamage {
    return new ImportDamage(offset, expected, found, this.path)
  }

  /** The same for a value that is there and is not what it should be. */
  unexpected(offset: number, expected: string): ImportDamage {
    return this.damage(offset, expected, this.#textAt(offset))
  }

  /** Passes the value that comes. */
  skip(): void {
    const bytes = this.#bytes
    const first = this.#start('a value')
    let depth = 0
    do {
      const byte = this.#next()
      if (byte === undefined) throw this.damage(this.#at, 'the rest of the file', 'its end')
      if (byte === code.quote) this.#skipString()
      else if (byte === code.openArray || byte === code.openObject) {
        depth++
        this.#at++
      } else if (byte === code.closeArray || byte === code.closeObject) {
        depth--
        this.#at++
      } else if (byte === code.comma || byte === code.colon) {
        if (depth === 0) break
        this.#at++
      } else this.#skipScalar()
    } while (depth > 0)
    if (depth < 0 || this.#at === first) throw this.unexpected(first, 'a value')
    work.steps += 1
    if (this.#at > bytes.length) throw this.damage(bytes.length, 'the rest of the file', 'its end')
  }

  /** Most numbers of a profile are short and without a fraction; -1: this one is not, and nothing was read. */
  #shortInteger(): number {
    const bytes = this.#bytes
    let value = 0
    let at = this.#at
    for (let byte = bytes[at]!; byte >= 48 && byte <= 57; byte = bytes[++at]!) value = value * 10 + byte - 48
    const digits = at - this.#at
    const isShort = digits === 1 || (digits > 1 && digits <= mostDigits && bytes[this.#at] !== 48)
    if (!isShort || isScalar(bytes[at] ?? 0)) return -1
    this.#at = at
    return value
  }

  #skipString(): void {
    const bytes = this.#bytes
    const start = this.#at
    let at = start + 1
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined) {
        this.#at = start
        throw this.damage(bytes.length, 'the end of a text', 'the end of the file')
      }
      if (byte === code.quote) break
      at += byte === code.backslash ? 2 : 1
    }
    this.#at = at + 1
  }

  /** Numbers and words end at whatever cannot be part of them. */
  #skipScalar(): void {
    const bytes = this.#bytes
    let at = this.#at
    for (let byte = bytes[at]; byte !== undefined && isScalar(byte); byte = bytes[++at]);
    if (at === this.#at) throw this.unexpected(at, 'a value')
    this.#at = at
  }

  #string(): string {
    if (this.#next() !== code.quote) throw this.unexpected(this.#at, 'a key in quotes')
    return this.text()
  }

  #start(expected: string): number {
    if (this.#next() === undefined) throw this.damage(this.#at, expected, 'the end of the file')
    return this.#at
  }

  #take(byte: number, expected: string): void {
    if (!this.#tookIf(byte)) throw this.unexpected(this.#at, expected)
  }

  #tookIf(byte: number): boolean {
    if (this.#next() !== byte) return false
    this.#at++
    return true
  }

  /** Passes blanks; undefined at the end. */
  #next(): number | undefined {
    const bytes = this.#bytes
    let at = this.#at
    let byte = bytes[at]
    while (byte === 32 || byte === 10 || byte === 13 || byte === 9) byte = bytes[++at]
    this.#at = at
    return byte
  }

  #textAt(offset: number): string {
    const text = utf8Text(this.#bytes, offset, Math.min(offset + foundChars, this.#bytes.length))
    return text === '' ? 'the end of the file' : text
  }
}

/** Letters, digits, `+`, `-` and `.`. */
function isScalar(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 97 && byte <= 122) ||
    (byte >= 65 && byte <= 90) ||
    byte === 43 ||
    byte === 45 ||
    byte === 46
  )
}

function pathText(part: string | number, isFirst: boolean): string {
  if (typeof part === 'number') return `[${part}]`
  return isFirst ? part : `.${part}`
}

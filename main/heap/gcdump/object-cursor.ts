import { tags } from './gcdump-format.ts'

/** Where a file is not what the format says. Thrown inside this folder only; `readGcDump` returns it. */
export class GcDumpFault extends Error {
  readonly offset: number
  readonly expected: string
  readonly found: string

  constructor(offset: number, expected: string, found: string) {
    super(`expected ${expected}, found ${found} at ${offset}`)
    this.offset = offset
    this.expected = expected
    this.found = found
  }
}

export interface ObjectType {
  readonly name: string
  readonly version: number
  readonly leastReader: number
}

/** Of objects of the format, which has a handful. */
const mostTypes = 1000

/** Longer names are cut; they are skipped in full. */
const textChars = 8192

/** Reads the parts of FastSerialization. Every length is checked against what is left before anything is done with it. */
export class ObjectCursor {
  readonly bytes: Uint8Array
  readonly view: DataView
  position = 0
  /** Types by the offset of their first use: later ones are labels. */
  readonly #types = new Map<number, ObjectType>()

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get remaining(): number {
    return this.bytes.length - this.position
  }

  fault(expected: string, found: string, offset = this.position): never {
    throw new GcDumpFault(offset, expected, found)
  }

  /** Moves over so many bytes, which are there; returns where they begin. */
  take(byteCount: number): number {
    if (byteCount > this.remaining) this.fault(`${byteCount} more bytes`, `${this.remaining}`)
    this.position += byteCount
    return this.position - byteCount
  }

  u8(): number {
    return this.view.getUint8(this.take(1))
  }
  i32(): number {
    return this.view.getInt32(this.take(4), true)
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true)
  }
  f32(): number {
    return this.view.getFloat32(this.take(4), true)
  }
  i64(): bigint {
    return this.view.getBigInt64(this.take(8), true)
  }

  /** A count of things of at least so many bytes each, which fit in what is left. */
  count(leastBytes: number, what: string, limit = Infinity): number {
    const offset = this.position
    const count = this.i32()
    const most = Math.min(limit, Math.floor(this.remaining / leastBytes))
    if (count < 0 || count > most) this.fault(`at most ${most} ${what}`, String(count), offset)
    return count
  }

  /** Null: there is none. */
  text(): string | null {
    const offset = this.position
    const count = this.i32()
    if (count === -1) return null
    if (count < 0 || count > this.remaining)
      this.fault(`a text of at most ${this.remaining} characters`, String(count), offset)
    let text = ''
    const units: number[] = []
    for (let index = 0; index < count; index++) {
      const unit = this.#unit()
      if (index < textChars) units.push(unit)
      if (units.length === 1024) text += String.fromCharCode(...units.splice(0))
    }
    return text + String.fromCharCode(...units)
  }

  /** A surrogate is a unit like any other here. */
  #unit(): number {
    const first = this.u8()
    if (first < 0x80) return first
    const offset = this.position - 1
    const second = this.u8()
    if ((first & 0xe0) === 0xc0) return ((first & 0x1f) << 6) | (second & 0x3f)
    if ((first & 0xf0) !== 0xe0) this.fault('a character', `0x${first.toString(16)}`, offset)
    return ((first & 0xf) << 12) | ((second & 0x3f) << 6) | (this.u8() & 0x3f)
  }

  /** Behind its tag; null: no object. A label instead of an object is answered with its offset. */
  begin(...names: readonly string[]): ObjectType | { readonly label: number } | null {
    const offset = this.position
    const tag = this.u8()
    if (tag === tags.null) return null
    if (tag === tags.reference) return { label: this.u32() }
    if (tag !== tags.beginObject) this.fault('an object', `tag ${tag}`, offset)
    const type = this.#type()
    if (!names.includes(type.name)) this.fault(names.join(' or '), type.name.slice(0, 80), offset)
    return type
  }

  /** An object that has to be there itself. */
  beginOwn(name: string): ObjectType {
    const offset = this.position
    const type = this.begin(name)
    if (type === null || 'label' in type) return this.fault(name, type === null ? 'nothing' : 'a reference', offset)
    return type
  }

  /** False: null is in its place. */
  beginOptional(name: string): boolean {
    const offset = this.position
    const type = this.begin(name)
    if (type !== null && 'label' in type) this.fault(name, 'a reference', offset)
    return type !== null
  }

  end(): void {
    const offset = this.position
    const tag = this.u8()
    if (tag !== tags.endObject) this.fault('the end of an object', `tag ${tag}`, offset)
  }

  #type(): ObjectType {
    const offset = this.position
    const tag = this.u8()
    if (tag === tags.reference) {
      const label = this.u32()
      return this.#types.get(label) ?? this.fault('a type that was there before', `label ${label}`, offset)
    }
    if (tag !== tags.beginObject || this.u8() !== tags.null) this.fault('a type', `tag ${tag}`, offset)
    const type = { version: this.i32(), leastReader: this.i32(), name: this.text() ?? '' }
    this.end()
    if (this.#types.size === mostTypes) this.fault(`at most ${mostTypes} types of objects`, 'more', offset)
    this.#types.set(offset, type)
    return type
  }
}

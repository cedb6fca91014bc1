import { secretKey } from '../nettrace/secret-hash.ts'
import { work } from '../nettrace/work-steps.ts'
import { grownColumn } from './grown-column.ts'

const recentTexts = 256

/**
 * Byte ranges to dense ids, by content: the same text met again costs a hash and a compare, no string. A `salt` (for example the
 * id of the text before) is part of the identity, so chains of ids name whole tuples. Bounded: beyond the limits -1.
 */
export class ByteInterner {
  readonly #maxEntries: number
  readonly #maxBytes: number
  /** Another one for each table: whoever writes a file cannot know which texts would meet in one slot. */
  readonly #seed = (Math.random() * 2 ** 32) | 0
  #table = new Int32Array(1024).fill(-1)
  #bytes = new Uint8Array(16 * 1024)
  #view = viewOf(this.#bytes)
  /** Where texts come from, most of them from the same memory, and a view of it. */
  #source: Uint8Array = this.#bytes
  #sourceView = this.#view
  #usedBytes = 0
  #hashes = new Int32Array(512)
  #salts = new Int32Array(512)
  #offsets = new Uint32Array(513)
  /** Ids by a few of their bytes: most texts of a stream are ones that came a moment ago, and comparing them is all they cost. */
  readonly #recent = new Int32Array(recentTexts).fill(-1)
  #count = 0

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  get count(): number {
    return this.#count
  }

  intern(bytes: Uint8Array, start: number, end: number, salt: number): number {
    if (bytes !== this.#source) {
      this.#source = bytes
      this.#sourceView = viewOf(bytes)
    }
    const place = recentPlace(bytes, start, end)
    const recent = this.#recent[place]!
    if (recent >= 0 && this.#salts[recent] === salt && this.#equals(recent, start, end)) return recent
    const id = this.#find(bytes, start, end, salt)
    this.#recent[place] = id
    return id
  }

  #find(bytes: Uint8Array, start: number, end: number, salt: number): number {
    let hash = (Math.imul(salt + 1, 0x9e3779b1) ^ this.#seed) | 0
    for (let position = start; position < end; position++) hash = Math.imul(hash ^ bytes[position]!, 0x01000193)
    // Its lower bits alone come of the seed's lower bits alone: there would be few ways to spread the texts, and bad ones among them.
    hash = secretKey(hash)
    const mask = this.#table.length - 1
    let slot = hash & mask
    for (let id = this.#table[slot]!; id >= 0; id = this.#table[slot]!) {
      if (this.#hashes[id] === hash && this.#salts[id] === salt && this.#equals(id, start, end)) return id
      work.steps++
      slot = (slot + 1) & mask
    }
    return this.#add(bytes, start, end, salt, hash)
  }

  /** What was interned under an id; a view, valid until the next `intern`. */
  bytesOf(id: number): Uint8Array {
    return this.#bytes.subarray(this.#offsets[id], this.#offsets[id + 1])
  }

  /** Four bytes at a time: this is most of what a text costs. */
  #equals(id: number, start: number, end: number): boolean {
    const source = this.#sourceView
    const view = this.#view
    const away = this.#offsets[id]! - start
    if (this.#offsets[id + 1]! !== end + away) return false
    let position = start
    for (; position + 3 < end; position += 4)
      if (view.getInt32(position + away, true) !== source.getInt32(position, true)) return false
    for (; position < end; position++) if (view.getUint8(position + away) !== source.getUint8(position)) return false
    return true
  }

  #add(bytes: Uint8Array, start: number, end: number, salt: number, hash: number): number {
    const byteCount = end - start
    if (this.#count >= this.#maxEntries || this.#usedBytes + byteCount > this.#maxBytes) return -1
    while (this.#usedBytes + byteCount > this.#bytes.length) {
      this.#bytes = grownColumn(this.#bytes, Uint8Array)
      this.#view = viewOf(this.#bytes)
    }
    if (this.#count >= this.#hashes.length) {
      this.#hashes = grownColumn(this.#hashes, Int32Array)
      this.#salts = grownColumn(this.#salts, Int32Array)
      const offsets = new Uint32Array(this.#hashes.length + 1)
      offsets.set(this.#offsets)
      this.#offsets = offsets
    }
    const id = this.#count++
    this.#bytes.set(bytes.subarray(start, end), this.#usedBytes)
    this.#usedBytes += byteCount
    this.#hashes[id] = hash
    this.#salts[id] = salt
    this.#offsets[id + 1] = this.#usedBytes
    if (this.#count * 2 > this.#table.length) this.#rehash()
    else this.#place(id)
    return id
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1)
    for (let id = 0; id < this.#count; id++) this.#place(id)
  }

  #place(id: number): void {
    const mask = this.#table.length - 1
    let slot = this.#hashes[id]! & mask
    while (this.#table[slot]! >= 0) slot = (slot + 1) & mask
    this.#table[slot] = id
  }
}

/** Texts of two bytes a character differ in length or towards their end; a wrong guess costs one comparison. */
function recentPlace(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length < 8) return length
  return (length * 31 + bytes[end - 2]! * 7 + bytes[end - 4]! * 3 + bytes[end - 8]!) & (recentTexts - 1)
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

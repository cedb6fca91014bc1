import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { secretKey } from '../../nettrace/secret-hash.ts'
import { NumberColumn } from '../grown-column.ts'

/**
 * The stacks between two sequence points: where each is in the source, and those that a kept event uses, under new ids, waiting to
 * be written. The addresses stay in the source until they are wanted.
 */
export class StackCopies {
  readonly #source: RangeSource
  /** Entries by `secretKey` of the id. */
  readonly #entries = new Map<number, number>()
  #offsets = new NumberColumn()
  #lengths = new NumberColumn()
  /** New ids by entry; 0: not used yet. */
  #ids: number[] = []
  #newestBlock: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: new Uint8Array(0) }
  readonly #pending = new ByteBuilder()
  #firstPendingId = 1
  #pendingCount = 0

  constructor(source: RangeSource) {
    this.#source = source
  }

  get pendingBytes(): number {
    return this.#pending.length
  }

  /** Content of a stack block: u32 first id | u32 count | count of (u32 byte size, addresses). `offset`: of the content. */
  define(bytes: Uint8Array, offset: number): void {
    if (bytes.length < 8) return
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const firstId = view.getUint32(0, true)
    const count = view.getUint32(4, true)
    let position = 8
    for (let index = 0; index < count && position + 4 <= bytes.length; index++) {
      const length = view.getUint32(position, true)
      position += 4
      if (length > bytes.length - position) break
      this.#entries.set(secretKey((firstId + index) | 0), this.#ids.length)
      this.#offsets.push(offset + position)
      this.#lengths.push(length)
      this.#ids.push(0)
      position += length
    }
    this.#newestBlock = { offset, bytes }
  }

  /** The new id of a stack; 0 when there is none. */
  use(id: number): number {
    const entry = id === 0 ? undefined : this.#entries.get(secretKey(id | 0))
    if (entry === undefined) return 0
    const known = this.#ids[entry]!
    if (known !== 0) return known
    const addresses = this.#read(this.#offsets.at(entry), this.#lengths.at(entry))
    this.#pending.u32(addresses.length).bytes(addresses)
    const newId = this.#firstPendingId + this.#pendingCount++
    this.#ids[entry] = newId
    return newId
  }

  /** Content of a block of what is waiting; null when nothing is. */
  take(): Uint8Array<ArrayBuffer> | null {
    if (this.#pendingCount === 0) return null
    const content = new ByteBuilder().u32(this.#firstPendingId).u32(this.#pendingCount).bytes(this.#pending.take())
    this.#firstPendingId += this.#pendingCount
    this.#pendingCount = 0
    return content.take()
  }

  /** At a sequence point, when nothing waits. */
  clear(): void {
    this.#entries.clear()
    this.#offsets = new NumberColumn()
    this.#lengths = new NumberColumn()
    this.#ids = []
    this.#firstPendingId = 1
  }

  #read(offset: number, length: number): Uint8Array {
    const { offset: blockOffset, bytes } = this.#newestBlock
    const from = offset - blockOffset
    if (from >= 0 && from + length <= bytes.length) return bytes.subarray(from, from + length)
    return this.#source.read(offset, length)
  }
}

import { NumberColumn } from '../grown-column.ts'

const chunkBytes = 4 * 2 ** 20

type TakeStack = (bytes: Uint8Array, view: DataView, start: number, end: number, stackIndex: number) => void

/** Stacks as they lay in the stream, one behind the other, until somebody looks at one of them. */
export class WaitingStacks {
  readonly #chunks: Uint8Array[] = []
  /** Of the last chunk. */
  #used = 0
  readonly #stackIndex = new NumberColumn()
  readonly #byteLength = new NumberColumn()
  byteCount = 0

  add(bytes: Uint8Array, start: number, end: number, stackIndex: number): void {
    const byteLength = end - start
    let chunk = this.#chunks.at(-1)
    if (chunk === undefined || this.#used + byteLength > chunk.length) {
      chunk = new Uint8Array(Math.max(chunkBytes, byteLength))
      this.#chunks.push(chunk)
      this.#used = 0
    }
    chunk.set(bytes.subarray(start, end), this.#used)
    this.#used += byteLength
    this.byteCount += byteLength
    this.#stackIndex.push(stackIndex)
    this.#byteLength.push(byteLength)
  }

  /** In the order they came. */
  forEach(take: TakeStack): void {
    let stack = 0
    for (const chunk of this.#chunks) {
      const view = new DataView(chunk.buffer)
      for (let start = 0; stack < this.#byteLength.count; stack++) {
        const end = start + this.#byteLength.at(stack)
        if (end > chunk.length) break
        take(chunk, view, start, end, this.#stackIndex.at(stack))
        start = end
      }
    }
  }
}

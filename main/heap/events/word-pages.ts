/** Words of one page; a power of two, so that a place splits by shifting. */
const pageBits = 18
const pageWords = 2 ** pageBits
/** Before the first word, for `take`. Memory that nobody wrote into is not taken from the machine. */
const roomBefore = 2 ** 16
/** What is left of a page is not given back when it becomes an array: not more than so many times its words. */
const mostSlack = 4

/**
 * 32-bit words one after another without knowing how many will come. Pages, because a column that doubles holds three times its size
 * while it grows, and a heap has columns of a hundred megabytes. As many words as are expected have one page, which becomes the array as it is.
 */
export class WordPages {
  readonly #expectedWords: number
  #pages: Uint32Array<ArrayBuffer>[] = []
  #page: Uint32Array<ArrayBuffer> = noWords
  /** In the pages before this one. */
  #before = 0
  #used = 0

  constructor(expectedWords = 0) {
    this.#expectedWords = expectedWords
  }

  get length(): number {
    return this.#before + this.#used
  }

  push(word: number): void {
    if (this.#used === this.#page.length) this.#grow()
    this.#page[this.#used++] = word
  }

  at(index: number): number {
    const first = this.#pages[0]!
    if (index < first.length) return first[index]!
    const rest = index - first.length
    return this.#pages[1 + (rest >>> pageBits)]![rest & (pageWords - 1)]!
  }

  /** Everything as one array with room (zeros) before and behind it. This column is empty afterwards; its pages are given back one by one. */
  take(before = 0, behind = 0): Uint32Array<ArrayBuffer> {
    const { length } = this
    const page = this.#pages[0]
    const isOne = page !== undefined && length + behind <= page.length && page.length <= length * mostSlack
    if (isOne) this.#forget()
    const words = isOne ? page.subarray(0, length + behind) : new Uint32Array(length + behind)
    if (!isOne) this.drain((drained, start) => words.set(drained, start))
    return withRoomBefore(words, before)
  }

  /** Page after page, each forgotten when it was looked at. */
  drain(use: (page: Uint32Array, start: number) => void): void {
    const { length } = this
    const pages = this.#forget()
    let start = 0
    for (let index = 0; start < length; index++) {
      const page = pages[index]!
      pages[index] = noWords
      use(page.subarray(0, length - start), start)
      start += page.length
    }
  }

  #grow(): void {
    this.#before += this.#page.length
    this.#used = 0
    this.#page = this.#pages.length === 0 ? firstPage(this.#expectedWords) : new Uint32Array(pageWords)
    this.#pages.push(this.#page)
  }

  #forget(): Uint32Array<ArrayBuffer>[] {
    const pages = this.#pages
    this.#pages = []
    this.#page = noWords
    this.#before = 0
    this.#used = 0
    return pages
  }
}

const noWords = new Uint32Array(0)

/** The same words behind so many zeros; in the same memory where there is room. */
export function withRoomBefore(words: Uint32Array<ArrayBuffer>, before: number): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = words
  if (before * 4 <= byteOffset) return new Uint32Array(buffer, byteOffset - before * 4, before + length)
  const moved = new Uint32Array(before + length)
  moved.set(words, before)
  return moved
}

/** Even, so that no pair of words is in two pages. */
function firstPage(expectedWords: number): Uint32Array<ArrayBuffer> {
  const words = Math.max(pageWords, Math.ceil(expectedWords / 2) * 2)
  try {
    return new Uint32Array(roomBefore + words).subarray(roomBefore)
  } catch (error) {
    // The machine does not promise that much at once; it may have enough for what comes.
    if (!(error instanceof RangeError) || words === pageWords) throw error
    return firstPage(0)
  }
}

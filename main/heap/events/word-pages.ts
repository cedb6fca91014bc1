/** Words of one page; a power of two, so that a place splits by shifting. */
const pageBits = 18
const pageWords = 2 ** pageBits

/**
 * 32-bit words one after another without knowing how many will come. Pages, because a column that doubles holds three times its size
 * while it grows, and a heap has columns of a hundred megabytes.
 */
export class WordPages {
  #pages: Uint32Array[] = []
  #page = new Uint32Array(0)
  #used = pageWords

  get length(): number {
    return this.#pages.length === 0 ? 0 : (this.#pages.length - 1) * pageWords + this.#used
  }

  push(word: number): void {
    if (this.#used === pageWords) {
      this.#page = new Uint32Array(pageWords)
      this.#pages.push(this.#page)
      this.#used = 0
    }
    this.#page[this.#used++] = word
  }

  at(index: number): number {
    return this.#pages[index >>> pageBits]![index & (pageWords - 1)]!
  }

  /** Everything as one array with room before and behind it. The pages are given back one by one meanwhile: this column is empty afterwards. */
  take(before = 0, behind = 0): Uint32Array<ArrayBuffer> {
    const { length } = this
    const words = new Uint32Array(before + length + behind)
    this.drain((page, start) => words.set(page, before + start))
    return words
  }

  /** Page after page, each forgotten when it was looked at. */
  drain(use: (page: Uint32Array, start: number) => void): void {
    const { length } = this
    const pages = this.#pages
    this.#pages = []
    this.#page = new Uint32Array(0)
    this.#used = pageWords
    for (let index = 0; index * pageWords < length; index++) {
      const page = pages[index]!
      pages[index] = this.#page
      use(page.subarray(0, Math.min(pageWords, length - index * pageWords)), index * pageWords)
    }
  }
}

import { grownColumn } from './grown-column.ts'

/** Small whole numbers from -1 on, each once: numbers of texts, functions, threads. */
export class DistinctNumbers {
  #isIn = new Uint8Array(1024)
  #count = 0

  get count(): number {
    return this.#count
  }

  has(value: number): boolean {
    return this.#isIn[value + 1] === 1
  }

  /** False: it was there. */
  add(value: number): boolean {
    while (value + 1 >= this.#isIn.length) this.#isIn = grownColumn(this.#isIn, Uint8Array)
    if (this.#isIn[value + 1] === 1) return false
    this.#isIn[value + 1] = 1
    this.#count++
    return true
  }
}

import { work } from '../../nettrace/work-steps.ts'
import { orderByWords } from '../graph/order-by-words.ts'

/** A run further apart than this is two: distances stay exact numbers. */
const widestRun = 2 ** 48
/** Wider ones may have another region of the heap in between, which has 4 MiB at least. */
const widestGap = 2 ** 21
/** Runs of fewer objects than this on average are not how a heap is walked; the addresses are sorted instead. */
const shortestRun = 16
export const noNode = 0xffff_ffff

/**
 * Finds the object at an address. Objects are walked segment by segment in order of their addresses, so that the column of addresses is a
 * few sorted runs as it is, which are apart as segments and regions are; each run has a table with the first object of every page of its
 * addresses. That needs a byte or two per object where a hash table needs eight, and stays in the cache where references go to neighbours.
 */
export class AddressIndex {
  /** Low and high half of each address, in order. */
  readonly #words: Uint32Array
  /** Node of each address; null: the addresses are in order as they came. */
  readonly #order: Uint32Array | null
  readonly #runs: readonly Run[]
  #last: Run

  /** Pairs of low and high half, one for each object. */
  constructor(words: Uint32Array) {
    const runs = runsApart(words, widestRun) ?? runsApart(words, widestGap)
    if (runs !== null) {
      this.#words = words
      this.#order = null
      this.#runs = runs
    } else {
      // Equal addresses keep their order.
      this.#order = orderByWords(
        words,
        Uint32Array.from({ length: words.length / 2 }, (_, node) => node),
      )
      this.#words = inOrder(words, this.#order)
      this.#runs = findRuns(this.#words, widestRun)
    }
    for (const run of this.#runs) run.fill(this.#words)
    this.#last = this.#runs[0] ?? new Run(0, 0)
  }

  /** `noNode`: no object begins there. */
  find(low: number, high: number): number {
    let run = this.#last
    if (!run.holds(low, high)) {
      const found = this.#runOf(low, high)
      if (found === null) return noNode
      run = this.#last = found
    }
    const at = run.find(this.#words, low, high)
    return at === noNode || this.#order === null ? at : this.#order[at]!
  }

  #runOf(low: number, high: number): Run | null {
    const runs = this.#runs
    let from = 0
    let to = runs.length
    while (from < to) {
      work.steps++
      const middle = (from + to) >>> 1
      const run = runs[middle]!
      if (run.high < high || (run.high === high && run.low <= low)) from = middle + 1
      else to = middle
    }
    const run = runs[from - 1]
    return run !== undefined && run.holds(low, high) ? run : null
  }
}

/** Objects `[from, to)` with rising addresses. */
class Run {
  readonly from: number
  readonly to: number
  low = 0
  high = 0
  #span = 0
  #pageBytes = 1
  /** First object at or behind the beginning of each page, and the end. */
  #pages = new Uint32Array(0)

  constructor(from: number, to: number) {
    this.from = from
    this.to = to
  }

  fill(words: Uint32Array): void {
    const { from, to } = this
    this.low = words[from * 2]!
    this.high = words[from * 2 + 1]!
    this.#span = this.#distance(words, to - 1)
    // As many pages as there are four objects, however far apart they are.
    const pageCount = Math.max(1, (to - from) >>> 2)
    this.#pageBytes = Math.floor(this.#span / pageCount) + 1
    this.#pages = new Uint32Array(pageCount + 1)
    let page = 0
    for (let node = from; node < to; node++) {
      const own = Math.floor(this.#distance(words, node) / this.#pageBytes)
      while (page <= own) this.#pages[page++] = node
    }
    this.#pages.fill(to, page)
  }

  holds(low: number, high: number): boolean {
    const distance = (high - this.high) * 4294967296 + (low - this.low)
    return this.to > this.from && distance >= 0 && distance <= this.#span
  }

  find(words: Uint32Array, low: number, high: number): number {
    const page = Math.floor(((high - this.high) * 4294967296 + (low - this.low)) / this.#pageBytes)
    let from = this.#pages[page]!
    let to = this.#pages[page + 1]!
    // A few objects as a rule; halving bounds what a file can cost that has all of them in one page.
    while (to - from > 8) {
      work.steps++
      const middle = (from + to) >>> 1
      if (isAtMost(words, middle, low, high)) from = middle
      else to = middle
    }
    for (; from < to; from++) if (words[from * 2] === low && words[from * 2 + 1] === high) return from
    return noNode
  }

  #distance(words: Uint32Array, node: number): number {
    return (words[node * 2 + 1]! - this.high) * 4294967296 + (words[node * 2]! - this.low)
  }
}

function isAtMost(words: Uint32Array, node: number, low: number, high: number): boolean {
  const own = words[node * 2 + 1]!
  return own < high || (own === high && words[node * 2]! <= low)
}

/** In order of their addresses; null: they overlap, or are too many. */
function runsApart(words: Uint32Array, gapBytes: number): readonly Run[] | null {
  const runs = findRuns(words, gapBytes)
  if (runs.length > 1 && runs.length * shortestRun > words.length / 2) return null
  runs.sort((a, b) => bytesBetween(words, b.from, a.from))
  for (let index = 1; index < runs.length; index++)
    if (bytesBetween(words, runs[index - 1]!.to - 1, runs[index]!.from) <= 0) return null
  return runs
}

/** `gapBytes`: what lies further apart is in two runs. */
function findRuns(words: Uint32Array, gapBytes: number): Run[] {
  const count = words.length / 2
  const runs: Run[] = []
  let from = 0
  for (let node = 1; node <= count; node++) {
    if (node < count) {
      const gap = bytesBetween(words, node - 1, node)
      if (gap >= 0 && gap < gapBytes && bytesBetween(words, from, node) < widestRun) continue
    }
    runs.push(new Run(from, node))
    from = node
  }
  return count === 0 ? [] : runs
}

/** From one object to another; negative: the other one lies before it. */
function bytesBetween(words: Uint32Array, from: number, to: number): number {
  return (words[to * 2 + 1]! - words[from * 2 + 1]!) * 4294967296 + (words[to * 2]! - words[from * 2]!)
}

function inOrder(words: Uint32Array, order: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(words.length)
  for (let at = 0; at < order.length; at++) {
    sorted[at * 2] = words[order[at]! * 2]!
    sorted[at * 2 + 1] = words[order[at]! * 2 + 1]!
  }
  return sorted
}

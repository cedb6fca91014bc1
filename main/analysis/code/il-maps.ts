import { grownColumn } from '../grown-column.ts'

/*
 * Event MethodILToNativeMap and its rundown twins:
 *
 *   MethodID u64 · ReJITID u64 · MethodExtent u8 · Count u16 · ILOffset i32[Count] · NativeOffset i32[Count]
 *
 * Neither tier nor address is told, and all tiers of a method have one MethodID. A thread tells map and code one right after the other,
 * so a map belongs to the nearest code of its method that is long enough for it.
 */

const headBytes = 19
/** Other threads tell of their methods in between. */
const mostWaiting = 64

/** Pairs of native offset and IL offset in the order of native offsets. */
type Pairs = Int32Array

interface Waiting<What> {
  readonly methodId: number
  readonly what: What
}

/** Which IL the parts of jitted code were made of, by row of the method table. */
export class IlMaps {
  #pairs = new Int32Array(1024)
  #pairCount = 0
  /** By code: first pair and one; 0: no map. */
  #firstOf = new Int32Array(256)
  #countOf = new Int32Array(256)
  #mapCount = 0
  readonly #mapsBefore: Waiting<Pairs>[] = []
  readonly #codesBefore: Waiting<{ readonly code: number; readonly size: number }>[] = []

  /** Code that has one. */
  get count(): number {
    return this.#mapCount
  }

  onMap(view: DataView, start: number, end: number, place: 'after-code' | 'before-code'): void {
    if (start + headBytes > end) return
    const methodId = view.getUint32(start, true) + view.getUint32(start + 4, true) * 2 ** 32
    const count = view.getUint16(start + 17, true)
    if (start + headBytes + count * 8 > end || count === 0) return
    const pairs = readPairs(view, start + headBytes, count)
    if (place === 'before-code') remember(this.#mapsBefore, { methodId, what: pairs })
    else {
      const known = takeOf(this.#codesBefore, methodId)
      if (known !== null) this.#keep(known.code, known.size, pairs)
    }
  }

  onCode(methodId: number, code: number, size: number): void {
    const pairs = takeOf(this.#mapsBefore, methodId)
    if (pairs !== null) this.#keep(code, size, pairs)
    else remember(this.#codesBefore, { methodId, what: { code, size } })
  }

  has(code: number): boolean {
    return (this.#firstOf[code] ?? 0) > 0
  }

  /** Offset in the IL of what lies at an offset of the code; -1: it was made of no IL, or there is no map. */
  ilOffset(code: number, nativeOffset: number): number {
    const first = (this.#firstOf[code] ?? 0) - 1
    if (first < 0) return -1
    let low = first
    let high = first + this.#countOf[code]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#pairs[middle * 2]! <= nativeOffset) low = middle + 1
      else high = middle
    }
    return low === first ? -1 : Math.max(-1, this.#pairs[low * 2 - 1]!)
  }

  #keep(code: number, size: number, pairs: Pairs): void {
    if (this.has(code) || pairs.at(-2)! > size) return
    while (code >= this.#firstOf.length) {
      this.#firstOf = grownColumn(this.#firstOf, Int32Array)
      this.#countOf = grownColumn(this.#countOf, Int32Array)
    }
    while ((this.#pairCount + 1) * 2 + pairs.length > this.#pairs.length)
      this.#pairs = grownColumn(this.#pairs, Int32Array)
    this.#pairs.set(pairs, this.#pairCount * 2)
    this.#firstOf[code] = this.#pairCount + 1
    this.#countOf[code] = pairs.length / 2
    this.#pairCount += pairs.length / 2
    this.#mapCount++
  }
}

function readPairs(view: DataView, start: number, count: number): Pairs {
  const pairs = new Int32Array(count * 2)
  let isSorted = true
  for (let at = 0; at < count; at++) {
    const il = view.getInt32(start + at * 4, true)
    const native = view.getInt32(start + (count + at) * 4, true)
    isSorted &&= at === 0 || isBefore(pairs[at * 2 - 2]!, pairs[at * 2 - 1]!, native, il)
    pairs[at * 2] = native
    // What comes before the first statement belongs to it.
    pairs[at * 2 + 1] = il === prologOffset ? 0 : il
  }
  if (isSorted) return pairs
  const order = Uint32Array.from({ length: count }, (_, at) => at * 2)
  order.sort((a, b) => pairs[a]! - pairs[b]! || Math.sign(pairs[a + 1]!) - Math.sign(pairs[b + 1]!) || a - b)
  return Int32Array.from(pairs, (_, at) => pairs[order[at >>> 1]! + (at & 1)]!)
}

/** Of several entries for one place the last one counts, and it should be one that was made of IL. */
function isBefore(native: number, il: number, nextNative: number, nextIl: number): boolean {
  return native < nextNative || (native === nextNative && (il < 0 || nextIl >= 0))
}

const prologOffset = -2

function remember<What>(waiting: Waiting<What>[], one: Waiting<What>): void {
  waiting.push(one)
  if (waiting.length > mostWaiting) waiting.shift()
}

/** The newest of a method; it waits no more. */
function takeOf<What>(waiting: Waiting<What>[], methodId: number): What | null {
  const at = waiting.findLastIndex((one) => one.methodId === methodId)
  return at < 0 ? null : waiting.splice(at, 1)[0]!.what
}

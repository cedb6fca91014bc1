import { AddressTable } from '../address-table.ts'
import type { RawMethod } from '../names/readable-name.ts'
import { TextPool } from '../text-pool.ts'

/** Tier of a method's code, bits 7 to 9 of its flags; precompiled code has the jitted bit off, whatever the tier says. */
export const codeTiers = [
  'Unknown',
  'MinOptJitted',
  'Optimized',
  'QuickJitted',
  'OptimizedTier1',
  'OptimizedTier1OSR',
  'QuickJittedInstrumented',
  'OptimizedTier1Instrumented',
] as const
const jittedFlag = 8
const dynamicFlag = 1

/** One stretch of code: a method has several (tiers, re-JIT, hot and cold parts). */
export interface MethodCode {
  readonly methodId: number
  readonly moduleId: number
  /** First address, and the number of bytes. */
  readonly start: number
  readonly size: number
  readonly flags: number
  readonly rejitId: number
  /** Of the method in its module's metadata; left out or 0: none is known. */
  readonly token?: number
  readonly namespaceText: number
  readonly nameText: number
  readonly signatureText: number
  /** Ticks since sync; -Infinity: was there when recording began, or told only at its end. */
  readonly loadTicks: number
  /** A symbol of native code, told by a recording of the whole machine. */
  readonly isNative?: boolean
  /** Of a file that another tool wrote and that has nothing of .NET. */
  readonly isForeign?: boolean
}

/** All code a trace tells of, in the order told. */
export class MethodTable {
  readonly texts = new TextPool()
  /** False: native symbols are of several processes whose addresses overlap, and none of them is used. */
  usesNativeSymbols = true
  readonly #codes: MethodCode[] = []
  readonly #unloadTicks: number[] = []
  readonly #starts = new AddressTable()
  /** By the number of their first address. */
  readonly #lastByStart: number[] = []

  get count(): number {
    return this.#codes.length
  }

  code(index: number): MethodCode {
    return this.#codes[index]!
  }

  /** Ticks since sync; +Infinity: still there at the end. */
  unloadTicks(index: number): number {
    return this.#unloadTicks[index]!
  }

  /** The rundown tells again what a load event told: the same code is kept once. Its index, -1 for code without a byte. */
  add(code: MethodCode): number {
    if (code.size === 0) return -1
    const start = this.#starts.internNumber(code.start)
    const last = this.#lastByStart[start]
    if (last !== undefined && this.#unloadTicks[last] === Number.POSITIVE_INFINITY) {
      const known = this.#codes[last]!
      const isSame =
        known.methodId === code.methodId && known.size === code.size && known.namespaceText === code.namespaceText
      if (isSame && known.nameText === code.nameText) return last
      // Other code at the same place without a word that the first went: it ended when this one came.
      if (code.loadTicks !== Number.NEGATIVE_INFINITY) this.#unloadTicks[last] = code.loadTicks
    }
    this.#lastByStart[start] = this.#codes.length
    this.#codes.push(code)
    this.#unloadTicks.push(Number.POSITIVE_INFINITY)
    return this.#codes.length - 1
  }

  unload(start: number, methodId: number, ticks: number): void {
    const index = this.#lastByStart[this.#starts.findNumber(start)]
    if (index !== undefined && this.#codes[index]!.methodId === methodId) this.#unloadTicks[index] = ticks
  }

  /** The three parts of a name, as the runtime sends them. */
  rawName(index: number): RawMethod {
    const { namespaceText, nameText, signatureText } = this.#codes[index]!
    const signature = this.texts.text(signatureText)
    const bracket = signature.indexOf('(')
    return {
      type: this.texts.text(namespaceText),
      method: this.texts.text(nameText),
      signature: bracket < 0 ? '' : signature.slice(bracket),
    }
  }

  /** `Namespace.Type.Method(argument types)`, the way Microsoft's tools put it together. */
  fullName(index: number): string {
    const { type, method, signature } = this.rawName(index)
    return type === '' ? `${method}${signature}` : `${type}.${method}${signature}`
  }

  tier(index: number): (typeof codeTiers)[number] | 'ReadyToRun' {
    const { flags } = this.#codes[index]!
    return (flags & jittedFlag) === 0 ? 'ReadyToRun' : codeTiers[(flags >>> 7) & 7]!
  }

  isDynamic(index: number): boolean {
    return (this.#codes[index]!.flags & dynamicFlag) !== 0
  }
}

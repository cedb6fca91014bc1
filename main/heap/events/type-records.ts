import { AddressTable } from '../../analysis/address-table.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'

export interface TypeRecord {
  readonly moduleLow: number
  readonly moduleHigh: number
  /** Metadata token; of NativeAOT the place of the type in its module. */
  readonly token: number
  readonly flags: number
  /** As the runtime writes it; empty: not told. */
  readonly name: string
  /** Numbers of these records: the element of an array, the arguments of a generic type. */
  readonly parameters: readonly number[]
}

export const arrayFlag = 8
/** The module's id is where its image begins (NativeAOT). */
export const imageBaseFlag = 0x10

const fixedBytes = 25
/** A name behind it is cut. */
const nameChars = 4096
const mostParameters = 64

/** Types by the number that a node has for them; they are described before or behind the nodes. */
export class TypeRecords {
  readonly #ids = new AddressTable()
  readonly #records: (TypeRecord | undefined)[] = []

  /** Types that were named or described, and one: the first has number 1. */
  get count(): number {
    return this.#ids.count
  }

  intern(low: number, high: number): number {
    return this.#ids.intern(low | 0, high | 0)
  }

  get(type: number): TypeRecord | undefined {
    return this.#records[type]
  }

  idOf(type: number): bigint {
    return halves(this.#ids.lowOf(type), this.#ids.highOf(type))
  }

  /**
   * Count u32 | cid u16 | elements: TypeID u64, ModuleID u64, TypeNameID u32, Flags u32, CorElementType u8, Name utf16z, ParamCount u32,
   * ParamIDs u64. Returns whether every announced element was there.
   */
  addBulk(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    if (end - start < 6) return false
    const count = view.getUint32(start, true)
    let at = start + 6
    for (let index = 0; index < count; index++) {
      const nameStart = at + fixedBytes
      const nameEnd = endOfText(bytes, nameStart, end)
      if (nameEnd < 0 || nameEnd + 6 > end) return false
      const parameterCount = view.getUint32(nameEnd + 2, true)
      const parametersAt = nameEnd + 6
      if (parameterCount > Math.floor((end - parametersAt) / 8)) return false
      const parameters: number[] = []
      for (let one = 0; one < Math.min(parameterCount, mostParameters); one++)
        parameters.push(
          this.intern(view.getUint32(parametersAt + one * 8, true), view.getUint32(parametersAt + one * 8 + 4, true)),
        )
      this.#records[this.intern(view.getUint32(at, true), view.getUint32(at + 4, true))] = {
        moduleLow: view.getUint32(at + 8, true),
        moduleHigh: view.getUint32(at + 12, true),
        token: view.getUint32(at + 16, true),
        flags: view.getUint32(at + 20, true),
        name: utf16Text(bytes, nameStart, Math.min(nameEnd, nameStart + nameChars * 2)),
        parameters,
      }
      at = parametersAt + parameterCount * 8
    }
    return true
  }
}

export function halves(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

/** Place of the closing zero; -1: there is none. */
export function endOfText(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at + 1 < end; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return at
  return -1
}

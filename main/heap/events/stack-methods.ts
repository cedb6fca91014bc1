import { AddressTable } from '../../analysis/address-table.ts'
import { readableName } from '../../analysis/names/readable-name.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'
import { rootOfStack } from './heap-event-ids.ts'
import type { HeapWalk } from './heap-walk.ts'
import { endOfText } from './type-records.ts'

const nameChars = 2048
/** MethodID u64 | ModuleID u64 | StartAddress u64 | Size u32 | Token u32 | Flags u32. */
const fixedBytes = 36

/** Names of the methods whose locals are roots: the id of such a root is that of its method. */
export class StackMethods {
  #wanted: AddressTable | null = null
  readonly #names: string[] = []

  /** A method with its name, from the rundown. */
  add(walk: HeapWalk, bytes: Uint8Array, view: DataView, start: number, end: number): void {
    if (end - start < fixedBytes) return
    this.#wanted ??= wantedMethods(walk)
    const method = findIn(this.#wanted, view.getUint32(start, true), view.getUint32(start + 4, true))
    if (method === 0 || this.#names[method] !== undefined) return
    const typeEnd = endOfText(bytes, start + fixedBytes, end)
    const nameEnd = typeEnd < 0 ? -1 : endOfText(bytes, typeEnd + 2, end)
    if (nameEnd < 0) return
    const text = (from: number, to: number): string => utf16Text(bytes, from, Math.min(to, from + nameChars * 2))
    const named = readableName({ type: text(start + fixedBytes, typeEnd), method: text(typeEnd + 2, nameEnd) })
    this.#names[method] = named.short
  }

  nameOf(low: number, high: number): string {
    return this.#wanted === null ? '' : (this.#names[findIn(this.#wanted, low, high)] ?? '')
  }
}

function findIn(table: AddressTable, low: number, high: number): number {
  return table.findNumber(high * 4294967296 + low)
}

function wantedMethods({ roots }: HeapWalk): AddressTable {
  const wanted = new AddressTable()
  for (let at = 0; at + 4 < roots.length; at += 5)
    if (roots.at(at + 2) >>> 24 === rootOfStack) wanted.intern(roots.at(at + 3) | 0, roots.at(at + 4) | 0)
  return wanted
}

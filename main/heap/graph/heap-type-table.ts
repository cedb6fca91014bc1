import { heapTypeName } from '../names/heap-type-name.ts'
import type { HeapType } from './heap-graph.ts'

/** Types of a graph that is being built, each pair of raw name and module once. */
export class HeapTypeTable {
  readonly types: HeapType[] = []
  readonly #rows = new Map<string, number>()

  /** Row of the type; `name` where the raw name cannot be read by itself. */
  row(rawName: string, module: string, name: string = heapTypeName(rawName)): number {
    const key = `${module}\0${rawName}`
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const row = this.types.push({ rawName, name, module }) - 1
    this.#rows.set(key, row)
    return row
  }
}

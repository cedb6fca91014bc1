import { type HeapTypesSoFar, mostTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import type { HeapType } from '../graph/heap-graph.ts'
import { type TypeGroups, typeGroups } from './type-groups.ts'

/** Objects and their bytes by type, of the part of a graph that is read. */
export class TypeSums {
  #counts = new Float64Array(1024)
  #bytes = new Float64Array(1024)

  add(type: number, bytes: number): void {
    if (type >= this.#counts.length) this.#grow(type)
    this.#counts[type]!++
    this.#bytes[type]! += bytes
  }

  countOf(type: number): number {
    return this.#counts[type] ?? 0
  }

  bytesOf(type: number): number {
    return this.#bytes[type] ?? 0
  }

  #grow(type: number): void {
    const length = 2 * (type + 1)
    const [counts, bytes] = [new Float64Array(length), new Float64Array(length)]
    counts.set(this.#counts)
    bytes.set(this.#bytes)
    this.#counts = counts
    this.#bytes = bytes
  }
}

/**
 * The table of the sums, with types put together as in the table of the whole graph.
 *
 * @param types by the number that the sums have for them
 * @param groups of the same types
 */
export function typesSoFar(
  sums: TypeSums,
  readShare: number,
  types: readonly HeapType[],
  groups: TypeGroups = typeGroups({ types }, 'type'),
): HeapTypesSoFar {
  const counts = new Float64Array(groups.count)
  const bytes = new Float64Array(groups.count)
  for (let type = 0; type < types.length; type++) {
    const group = groups.ofType[type]!
    counts[group]! += sums.countOf(type)
    bytes[group]! += sums.bytesOf(type)
  }
  const shown = groups.names.flatMap((name, group) =>
    groups.isPseudo[group] === true || counts[group] === 0
      ? []
      : [{ name, module: groups.modules[group]!, count: counts[group]!, shallowBytes: bytes[group]! }],
  )
  return {
    readShare,
    objectCount: shown.reduce((sum, { count }) => sum + count, 0),
    objectBytes: shown.reduce((sum, { shallowBytes }) => sum + shallowBytes, 0),
    typeCount: shown.length,
    rows: shown
      .toSorted((a, b) => b.shallowBytes - a.shallowBytes || (a.name < b.name ? -1 : 1))
      .slice(0, mostTypesSoFar),
  }
}

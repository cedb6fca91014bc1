import type { HeapCompareMeasure, HeapCompareRow, HeapCompareTypes } from '../../../shared/model/heap/heap-compare.ts'

interface Known {
  group: number | null
  readonly name: string
  readonly module: string
  readonly counts: number[]
  readonly shallow: number[]
  readonly retained: number[]
}

/**
 * Types of several heaps by name and module. A file that does not tell the module of a type means the only one that the others know. Exchanging the
 * first and the last heap turns the sign of every change round.
 *
 * @param ownPlace of the heap whose groups rows have
 */
export function compareTypes(
  heaps: readonly HeapCompareTypes[],
  measure: HeapCompareMeasure,
  ownPlace: number,
): readonly HeapCompareRow[] {
  const modules = modulesByName(heaps)
  const known = new Map<string, Known>()
  for (const [place, types] of heaps.entries())
    for (const [row, name] of types.names.entries()) {
      const told = types.modules[row]!
      const all = modules.get(name)
      const module = told === '' && all?.size === 1 ? [...all][0]! : told
      const key = `${module}\0${name}`
      let type = known.get(key)
      if (type === undefined) {
        type = { group: null, name, module, counts: zeros(heaps), shallow: zeros(heaps), retained: zeros(heaps) }
        known.set(key, type)
      }
      if (place === ownPlace) type.group = types.groups[row]!
      type.counts[place]! += types.counts[row]!
      type.shallow[place]! += types.shallow[row]!
      type.retained[place]! += types.retained[row]!
    }
  return [...known.values()].map((type) => rowOf(type, measure))
}

function zeros(heaps: readonly HeapCompareTypes[]): number[] {
  return heaps.map(() => 0)
}

function modulesByName(heaps: readonly HeapCompareTypes[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { names, modules } of heaps)
    for (const [row, name] of names.entries()) {
      const module = modules[row]!
      if (module === '') continue
      const known = found.get(name)
      if (known === undefined) found.set(name, new Set([module]))
      else known.add(module)
    }
  return found
}

function rowOf(type: Known, measure: HeapCompareMeasure): HeapCompareRow {
  const figures = type[measure]
  const last = type.counts.length - 1
  const [before, after] = [type.counts[0]!, type.counts[last]!]
  return {
    ...type,
    countChange: after - before,
    change: figures[last]! - figures[0]!,
    state: before === 0 && after > 0 ? 'new' : before > 0 && after === 0 ? 'gone' : null,
    isGrowing: last >= 2 && figures.every((value, place) => place === 0 || value > figures[place - 1]!),
  }
}

import type { HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { type HeapType, largeSize } from '../graph/heap-graph.ts'
import { heapTypeName } from '../names/heap-type-name.ts'
import { TypeSums, typesSoFar } from '../tables/types-so-far.ts'
import type { HeapEvents } from './heap-events.ts'
import type { HeapWalk } from './heap-walk.ts'
import type { TypeRecord } from './type-records.ts'
import { type ModulePath, TypeNames } from './walk-types.ts'

/** The runtime describes most types soon behind their first object, the last ones behind all objects. */
const notNamedYet: HeapType = { rawName: 'Not named yet', name: 'Not named yet', module: '' }

/** What no event tells is looked up in files when the walk is over. */
const nameless = /^(Unnamed|Native) type 0x/

/** Types of a walk while its events come: names are those that the events have. Each object is looked at once. */
export class WalkTypesSoFar {
  readonly #events: HeapEvents
  readonly #names: TypeNames
  readonly #modulePath: ModulePath
  readonly #types: HeapType[] = []
  #walk: HeapWalk | null = null
  #sums = new TypeSums()
  #addedCount = 0
  #largeAt = 0

  constructor(events: HeapEvents) {
    this.#events = events
    this.#modulePath = (low, high) => events.modulePath(low, high)
    this.#names = new TypeNames(events.types, this.#modulePath, null)
  }

  /** Null: no object yet. Not once the graph is built: that uses the walk up. */
  at(readShare: number): HeapTypesSoFar | null {
    const { walk } = this.#events
    if (walk === null || walk.nodeCount === 0) return null
    if (walk !== this.#walk) this.#begin(walk)
    this.#addNodes(walk)
    return typesSoFar(this.#sums, readShare, this.#named())
  }

  /** A walk that was cut off before it had objects may be followed by another. */
  #begin(walk: HeapWalk): void {
    this.#walk = walk
    this.#sums = new TypeSums()
    this.#addedCount = 0
    this.#largeAt = 0
  }

  #addNodes({ nodeCount, types, sizes, largeSizes }: HeapWalk): void {
    for (; this.#addedCount < nodeCount; this.#addedCount++) {
      let bytes = sizes.at(this.#addedCount)
      if (bytes === largeSize) {
        bytes = largeSizes.at(this.#largeAt + 2) * 4294967296 + largeSizes.at(this.#largeAt + 1)
        this.#largeAt += 3
      }
      this.#sums.add(types.at(this.#addedCount), bytes)
    }
  }

  #named(): readonly HeapType[] {
    const { types } = this.#events
    for (let type = 0; type < types.count; type++) {
      const record = types.get(type)
      const known = this.#types[type]
      // Modules are told in the rundown, behind the walk.
      if (record === undefined || (known !== undefined && known.module !== '')) this.#types[type] ??= notNamedYet
      else this.#types[type] = this.#typeOf(record, known)
    }
    return this.#types
  }

  #typeOf(record: TypeRecord, known: HeapType | undefined): HeapType {
    const rawName = known === undefined || known === notNamedYet ? this.#names.nameOf(record, 0) : known.rawName
    if (nameless.test(rawName)) return notNamedYet
    const module = this.#modulePath(record.moduleLow, record.moduleHigh)
    if (known?.rawName === rawName && known.module === module) return known
    return { rawName, name: heapTypeName(rawName), module }
  }
}

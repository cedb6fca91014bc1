import type { HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { type TypeGroups, typeGroups } from '../tables/type-groups.ts'
import { TypeSums, typesSoFar } from '../tables/types-so-far.ts'
import type { GraphPart } from './graph-of-stored.ts'

/** Types of a `.gcdump` while its nodes are read: their names come before all nodes. Each node is looked at once. */
export class PartTypes {
  readonly #sums = new TypeSums()
  #groups: TypeGroups | null = null
  #addedCount = 0

  at({ types, typeOf, sizes, nodeCount, readCount }: GraphPart): HeapTypesSoFar {
    for (; this.#addedCount < readCount; this.#addedCount++)
      this.#sums.add(typeOf[this.#addedCount]!, sizes[this.#addedCount]!)
    this.#groups ??= typeGroups({ types }, 'type')
    return typesSoFar(this.#sums, readCount / nodeCount, types, this.#groups)
  }
}

import type { HeapTypeTable } from '../graph/heap-type-table.ts'
import { type HeapRootKind, heapRootKinds, RootGroups } from '../graph/root-groups.ts'

export const rootName = '[.NET Roots]'

/** Names that Microsoft's tools have for the same things, where they have one. */
export const groupNames: Readonly<Record<HeapRootKind, string>> = {
  static: '[static vars]',
  'thread-static': '[thread static vars]',
  stack: '[local vars]',
  'finalizer-queue': '[finalizer Handles]',
  'strong-handle': '[strong Handles]',
  'pinned-handle': '[pinning Handles]',
  'ref-counted-handle': '[ref counted Handles]',
  'dependent-handle': '[Dependent Handles]',
  'other-handle': '[other Handles]',
  com: '[COM/WinRT Objects]',
  other: '[other roots]',
}

/** Objects that a kind of roots holds, and for each the name of what holds it; null: the kind itself. */
interface RootEntries {
  readonly objects: number[]
  readonly names: (string | null)[]
}

/** Roots by kind; each kind becomes a node under the first one, each name a node under its kind, in the order of `heapRootKinds`. */
export class PseudoNodes {
  readonly #entries = new Map<HeapRootKind, RootEntries>()

  /** Objects are counted from 0. */
  add(kind: HeapRootKind, object: number, name: string | null = null): void {
    const known = this.#entries.get(kind)
    const entries = known ?? { objects: [], names: [] }
    if (known === undefined) this.#entries.set(kind, entries)
    entries.objects.push(object)
    entries.names.push(name)
  }

  /** Rows of types and edges of all pseudo nodes; objects are numbered behind them. */
  build(table: HeapTypeTable): BuiltPseudoNodes {
    const kinds = heapRootKinds.filter((kind) => this.#entries.has(kind))
    const types: number[] = [table.row(rootName, ''), ...kinds.map((kind) => table.row(groupNames[kind], ''))]
    const groups = kinds.map((_, index) => index + 1)
    const edges: number[][] = [groups.map((node) => ~node), ...kinds.map((): number[] => [])]
    for (const [index, kind] of kinds.entries()) {
      const node = groups[index]!
      const { objects, names } = this.#entries.get(kind)!
      const holders = new Map<string, number>()
      for (const [at, name] of names.entries()) {
        if (name === null) {
          edges[node]!.push(objects[at]!)
          continue
        }
        // Variables of one name are several, of different classes; a method on the stack is one however many locals it has.
        const known = kind === 'static' ? undefined : holders.get(name)
        const holder = known ?? types.push(table.row(name, '')) - 1
        if (known === undefined) {
          holders.set(name, holder)
          edges[node]!.push(~holder)
          edges[holder] = []
        }
        edges[holder]!.push(objects[at]!)
      }
    }
    const rootGroups = new RootGroups(groups, (index) => kinds[index]!)
    return { types, rootGroups, edges, edgeCount: edges.reduce((sum, list) => sum + list.length, 0) }
  }
}

export interface BuiltPseudoNodes {
  /** Row of the type of each pseudo node. */
  readonly types: readonly number[]
  readonly rootGroups: RootGroups
  /** Objects; of pseudo nodes the complement. */
  readonly edges: readonly (readonly number[])[]
  readonly edgeCount: number
}

/** Writes the edges of the pseudo nodes before all others. */
export function writePseudoEdges(built: BuiltPseudoNodes, starts: Uint32Array, targets: Uint32Array): void {
  const nodeCount = built.types.length
  let written = 0
  for (const [node, edges] of built.edges.entries()) {
    starts[node] = written
    for (const to of edges) targets[written++] = to < 0 ? ~to : to + nodeCount
  }
}

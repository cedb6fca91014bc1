import type { HeapGraph, HeapType } from '../graph/heap-graph.ts'
import { noLargeSizes } from '../graph/large-sizes.ts'
import { type HeapRootKind, RootGroups } from '../graph/root-groups.ts'

interface PlantedNode {
  readonly type: number
  readonly bytes: number
  readonly generation: number
  readonly references: { readonly node: number; readonly field: string | null }[]
}

/** Builds heaps whose numbers are known by construction. Objects are numbered in the order in which they are added. */
export class PlantedHeap {
  readonly #nodes: PlantedNode[] = []
  readonly #types: HeapType[] = []
  readonly #groups = new Map<HeapRootKind, number>()

  constructor() {
    this.#add('[.NET Roots]', 0)
  }

  /** Node of a new object. */
  object(
    typeName: string,
    bytes: number,
    { module = 'App.dll', generation = 0 }: { module?: string; generation?: number } = {},
  ): number {
    return this.#add(typeName, bytes, module, generation)
  }

  refer(from: number, to: number, field: string | null = null): this {
    this.#nodes[from]!.references.push({ node: to, field })
    return this
  }

  /** Makes an object a root; with a name, by a pseudo node of that name, as the static variables have it: `[static var Shop.Cache.s_all]`. */
  root(kind: HeapRootKind, node: number, name: string | null = null): this {
    const group = this.#groupOf(kind)
    if (name === null) return this.refer(group, node)
    const named = this.#add(name, 0)
    return this.refer(group, named).refer(named, node)
  }

  graph(): HeapGraph {
    const nodes = this.#nodes
    const groups = [...this.#groups]
    const fieldNames = [...new Set(nodes.flatMap(({ references }) => references.map(({ field }) => field ?? '')))]
    const edges = nodes.flatMap(({ references }) => references)
    const edgeStarts = new Uint32Array(nodes.length + 1)
    for (const [node, { references }] of nodes.entries()) edgeStarts[node + 1] = edgeStarts[node]! + references.length
    return {
      nodeCount: nodes.length,
      typeOf: Uint32Array.from(nodes, ({ type }) => type),
      sizes: Uint32Array.from(nodes, ({ bytes }) => bytes),
      largeSizes: noLargeSizes,
      addresses: BigUint64Array.from(nodes, ({ type }, node) => (this.#isPseudo(type) ? 0n : BigInt(node) * 0x20n)),
      edgeStarts,
      edgeTargets: Uint32Array.from(edges, ({ node }) => node),
      edgeFields: edges.some(({ field }) => field !== null)
        ? Uint32Array.from(edges, ({ field }) => fieldNames.indexOf(field ?? ''))
        : null,
      fieldNames,
      generations: Uint8Array.from(nodes, ({ generation }) => generation),
      types: this.#types,
      rootGroups: new RootGroups(
        groups.map(([, node]) => node),
        (place) => groups[place]![0],
      ),
    }
  }

  #groupOf(kind: HeapRootKind): number {
    const known = this.#groups.get(kind)
    if (known !== undefined) return known
    const group = this.#add(`[${kind}]`, 0)
    this.#groups.set(kind, group)
    this.refer(0, group)
    return group
  }

  #isPseudo(type: number): boolean {
    return this.#types[type]!.rawName.startsWith('[')
  }

  #add(name: string, bytes: number, module = '', generation = 0): number {
    let type = this.#types.findIndex((one) => one.rawName === name && one.module === module)
    if (type < 0) type = this.#types.push({ rawName: name, name, module }) - 1
    return this.#nodes.push({ type, bytes, generation, references: [] }) - 1
  }
}

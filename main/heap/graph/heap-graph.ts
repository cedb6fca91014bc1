import { largeSizeOf, type LargeSizes } from './large-sizes.ts'
import type { RootGroups } from './root-groups.ts'

/**
 * A managed heap at one moment as a directed graph in typed arrays; nothing changes once it is built. Node 0 is `[.NET Roots]`; it leads
 * over further pseudo nodes (address 0: static variables, stacks, handles, finalizer queue ...) to the objects that are alive by
 * themselves. Objects that no root reaches are in the graph too.
 */
export interface HeapGraph {
  /** Objects and pseudo nodes. */
  readonly nodeCount: number
  /** Row of `types` of each node. */
  readonly typeOf: Uint32Array
  /** Bytes of the node itself; `largeSize` where a size does not fit. */
  readonly sizes: Uint32Array
  /** Bytes of the nodes of which `sizes` has `largeSize`. */
  readonly largeSizes: LargeSizes
  /** Unsigned; 0 for pseudo nodes and where the file tells none. */
  readonly addresses: BigUint64Array
  /** The references of node n are `edgeTargets[edgeStarts[n] .. edgeStarts[n + 1])`; one longer than there are nodes. */
  readonly edgeStarts: Uint32Array
  /** Nodes, in the order of the source; one object may be referenced twice and may reference itself. */
  readonly edgeTargets: Uint32Array
  /** Row of `fieldNames` of each reference; null: the source tells no fields (every heap captured by events). */
  readonly edgeFields: Uint32Array | null
  readonly fieldNames: readonly string[]
  /** 0 to 2, `largeObjects`, `pinnedObjects`, `frozenObjects` or `unknownGeneration`; null: not told by the source. */
  readonly generations: Uint8Array | null
  readonly types: readonly HeapType[]
  /** The kind of each pseudo node under the root that stands for roots. */
  readonly rootGroups: RootGroups
}

/** In `HeapGraph.sizes`: look into `largeSizes`. */
export const largeSize = 0xffff_ffff

export const largeObjects = 3
export const pinnedObjects = 4
export const frozenObjects = 5
export const unknownGeneration = 255

export interface HeapType {
  /** As the source has it, with suffixes of size classes: ``Shop.Cache`1[System.String] (Bytes > 1K)``. */
  readonly rawName: string
  /** As C# writes it, namespace-qualified, without the suffix: `Shop.Cache<string>`. Types of one name and module are one row for people. */
  readonly name: string
  /** File of the assembly as the source tells it; empty: not told. */
  readonly module: string
}

export function sizeOfNode({ sizes, largeSizes }: Pick<HeapGraph, 'sizes' | 'largeSizes'>, node: number): number {
  const size = sizes[node]!
  return size === largeSize ? (largeSizeOf(largeSizes, node) ?? largeSize) : size
}

import { frozenObjects, type HeapGraph, unknownGeneration } from '../graph/heap-graph.ts'
import { HeapTypeTable } from '../graph/heap-type-table.ts'
import { largeSizesOf } from '../graph/large-sizes.ts'
import type { HeapRootKind } from '../graph/root-groups.ts'
import { AddressIndex, noNode } from './address-index.ts'
import { addDependentEdges } from './dependent-edges.ts'
import type { HeapEvents } from './heap-events.ts'
import { pinnedRoot, refCountedRoot, rootOfFinalizer, rootOfHandle, rootOfStack, weakRoot } from './heap-event-ids.ts'
import type { GenerationRange, HeapWalk } from './heap-walk.ts'
import { PseudoNodes, writePseudoEdges } from './pseudo-nodes.ts'
import { resolveEdges } from './resolve-edges.ts'
import { type TypeFiles, type WalkTypes, walkTypes } from './walk-types.ts'
import { withRoomBefore } from './word-pages.ts'

export interface WalkGraph {
  readonly graph: HeapGraph
  readonly firstObject: number
  readonly danglingCount: number
  readonly unattributedCount: number
  readonly unknownCount: number
  readonly unnamedCount: number
}

/** The graph of a walk. The walk's columns are given back while it is built: it can be done once. */
export function graphOfWalk(events: HeapEvents, walk: HeapWalk, files: TypeFiles): WalkGraph {
  const table = new HeapTypeTable()
  const { nodeCount } = walk
  const addressWords = walk.addresses.take()
  const index = new AddressIndex(addressWords)
  const pseudo = new PseudoNodes()
  addStatics(walk, index, pseudo)
  addRoots(events, walk, index, pseudo)
  const dependents = dependentPairs(walk, index, pseudo)
  const built = pseudo.build(table)
  const firstObject = built.types.length
  const edges = resolveEdges(walk, index, firstObject, { room: built.edgeCount, roomBehind: dependents.length / 2 })
  writePseudoEdges(built, edges.starts, edges.targets)
  addDependentEdges(edges, dependents, firstObject)
  const modulePath = (low: number, high: number) => events.modulePath(low, high)
  const commandLine = events.process?.commandLine ?? ''
  const types = walkTypes({ records: events.types, modulePath, commandLine }, table, files)
  const { typeOf, unknownCount, unnamedCount } = typeColumn(walk, types, built.types)
  const graph: HeapGraph = {
    nodeCount: firstObject + nodeCount,
    typeOf,
    sizes: walk.sizes.take(firstObject),
    largeSizes: largeSizesOf(walk.largeSizes.take(), firstObject),
    addresses: addressColumn(addressWords, firstObject),
    edgeStarts: edges.starts,
    edgeTargets: edges.targets,
    edgeFields: null,
    fieldNames: [],
    generations: walk.ranges.length === 0 ? null : generationColumn(walk.ranges, addressWords, firstObject),
    types: table.types,
    rootGroups: built.rootGroups,
  }
  const { danglingCount, unattributedCount } = edges
  return { graph, firstObject, danglingCount, unattributedCount, unknownCount, unnamedCount }
}

function addStatics(walk: HeapWalk, index: AddressIndex, pseudo: PseudoNodes): void {
  for (const { low, high, field } of walk.statics) {
    const object = index.find(low, high)
    if (object !== noNode) pseudo.add('static', object, `[static var ${field}]`)
  }
}

function addRoots(events: HeapEvents, walk: HeapWalk, index: AddressIndex, pseudo: PseudoNodes): void {
  const { roots } = walk
  for (let at = 0; at + 4 < roots.length; at += 5) {
    const object = index.find(roots.at(at), roots.at(at + 1))
    const kind = rootKind(roots.at(at + 2) >>> 24, roots.at(at + 2) & 0xff_ffff)
    if (object === noNode || kind === null) continue
    const method = kind === 'stack' ? events.methodName(roots.at(at + 3), roots.at(at + 4)) : ''
    pseudo.add(kind, object, method === '' ? null : `[local vars of ${method}]`)
  }
}

/** Null: it does not keep anything alive. */
function rootKind(kind: number, flags: number): HeapRootKind | null {
  if ((flags & weakRoot) !== 0) return null
  if (kind === rootOfStack) return 'stack'
  if (kind === rootOfFinalizer) return 'finalizer-queue'
  if (kind !== rootOfHandle) return 'other'
  if ((flags & refCountedRoot) !== 0) return 'ref-counted-handle'
  return (flags & pinnedRoot) === 0 ? 'strong-handle' : 'pinned-handle'
}

/** Key and value as objects. A value whose key is no object of the heap (a frozen one) is held by the handle itself. */
function dependentPairs(walk: HeapWalk, index: AddressIndex, pseudo: PseudoNodes): Uint32Array {
  const words = walk.dependents.take()
  const pairs = new Uint32Array(words.length / 2)
  let count = 0
  for (let at = 0; at < words.length; at += 4) {
    const value = index.find(words[at + 2]!, words[at + 3]!)
    if (value === noNode || (words[at] === 0 && words[at + 1] === 0)) continue
    const key = index.find(words[at]!, words[at + 1]!)
    if (key === noNode) pseudo.add('dependent-handle', value)
    else {
      pairs[count++] = key
      pairs[count++] = value
    }
  }
  return pairs.subarray(0, count)
}

function typeColumn(walk: HeapWalk, types: WalkTypes, pseudoTypes: readonly number[]) {
  let unknownCount = 0
  let unnamedCount = 0
  const typeOf = walk.types.take(pseudoTypes.length)
  for (let node = pseudoTypes.length; node < typeOf.length; node++) {
    const type = typeOf[node]!
    unknownCount += types.isUnknown[type]!
    unnamedCount += types.isUnnamed[type]!
    typeOf[node] = types.rows[type]!
  }
  typeOf.set(pseudoTypes)
  return { typeOf, unknownCount, unnamedCount }
}

function addressColumn(words: Uint32Array<ArrayBuffer>, firstObject: number): BigUint64Array {
  const { buffer, byteOffset, length } = withRoomBefore(words, firstObject * 2)
  return new BigUint64Array(buffer, byteOffset, length / 2)
}

function generationColumn(ranges: readonly GenerationRange[], words: Uint32Array, firstObject: number): Uint8Array {
  const sorted = ranges.filter(({ start, end }) => end > start).toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const generations = new Uint8Array(firstObject + words.length / 2).fill(unknownGeneration)
  const lows = Float64Array.from(sorted, ({ start }) => Number(start & 0xffff_ffffn))
  const highs = Float64Array.from(sorted, ({ start }) => Number(start >> 32n))
  const spans = Float64Array.from(sorted, ({ start, end }) => Number(end - start))
  let range = 0
  for (let object = 0; object < words.length / 2; object++) {
    const low = words[object * 2]!
    const high = words[object * 2 + 1]!
    const distance = sorted.length === 0 ? -1 : (high - highs[range]!) * 4294967296 + (low - lows[range]!)
    if (!(distance >= 0 && distance < spans[range]!)) range = rangeAt(lows, highs, low, high)
    const inside = (high - highs[range]!) * 4294967296 + (low - lows[range]!)
    if (inside >= 0 && inside < spans[range]!)
      generations[firstObject + object] = knownGeneration(sorted[range]!.generation)
  }
  return generations
}

/** The last range that begins at or before an address; 0 where none does. */
function rangeAt(lows: Float64Array, highs: Float64Array, low: number, high: number): number {
  let from = 0
  let to = lows.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (highs[middle]! < high || (highs[middle] === high && lows[middle]! <= low)) from = middle + 1
    else to = middle
  }
  return Math.max(0, from - 1)
}

function knownGeneration(generation: number): number {
  return generation <= frozenObjects ? generation : unknownGeneration
}

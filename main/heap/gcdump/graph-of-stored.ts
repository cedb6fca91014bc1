import type { HeapGraph, HeapType } from '../graph/heap-graph.ts'
import { noLargeSizes } from '../graph/large-sizes.ts'
import { NodeSet } from '../graph/node-set.ts'
import { type HeapRootKind, RootGroups } from '../graph/root-groups.ts'
import { heapTypeName } from '../names/heap-type-name.ts'
import type { ObjectCursor } from './object-cursor.ts'
import type { StoredGraph } from './stored-graph.ts'

export interface BuiltGraph {
  readonly graph: HeapGraph
  /** Nodes by type: names are looked at once each, not for every node. */
  readonly nodesOfTypes: Uint32Array
  /** References to places without a node. */
  readonly danglingCount: number
  readonly objectCount: number
  readonly objectBytes: number
  readonly referenceCount: number
}

const undefinedNode = -1

/** Places without a record are no nodes; the root becomes node 0. Numbers are those of each place; null: a place is its node. */
function numberNodes(cursor: ObjectCursor, stored: StoredGraph): { numbers: Int32Array | null; nodeCount: number } {
  const { nodeCount, rootIndex, offsetsAt } = stored
  if (nodeCount > 0 && (rootIndex < 0 || rootIndex >= nodeCount))
    cursor.fault(`a root below ${nodeCount}`, String(rootIndex))
  const isDefined = (place: number): boolean => cursor.view.getUint32(offsetsAt + place * 4, true) !== 0
  let same = nodeCount > 0 && rootIndex === 0 ? 1 : 0
  if (same > 0) while (same < nodeCount && isDefined(same)) same++
  if (same === nodeCount) return { numbers: null, nodeCount }
  const numbers = new Int32Array(nodeCount)
  let next = 1
  for (let place = 0; place < nodeCount; place++)
    numbers[place] = place === rootIndex ? 0 : isDefined(place) ? next++ : undefinedNode
  return { numbers, nodeCount: next }
}

/** Record: (type x 2 + has own size), [size], count of children, children as distances; whole numbers of one to five bytes. */
class RecordReader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Groups of seven bits, the highest first; the sign is in the first byte. Behind the end of the bytes all are 0. */
  int(): number {
    const bytes = this.#bytes
    let byte = bytes[this.at++]!
    let value = (byte << 25) >> 25
    for (let more = 0; byte >= 0x80 && more < 4; more++) {
      byte = bytes[this.at++]!
      value = (value << 7) | (byte & 0x7f)
    }
    return value
  }
}

/** What is read of a graph: types and sizes of nodes below `readCount` are there. */
export interface GraphPart extends Pick<HeapGraph, 'types' | 'typeOf' | 'sizes' | 'nodeCount'> {
  readonly readCount: number
}

export type OnGraphPart = (part: GraphPart) => void

/** @param onPart called every few hundred thousand nodes, never for a small graph */
export function graphOfStored(cursor: ObjectCursor, stored: StoredGraph, onPart: OnGraphPart | null): BuiltGraph {
  const { numbers, nodeCount } = numberNodes(cursor, stored)
  const types = stored.types.map(({ name, module }) => ({ rawName: name, name: heapTypeName(name), module }))
  const { danglingCount, objectCount, objectBytes, referenceCount, nodesOfTypes, ...columns } = readRecords(cursor, {
    stored,
    numbers,
    nodeCount,
    types,
    onPart,
  })
  const graph: GraphOfNodes = {
    nodeCount,
    ...columns,
    largeSizes: noLargeSizes,
    addresses: addressesOf(cursor, stored, numbers, nodeCount),
    edgeFields: null,
    fieldNames: [],
    generations: null,
    types,
  }
  const whole = { ...graph, rootGroups: groupsOf(graph) }
  return { graph: whole, danglingCount, objectCount, objectBytes, referenceCount, nodesOfTypes }
}

/** What stands for roots is found in it. */
type GraphOfNodes = Omit<HeapGraph, 'rootGroups'>

interface RecordSource {
  readonly stored: StoredGraph
  readonly numbers: Int32Array | null
  readonly nodeCount: number
  readonly types: readonly HeapType[]
  readonly onPart: OnGraphPart | null
}

interface Records
  extends Pick<HeapGraph, 'typeOf' | 'sizes' | 'edgeStarts' | 'edgeTargets'>, Omit<BuiltGraph, 'graph'> {}

/** Each record is looked at once, and everything that is to be known of it taken along: the file is longer than any cache. */
function readRecords(cursor: ObjectCursor, source: RecordSource): Records {
  const { stored, numbers, nodeCount, onPart } = source
  const { types, offsetsAt, blobAt, blobBytes, rootIndex, addressesAt, addressCount } = stored
  const { view } = cursor
  const placeCount = stored.nodeCount
  const blob = cursor.bytes.subarray(blobAt, blobAt + blobBytes)
  const reader = new RecordReader(blob)
  const typeOf = new Uint32Array(nodeCount)
  const sizes = new Uint32Array(nodeCount)
  const edgeStarts = new Uint32Array(nodeCount + 1)
  const nodesOfTypes = new Uint32Array(types.length)
  const namesPseudo = Uint8Array.from(types, ({ name }) => (isPseudoName(name) ? 1 : 0))
  let edgeTargets = new Uint32Array(Math.min(blobBytes, nodeCount * usualReferences))
  let announced = 0
  let written = 0
  let danglingCount = 0
  let objectCount = 0
  let objectBytes = 0
  let referenceCount = 0
  // Nodes are numbered in the order of their places, the root before all others.
  let next = 0
  for (let node = 0; node < nodeCount; node++) {
    if ((node & (nodesOfPart - 1)) === 0 && node > 0)
      onPart?.({ types: source.types, typeOf, sizes, nodeCount, readCount: node })
    let place = node
    if (numbers !== null) {
      place = rootIndex
      if (node > 0) {
        while (numbers[next]! <= 0) next++
        place = next++
      }
    }
    const offset = view.getUint32(offsetsAt + place * 4, true)
    if (offset >= blobBytes) cursor.fault(`an offset below ${blobBytes}`, String(offset), offsetsAt + place * 4)
    reader.at = offset
    const head = reader.int()
    const type = head >> 1
    if (type < 0 || type >= types.length) cursor.fault(`a type below ${types.length}`, String(type), blobAt + offset)
    const bytes = (head & 1) === 0 ? types[type]!.bytes : reader.int()
    const count = reader.int()
    if (bytes < 0) cursor.fault('a size', String(bytes), blobAt + offset)
    let at = reader.at
    if (count < 0 || count > blobBytes - at)
      cursor.fault(`at most ${blobBytes - at} children`, String(count), blobAt + offset)
    announced += count
    // A child takes a byte at least: more of them than bytes means that many nodes share one record.
    if (announced > blobBytes) cursor.fault(`at most ${blobBytes} references`, String(announced), blobAt)
    if (announced > edgeTargets.length) edgeTargets = longer(edgeTargets, announced, blobBytes)
    typeOf[node] = type
    sizes[node] = bytes
    nodesOfTypes[type]!++
    const first = written
    edgeStarts[node] = first
    for (let left = count; left > 0; left--) {
      // As the reader of records does it, with the place in a register: most of the time that a file takes goes by here.
      let byte = blob[at++]!
      let distance = (byte << 25) >> 25
      for (let more = 0; byte >= 0x80 && more < 4; more++) {
        byte = blob[at++]!
        distance = (distance << 7) | (byte & 0x7f)
      }
      const target = place + distance
      if (target < 0 || target >= placeCount)
        cursor.fault(`a node below ${placeCount}`, String(target), blobAt + reader.at)
      const found = numbers === null ? target : numbers[target]!
      if (found === undefinedNode) danglingCount++
      else edgeTargets[written++] = found
    }
    if (at > blobBytes) cursor.fault('a node inside the blob', 'its end', blobAt + reader.at)
    if (namesPseudo[type] === 1 && (place >= addressCount || view.getBigUint64(addressesAt + place * 8, true) === 0n))
      continue
    objectCount++
    objectBytes += bytes
    referenceCount += written - first
  }
  edgeStarts[nodeCount] = written
  return {
    typeOf,
    sizes,
    edgeStarts,
    edgeTargets: edgeTargets.subarray(0, written),
    nodesOfTypes,
    danglingCount,
    objectCount,
    objectBytes,
    referenceCount,
  }
}

/** A power of two; some ten milliseconds of work. */
export const nodesOfPart = 2 ** 18

/** Of an object, on average: heaps have one to two. */
const usualReferences = 2

/** With room for more than is needed now, but never for more than there can be. */
function longer(column: Uint32Array<ArrayBuffer>, needed: number, most: number): Uint32Array<ArrayBuffer> {
  const longerOne = new Uint32Array(Math.min(most, Math.max(needed, Math.ceil(column.length * 1.5))))
  longerOne.set(column)
  return longerOne
}

function addressesOf(
  cursor: ObjectCursor,
  stored: StoredGraph,
  numbers: Int32Array | null,
  nodeCount: number,
): BigUint64Array {
  const { addressesAt } = stored
  const addresses = new BigUint64Array(nodeCount)
  const count = Math.min(stored.addressCount, stored.nodeCount)
  if (numbers === null) {
    new Uint8Array(addresses.buffer).set(cursor.bytes.subarray(addressesAt, addressesAt + count * 8))
    return addresses
  }
  const words = new Uint32Array(addresses.buffer)
  for (let place = 0; place < count; place++) {
    const node = numbers[place]!
    if (node === undefinedNode) continue
    const at = addressesAt + place * 8
    words[node * 2] = cursor.view.getUint32(at, true)
    words[node * 2 + 1] = cursor.view.getUint32(at + 4, true)
  }
  return addresses
}

/** Of what stands for roots; with an address it is an object all the same. */
function isPseudoName(rawName: string): boolean {
  return rawName.startsWith('[')
}

/** What tools call their groups of roots, in lower case and without brackets. */
const groupKinds: ReadonlyMap<string, HeapRootKind> = new Map([
  ['static vars', 'static'],
  ['thread static vars', 'thread-static'],
  ['local vars', 'stack'],
  ['pinned local vars', 'stack'],
  ['stack', 'stack'],
  ['finalizer handles', 'finalizer-queue'],
  ['finalizerqueue', 'finalizer-queue'],
  ['strong handles', 'strong-handle'],
  ['stronghandle', 'strong-handle'],
  ['pinning handles', 'pinned-handle'],
  ['pinnedhandle', 'pinned-handle'],
  ['asyncpinnedhandle', 'pinned-handle'],
  ['ref counted handles', 'ref-counted-handle'],
  ['refcountedhandle', 'ref-counted-handle'],
  ['refcounthandle', 'ref-counted-handle'],
  ['dependent handles', 'dependent-handle'],
  ['dependenthandle', 'dependent-handle'],
  ['other handles', 'other-handle'],
  ['com/winrt objects', 'com'],
  ['other roots', 'other'],
  ['js roots', 'other'],
])

/** Groups lie right below the root, or below another group; what has no known name right below the root is of another kind. */
function groupsOf(graph: GraphOfNodes): RootGroups {
  const { addresses, edgeStarts, edgeTargets, types, typeOf, nodeCount } = graph
  const found = new NodeSet(graph)
  if (nodeCount > 0) found.add(0)
  const isPseudo = (node: number): boolean => isPseudoName(types[typeOf[node]!]!.rawName) && addresses[node] === 0n
  const kindOf = (node: number): HeapRootKind | undefined =>
    groupKinds.get(types[typeOf[node]!]!.rawName.slice(1, -1).toLowerCase())
  for (const above of found)
    for (let edge = edgeStarts[above]!; edge < edgeStarts[above + 1]!; edge++) {
      const node = edgeTargets[edge]!
      if (!found.has(node) && isPseudo(node) && (above === 0 || kindOf(node) !== undefined)) found.add(node)
    }
  const groups = found.nodes.subarray(1)
  return new RootGroups(groups, (place) => kindOf(groups[place]!) ?? 'other')
}

import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { noLargeSizes } from '../graph/large-sizes.ts'
import { NodeSet } from '../graph/node-set.ts'
import { type HeapRootKind, RootGroups } from '../graph/root-groups.ts'
import { heapTypeName } from '../names/heap-type-name.ts'
import type { ObjectCursor } from './object-cursor.ts'
import type { StoredGraph } from './stored-graph.ts'

export interface BuiltGraph {
  readonly graph: HeapGraph
  /** References to places without a node. */
  readonly danglingCount: number
  readonly objectCount: number
  readonly objectBytes: number
  readonly referenceCount: number
}

const undefinedNode = -1

/** Places without a record are no nodes; the root becomes node 0. Returns the number of each place. */
function numberNodes(cursor: ObjectCursor, stored: StoredGraph): { numbers: Int32Array; nodeCount: number } {
  const { nodeCount, rootIndex, offsetsAt } = stored
  if (nodeCount > 0 && (rootIndex < 0 || rootIndex >= nodeCount))
    cursor.fault(`a root below ${nodeCount}`, String(rootIndex))
  const numbers = new Int32Array(nodeCount)
  let next = 1
  for (let place = 0; place < nodeCount; place++) {
    const isDefined = cursor.view.getUint32(offsetsAt + place * 4, true) !== 0
    numbers[place] = place === rootIndex ? 0 : isDefined ? next++ : undefinedNode
  }
  return { numbers, nodeCount: nodeCount === 0 ? 0 : next }
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

export function graphOfStored(cursor: ObjectCursor, stored: StoredGraph): BuiltGraph {
  const { types, offsetsAt, blobAt, blobBytes } = stored
  const { numbers, nodeCount } = numberNodes(cursor, stored)
  const blob = cursor.bytes.subarray(blobAt, blobAt + blobBytes)
  const reader = new RecordReader(blob)
  const typeOf = new Uint32Array(nodeCount)
  const sizes = new Uint32Array(nodeCount)
  // How many references each node has, until they are read and it becomes known where they begin: columns of large heaps are hundreds of megabytes.
  const edgeStarts = new Uint32Array(nodeCount + 1)
  const childrenAt = new Uint32Array(nodeCount)
  let announced = 0
  for (let place = 0; place < numbers.length; place++) {
    const node = numbers[place]!
    if (node === undefinedNode) continue
    const offset = cursor.view.getUint32(offsetsAt + place * 4, true)
    if (offset >= blobBytes) cursor.fault(`an offset below ${blobBytes}`, String(offset), offsetsAt + place * 4)
    reader.at = offset
    const head = reader.int()
    const type = head >> 1
    if (type < 0 || type >= types.length) cursor.fault(`a type below ${types.length}`, String(type), blobAt + offset)
    const bytes = (head & 1) === 0 ? types[type]!.bytes : reader.int()
    const count = reader.int()
    if (bytes < 0) cursor.fault('a size', String(bytes), blobAt + offset)
    if (count < 0 || count > blobBytes - reader.at)
      cursor.fault(`at most ${blobBytes - reader.at} children`, String(count), blobAt + offset)
    typeOf[node] = type
    sizes[node] = bytes
    edgeStarts[node] = count
    childrenAt[node] = reader.at
    announced += count
  }
  // A child takes a byte at least: more of them than bytes means that many nodes share one record.
  if (announced > blobBytes) cursor.fault(`at most ${blobBytes} references`, String(announced), blobAt)
  const { edgeTargets, danglingCount } = readEdges(cursor, {
    stored,
    numbers,
    nodeCount,
    edgeStarts,
    childrenAt,
    blob,
    announced,
  })
  const addresses = addressesOf(cursor, stored, numbers, nodeCount)
  const heapTypes = types.map(({ name, module }) => ({ rawName: name, name: heapTypeName(name), module }))
  const graph: GraphOfNodes = {
    nodeCount,
    typeOf,
    sizes,
    largeSizes: noLargeSizes,
    addresses,
    edgeStarts,
    edgeTargets,
    edgeFields: null,
    fieldNames: [],
    generations: null,
    types: heapTypes,
  }
  const isOfPseudo = Uint8Array.from(types, ({ name }) => (name.startsWith('[') ? 1 : 0))
  const isPseudo = (node: number): boolean => isOfPseudo[typeOf[node]!] === 1 && addresses[node] === 0n
  return { graph: { ...graph, rootGroups: groupsOf(graph, isPseudo) }, danglingCount, ...objectsOf(graph, isPseudo) }
}

/** What stands for roots is found in it. */
type GraphOfNodes = Omit<HeapGraph, 'rootGroups'>

interface EdgeSource {
  readonly stored: StoredGraph
  readonly numbers: Int32Array
  readonly nodeCount: number
  /** Counts of references; where they begin afterwards. */
  readonly edgeStarts: Uint32Array
  readonly childrenAt: Uint32Array
  readonly blob: Uint8Array
  readonly announced: number
}

function readEdges(
  cursor: ObjectCursor,
  { stored, numbers, nodeCount, edgeStarts, childrenAt, blob, announced }: EdgeSource,
): { edgeTargets: Uint32Array; danglingCount: number } {
  const edgeTargets = new Uint32Array(announced)
  let written = 0
  let danglingCount = 0
  // Nodes are numbered in the order of their places, the root before all others.
  let next = 0
  for (let node = 0; node < nodeCount; node++) {
    let place = stored.rootIndex
    if (node > 0) {
      while (numbers[next]! <= 0) next++
      place = next++
    }
    let at = childrenAt[node]!
    let left = edgeStarts[node]!
    edgeStarts[node] = written
    for (; left > 0; left--) {
      // As the reader of records does it, with the place in a register: half of the time that a file takes goes by here.
      let byte = blob[at++]!
      let distance = (byte << 25) >> 25
      for (let more = 0; byte >= 0x80 && more < 4; more++) {
        byte = blob[at++]!
        distance = (distance << 7) | (byte & 0x7f)
      }
      const target = place + distance
      const found = numbers[target]
      if (found === undefined)
        cursor.fault(`a node below ${numbers.length}`, String(target), stored.blobAt + childrenAt[node]!)
      if (found === undefinedNode) danglingCount++
      else edgeTargets[written++] = found
    }
    if (at > stored.blobBytes) cursor.fault('a node inside the blob', 'its end', stored.blobAt + childrenAt[node]!)
  }
  edgeStarts[nodeCount] = written
  return { edgeTargets: edgeTargets.subarray(0, written), danglingCount }
}

function addressesOf(
  cursor: ObjectCursor,
  stored: StoredGraph,
  numbers: Int32Array,
  nodeCount: number,
): BigUint64Array {
  const addresses = new BigUint64Array(nodeCount)
  const words = new Uint32Array(addresses.buffer)
  const count = Math.min(stored.addressCount, numbers.length)
  for (let place = 0; place < count; place++) {
    const node = numbers[place]!
    if (node === undefinedNode) continue
    const at = stored.addressesAt + place * 8
    words[node * 2] = cursor.view.getUint32(at, true)
    words[node * 2 + 1] = cursor.view.getUint32(at + 4, true)
  }
  return addresses
}

function objectsOf(graph: GraphOfNodes, isPseudo: (node: number) => boolean) {
  let objectCount = 0
  let objectBytes = 0
  let referenceCount = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    if (isPseudo(node)) continue
    objectCount++
    objectBytes += sizeOfNode(graph, node)
    referenceCount += graph.edgeStarts[node + 1]! - graph.edgeStarts[node]!
  }
  return { objectCount, objectBytes, referenceCount }
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
function groupsOf(graph: GraphOfNodes, isPseudo: (node: number) => boolean): RootGroups {
  const { edgeStarts, edgeTargets, types, typeOf, nodeCount } = graph
  const found = new NodeSet(graph)
  if (nodeCount > 0) found.add(0)
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

import { utf16Text } from '../../nettrace/byte-cursor.ts'
import { largeSize } from '../graph/heap-graph.ts'
import type { ChunkCount } from './chunk-count.ts'
import type { HeapWalk } from './heap-walk.ts'
import { endOfText, type TypeRecords } from './type-records.ts'

/** One payload: `bytes[start, end)`, `view` looks at the same bytes. */
export interface WalkPayload {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly start: number
  readonly end: number
  readonly pointerBytes: 4 | 8
  readonly types: TypeRecords
}

/** Index u32 | Count u32 | ClrInstanceID u16. */
const headBytes = 10

/** Elements that are really there; fewer than announced: the payload is cut. -1: not even its head is there. */
function elementsOf({ view, start, end }: WalkPayload, elementBytes: number): number {
  if (end - start < headBytes) return -1
  return Math.min(view.getUint32(start + 4, true), Math.floor((end - start - headBytes) / elementBytes))
}

function isWhole({ view, start }: WalkPayload, found: number): boolean {
  return view.getUint32(start + 4, true) === found
}

function takeChunk({ view, start }: WalkPayload, chunks: ChunkCount): boolean {
  return chunks.take(view.getUint32(start, true))
}

/** Address ptr | Size u64 | TypeID u64 | EdgeCount u64. */
export function readNodes(walk: HeapWalk, payload: WalkPayload): boolean {
  const { view, start, pointerBytes, types } = payload
  const elementBytes = pointerBytes + 24
  const count = elementsOf(payload, elementBytes)
  if (count < 0) return false
  if (takeChunk(payload, walk.nodeChunks)) {
    walk.nodesBeforeGap ??= walk.nodeCount
    walk.nodesAtLastGap = walk.nodeCount
  }
  walk.largestNodeChunk = Math.max(walk.largestNodeChunk, count)
  let lastLow = 0
  let lastHigh = 0
  let type = 0
  for (let index = 0, at = start + headBytes; index < count; index++, at += elementBytes) {
    walk.addresses.push(view.getUint32(at, true))
    walk.addresses.push(pointerBytes === 8 ? view.getUint32(at + 4, true) : 0)
    const rest = at + pointerBytes
    const size = view.getUint32(rest, true)
    const sizeHigh = view.getUint32(rest + 4, true)
    if (sizeHigh === 0 && size !== largeSize) walk.sizes.push(size)
    else {
      walk.largeSizes.push(walk.sizes.length)
      walk.largeSizes.push(size)
      walk.largeSizes.push(sizeHigh)
      walk.sizes.push(largeSize)
    }
    const low = view.getUint32(rest + 8, true)
    const high = view.getUint32(rest + 12, true)
    if (type === 0 || low !== lastLow || high !== lastHigh) {
      type = types.intern(low, high)
      lastLow = low
      lastHigh = high
    }
    walk.types.push(type)
    // What does not fit in 32 bits is more references than any stream has.
    const edges = view.getUint32(rest + 20, true) === 0 ? view.getUint32(rest + 16, true) : 0xffff_ffff
    walk.edgeCounts.push(edges)
    walk.announcedEdges += edges
  }
  return isWhole(payload, count)
}

/** Target ptr | ReferencingFieldID u32. */
export function readEdges(walk: HeapWalk, payload: WalkPayload): boolean {
  const { view, start, pointerBytes } = payload
  const elementBytes = pointerBytes + 4
  const count = elementsOf(payload, elementBytes)
  if (count < 0) return false
  if (takeChunk(payload, walk.edgeChunks)) {
    walk.edgesBeforeGap ??= walk.edgeCount
    walk.edgesAtLastGap = walk.edgeCount
  }
  for (let index = 0, at = start + headBytes; index < count; index++, at += elementBytes) {
    walk.targets.push(view.getUint32(at, true))
    walk.targets.push(pointerBytes === 8 ? view.getUint32(at + 4, true) : 0)
  }
  return isWhole(payload, count)
}

/** RootedNode ptr | Kind u8 | Flags u32 | RootID ptr. */
export function readRoots(walk: HeapWalk, payload: WalkPayload): boolean {
  const { view, start, pointerBytes } = payload
  const elementBytes = pointerBytes * 2 + 5
  const count = elementsOf(payload, elementBytes)
  if (count < 0) return false
  takeChunk(payload, walk.rootChunks)
  for (let index = 0, at = start + headBytes; index < count; index++, at += elementBytes) {
    const rootId = at + pointerBytes + 5
    walk.roots.push(view.getUint32(at, true))
    walk.roots.push(pointerBytes === 8 ? view.getUint32(at + 4, true) : 0)
    // Flags use four bits; kind and flags share a word.
    walk.roots.push(
      (view.getUint8(at + pointerBytes) << 24) | (view.getUint32(at + pointerBytes + 1, true) & 0xff_ffff),
    )
    walk.roots.push(view.getUint32(rootId, true))
    walk.roots.push(pointerBytes === 8 ? view.getUint32(rootId + 4, true) : 0)
  }
  return isWhole(payload, count)
}

/** Key ptr | Value ptr | RootID ptr. */
export function readDependents(walk: HeapWalk, payload: WalkPayload): boolean {
  const { view, start, pointerBytes } = payload
  const elementBytes = pointerBytes * 3
  const count = elementsOf(payload, elementBytes)
  if (count < 0) return false
  takeChunk(payload, walk.dependentChunks)
  for (let index = 0, at = start + headBytes; index < count; index++, at += elementBytes)
    for (let place = at; place < at + pointerBytes * 2; place += pointerBytes) {
      walk.dependents.push(view.getUint32(place, true))
      walk.dependents.push(pointerBytes === 8 ? view.getUint32(place + 4, true) : 0)
    }
  return isWhole(payload, count)
}

const staticHeadBytes = 14
const staticFixedBytes = 28
const fieldChars = 1024

/** Count u32 | AppDomainID u64 | cid u16, then RootID u64 | ObjectID u64 | TypeID u64 | Flags u32 | FieldName utf16z. */
export function readStatics(walk: HeapWalk, { bytes, view, start, end }: WalkPayload): boolean {
  if (end - start < staticHeadBytes) return false
  const count = view.getUint32(start, true)
  let at = start + staticHeadBytes
  for (let index = 0; index < count; index++) {
    const nameStart = at + staticFixedBytes
    const nameEnd = endOfText(bytes, nameStart, end)
    if (nameEnd < 0) return false
    walk.statics.push({
      low: view.getUint32(at + 8, true),
      high: view.getUint32(at + 12, true),
      field: utf16Text(bytes, nameStart, Math.min(nameEnd, nameStart + fieldChars * 2)),
    })
    at = nameEnd + 2
  }
  return true
}

/** Generation u8 | RangeStart ptr | RangeUsedLength u64 | RangeReservedLength u64. */
export function readGenerationRange(walk: HeapWalk, { view, start, end, pointerBytes }: WalkPayload): boolean {
  if (end - start < 1 + pointerBytes + 8) return false
  // Told before the walk too, as the heap was then.
  if (walk.nodeCount === 0) return true
  const from = pointerBytes === 8 ? view.getBigUint64(start + 1, true) : BigInt(view.getUint32(start + 1, true))
  const used = view.getBigUint64(start + 1 + pointerBytes, true)
  walk.ranges.push({ generation: view.getUint8(start), start: from, end: from + used })
  return true
}

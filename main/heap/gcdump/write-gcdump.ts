import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Heap } from '../events/read-heap-events.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import {
  cappedLog,
  largestSize,
  objectNames,
  partialLog,
  streamName,
  tags,
  ticksOfUnixStart,
  ticksPerMs,
  writtenLeastReader,
  writtenVersion,
} from './gcdump-format.ts'

export interface WrittenGraph {
  /** Objects that are larger than the format can say. */
  readonly cappedCount: number
}

/** Receives the file piece by piece; a piece is overwritten by the next one. */
export type WritePiece = (bytes: Uint8Array) => void

const pieceBytes = 2 ** 20
/** The length of the nodes' records is an i32. */
const largestBlobBytes = 2 ** 31 - 1
/** Records begin behind this: offset 0 says that a node has none. */
const blobHeadBytes = 2
/** Nobody refers to it; readers take the first type for the one of nodes that are not there. */
const undefinedType = 'UNDEFINED'

/**
 * Writes a heap as `dotnet-gcdump` does, version 10, with what it leaves out where the source tells it: time, machine, process, and how many objects each one
 * of a sample stands for. Larger sizes than the format has are written as its largest, counted and told in the log; segments, generations and names of
 * fields are left out.
 */
export function writeGcDump(
  { graph, facts }: Heap,
  tool: string,
  write: WritePiece,
): Result<WrittenGraph, Extract<AppError, { kind: 'export-too-large' }>> {
  const blobBytes = blobBytesOf(graph)
  if (blobBytes > largestBlobBytes) return err({ kind: 'export-too-large', limitBytes: largestBlobBytes })
  const cappedCount = cappedCountOf(graph)
  const output = new PieceOutput(write)
  const { out } = output
  out.i32(streamName.length).ascii(streamName)
  out.u8(tags.beginObject)
  writeType(out, objectNames.dump, writtenVersion, writtenLeastReader)
  writeGraph(output, graph, { blobBytes, is64: facts.pointerSize === 8 })
  // Average multipliers of a graph that is all there; no information about scripts and segments.
  out
    .u8(facts.pointerSize === 8 ? 1 : 0)
    .f32(1)
    .f32(1)
    .u8(tags.null)
    .u8(tags.null)
  writeSource(out, facts, cappedCount)
  // The first forward reference is where the skipped object ends.
  out.u8(tags.skipRegion).i32(0).u8(tags.null)
  const skippedTo = output.position
  out.u8(tags.text)
  writeText(out, tool)
  out.u8(tags.endObject).u8(tags.endObject)
  const tableAt = output.position
  out.i32(1).u32(skippedTo)
  const labelAt = output.position
  out.u32(tableAt).u32(labelAt)
  output.flush()
  return ok({ cappedCount })
}

function writeSource(
  out: ByteBuilder,
  { completeness, takenUtc, machineName, processName, processId }: Heap['facts'],
  cappedCount: number,
): void {
  const log = [
    ...(completeness.kind === 'partial' ? [partialLog(completeness.share)] : []),
    ...(cappedCount > 0 ? [cappedLog(cappedCount)] : []),
  ]
  writeText(out, log.length === 0 ? null : log.join('\n'))
  out.i64(takenUtc === null ? 0n : ticksOf(new Date(takenUtc)))
  writeText(out, machineName)
  writeText(out, processName)
  out
    .i32(processId ?? 0)
    .i64(0n)
    .i64(0n)
  const multipliers = completeness.kind === 'sampled' ? completeness.countMultipliers : null
  out.i32(multipliers === null ? 0 : multipliers.length + 1)
  // Nobody stands for the type in front of the others.
  if (multipliers !== null) for (const multiplier of [1, ...multipliers]) out.f32(multiplier)
}

/** The format has the time of this machine's clock. */
function ticksOf(time: Date): bigint {
  const localMs = time.getTime() - time.getTimezoneOffset() * 60_000
  return BigInt(localMs) * ticksPerMs + ticksOfUnixStart
}

interface GraphSpace {
  readonly blobBytes: number
  readonly is64: boolean
}

function writeGraph(output: PieceOutput, graph: HeapGraph, { blobBytes, is64 }: GraphSpace): void {
  const { out } = output
  const { nodeCount, types, addresses } = graph
  out.u8(tags.beginObject)
  writeType(out, objectNames.graph, 1, 0)
  let totalBytes = 0
  const firstSizes = new Float64Array(types.length).fill(-1)
  for (let node = 0; node < nodeCount; node++) {
    const bytes = sizeOfNode(graph, node)
    totalBytes += bytes
    const type = graph.typeOf[node]!
    if (firstSizes[type]! < 0) firstSizes[type] = Math.min(bytes, largestSize)
  }
  out.i64(BigInt(totalBytes)).i32(0)
  out.i32(types.length + 1)
  writeText(out, undefinedType)
  out.i32(0)
  writeText(out, null)
  for (const [row, { rawName, module }] of types.entries()) {
    writeText(out, rawName)
    out.i32(firstSizes[row]!)
    writeText(out, module === '' ? null : module)
    output.room()
  }
  writeRecords(output, graph, firstSizes, blobBytes)
  out.i32(nodeCount)
  const words = new Uint32Array(addresses.buffer, addresses.byteOffset, nodeCount * 2)
  for (let word = 0; word < words.length; word++) {
    out.u32(words[word]!)
    if ((word & 0xfff) === 0) output.room()
  }
  out
    .u8(tags.byte)
    .u8(is64 ? 1 : 0)
    .u8(tags.endObject)
}

/** Offsets of all records, then the records. */
function writeRecords(output: PieceOutput, graph: HeapGraph, firstSizes: Float64Array, blobBytes: number): void {
  const { out } = output
  const { nodeCount, edgeStarts, edgeTargets, typeOf } = graph
  out.i32(nodeCount)
  let offset = blobHeadBytes
  for (let node = 0; node < nodeCount; node++) {
    out.u32(offset)
    offset += recordBytes(graph, firstSizes, node)
    if ((node & 0xfff) === 0) output.room()
  }
  out.i32(blobBytes).u8(0).u8(0)
  for (let node = 0; node < nodeCount; node++) {
    const type = typeOf[node]! + 1
    const bytes = Math.min(sizeOfNode(graph, node), largestSize)
    const isOwn = bytes !== firstSizes[type - 1]
    writeInt(out, (type << 1) | (isOwn ? 1 : 0))
    if (isOwn) writeInt(out, bytes)
    const end = edgeStarts[node + 1]!
    writeInt(out, end - edgeStarts[node]!)
    for (let edge = edgeStarts[node]!; edge < end; edge++) {
      writeInt(out, edgeTargets[edge]! - node)
      if ((edge & 0xfff) === 0) output.room()
    }
    if ((node & 0xff) === 0) output.room()
  }
}

function cappedCountOf(graph: HeapGraph): number {
  let count = 0
  for (let node = 0; node < graph.nodeCount; node++) if (sizeOfNode(graph, node) > largestSize) count++
  return count
}

function blobBytesOf(graph: HeapGraph): number {
  const firstSizes = new Float64Array(graph.types.length).fill(-1)
  let bytes = blobHeadBytes
  for (let node = 0; node < graph.nodeCount; node++) {
    const type = graph.typeOf[node]!
    if (firstSizes[type]! < 0) firstSizes[type] = Math.min(sizeOfNode(graph, node), largestSize)
    bytes += recordBytes(graph, firstSizes, node)
  }
  return bytes
}

function recordBytes(graph: HeapGraph, firstSizes: Float64Array, node: number): number {
  const { edgeStarts, edgeTargets, typeOf } = graph
  const type = typeOf[node]!
  const size = Math.min(sizeOfNode(graph, node), largestSize)
  const isOwn = size !== firstSizes[type]
  const end = edgeStarts[node + 1]!
  let bytes =
    intBytes(((type + 1) << 1) | (isOwn ? 1 : 0)) + (isOwn ? intBytes(size) : 0) + intBytes(end - edgeStarts[node]!)
  for (let edge = edgeStarts[node]!; edge < end; edge++) bytes += intBytes(edgeTargets[edge]! - node)
  return bytes
}

/** Groups of seven bits, the highest first, with the sign in the first: as few as hold the number. */
function intBytes(value: number): number {
  if (value >= -0x40 && value < 0x40) return 1
  if (value >= -0x2000 && value < 0x2000) return 2
  if (value >= -0x10_0000 && value < 0x10_0000) return 3
  return value >= -0x800_0000 && value < 0x800_0000 ? 4 : 5
}

function writeInt(out: ByteBuilder, value: number): void {
  const groups = intBytes(value)
  for (let group = groups - 1; group > 0; group--) out.u8(((value >> (group * 7)) & 0x7f) | 0x80)
  out.u8(value & 0x7f)
}

function writeType(out: ByteBuilder, name: string, version: number, leastReader: number): void {
  out.u8(tags.beginObject).u8(tags.null).i32(version).i32(leastReader)
  writeText(out, name)
  out.u8(tags.endObject)
}

/** Each unit by itself, surrogates too: that is not UTF-8, and what the readers expect. */
function writeText(out: ByteBuilder, value: string | null): void {
  out.i32(value === null ? -1 : value.length)
  for (let index = 0; index < (value?.length ?? 0); index++) {
    const unit = value!.charCodeAt(index)
    if (unit < 0x80) out.u8(unit)
    else if (unit < 0x800) out.u8(0xc0 | (unit >> 6)).u8(0x80 | (unit & 0x3f))
    else
      out
        .u8(0xe0 | (unit >> 12))
        .u8(0x80 | ((unit >> 6) & 0x3f))
        .u8(0x80 | (unit & 0x3f))
  }
}

/** Hands out what was built whenever it is a piece long. */
class PieceOutput {
  readonly out = new ByteBuilder()
  readonly #write: WritePiece
  #written = 0

  constructor(write: WritePiece) {
    this.#write = write
  }

  get position(): number {
    return this.#written + this.out.length
  }

  room(): void {
    if (this.out.length >= pieceBytes) this.flush()
  }

  flush(): void {
    this.#written += this.out.length
    this.#write(this.out.view())
    this.out.clear()
  }
}

import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Heap } from '../events/read-heap-events.ts'
import type { HeapCompleteness, HeapGap } from '../graph/heap-facts.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import {
  dotnetGcdumpLimit,
  dotnetGcdumpTool,
  newOrderVersion,
  objectNames,
  readableVersions,
  shareOfLog,
  streamName,
  tags,
  ticksOfUnixStart,
  ticksPerMs,
  writtenVersion,
} from './gcdump-format.ts'
import { type BuiltGraph, graphOfStored, type OnGraphPart } from './graph-of-stored.ts'
import { GcDumpFault, ObjectCursor } from './object-cursor.ts'
import { readStoredGraph, skipTagged, type StoredGraph } from './stored-graph.ts'

/** What a file says beside its graph. */
interface DumpHead {
  is64: boolean
  ticks: bigint
  log: string | null
  machine: string | null
  process: string | null
  pid: number
  multipliers: Float32Array | null
  tool: string | null
}

/** A whole `.gcdump`. What lies behind the graph may be damaged: it is then left out, and the heap is partial. */
export function readGcDump(bytes: Uint8Array, onPart: OnGraphPart | null = null): Result<Heap, AppError> {
  const cursor = new ObjectCursor(bytes)
  try {
    return ok(readDump(cursor, onPart))
  } catch (error) {
    if (!(error instanceof GcDumpFault)) throw error
    const { offset, expected, found } = error
    return err({ kind: 'malformed', what: 'gcdump', offset, expected, found })
  }
}

function readDump(cursor: ObjectCursor, onPart: OnGraphPart | null): Heap {
  const length = cursor.i32()
  if (length !== streamName.length) cursor.fault(streamName, `a name of ${length} characters`, 0)
  const nameAt = cursor.take(length)
  for (let index = 0; index < length; index++)
    if (cursor.bytes[nameAt + index] !== streamName.charCodeAt(index)) cursor.fault(streamName, 'another name', nameAt)
  const { version, leastReader } = cursor.beginOwn(objectNames.dump)
  const isNewer = version > writtenVersion && leastReader <= writtenVersion
  if (!readableVersions.has(version) && !isNewer) cursor.fault('version 4 to 7, 9 or 10', String(version))
  const head: DumpHead = {
    is64: true,
    ticks: 0n,
    log: null,
    machine: null,
    process: null,
    pid: 0,
    multipliers: null,
    tool: null,
  }
  const stored = readStoredGraph(cursor)
  const built = graphOfStored(cursor, stored, onPart)
  let damage: HeapGap | null = null
  try {
    if (version >= newOrderVersion) readHead(cursor, head)
    else readLegacyHead(cursor, head, version)
  } catch (error) {
    if (!(error instanceof GcDumpFault)) throw error
    damage = { kind: 'damage', offset: error.offset, message: `expected ${error.expected}, found ${error.found}` }
  }
  return { graph: built.graph, facts: factsOf(stored, built, head, damage) }
}

function readHead(cursor: ObjectCursor, head: DumpHead): void {
  head.is64 = cursor.u8() !== 0
  cursor.take(8)
  if (cursor.beginOptional(objectNames.scriptInfo)) skipTagged(cursor)
  if (cursor.beginOptional(objectNames.heapInfo)) {
    cursor.i64()
    readSegments(cursor)
    skipTagged(cursor)
  }
  readProcess(cursor, head)
  const count = cursor.count(4, 'multipliers')
  if (count > 0) head.multipliers = Float32Array.from({ length: count }, () => cursor.f32())
  while (cursor.bytes[cursor.position] === tags.skipRegion) {
    cursor.take(5)
    if (cursor.beginOptional(objectNames.interop)) readInterop(cursor)
  }
  skipTagged(cursor, (text) => {
    head.tool ??= text
  })
}

function readLegacyHead(cursor: ObjectCursor, head: DumpHead, version: number): void {
  cursor.take(8 + 8 + 8 + 1)
  if (version >= 5) readProcess(cursor, head)
  if (version >= 6) readSegments(cursor)
  if (version >= 7) head.is64 = cursor.u8() !== 0
}

function readProcess(cursor: ObjectCursor, head: DumpHead): void {
  head.log = cursor.text()
  head.ticks = cursor.i64()
  head.machine = cursor.text()
  head.process = cursor.text()
  head.pid = cursor.i32()
  cursor.take(16)
}

function readSegments(cursor: ObjectCursor): void {
  const count = cursor.count(50, 'segments')
  for (let index = 0; index < count; index++) {
    const { version } = cursor.beginOwn(objectNames.segment)
    // Start, end and the end of generation 0 to 3; to 4 since version 1.
    cursor.take(version >= 1 ? 56 : 48)
    skipTagged(cursor)
  }
}

function readInterop(cursor: ObjectCursor): void {
  if (cursor.i32() > 0) {
    const [wrappers, callables, interfaces, modules] = [cursor.i32(), cursor.i32(), cursor.i32(), cursor.i32()]
    for (const count of [wrappers, callables, interfaces, modules])
      if (count < 0 || count > cursor.remaining / 16) cursor.fault('counts that fit in the file', String(count))
    cursor.take(wrappers * 40 + callables * 32 + interfaces * 33)
    for (let index = 0; index < modules; index++) {
      cursor.take(16)
      cursor.text()
    }
  }
  skipTagged(cursor)
}

function factsOf(stored: StoredGraph, built: BuiltGraph, head: DumpHead, damage: HeapGap | null): Heap['facts'] {
  const { graph, nodesOfTypes, danglingCount, objectCount, objectBytes, referenceCount } = built
  return {
    source: 'gcdump',
    completeness: completenessOf(stored, countOf(graph, nodesOfTypes, isUnknown), head, damage),
    processId: head.pid > 0 ? head.pid : null,
    processName: head.process === '' ? null : head.process,
    machineName: head.machine === '' ? null : head.machine,
    takenUtc: timeOf(head.ticks),
    tool: head.tool === '' ? null : head.tool,
    runtimeVersion: null,
    pointerSize: head.is64 ? 8 : 4,
    objectCount,
    objectBytes,
    referenceCount,
    pauseMs: null,
    danglingReferenceCount: danglingCount,
    unnamedObjectCount: countOf(graph, nodesOfTypes, isUnnamed),
  }
}

function countOf({ types }: HeapGraph, nodesOfTypes: Uint32Array, is: (rawName: string) => boolean): number {
  return types.reduce((sum, { rawName }, type) => (is(rawName) ? sum + nodesOfTypes[type]! : sum), 0)
}

function isUnnamed(rawName: string): boolean {
  return rawName === '' || rawName.startsWith('Native type 0x')
}

function completenessOf(
  { nodeCount }: StoredGraph,
  unknownCount: number,
  { multipliers, tool, log }: DumpHead,
  damage: HeapGap | null,
): HeapCompleteness {
  const reasons: HeapGap[] = damage === null ? [] : [damage]
  if (unknownCount > 0) reasons.push({ kind: 'unknown-types', objectCount: unknownCount })
  const isCut = (tool ?? '').startsWith(dotnetGcdumpTool) && nodeCount >= dotnetGcdumpLimit
  if (isCut) reasons.push({ kind: 'writer-limit', objectCount: dotnetGcdumpLimit })
  const savedShare = shareOfLog(log)
  if (savedShare !== undefined) reasons.push({ kind: 'partial-source' })
  if (reasons.length > 0) return { kind: 'partial', share: savedShare ?? null, reasons }
  return multipliers === null ? { kind: 'complete' } : { kind: 'sampled', countMultipliers: multipliers }
}

/** What tools call types that no event described. */
function isUnknown(rawName: string): boolean {
  return rawName === 'UNDEFINED' || rawName.startsWith('UNKNOWN 0x') || rawName.startsWith('Unknown type 0x')
}

/** Ticks of a local time; whose zone that was is not told, so it is taken for that of this machine. */
function timeOf(ticks: bigint): string | null {
  const localMs = Number((ticks - ticksOfUnixStart) / ticksPerMs)
  if (ticks <= 0n || !Number.isFinite(localMs) || Math.abs(localMs) > 8e12) return null
  const parts = new Date(localMs)
  const local = new Date(
    parts.getUTCFullYear(),
    parts.getUTCMonth(),
    parts.getUTCDate(),
    parts.getUTCHours(),
    parts.getUTCMinutes(),
    parts.getUTCSeconds(),
    parts.getUTCMilliseconds(),
  )
  return local.toISOString()
}

import { countOf } from '../../../shared/base/count-of.ts'

/*
 * `.gcdump`: FastSerialization objects, little-endian, labels are u32 offsets from the beginning of the file.
 *
 *   i32 20 | !FastSerialization.1 | GCHeapDump object | 06 | forward table | label of the table
 *   object: 04 | type | body | tagged fields | 06        again: 02 | label        none: 01
 *   type:   04 01 | i32 version | i32 least reader | name | 06        again: 02 | label
 *   text:   i32 count of UTF-16 units, -1: null | each unit by itself in one to three bytes, as UTF-8 has them
 */
export const streamName = '!FastSerialization.1'

export const tags = {
  null: 1,
  reference: 2,
  beginObject: 4,
  endObject: 6,
  byte: 8,
  int16: 9,
  int32: 10,
  int64: 11,
  skipRegion: 12,
  text: 13,
  blob: 14,
} as const

export const objectNames = {
  dump: 'GCHeapDump',
  graph: 'Graphs.MemoryGraph',
  heapInfo: 'DotNetHeapInfo',
  segment: 'GCHeapDumpSegment',
  scriptInfo: 'JSHeapInfo',
  interop: 'InteropInfo',
  module: 'Graphs.Module',
} as const

/** Of a `GCHeapDump` object; what was never published is refused. */
export const readableVersions: ReadonlySet<number> = new Set([4, 5, 6, 7, 9, 10])
/** From here on the order of the fields is the newest one. */
export const newOrderVersion = 9
export const writtenVersion = 10
export const writtenLeastReader = 8
/** Of a `Graphs.MemoryGraph` object: the newest that is read. */
export const knownGraphReader = 1

/** Microsoft's tool ends the graph at this many nodes and does not say so. */
export const dotnetGcdumpTool = 'dotnet-gcdump'
export const dotnetGcdumpLimit = 10_000_000

/**
 * The format has no place for what a heap lacks. It stands in the log, where people find it in other tools, and is read from there when the file is
 * opened again.
 */
export function partialLog(share: number | null): string {
  return share === null ? partialWords : `${partialWords}: ${share.toFixed(6)} of all objects`
}

/** Sizes are i32. */
export const largestSize = 2 ** 31 - 1

/** Beside the partial heap, on a line of its own. */
export function cappedLog(objectCount: number): string {
  return `${countOf(objectCount, 'object is', 'objects are')} larger than ${String(largestSize)} bytes, the most the format can store, and stored with that size`
}

/** Undefined: the log does not say that the heap is partial. Null: how much of it is there is not known. */
export function shareOfLog(log: string | null): number | null | undefined {
  const line = log?.split('\n', 1)[0]
  if (line === partialWords) return null
  const share =
    line?.startsWith(`${partialWords}: `) === true
      ? /^[01]\.\d{6}(?= of all objects$)/.exec(line.slice(partialWords.length + 2))
      : null
  return share === null ? undefined : Math.min(1, Number(share[0]))
}

const partialWords = 'Partial heap graph'

/** .NET counts time in these, from the year 1 on. */
export const ticksPerMs = 10_000n
export const ticksOfUnixStart = 621_355_968_000_000_000n

/** Offsets are u32. */
export const largestFileBytes = 2 ** 32 - 1

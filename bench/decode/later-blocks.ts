/*
 *   EventBlock: i16 header bytes | i16 flags (1: compressed) | i64 least time | i64 largest time | ... | events
 *   first event: u8 flags | [1] vu | [2] vu vu vu | [4] vu | [8] vu | vu time | ...; those behind it tell their distance to it
 *   SPBlock: i64 time | ...
 */
const leastTimeAt = 4
const largestTimeAt = 12
/** How many numbers each flag puts in front of the time. */
const numbersOfFlags = [
  [1, 1],
  [2, 3],
  [4, 1],
  [8, 1],
] as const

export interface StreamObject {
  readonly name: string
  /** Tags and name, up to the size. */
  readonly head: Uint8Array
  /** Content and closing tag. */
  readonly rest: Uint8Array
}

/** Ticks from the first event of a stream to beyond its last. */
export function lastingOf(objects: readonly StreamObject[]): bigint {
  let least: bigint | null = null
  let largest = 0n
  for (const { name, rest } of objects) {
    if (name !== 'EventBlock') continue
    const view = viewOf(rest)
    const from = view.getBigInt64(leastTimeAt, true)
    const to = view.getBigInt64(largestTimeAt, true)
    if (least === null || from < least) least = from
    if (to > largest) largest = to
  }
  return least === null ? 0n : largest - least + 1n
}

/** The content of an object, and its closing tag, as they were if everything had happened later. */
export function laterBy({ name, rest }: StreamObject, ticks: bigint): Uint8Array {
  if (ticks === 0n || (name !== 'EventBlock' && name !== 'SPBlock')) return rest
  const later = rest.slice()
  if (name === 'SPBlock') return add(later, 0, ticks)
  add(later, leastTimeAt, ticks)
  add(later, largestTimeAt, ticks)
  const view = viewOf(later)
  if ((view.getUint16(2, true) & 1) === 0) throw new Error('events with plain headers')
  const firstAt = view.getUint16(0, true)
  const flags = later[firstAt]!
  let timeAt = firstAt + 1
  for (const [flag, numbers] of numbersOfFlags)
    for (let left = (flags & flag) === 0 ? 0 : numbers; left > 0; left--) timeAt = endOfNumber(later, timeAt)
  const timeEnd = endOfNumber(later, timeAt)
  const time = written(numberIn(later.subarray(timeAt, timeEnd)) + ticks)
  return new Uint8Array(Buffer.concat([later.subarray(0, timeAt), time, later.subarray(timeEnd)]))
}

function add(bytes: Uint8Array, at: number, ticks: bigint): Uint8Array {
  const view = viewOf(bytes)
  view.setBigInt64(at, view.getBigInt64(at, true) + ticks, true)
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  let end = start
  while (bytes[end]! >= 128) end++
  return end + 1
}

function numberIn(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 7n) | BigInt(byte & 127), 0n)
}

function written(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Uint8Array.from([...bytes, Number(rest)])
}

/*
 * For tests: a second reader of `.gcdump` version 10, written from the description of the format alone. It shares nothing with the product's
 * and knows no damage.
 */
export interface PlainGcDump {
  readonly totalBytes: number
  readonly root: number
  readonly types: readonly { readonly name: string | null; readonly bytes: number; readonly module: string | null }[]
  readonly nodes: readonly { readonly type: number; readonly bytes: number; readonly children: readonly number[] }[]
  readonly addresses: readonly bigint[]
  readonly is64: boolean
  readonly tool: string | null
  readonly source: {
    readonly log: string | null
    readonly ticks: bigint
    readonly machine: string | null
    readonly process: string | null
    readonly pid: number
    readonly multipliers: readonly number[]
  }
  /** Bytes behind everything that was read. */
  readonly rest: number
}

export function readPlainGcDump(file: Uint8Array): PlainGcDump {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = 0
  const u8 = () => file[at++]!
  const i32 = () => view.getInt32((at += 4) - 4, true)
  const u32 = () => view.getUint32((at += 4) - 4, true)
  const i64 = () => view.getBigInt64((at += 8) - 8, true)
  const text = (): string | null => {
    const count = i32()
    if (count < 0) return null
    return Array.from({ length: count }, () => {
      const first = u8()
      if (first < 128) return String.fromCharCode(first)
      if (first < 224) return String.fromCharCode(((first & 31) << 6) + (u8() & 63))
      return String.fromCharCode(((first & 15) << 12) + ((u8() & 63) << 6) + (u8() & 63))
    }).join('')
  }
  const want = (found: unknown, expected: unknown): void => {
    if (found !== expected) throw new Error(`${String(expected)} expected before ${at}, ${String(found)} found`)
  }
  const open = (name: string, version: number, reader: number): void => {
    for (const expected of [4, 4, 1]) want(u8(), expected)
    want(i32(), version)
    want(i32(), reader)
    want(text(), name)
    want(u8(), 6)
  }
  want(i32(), 20)
  want(String.fromCharCode(...file.subarray(at, (at += 20))), '!FastSerialization.1')
  open('GCHeapDump', 10, 8)
  open('Graphs.MemoryGraph', 1, 0)
  const totalBytes = Number(i64())
  const root = i32()
  const types = Array.from({ length: i32() }, () => ({ name: text(), bytes: i32(), module: text() }))
  const offsets = Array.from({ length: i32() }, u32)
  const blobBytes = i32()
  const blob = at
  const packed = (): number => {
    let value = BigInt.asIntN(7, BigInt(file[at]! & 127))
    while (u8() >= 128) value = value * 128n + BigInt(file[at]! & 127)
    return Number(value)
  }
  const nodes = offsets.map((offset, node) => {
    at = blob + offset
    const head = packed()
    const type = Math.floor(head / 2)
    const bytes = head % 2 === 1 ? packed() : types[type]!.bytes
    return { type, bytes, children: Array.from({ length: packed() }, () => node + packed()) }
  })
  at = blob + blobBytes
  const addresses = Array.from({ length: i32() }, () => BigInt.asUintN(64, i64()))
  want(u8(), 8)
  const is64 = u8() === 1
  want(u8(), 6)
  want(u8() === 1, is64)
  for (let index = 0; index < 2; index++) want(view.getFloat32((at += 4) - 4, true), 1)
  for (let index = 0; index < 2; index++) want(u8(), 1)
  const [log, ticks, machine, process, pid] = [text(), i64(), text(), text(), i32()] as const
  for (let index = 0; index < 2; index++) want(i64(), 0n)
  const multipliers = Array.from({ length: i32() }, () => view.getFloat32((at += 4) - 4, true))
  const source = { log, ticks, machine, process, pid, multipliers }
  want(u8(), 12)
  want(i32(), 0)
  want(u8(), 1)
  const skippedTo = at
  want(u8(), 13)
  const tool = text()
  for (let index = 0; index < 2; index++) want(u8(), 6)
  const table = at
  want(i32(), 1)
  want(u32(), skippedTo)
  const label = at
  want(u32(), table)
  want(u32(), label)
  return { totalBytes, root, types, nodes, addresses, is64, tool, source, rest: file.length - at }
}

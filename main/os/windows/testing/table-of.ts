export interface TableEntry {
  readonly pid: number
  readonly name?: string
  readonly parentPid?: number
  readonly created?: bigint
  readonly user?: bigint
  readonly kernel?: bigint
  readonly threadCount?: number
  readonly workingSetBytes?: number
}

const entryBytes = 256
const nameBytes = 64

/** The bytes that Windows writes for these processes into memory at `address`. */
export function tableOf(address: bigint, entries: readonly TableEntry[]): Buffer {
  const step = entryBytes + nameBytes
  const bytes = Buffer.alloc(step * entries.length)
  for (const [index, entry] of entries.entries()) {
    const at = step * index
    const name = Buffer.from(entry.name ?? '', 'utf16le')
    bytes.writeUInt32LE(index === entries.length - 1 ? 0 : step, at)
    bytes.writeUInt32LE(entry.threadCount ?? 1, at + 4)
    bytes.writeBigInt64LE(entry.created ?? 1n, at + 32)
    bytes.writeBigInt64LE(entry.user ?? 0n, at + 40)
    bytes.writeBigInt64LE(entry.kernel ?? 0n, at + 48)
    bytes.writeUInt16LE(name.length, at + 56)
    bytes.writeBigUInt64LE(address + BigInt(at + entryBytes), at + 64)
    bytes.writeBigUInt64LE(BigInt(entry.pid), at + 80)
    bytes.writeBigUInt64LE(BigInt(entry.parentPid ?? 0), at + 88)
    bytes.writeBigUInt64LE(BigInt(entry.workingSetBytes ?? 0), at + 144)
    name.copy(bytes, at + entryBytes)
  }
  return bytes
}

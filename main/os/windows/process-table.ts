/*
 * SYSTEM_PROCESS_INFORMATION on 64-bit Windows, one entry after the other, names behind the threads of their entry:
 *
 *   0 offset of the next entry (u32, 0 = last)   4 threads (u32)   32 creation, 40 user, 48 kernel time (i64, 100 ns)
 *   56 image name: bytes (u16), 64 its address   80 pid (u64)      88 parent (u64)   100 session (u32)
 *   144 working set in bytes (u64)
 */

/** One process of the system's table. */
export interface WindowsProcess {
  readonly pid: number
  readonly parentPid: number
  /** Creation in 100 ns since 1601, exact: with the pid it names one process for ever. */
  readonly created: bigint
  /** User and kernel time, in 100 ns. */
  readonly cpu: bigint
  readonly threadCount: number
  readonly workingSetBytes: number
  /** Name of the program's file; '' for the idle process. */
  readonly name: string
}

const entryBytes = 152
/** From 1601 to 1970, in 100 ns. */
const unixEpoch = 116_444_736_000_000_000n

export function startTimeMsOf(created: bigint): number {
  return Number((created - unixEpoch) / 10_000n)
}

/** The table as the system wrote it into `bytes`, which lie at `address`. Entries that do not fit are left out. */
export function parseProcessTable(bytes: Buffer, address: bigint): ReadonlyMap<number, WindowsProcess> {
  const processes = new Map<number, WindowsProcess>()
  for (let at = 0; at + entryBytes <= bytes.length;) {
    const pid = Number(bytes.readBigUInt64LE(at + 80))
    processes.set(pid, {
      pid,
      parentPid: Number(bytes.readBigUInt64LE(at + 88)),
      created: bytes.readBigInt64LE(at + 32),
      cpu: bytes.readBigInt64LE(at + 40) + bytes.readBigInt64LE(at + 48),
      threadCount: bytes.readUInt32LE(at + 4),
      workingSetBytes: Number(bytes.readBigUInt64LE(at + 144)),
      name: textAt(bytes, address, at + 56),
    })
    const step = bytes.readUInt32LE(at)
    if (step < entryBytes) break
    at += step
  }
  return processes
}

/** A UNICODE_STRING: bytes (u16) at 0, its address at 8, which must lie within `bytes`. */
export function textAt(bytes: Buffer, address: bigint, at: number): string {
  const size = bytes.readUInt16LE(at)
  const from = Number(bytes.readBigUInt64LE(at + 8) - address)
  if (size === 0 || from < 0 || from + size > bytes.length) return ''
  return bytes.toString('utf16le', from, from + size)
}

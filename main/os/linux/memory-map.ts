/** What a dump or an attach needs to know of `/proc/PID/maps`. */
export interface MemoryMapFacts {
  /** Folder of the runtime that is really loaded, as the target names it; null for single-file programs and NativeAOT. */
  readonly runtimeFolder: string | null
  /** Of all readable regions: what a full dump holds. */
  readonly readableBytes: number
  /** Of all writable regions: what a heap dump holds. */
  readonly writableBytes: number
  /** Mapped files, in order, each once. */
  readonly files: readonly string[]
}

/** Lines such as `7f5c7f000000-7f5c7f800000 r--p 00000000 fe:00 1234   /app/libcoreclr.so`; a deleted file has ` (deleted)` behind. */
export function parseMemoryMap(text: string): MemoryMapFacts {
  let readableBytes = 0
  let writableBytes = 0
  const files = new Set<string>()
  for (const line of text.split('\n')) {
    const match = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \d+\s*(\/.*)?/.exec(line)
    if (!match) continue
    const [, from = '0', to = '0', permissions = '', file] = match
    const sizeBytes = Number(BigInt(`0x${to}`) - BigInt(`0x${from}`))
    if (permissions.startsWith('r')) readableBytes += sizeBytes
    if (permissions.startsWith('rw')) writableBytes += sizeBytes
    if (file !== undefined) files.add(file.replace(/ \(deleted\)$/, ''))
  }
  const runtime = [...files].find((file) => /\/libcoreclr\.(so|dylib)$/.test(file))
  return {
    runtimeFolder: runtime === undefined ? null : runtime.slice(0, runtime.lastIndexOf('/')),
    readableBytes,
    writableBytes,
    files: [...files],
  }
}

/** Who a process acts as on files. */
export interface ProcessIds {
  readonly userId: number
  /** Effective group and the supplementary ones. */
  readonly groupIds: readonly number[]
}

/** Out of `/proc/PID/status`: file system ids, which follow the effective ones. */
export function parseIds(status: string): ProcessIds {
  const fourth = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+\\d+\\s+\\d+\\s+\\d+\\s+(\\d+)`, 'm').exec(status)?.[1] ?? -1)
  const groups = /^Groups:[ \t]*(.*)$/m.exec(status)?.[1]?.trim() ?? ''
  return {
    userId: fourth('Uid'),
    groupIds: [fourth('Gid'), ...(groups === '' ? [] : groups.split(/\s+/).map(Number))],
  }
}

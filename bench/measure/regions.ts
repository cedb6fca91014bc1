import fs from 'node:fs'

/** Resident memory of this process that belongs to no file, in MB. */
export interface Regions {
  /** Of the main thread's allocator. */
  readonly mallocHeapMb: number
  /** Of the C library's arenas for other threads: buffers, and what it keeps of threads that have ended. */
  readonly mallocArenasMb: number
  /** V8's heaps, stacks, large buffers. */
  readonly otherAnonymousMb: number
}

export function regionsOfThisProcess(): Regions {
  const sums = { mallocHeapMb: 0, mallocArenasMb: 0, otherAnonymousMb: 0 }
  let kind: keyof Regions | null = null
  for (const line of fs.readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    const head = /^([0-9a-f]+)-[0-9a-f]+ (\S{4}) \S+ \S+ (\d+)\s*(.*)$/.exec(line)
    if (head !== null) {
      const [, start = '', access = '', inode, name] = head
      // glibc begins each arena at a multiple of 64 MB.
      const isArena = BigInt(`0x${start}`) % 0x400_0000n === 0n && access.startsWith('rw')
      kind = name === '[heap]' ? 'mallocHeapMb' : inode !== '0' ? null : isArena ? 'mallocArenasMb' : 'otherAnonymousMb'
      continue
    }
    const resident = /^Rss: +(\d+) kB/.exec(line)
    if (resident !== null && kind !== null) sums[kind] += Number(resident[1]) / 1000
  }
  return sums
}

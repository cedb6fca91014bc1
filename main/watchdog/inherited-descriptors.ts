import fs from 'node:fs'

/**
 * Descriptors of sockets, pipes and shared memory that both tables show under the same number with the same identity: what a
 * child got from its parent by `fork` and nobody closed. The first three are the child's own by agreement.
 *
 * @param own number and target of each descriptor, as the links in `/proc/PID/fd` have them
 */
export function inheritedDescriptors(own: ReadonlyMap<number, string>, parents: ReadonlyMap<number, string>): number[] {
  return [...own].flatMap(([fd, target]) => (fd > 2 && hasIdentity(target) && parents.get(fd) === target ? [fd] : []))
}

/** Files have a name that two processes may open on their own; event descriptors have none at all. */
function hasIdentity(target: string): boolean {
  return /^(socket|pipe):\[\d+\]$/.test(target) || target.startsWith('/dev/shm/')
}

/**
 * Closes what Electron's main process hands to every program it starts (Linux; elsewhere nothing is inherited). Otherwise its
 * renderers and helpers would not see the end of main as long as this process lives.
 */
export function closeInheritedDescriptors(): void {
  if (process.platform !== 'linux') return
  for (const fd of inheritedDescriptors(descriptorsOf('self'), descriptorsOf(process.ppid))) {
    try {
      fs.closeSync(fd)
    } catch {
      // EBADF: it has been closed meanwhile.
    }
  }
}

function descriptorsOf(pid: number | 'self'): ReadonlyMap<number, string> {
  const folder = `/proc/${pid}/fd`
  const found = new Map<number, string>()
  let names: readonly string[] = []
  try {
    names = fs.readdirSync(folder)
  } catch {
    // The parent has ended already, or belongs to somebody else: nothing can be told apart.
  }
  for (const name of names) {
    try {
      found.set(Number(name), fs.readlinkSync(`${folder}/${name}`))
    } catch {
      // Closed since the listing, such as the listing's own.
    }
  }
  return found
}

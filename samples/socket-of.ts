import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Start time in ticks, the key in the names of a process's socket and pipes (Linux); null when it is gone or cannot be read. Killed
 * processes leave their sockets and process ids come back: a name with the pid alone may be somebody else's.
 */
export function startKeyOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[19] ?? null
  } catch {
    // ENOENT: it has ended, or there is no /proc.
    return null
  }
}

/** Where a living process puts them: its own TMPDIR, which may be another than ours. */
function folderOf(pid: number): string {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return variables.find((variable) => variable.startsWith('TMPDIR='))?.slice('TMPDIR='.length) || '/tmp'
  } catch {
    // It has ended, or there is no /proc.
    return tmpdir()
  }
}

/** Path of the diagnostic socket of a living process; null while it has none. */
export function socketOf(pid: number, folder: string = folderOf(pid)): string | null {
  const key = startKeyOf(pid)
  if (key !== null) {
    const exact = path.join(folder, `dotnet-diagnostic-${pid}-${key}-socket`)
    return existsSync(exact) ? exact : null
  }
  const name = readdirSync(folder).find((entry) => entry.startsWith(`dotnet-diagnostic-${pid}-`))
  return name === undefined ? null : path.join(folder, name)
}

const leftovers: string[] = []

/** What this process will leave when it is killed goes when we end, so that a machine does not fill up with stale sockets. */
export function removeAtExit(pid: number, folder: string): void {
  const key = startKeyOf(pid)
  if (key === null) return
  if (leftovers.length === 0) process.once('exit', () => leftovers.forEach((file) => rmSync(file, { force: true })))
  for (const name of [
    `dotnet-diagnostic-${pid}-${key}-socket`,
    `clr-debug-pipe-${pid}-${key}-in`,
    `clr-debug-pipe-${pid}-${key}-out`,
  ])
    leftovers.push(path.join(folder, name))
}

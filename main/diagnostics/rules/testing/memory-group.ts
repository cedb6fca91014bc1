import fs from 'node:fs'
import path from 'node:path'
import { controlGroupsOf } from '../../../os/linux/control-groups.ts'

/** The outermost group that this process is in: groups are made beside its own. */
function topGroup(): { readonly folder: string; readonly isUnified: boolean } | null {
  try {
    return controlGroupsOf(fs.readFileSync('/proc/self/cgroup', 'utf8')).find(({ folder }) => hasMemory(folder)) ?? null
  } catch {
    // ENOENT: no Linux.
    return null
  }
}

function hasMemory(folder: string): boolean {
  return ['memory.max', 'memory.limit_in_bytes'].some((name) => fs.existsSync(path.join(folder, name)))
}

/** Needs root and a tree of groups that may be written. */
export function canLimitMemory(): boolean {
  const top = topGroup()
  if (top === null) return false
  const trial = path.join(top.folder, `pipescope-${String(process.pid)}-trial`)
  try {
    fs.mkdirSync(trial)
    return hasMemory(trial)
  } catch {
    // EACCES, EROFS.
    return false
  } finally {
    if (fs.existsSync(trial)) fs.rmdirSync(trial)
  }
}

/** Puts a process into a group of its own that may have so much memory, until it is disposed of. */
export function limitMemory(pid: number, limitBytes: number): Disposable & { readonly limitBytes: number } {
  const top = topGroup()
  if (top === null) throw new Error('no memory groups here')
  const { folder: parent, isUnified } = top
  const folder = path.join(parent, `pipescope-${String(pid)}`)
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, isUnified ? 'memory.max' : 'memory.limit_in_bytes'), String(limitBytes))
  fs.writeFileSync(path.join(folder, 'cgroup.procs'), String(pid))
  return {
    limitBytes,
    [Symbol.dispose](): void {
      // What is in it still goes back to where it was.
      const members = fs.readFileSync(path.join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
      for (const member of members) fs.writeFileSync(path.join(parent, 'cgroup.procs'), member)
      fs.rmdirSync(folder)
    },
  }
}

import fs from 'node:fs'

/**
 * Whether a process exists and runs. A zombie counts as gone: nothing of it will ever answer. Cheap: one small read on Linux,
 * one signal 0 elsewhere.
 */
export function isProcessAlive(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
      const state = stat.charAt(stat.lastIndexOf(')') + 2)
      return state !== 'Z' && state !== 'X'
    } catch {
      // ENOENT or ESRCH: no such process.
      return false
    }
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

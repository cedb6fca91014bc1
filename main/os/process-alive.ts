import fs from 'node:fs'
import { readProcText, shortLimitBytes } from './linux/proc-files.ts'
import { parseStat } from './linux/proc-parse.ts'

/** One letter of `/proc`; null when there is no such process, and on systems without it. */
function stateOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.charAt(stat.lastIndexOf(')') + 2)
  } catch {
    // ENOENT or ESRCH.
    return null
  }
}

/**
 * Whether this very process runs: its id alone may be another's by now. `startKey`: as in its key; where there is no `/proc`, the
 * id has to do.
 */
export function isSameProcessAlive(pid: number, startKey: string): boolean {
  const stat = parseStat(readProcText(`/proc/${pid}/stat`, shortLimitBytes) ?? '')
  return stat === null ? isProcessAlive(pid) : stat.startTicks === startKey && !'ZX'.includes(stat.state)
}

/**
 * Whether a process is known to be free to run: not gone, and not held by SIGSTOP or a debugger. Linux; false elsewhere, where that is more
 * than one small read.
 */
export function isProcessFree(pid: number): boolean {
  const state = stateOf(pid)
  return state !== null && !'ZXTt'.includes(state)
}

/**
 * Whether a process exists and runs. A zombie counts as gone: nothing of it will ever answer. Cheap: one small read on Linux,
 * one signal 0 elsewhere.
 */
export function isProcessAlive(pid: number): boolean {
  if (process.platform === 'linux') {
    const state = stateOf(pid)
    return state !== null && state !== 'Z' && state !== 'X'
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

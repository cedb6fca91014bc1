import fs from 'node:fs'
import { isProcessAlive } from './process-alive.ts'
import { readProcText, shortLimitBytes } from './linux/proc-files.ts'

/**
 * Whether anything of a process group runs. Zombies do not count: in containers without an init nobody ever takes note of them, and
 * the kernel still answers for their group. On Windows there are no groups: the process itself.
 */
export function isGroupAlive(groupId: number): boolean {
  if (process.platform === 'win32') return isProcessAlive(groupId)
  if (process.platform !== 'linux') return answers(groupId)
  return answers(groupId) && fs.readdirSync('/proc').some((name) => isMember(Number(name), groupId))
}

function isMember(pid: number, groupId: number): boolean {
  if (!Number.isInteger(pid)) return false
  const stat = readProcText(`/proc/${pid}/stat`, shortLimitBytes)
  if (stat === null) return false
  // After the last parenthesis: state, parent, group.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(group) === groupId && state !== 'Z' && state !== 'X'
}

function answers(groupId: number): boolean {
  try {
    process.kill(-groupId, 0)
    return true
  } catch (error) {
    // ESRCH: nobody is in it any more. EPERM: somebody is, and is not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

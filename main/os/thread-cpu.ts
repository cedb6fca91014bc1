import { LinuxThreadCpu } from './linux/linux-thread-cpu.ts'
import type { ThreadCpuReader } from './operating-system.ts'

/**
 * `startKey`: as in the key of the process; a pid alone may belong to another one by now. Null: this system's CPU time of threads is
 * not known. macOS tells it to debuggers only, Windows through calls that have no user here yet.
 */
export function openThreadCpu(pid: number, startKey: string): ThreadCpuReader | null {
  return process.platform === 'linux' ? LinuxThreadCpu.open(pid, startKey) : null
}

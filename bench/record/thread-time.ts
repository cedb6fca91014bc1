import { readdirSync, readFileSync } from 'node:fs'

/** Seconds on a processor, first figure of schedstat: finer than the ticks of `stat`. 0 for a thread that is gone. */
export function threadSeconds(pid: number, tid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    // ENOENT: the thread has just ended.
    return 0
  }
}

/** User and system time of all threads, those that have ended too, in steps of 10 ms; null when the process is gone. */
export function processSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    // ENOENT: it has just ended.
    return null
  }
}

export function threadsOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number)
}

import fs from 'node:fs'
import { parseStatus } from '../../os/linux/proc-parse.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'

/** Environments are searched for the port's address only. */
const maxEnvironmentBytes = 1024 * 1024

/**
 * The process on this machine behind an advertise message, which names its pid as the process itself sees it. It must have been
 * started with this port's address; in a container the number is another one here. Null when there is no such process, or it
 * cannot be looked at.
 */
export function findLocalPid(targetPid: number, address: string, procRoot = '/proc'): number | null {
  if (process.platform !== 'linux') return isOwnMachine(targetPid) ? targetPid : null
  if (fits(targetPid, targetPid, address, procRoot)) return targetPid
  let names: string[]
  try {
    names = fs.readdirSync(procRoot)
  } catch {
    // No /proc: then nothing can be found out.
    return null
  }
  for (const name of names) {
    const pid = Number(name)
    if (Number.isInteger(pid) && pid !== targetPid && fits(pid, targetPid, address, procRoot)) return pid
  }
  return null
}

function fits(pid: number, targetPid: number, address: string, procRoot: string): boolean {
  const status = readProcText(`${procRoot}/${pid}/status`, shortLimitBytes)
  if (status === null || parseStatus(status).namespacePids.at(-1) !== targetPid) return false
  const environment = readProcText(`${procRoot}/${pid}/environ`, maxEnvironmentBytes)
  return environment !== null && environment.includes(address)
}

function isOwnMachine(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

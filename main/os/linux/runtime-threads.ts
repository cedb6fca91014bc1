import fs from 'node:fs'
import { readProcText } from './proc-files.ts'

/** More threads than that have long been started; the names of all need not be read. */
const enoughThreads = 32
/** Of a runtime that waits at its start: the main one and, on CoreCLR, the one of its synchronisation manager. */
const threadsAtStart = 2
/** Its diagnostics server, and one more for each event session; a suspended runtime has them too. */
const diagnosticsThread = '.NET EventPipe'

/** Names of the threads of a process; null when they can't be read. */
export function readThreadNames(pid: number, procRoot = '/proc'): readonly string[] | null {
  try {
    const threads = fs.readdirSync(`${procRoot}/${pid}/task`).slice(0, enoughThreads)
    return threads.map((thread) => readProcText(`${procRoot}/${pid}/task/${thread}/comm`, 64)?.trim() ?? '')
  } catch {
    // ENOENT (ended), EACCES.
    return null
  }
}

/**
 * Measured on .NET 8 to 10: 3 threads while it is suspended at its start (main, `.NET SynchManag`, `.NET EventPipe`), 2 with NativeAOT,
 * against 8 and 4 of the same programs running. Runtimes that don't name their threads are judged by the count alone.
 */
export function hasRuntimeStarted(names: readonly string[] | null): boolean | null {
  if (names === null || names.length === 0) return null
  const others = names.filter((name) => name !== diagnosticsThread)
  const diagnosticsCount = Math.max(1, names.length - others.length)
  return names.length - diagnosticsCount > threadsAtStart
}

import type { ProcessRow } from '../../../../shared/model/process.ts'

/** What a successor must share with the target that ended. */
export interface Application {
  readonly entryAssembly: string | null
  readonly commandLine: string | null
  readonly name: string
}

export function applicationOf(row: ProcessRow): Application {
  return { entryAssembly: row.entryAssembly, commandLine: row.commandLine, name: row.name }
}

/** A clock's grain between our seeing the end and the operating system's start time of the successor. */
const startToleranceMs = 2000

export interface Candidates {
  readonly rows: readonly ProcessRow[]
  readonly ageMs: (startTimeMs: number) => number
  readonly isTaken: (row: ProcessRow) => boolean
}

/**
 * The process that takes the place of one that ended so long ago: same entry assembly, same command line, started after the end
 * (or so it seems), able to answer, and not watched by anybody yet. Without a command line there is nothing to go by.
 */
export function findSuccessor(
  application: Application,
  endedMsAgo: number,
  { rows, ageMs, isTaken }: Candidates,
): ProcessRow | null {
  if (application.commandLine === null) return null
  const candidates = rows.filter(
    (row) =>
      (row.state === 'ready' || row.state === 'limited') &&
      row.exitedAtMs === null &&
      row.commandLine === application.commandLine &&
      row.entryAssembly === application.entryAssembly &&
      ageMs(startOf(row)) <= endedMsAgo + startToleranceMs &&
      !isTaken(row),
  )
  return candidates.sort((a, b) => startOf(a) - startOf(b))[0] ?? null
}

const startOf = (row: ProcessRow) => row.startTimeMs ?? row.firstSeenMs

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

/**
 * The process that takes the place of one that ended: same entry assembly, same command line, started after the end
 * (or so it seems), able to answer, and not watched by anybody yet. Without a command line there is nothing to go by.
 */
export function findSuccessor(
  application: Application,
  exitedAtMs: number,
  rows: readonly ProcessRow[],
  isTaken: (row: ProcessRow) => boolean,
): ProcessRow | null {
  if (application.commandLine === null) return null
  const candidates = rows.filter(
    (row) =>
      (row.state === 'ready' || row.state === 'limited') &&
      row.exitedAtMs === null &&
      row.commandLine === application.commandLine &&
      row.entryAssembly === application.entryAssembly &&
      (row.startTimeMs ?? row.firstSeenMs) >= exitedAtMs - startToleranceMs &&
      !isTaken(row),
  )
  return candidates.sort((a, b) => startOf(a) - startOf(b))[0] ?? null
}

const startOf = (row: ProcessRow) => row.startTimeMs ?? row.firstSeenMs

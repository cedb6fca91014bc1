import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { RecordedProcess } from '../../../../shared/model/saved-file.ts'
import type { SymbolsRefusal } from '../../../../shared/model/trace/trace.ts'
import { isAtLeast } from '../../../../shared/recording/versions.ts'
import { namesBeside } from '../recording-target.ts'

export interface FetchFacts {
  /** Null: the file is no recording that a crash of ours cut off. */
  readonly recorded: RecordedProcess | null
  /** Of the process with the recorded id and start. */
  readonly row: ProcessRow | null
  /** The list has another process with the recorded id. */
  readonly isIdTaken: boolean
  /** The system has a process with the recorded id. */
  readonly isAlive: boolean
  /** Whether a session may come and go in it now (docs/decisions/0111). */
  readonly mayLook: boolean
  /** An earlier session for its symbols took too long. */
  readonly wasSlow: boolean
  readonly nowMs: number
}

/**
 * Why no session is opened in a process to fetch symbols for a recording that was cut off; null: it may be. First whether it is the recorded
 * process, by id, start and the cookie of its runtime, then whether a session could harm it.
 */
export function whyNotFetched(facts: FetchFacts): SymbolsRefusal | null {
  return whyNotSame(facts) ?? whyNotNow(facts)
}

function whyNotSame({ recorded, row, isIdTaken, isAlive }: FetchFacts): SymbolsRefusal | null {
  if (recorded === null) return 'not-interrupted'
  if (row === null || row.state === 'exited')
    return isIdTaken ? 'another-process' : isAlive && row === null ? 'not-confirmed' : 'process-ended'
  // .NET Core 3 has no cookie: there is nothing to wait for.
  if (row.runtimeVersion !== null && isOld(row.runtimeVersion)) return 'runtime-too-old'
  if (recorded.cookie === null || row.cookie === null) return 'not-confirmed'
  return row.cookie === recorded.cookie ? null : 'another-process'
}

const isOld = (version: string): boolean => !isAtLeast(version, '5.0')

function whyNotNow({ row, mayLook, wasSlow, nowMs }: FetchFacts): SymbolsRefusal | null {
  if (row === null) return 'not-confirmed'
  const { wantsNames, firstLookAfterMs } = namesBeside(row, nowMs)
  if (!wantsNames) return 'native-aot'
  if (row.runtimeVersion === null) return 'runtime-too-old'
  if (wasSlow) return 'slow'
  if (firstLookAfterMs > 0) return 'starting'
  return mayLook ? null : 'busy'
}

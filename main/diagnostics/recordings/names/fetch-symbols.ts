import { asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { Job } from '../../../../shared/model/job.ts'
import { machineNameOfKey, pidOfKey } from '../../../../shared/model/machine.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { RecordedProcess } from '../../../../shared/model/saved-file.ts'
import type { SymbolsOutcome } from '../../../../shared/model/trace/trace.ts'
import { isProcessAlive } from '../../../os/process-alive.ts'
import type { TargetDirectory } from '../../live/target/target-directory.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { whyNotFetched, type FetchFacts } from './fetch-decision.ts'
import { betweenLooksMs, longestLookMs, lookForNames } from './name-sessions.ts'
import { mayLookInto } from '../recording-target.ts'
import { SymbolsBeside } from './symbols-beside.ts'
import { pause } from '../../../os/pause.ts'

export interface SymbolFetcherOptions {
  readonly directory: Pick<TargetDirectory, 'rows' | 'rowOf' | 'endpointOf'>
  readonly registry: SessionRegistry
  readonly runningJobs: () => readonly Job[]
  /** Of a recording that a crash of ours cut off: what the journal kept about its process. */
  readonly recordedProcessOf: (recordingPath: string) => RecordedProcess | null
  readonly isAlive?: (pid: number) => boolean
  readonly now?: () => number
  /** How long a process of the recorded id may take to appear in the list, or to say who it is; default 3 s. */
  readonly appearsWithinMs?: number
}

/** The list of processes begins empty when the app starts. */
const defaultAppearsWithinMs = 3000
const askAgainMs = 100
/** Whoever opens a file waits no longer; what comes later still lies beside it the next time. */
const longestWaitMs = 15_000

/**
 * Symbols of a recording that a crash of ours cut off, from its process, if that still runs: one session like those beside a recording, when
 * the person opens the file. They are written beside it (docs/formats/symbols-file.md).
 */
export class SymbolFetcher {
  readonly #options: SymbolFetcherOptions
  readonly #now: () => number
  /** When each process was last asked; null: it took too long and is not asked again. */
  readonly #looks = new Map<ProcessKey, number | null>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: SymbolFetcherOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** One at a time: files of the same recording name the same process. */
  fetch(recordingPath: string): Promise<SymbolsOutcome> {
    const fetched = this.#last.then(() => this.#fetch(recordingPath))
    this.#last = fetched.catch(() => undefined)
    return fetched
  }

  async #fetch(recordingPath: string): Promise<SymbolsOutcome> {
    const facts = await this.#settledFacts(recordingPath)
    const refusal = whyNotFetched(facts)
    if (refusal !== null) return refusal
    const { row } = facts
    const endpoint = row === null ? null : this.#options.directory.endpointOf(row.key)
    if (row === null || endpoint === null) return 'process-ended'
    const beside = new SymbolsBeside(recordingPath)
    const look = lookForNames(
      this.#options.registry,
      { endpoint, runtimeVersion: row.runtimeVersion },
      { onBytes: (bytes) => beside.add(bytes), onEnd: (isWhole) => beside.end(isWhole) },
    )
    this.#looks.set(row.key, null)
    const tookMs = await isWithin(look, longestWaitMs)
    if (tookMs === null) return 'failed'
    if (tookMs <= longestLookMs) this.#looks.set(row.key, this.#now())
    await beside.finish()
    return beside.hasKept ? 'fetched' : 'failed'
  }

  /** A process that lives, and is not in the list yet or has not answered, gets a moment. */
  async #settledFacts(recordingPath: string): Promise<FetchFacts> {
    const endMs = performance.now() + (this.#options.appearsWithinMs ?? defaultAppearsWithinMs)
    for (;;) {
      const facts = this.#facts(recordingPath)
      if (whyNotFetched(facts) !== 'not-confirmed' || performance.now() >= endMs) return facts
      // oxlint-disable-next-line no-await-in-loop -- until it is known or the time is over
      await pause(askAgainMs)
    }
  }

  #facts(recordingPath: string): FetchFacts {
    const { directory, runningJobs, recordedProcessOf, isAlive = isProcessAlive } = this.#options
    const recorded = recordedProcessOf(recordingPath)
    const key = recorded === null ? null : asProcessKey(recorded.key)
    const row: ProcessRow | null = key === null ? null : directory.rowOf(key)
    const pid = recorded === null ? null : pidOfKey(recorded.key)
    const machine = machineNameOfKey(recorded?.key ?? '')
    const isThere = (other: ProcessRow): boolean => machineNameOfKey(other.key) === machine
    const lookedMs = key === null ? undefined : this.#looks.get(key)
    const nowMs = this.#now()
    return {
      recorded,
      row,
      isIdTaken: directory
        .rows()
        .some((other) => other.pid === pid && isThere(other) && other.key !== key && other.state !== 'exited'),
      // Of another machine only its row says so.
      isAlive: pid !== null && (machine === null ? isAlive(pid) : row !== null && row.state !== 'exited'),
      mayLook: mayLookInto(row, runningJobs()) && (lookedMs == null || nowMs - lookedMs >= betweenLooksMs),
      wasSlow: lookedMs === null,
      nowMs,
    }
  }
}

/** Null: not within that time. */
async function isWithin(promise: Promise<number>, ms: number): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  const outcome = await Promise.race([promise, late])
  clearTimeout(timer)
  return outcome
}

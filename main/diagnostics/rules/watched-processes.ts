import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessRow, ProcessUsage } from '../../../shared/model/process.ts'
import { mostWatched, type RuleProblem, type WatchedProcess as Watched } from '../../../shared/model/rules.ts'
import type { Trigger } from '../../../shared/rules/rule-evaluator.ts'
import { processAgeMs } from '../../os/process-age.ts'
import { settledWithin } from '../live/sessions/settled-within.ts'
import { fitsApplication } from './fits-application.ts'
import { KeptFlight, longestFlightMs, type KeptFlightOptions } from './kept-flight.ts'
import { WatchedProcess, type ArmedRule, type WatchSources } from './watched-process.ts'

export interface WatchedProcessesOptions extends Pick<KeptFlightOptions, 'actions'> {
  readonly rowOf: (key: ProcessKey) => ProcessRow | null
  readonly sources: WatchSources
  readonly armed: () => readonly ArmedRule[]
  readonly nowMs: () => number
  /** Where files of this process would go. */
  readonly folderOf: (row: ProcessRow) => string | null
  /** Nothing of a process is kept for its rules, for another reason than before; null: it is again. */
  readonly onFlightProblem: (row: ProcessRow, problem: RuleProblem | null) => void
  readonly onTrigger: (row: ProcessRow, armed: ArmedRule, trigger: Trigger, flight: KeptFlight | null) => void
}

/** A process is found within a second or two of its start. */
const justStartedMs = 30_000
/** The process list may notice an end before the last events were looked at, which takes a fraction of a second. */
const lastReadingsMs = 3000

interface Watch {
  readonly process: WatchedProcess
  /** Null: none of its rules saves what led up to something. */
  readonly flight: KeptFlight | null
  /** False: it was seen standing still, and has not answered since. */
  isAnswering: boolean
}

/** Which processes armed rules look at, from the row that appears to the last events of one that has ended. */
export class WatchedProcesses {
  readonly #options: WatchedProcessesOptions
  readonly #watches = new Map<ProcessKey, Watch>()
  /** Of processes that have ended, while their last events are looked at. */
  readonly #ending = new Map<Watch, Promise<void>>()
  /** Rules of processes that there is no room for, in the order in which they came. */
  readonly #unwatched = new Map<ProcessKey, readonly string[]>()
  /** Processes that were there when rules changed: they have not started since. */
  #seenBefore: ReadonlySet<ProcessKey> = new Set()

  constructor(options: WatchedProcessesOptions) {
    this.#options = options
  }

  /** After rules were armed or disarmed: only processes whose rules are others now begin anew. */
  rulesChanged(rows: readonly ProcessRow[]): void {
    this.#seenBefore = new Set(rows.map(({ key }) => key))
    this.look(rows)
  }

  look(rows: readonly ProcessRow[]): void {
    for (const row of rows) this.#look(row)
    this.#fillRoom()
  }

  noteUsage(entries: readonly ProcessUsage[], timeMs: number): void {
    for (const usage of entries) this.#watches.get(usage.key)?.process.noteUsage(usage, timeMs)
  }

  /** Their rows are gone. */
  remove(keys: readonly ProcessKey[]): void {
    for (const key of keys) {
      this.#unwatched.delete(key)
      void this.#drop(key)
    }
    this.#fillRoom()
  }

  tick(): void {
    const nowMs = this.#options.nowMs()
    for (const { process, flight } of this.#watches.values()) {
      process.advance(nowMs)
      flight?.tend()
    }
  }

  watchedFor(ruleId: string): readonly Watched[] {
    const watches = [...this.#watches.values()].filter(({ process }) => process.ruleIds.includes(ruleId))
    return watches.map(({ process, flight }) => ({
      key: process.row.key,
      name: process.row.name,
      pid: process.row.pid,
      problem: process.problem,
      flightProblem: flight?.problem ?? null,
    }))
  }

  unwatchedCountOf(ruleId: string): number {
    return [...this.#unwatched.values()].filter((rules) => rules.includes(ruleId)).length
  }

  ownsJob(jobId: string): boolean {
    return [...this.#watches.values(), ...this.#ending.keys()].some(({ flight }) => flight?.jobId === jobId)
  }

  /** The last events of processes that have ended were looked at. */
  async whenEnded(): Promise<void> {
    await Promise.all(this.#ending.values())
  }

  /** Their flight recorders are discarded. */
  async end(): Promise<void> {
    const ending = [...this.#ending.keys()]
    this.#ending.clear()
    for (const { process } of ending) process.dispose()
    const dropped = [...this.#watches.keys()].map((key) => this.#drop(key))
    await Promise.all([...dropped, ...ending.map(({ flight }) => flight?.drop())])
  }

  /** Rows change seldom: what waits for room is not looked at again by itself. */
  #fillRoom(): void {
    if (this.#watches.size >= mostWatched) return
    for (const key of [...this.#unwatched.keys()].slice(0, mostWatched - this.#watches.size)) {
      this.#unwatched.delete(key)
      const row = this.#options.rowOf(key)
      if (row !== null) this.#look(row)
    }
  }

  #look(row: ProcessRow): void {
    const watch = this.#watches.get(row.key)
    const nowMs = this.#options.nowMs()
    this.#unwatched.delete(row.key)
    if (row.state === 'exited') {
      if (watch !== undefined) this.#ended(row, watch, nowMs)
      return
    }
    const isAnswering = row.state === 'ready' || row.state === 'limited'
    if (watch === undefined && !isAnswering) return
    // A process that is ending has no command line any more, and is still the one that was meant.
    const known = watch?.process.row ?? row
    const armed = this.#options.armed()
    const fitting = armed.filter(({ rule }) => fitsApplication(rule, row) || fitsApplication(rule, known))
    if (watch !== undefined && watch.process.bears(fitting)) return this.#noteAnswering(row, watch, nowMs)
    const kept = this.#unwatch(row.key, fitting)
    if (fitting.length > 0 && this.#watches.size < mostWatched) return this.#watch(row, fitting, kept, nowMs)
    void kept?.drop()
    if (fitting.length > 0)
      this.#unwatched.set(
        row.key,
        fitting.map(({ id }) => id),
      )
  }

  #noteAnswering({ state }: ProcessRow, watch: Watch, nowMs: number): void {
    const isStanding = state === 'silent' || state === 'stopped'
    // A row changes more than once while its process stands still.
    if (isStanding && watch.isAnswering) watch.process.noteMoment('stopped-answering', nowMs)
    if (isStanding) watch.isAnswering = false
    else if (state === 'ready' || state === 'limited') watch.isAnswering = true
  }

  #watch(row: ProcessRow, armed: readonly ArmedRule[], kept: KeptFlight | null, nowMs: number): void {
    const { sources, onTrigger } = this.#options
    const flight = kept ?? this.#flightFor(row, armed)
    const process = new WatchedProcess(row, armed, sources, (one, trigger) => onTrigger(row, one, trigger, flight))
    this.#watches.set(row.key, { process, flight, isAnswering: true })
    flight?.tend()
    const ageMs = processAgeMs(row.startTimeMs ?? row.firstSeenMs, nowMs)
    if (!this.#seenBefore.has(row.key) && ageMs < justStartedMs) process.noteMoment('started', nowMs)
  }

  #flightFor(row: ProcessRow, armed: readonly ArmedRule[]): KeptFlight | null {
    const lastMs = longestFlightMs(armed.map(({ rule }) => rule))
    if (lastMs === 0) return null
    const { actions, folderOf, onFlightProblem } = this.#options
    const leastFreeBytes = Math.max(...armed.map(({ rule }) => rule.limits.leastFreeBytes))
    const onProblem = (problem: RuleProblem | null): void => onFlightProblem(row, problem)
    return new KeptFlight({ row, lastMs, leastFreeBytes, folder: () => folderOf(row), actions, onProblem })
  }

  #ended(row: ProcessRow, watch: Watch, nowMs: number): void {
    watch.process.noteMoment('exited', nowMs)
    if (row.problem?.kind === 'exited' && row.problem.socket === 'left')
      watch.process.noteMoment('ended-suddenly', nowMs)
    this.#watches.delete(row.key)
    const last = watch.process.lastReadings()
    if (last === null) return gone(watch)
    watch.flight?.exiting()
    const ended = settledWithin(last, lastReadingsMs).then(() => {
      if (this.#ending.delete(watch)) gone(watch)
    })
    this.#ending.set(watch, ended)
  }

  /** What its recorder keeps is kept on when the rules that are armed now need as much. */
  #unwatch(key: ProcessKey, armed: readonly ArmedRule[]): KeptFlight | null {
    const watch = this.#watches.get(key)
    if (watch === undefined) return null
    this.#watches.delete(key)
    watch.process.dispose()
    const { flight } = watch
    if (flight !== null && flight.lastMs === longestFlightMs(armed.map(({ rule }) => rule))) return flight
    void flight?.drop()
    return null
  }

  async #drop(key: ProcessKey): Promise<void> {
    const flight = this.#watches.get(key)?.flight ?? null
    this.#unwatch(key, [])
    await flight?.drop()
  }
}

function gone({ process, flight }: Watch): void {
  process.dispose()
  // Its recorder ends with the process, and saves when a rule has asked for that by now.
  flight?.exited()
}

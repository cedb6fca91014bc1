import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { DisposableStore, toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err } from '../../../shared/base/result.ts'
import { fitsPattern } from '../../../shared/base/name-pattern.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import {
  mostWatched,
  type DoneFile,
  type Fired,
  type RuleProblem,
  type KeptRule,
  type RuleEntry,
} from '../../../shared/model/rules.ts'
import type { Trigger } from '../../../shared/rules/rule-evaluator.ts'
import { leftToday, skipReason, type Clocks, type SkipReason } from '../../../shared/rules/rule-limits.ts'
import { actionText, conditionText, figureText } from '../../../shared/rules/rule-words.ts'
import type { Rule, RuleAction } from '../../../shared/rules/rule.ts'
import { processAgeMs } from '../../os/process-age.ts'
import { diskRoom } from '../recordings/recording-files.ts'
import { settledWithin } from '../live/sessions/settled-within.ts'
import { ActionQueues } from './action-queues.ts'
import { KeptFlight } from './kept-flight.ts'
import { nameOfProblem } from './kept-place.ts'
import type { Occasion, RuleActions } from './rule-actions.ts'
import type { RuleClaims } from './rule-claims.ts'
import type { RuleStore } from './rule-store.ts'
import { WatchedProcess, type ArmedRule, type WatchSources } from './watched-process.ts'

/*
 * Armed rules and the processes they look at.
 *
 *     process list ── rows ──> which rules fit ──> WatchedProcess ── trigger ──> limits ──> actions, one after the other per process
 *          └── usage, exits, stops ─────────────────^                              └─> journal
 *
 * Needs no window. A process that comes later, or comes again, is watched when its row does; counts belong to its application.
 */

export interface RuleEngineOptions {
  readonly directory: {
    rows(): readonly ProcessRow[]
    rowOf(key: ProcessKey): ProcessRow | null
    setWatched(isWatched: boolean): void
    subscribe(listener: (message: ProcessMessage) => void): Disposable
  }
  readonly store: RuleStore
  readonly claims: Pick<RuleClaims, 'onChange' | 'follow' | 'isOurs' | 'holderOf' | 'end'>
  readonly actions: RuleActions
  readonly sources: WatchSources
  readonly clocks: () => Clocks
  /** Where files of this process would go. */
  readonly folderOf: (row: ProcessRow) => string | null
  readonly onChange: () => void
  /** Nothing of a process is kept for its rules, for another reason than before; null: it is again. */
  readonly onFlightProblem: (row: ProcessRow, problem: RuleProblem | null) => void
  /** Files of a rule can't be written, for another reason than before; null: they can again. */
  readonly onFilesProblem: (rule: Rule, problem: RuleProblem | null) => void
  /** Logs it and gives its reference. */
  readonly reportBug: (where: string, cause: unknown) => string
}

const tickMs = 1000
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

export class RuleEngine {
  readonly #options: RuleEngineOptions
  readonly #owned = new DisposableStore()
  readonly #watches = new Map<ProcessKey, Watch>()
  /** Of processes that have ended, while their last events are looked at. */
  readonly #ending = new Map<Watch, Promise<void>>()
  /** Rules of processes that there is no room for, in the order in which they came. */
  readonly #unwatched = new Map<ProcessKey, readonly string[]>()
  readonly #queues = new ActionQueues()
  /** By rule: why its files could not be written the last time. */
  readonly #filesProblems = new Map<string, string>()
  /** Processes that were there when rules changed: they have not started since. */
  #seenBefore: ReadonlySet<ProcessKey> = new Set()
  #timer: NodeJS.Timeout | null = null

  constructor(options: RuleEngineOptions) {
    this.#options = options
    this.#owned.add(options.directory.subscribe((message) => this.#took(message)))
    this.#owned.add(toDisposable(() => this.#rest()))
    this.#owned.add(toDisposable(() => options.claims.end()))
    options.claims.onChange(() => this.rulesChanged())
    this.rulesChanged()
  }

  /** Those that no other instance of Pipescope acts on. */
  get armed(): readonly ArmedRule[] {
    const { store, claims } = this.#options
    const ours = store.rules.filter(({ id, isArmed }) => isArmed && claims.isOurs(id))
    return ours.map(({ id, rule }) => ({ id, rule }))
  }

  /** After a rule was armed, disarmed or removed: only processes whose rules are others now begin anew. */
  rulesChanged(): void {
    this.#options.claims.follow(this.#options.store.rules)
    const isAny = this.armed.length > 0
    this.#seenBefore = new Set(this.#options.directory.rows().map(({ key }) => key))
    this.#options.directory.setWatched(isAny)
    if (isAny) this.#timer ??= setInterval(() => this.#tick(), tickMs)
    else this.#rest()
    for (const row of this.#options.directory.rows()) this.#look(row)
    this.#fillRoom()
    this.#options.onChange()
  }

  entryOf({ id, rule, isArmed, off }: KeptRule): RuleEntry {
    const { store, clocks, claims } = this.#options
    const last = store.journal.find((line) => line.ruleId === id && line.outcome !== 'skipped')
    const watches = [...this.#watches.values()].filter(({ process }) => process.ruleIds.includes(id))
    return {
      id,
      rule,
      isArmed,
      off,
      lastFiredMs: last?.atMs ?? null,
      leftToday: leftToday(rule.limits, store.mostFiringsOf(id), clocks()),
      watched: watches.map(({ process, flight }) => ({
        key: process.row.key,
        name: process.row.name,
        pid: process.row.pid,
        problem: process.problem,
        flightProblem: flight?.problem ?? null,
      })),
      unwatchedCount: [...this.#unwatched.values()].filter((rules) => rules.includes(id)).length,
      heldBy: claims.holderOf(id),
    }
  }

  /** Flight recorders that are there for rules alone: whoever quits has nothing to lose with them. */
  ownsJob(jobId: string): boolean {
    return [...this.#watches.values(), ...this.#ending.keys()].some(({ flight }) => flight?.jobId === jobId)
  }

  /** What is being done is done; nothing new begins. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#ending.values())
    await this.#queues.whenIdle()
  }

  /** Their flight recorders are discarded. */
  async end(): Promise<void> {
    this.#owned.dispose()
    const ending = [...this.#ending.keys()]
    this.#ending.clear()
    for (const { process } of ending) process.dispose()
    const dropped = [...this.#watches.keys()].map((key) => this.#drop(key))
    await Promise.all([...dropped, ...ending.map(({ flight }) => flight?.drop())])
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Rows change seldom: what waits for room is not looked at again by itself. */
  #fillRoom(): void {
    if (this.#watches.size >= mostWatched) return
    for (const key of [...this.#unwatched.keys()].slice(0, mostWatched - this.#watches.size)) {
      this.#unwatched.delete(key)
      const row = this.#options.directory.rowOf(key)
      if (row !== null) this.#look(row)
    }
  }

  #took(message: ProcessMessage): void {
    if (message.kind === 'usage') {
      for (const usage of message.entries) this.#watches.get(usage.key)?.process.noteUsage(usage, message.timeMs)
      return
    }
    const rows = message.kind === 'snapshot' ? message.rows : message.upserted
    for (const row of rows) this.#look(row)
    if (message.kind === 'changes') {
      for (const key of message.removed) {
        this.#unwatched.delete(key)
        void this.#drop(key)
      }
    }
    this.#fillRoom()
  }

  #tick(): void {
    const { nowMs } = this.#options.clocks()
    for (const { process, flight } of this.#watches.values()) {
      process.advance(nowMs)
      flight?.tend()
    }
    this.#options.onChange()
  }

  #look(row: ProcessRow): void {
    const watch = this.#watches.get(row.key)
    const { nowMs } = this.#options.clocks()
    this.#unwatched.delete(row.key)
    if (row.state === 'exited') {
      if (watch !== undefined) this.#ended(row, watch, nowMs)
      return
    }
    const isAnswering = row.state === 'ready' || row.state === 'limited'
    if (watch === undefined && !isAnswering) return
    // A process that is ending has no command line any more, and is still the one that was meant.
    const known = watch?.process.row ?? row
    const fitting = this.armed.filter(({ rule }) => fitsApplication(rule, row) || fitsApplication(rule, known))
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
    const flight = kept ?? this.#flightFor(row, armed)
    const process: WatchedProcess = new WatchedProcess(row, armed, this.#options.sources, (one, trigger) =>
      this.#triggered(watch, one, trigger),
    )
    const watch: Watch = { process, flight, isAnswering: true }
    this.#watches.set(row.key, watch)
    flight?.tend()
    const ageMs = processAgeMs(row.startTimeMs ?? row.firstSeenMs, nowMs)
    if (!this.#seenBefore.has(row.key) && ageMs < justStartedMs) process.noteMoment('started', nowMs)
  }

  #flightFor(row: ProcessRow, armed: readonly ArmedRule[]): KeptFlight | null {
    const lastMs = longestFlightMs(armed)
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
    if (last === null) return this.#gone(watch)
    watch.flight?.exiting()
    const ended = settledWithin(last, lastReadingsMs).then(() => {
      if (this.#ending.delete(watch)) this.#gone(watch)
    })
    this.#ending.set(watch, ended)
  }

  #gone({ process, flight }: Watch): void {
    process.dispose()
    // Its recorder ends with the process, and saves when a rule has asked for that by now.
    flight?.exited()
  }

  /** What its recorder keeps is kept on when the rules that are armed now need as much. */
  #unwatch(key: ProcessKey, armed: readonly ArmedRule[]): KeptFlight | null {
    const watch = this.#watches.get(key)
    if (watch === undefined) return null
    this.#watches.delete(key)
    watch.process.dispose()
    const { flight } = watch
    if (flight !== null && flight.lastMs === longestFlightMs(armed)) return flight
    void flight?.drop()
    return null
  }

  async #drop(key: ProcessKey): Promise<void> {
    const flight = this.#watches.get(key)?.flight ?? null
    this.#unwatch(key, [])
    await flight?.drop()
  }

  #triggered(watch: Watch, armed: ArmedRule, trigger: Trigger): void {
    // Of a process that has ended, a rule may have been disarmed meanwhile.
    if (!this.#isArmed(armed)) return
    const { store, clocks } = this.#options
    const { row } = watch.process
    const { key } = row
    const application = countedAs(row)
    const line = this.#lineOf(row, armed, trigger)
    const skipped = skipReason(armed.rule.limits, store.firingsOf(armed.id, application), clocks())
    if (skipped !== null || this.#queues.isFull(key)) return this.#skip(line, skipped ?? 'busy')
    store.noteFiring(armed.id, application)
    store.note(line)
    const release = flightMs(armed.rule) > 0 ? watch.flight?.want() : undefined
    this.#queues.add(key, () => this.#act(row, armed, line).finally(release))
    this.#options.onChange()
  }

  #lineOf(row: ProcessRow, { id, rule }: ArmedRule, { conditionIndex, value, heldMs, text }: Trigger): Fired {
    const condition = rule.conditions[conditionIndex]!
    return {
      id: randomUUID(),
      ruleId: id,
      atMs: this.#options.clocks().nowMs,
      processName: row.name,
      pid: row.pid,
      condition: conditionText(condition),
      reached: figureText(condition, value),
      heldMs,
      message: text,
      outcome: 'running',
      skipped: null,
      count: 1,
      actions: rule.actions.map((action) => ({
        text: actionText(action),
        state: 'waiting',
        reason: null,
        durationMs: 0,
        files: [],
      })),
    }
  }

  /**
   * In a row for the same reason they are one line: a flood must not push everything else out of the journal. What was refused when its turn came
   * is not compared with what still waits for its own.
   */
  #skip(line: Fired, reason: SkipReason, isCompared: (line: Fired) => boolean = () => true): void {
    const { store } = this.#options
    const last = store.journal.find(
      (known) => known.ruleId === line.ruleId && known.pid === line.pid && isCompared(known),
    )
    const isRepeated = last?.outcome === 'skipped' && last.skipped === reason
    const skipped: Fired = { ...line, outcome: 'skipped', skipped: reason, actions: [] }
    store.note(isRepeated ? { ...skipped, id: last.id, count: last.count + 1 } : skipped)
    this.#options.onChange()
  }

  async #act(row: ProcessRow, armed: ArmedRule, begun: Fired): Promise<void> {
    // What waited behind another capture may have been disarmed meanwhile.
    const refused = this.#isArmed(armed) ? await this.#roomReason(row, armed) : 'disarmed'
    if (refused !== null) {
      // It did nothing: that is no use of its limits, and the next time may be another.
      this.#options.store.takeBack(armed.id, countedAs(row), begun.id)
      return this.#skip(begun, refused, ({ outcome }) => outcome !== 'running')
    }
    let line = begun
    const files: DoneFile[] = []
    const change = (index: number, next: Partial<Fired['actions'][number]>): void => {
      line = { ...line, actions: line.actions.map((action, at) => (at === index ? { ...action, ...next } : action)) }
      this.#options.store.note(line)
      this.#options.onChange()
    }
    for (const [index, action] of armed.rule.actions.entries()) {
      const startMs = performance.now()
      change(index, { state: 'running' })
      const occasion = {
        row,
        ruleName: armed.rule.name,
        sentence: sentenceOf(line),
        values: valuesOf(line, armed),
        files,
      }
      // oxlint-disable-next-line no-await-in-loop -- one capture at a time
      const done = await this.#do(armed, action, occasion)
      if (writesFiles(action)) this.#noteFiles(armed, done)
      const durationMs = Math.round(performance.now() - startMs)
      if (done.ok) files.push(...done.value)
      change(index, {
        state: done.ok ? 'done' : 'failed',
        reason: done.ok ? null : reasonOf(done.error),
        durationMs,
        files: done.ok ? [...done.value] : [],
      })
    }
    this.#finish(armed, line)
  }

  /** Nothing begins for a rule that was disarmed or edited meanwhile. */
  async #do(armed: ArmedRule, action: RuleAction, occasion: Occasion): ReturnType<RuleActions['do']> {
    if (!this.#isArmed(armed)) return err({ kind: 'cancelled' })
    try {
      return await this.#options.actions.do(action, occasion)
    } catch (cause) {
      // A bug of ours, or a file that went away: the rules of this process go on.
      return err({ kind: 'internal', reference: this.#options.reportBug('rule action', cause) })
    }
  }

  #noteFiles(armed: ArmedRule, done: Awaited<ReturnType<RuleActions['do']>>): void {
    if (done.ok && done.value.length > 0) this.#noteFilesProblem(armed, null)
    else if (!done.ok && done.error.kind === 'io') this.#noteFilesProblem(armed, { kind: 'failed', error: done.error })
  }

  #noteFilesProblem({ id, rule }: ArmedRule, problem: RuleProblem | null): void {
    const name = problem === null ? undefined : nameOfProblem(problem)
    if (this.#filesProblems.get(id) === name) return
    if (name === undefined) this.#filesProblems.delete(id)
    else this.#filesProblems.set(id, name)
    this.#options.onFilesProblem(rule, problem)
  }

  #isArmed({ id, rule }: ArmedRule): boolean {
    const kept = this.#options.store.ruleOf(id)
    return kept !== null && kept.isArmed && kept.rule === rule
  }

  #finish(armed: ArmedRule, line: Fired): void {
    const { store, clocks } = this.#options
    const failed = line.actions.filter(({ state }) => state === 'failed')
    const outcome = failed.length === 0 ? 'done' : failed.length < line.actions.length ? 'partial' : 'failed'
    store.note({ ...line, outcome })
    const kept = store.ruleOf(armed.id)
    // Nothing of it worked: the next time would be the same.
    if (outcome === 'failed' && kept !== null && this.#isArmed(armed)) {
      const off = { reason: 'actions-failed', detail: failed[0]?.reason ?? '', atMs: clocks().nowMs } as const
      store.put({ ...kept, isArmed: false, off })
      this.rulesChanged()
    }
    this.#options.onChange()
  }

  /** Asked when its turn comes: what ran before may have filled the disk. */
  async #roomReason(row: ProcessRow, armed: ArmedRule): Promise<SkipReason | null> {
    const { id, rule } = armed
    if (!rule.actions.some(writesFiles)) return null
    const folder = this.#options.folderOf(row)
    const room = folder === null ? null : await diskRoom(folder)
    if (folder !== null && room !== null && room.freeBytes < rule.limits.leastFreeBytes) {
      this.#noteFilesProblem(armed, { kind: 'disk-low', folder })
      return 'disk'
    }
    const files = this.#options.store.journal
      .filter(({ ruleId }) => ruleId === id)
      .flatMap(({ actions }) => actions.flatMap((action) => action.files))
    const sizes = await Promise.all(files.map(({ path: file }) => sizeOf(file)))
    return sizes.reduce((sum, size) => sum + size, 0) >= rule.limits.mostBytes ? 'size' : null
  }
}

/** As the journal has it. */
function reasonOf(error: AppError): string {
  return error.kind === 'io' ? `io-${error.code}` : error.kind
}

/** By its name alone: the command line of a process is known later than the process, and reads differently until then. */
function countedAs({ name }: ProcessRow): string {
  return `${name}\n`
}

function flightMs({ actions }: Rule): number {
  return Math.max(0, ...actions.map((action) => (action.kind === 'save-flight' ? action.lastMs : 0)))
}

function longestFlightMs(armed: readonly ArmedRule[]): number {
  return Math.max(0, ...armed.map(({ rule }) => flightMs(rule)))
}

function writesFiles({ kind }: Rule['actions'][number]): boolean {
  return kind !== 'notify' && kind !== 'program'
}

export function fitsApplication({ applications }: Rule, row: ProcessRow): boolean {
  const { name, commandLine, allUsers } = applications
  if (!row.isSameUser && !allUsers) return false
  // Build servers and our own helpers are meant only when they are named.
  if (row.isTool && name.includes('*')) return false
  if (!fitsPattern(name, row.name)) return false
  return commandLine === '' || (row.commandLine ?? '').toLowerCase().includes(commandLine.toLowerCase())
}

function sentenceOf({ processName, pid, condition, reached }: Fired): string {
  return `${processName} (PID ${pid}): ${condition}${reached === '' ? '' : ` (${reached})`}`
}

function valuesOf(line: Fired, { rule }: ArmedRule) {
  return {
    '{pid}': String(line.pid),
    '{process}': line.processName,
    '{rule}': rule.name,
    '{reached}': line.reached,
    '{message}': line.message,
    '{time}': new Date(line.atMs).toISOString(),
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await fs.promises.stat(file)).size
  } catch {
    // ENOENT: removed by the person, which makes room.
    return 0
  }
}

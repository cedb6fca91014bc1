import { DisposableStore, toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import type { KeptRule, RuleEntry } from '../../../shared/model/rules.ts'
import { leftToday } from '../../../shared/rules/rule-limits.ts'
import type { RuleActions } from './rule-actions.ts'
import type { RuleClaims } from './rule-claims.ts'
import { RuleFirings, type RuleFiringsOptions } from './rule-firings.ts'
import type { ArmedRule } from './watched-process.ts'
import { WatchedProcesses, type WatchedProcessesOptions } from './watched-processes.ts'

/*
 * Armed rules and the processes they look at.
 *
 *     process list ── rows ──> WatchedProcesses: which rules fit ──> WatchedProcess ── trigger ──> RuleFirings: limits, actions
 *          └── usage, exits, stops ───────────────────────────────────────^                             └─> journal
 *
 * Needs no window. A process that comes later, or comes again, is watched when its row does; counts belong to its application.
 */

export interface RuleEngineOptions
  extends Omit<RuleFiringsOptions, 'onOff' | 'actions'>, Pick<WatchedProcessesOptions, 'sources' | 'onFlightProblem'> {
  readonly directory: {
    rows(): readonly ProcessRow[]
    rowOf(key: ProcessKey): ProcessRow | null
    setWatched(isWatched: boolean): void
    subscribe(listener: (message: ProcessMessage) => void): Disposable
  }
  readonly claims: Pick<RuleClaims, 'onChange' | 'follow' | 'isOurs' | 'holderOf' | 'end'>
  readonly actions: RuleActions
}

const tickMs = 1000

export class RuleEngine {
  readonly #options: RuleEngineOptions
  readonly #owned = new DisposableStore()
  readonly #firings: RuleFirings
  readonly #processes: WatchedProcesses
  #timer: NodeJS.Timeout | null = null

  constructor(options: RuleEngineOptions) {
    this.#options = options
    const { directory, clocks, claims } = options
    this.#firings = new RuleFirings({ ...options, onOff: () => this.rulesChanged() })
    this.#processes = new WatchedProcesses({
      ...options,
      rowOf: (key) => directory.rowOf(key),
      armed: () => this.armed,
      nowMs: () => clocks().nowMs,
      onTrigger: (row, armed, trigger, flight) => this.#firings.fire(row, armed, trigger, flight),
    })
    this.#owned.add(directory.subscribe((message) => this.#took(message)))
    this.#owned.add(toDisposable(() => this.#rest()))
    this.#owned.add(toDisposable(() => claims.end()))
    claims.onChange(() => this.rulesChanged())
    this.rulesChanged()
  }

  /** Those that no other instance of Pipescope acts on. */
  get armed(): readonly ArmedRule[] {
    const { store, claims } = this.#options
    const ours = store.rules.filter(({ id, isArmed }) => isArmed && claims.isOurs(id))
    return ours.map(({ id, rule }) => ({ id, rule }))
  }

  /** After a rule was armed, disarmed or removed. */
  rulesChanged(): void {
    const { claims, store, directory, onChange } = this.#options
    claims.follow(store.rules)
    const isAny = this.armed.length > 0
    directory.setWatched(isAny)
    if (isAny) this.#timer ??= setInterval(() => this.#tick(), tickMs)
    else this.#rest()
    this.#processes.rulesChanged(directory.rows())
    onChange()
  }

  entryOf({ id, rule, isArmed, off }: KeptRule): RuleEntry {
    const { store, clocks, claims } = this.#options
    const last = store.journal.find((line) => line.ruleId === id && line.outcome !== 'skipped')
    return {
      id,
      rule,
      isArmed,
      off,
      lastFiredMs: last?.atMs ?? null,
      leftToday: leftToday(rule.limits, store.mostFiringsOf(id), clocks()),
      watched: this.#processes.watchedFor(id),
      unwatchedCount: this.#processes.unwatchedCountOf(id),
      heldBy: claims.holderOf(id),
    }
  }

  /** Flight recorders that are there for rules alone: whoever quits has nothing to lose with them. */
  ownsJob(jobId: string): boolean {
    return this.#processes.ownsJob(jobId)
  }

  /** What is being done is done; nothing new begins. */
  async whenIdle(): Promise<void> {
    await this.#processes.whenEnded()
    await this.#firings.whenIdle()
  }

  /** Their flight recorders are discarded. */
  async end(): Promise<void> {
    this.#owned.dispose()
    await this.#processes.end()
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #took(message: ProcessMessage): void {
    if (message.kind === 'usage') return this.#processes.noteUsage(message.entries, message.timeMs)
    this.#processes.look(message.kind === 'snapshot' ? message.rows : message.upserted)
    if (message.kind === 'changes') this.#processes.remove(message.removed)
  }

  #tick(): void {
    this.#processes.tick()
    this.#options.onChange()
  }
}

import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { KeptRule, RulesState } from '../../../shared/model/rules.ts'
import { ruleSchema, type Rule } from '../../../shared/rules/rule.ts'
import type { LiveService } from '../live/live-service.ts'
import type { RulesHost } from '../../workers/rules/rules-host.ts'
import { counterSource, mayBeCounterFile } from './counter-source.ts'
import { dryRun, type DrySource } from './dry-run.ts'
import { RuleEngine, type RuleEngineOptions } from './rule-engine.ts'
import { mostRules, type RuleStore } from './rule-store.ts'
import { eventConditionOf, isLaned } from './watched-process.ts'

export interface RuleServiceOptions extends Omit<RuleEngineOptions, 'onChange'> {
  readonly store: RuleStore
  readonly live: Pick<LiveService, 'open' | 'openFile' | 'close' | 'recorded' | 'range'>
  readonly host: RulesHost
  readonly login: { startsAtLogin(): boolean; setStartsAtLogin(starts: boolean): Result<null, AppError> }
}

const owner = 'rules dry run'
const shownJournalLines = 200
/** Removed rules that can be had back. */
const mostRemoved = 20

/** The use cases behind the `rules.*` channels. */
export class RuleService {
  readonly #options: RuleServiceOptions
  readonly #engine: RuleEngine
  readonly #listeners = new Set<() => void>()
  readonly #removed: KeptRule[] = []

  constructor(options: RuleServiceOptions) {
    this.#options = options
    this.#engine = new RuleEngine({ ...options, onChange: () => this.#changed() })
  }

  get hasArmed(): boolean {
    return this.#options.store.rules.some(({ isArmed }) => isArmed)
  }

  /** Whether rules go on when no window is open. */
  get isKeptInBackground(): boolean {
    return this.#options.store.isKeptInBackground && this.hasArmed
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  state(): RulesState {
    const { store, login } = this.#options
    return {
      rules: store.rules.map((kept) => this.#engine.entryOf(kept)),
      journal: store.journal.slice(0, shownJournalLines),
      background: { isKept: store.isKeptInBackground, startsAtLogin: login.startsAtLogin() },
    }
  }

  ruleOf(id: string): Rule | null {
    return this.#options.store.ruleOf(id)?.rule ?? null
  }

  /** Any edit disarms. */
  save({ id, rule }: Request<'rules.save'>): Result<Reply<'rules.save'>, AppError> {
    const { store } = this.#options
    if (id !== null && store.ruleOf(id) === null) return err({ kind: 'not-found', what: 'rule' })
    if (id === null && store.rules.length >= mostRules)
      return err({ kind: 'invalid-request', what: 'rules.save', detail: `there are already ${mostRules} rules` })
    const ruleId = id ?? randomUUID()
    store.put({ id: ruleId, rule, isArmed: false, off: null })
    this.#engine.rulesChanged()
    return ok({ id: ruleId })
  }

  /** Main has asked by then. */
  arm(id: string): Result<null, AppError> {
    return this.#set(id, true)
  }

  disarm(id: string): Result<null, AppError> {
    return this.#set(id, false)
  }

  remove(id: string): Result<null, AppError> {
    const kept = this.#options.store.ruleOf(id)
    if (kept === null) return err({ kind: 'not-found', what: 'rule' })
    this.#options.store.remove(id)
    this.#removed.push(kept)
    this.#removed.splice(0, this.#removed.length - mostRemoved)
    this.#engine.rulesChanged()
    return ok(null)
  }

  /** Comes back disarmed. */
  restore(id: string): Result<null, AppError> {
    const at = this.#removed.findIndex((kept) => kept.id === id)
    const [kept] = at < 0 ? [] : this.#removed.splice(at, 1)
    if (kept === undefined) return err({ kind: 'not-found', what: 'rule' })
    this.#options.store.put({ ...kept, isArmed: false })
    this.#engine.rulesChanged()
    return ok(null)
  }

  keepInBackground(isKept: boolean): Result<null, AppError> {
    this.#options.store.keepInBackground(isKept)
    this.#changed()
    return ok(null)
  }

  startAtLogin(starts: boolean): Result<null, AppError> {
    const set = this.#options.login.setStartsAtLogin(starts)
    this.#changed()
    return set
  }

  async dryRun({ rule, source }: Request<'rules.dryRun'>): Promise<Result<Reply<'rules.dryRun'>, AppError>> {
    const { live, host } = this.#options
    if (source.kind === 'file' && mayBeCounterFile(source.path)) {
      const read = await host.readCounterFile(source.path)
      if (!read.ok) return read
      return read.value === null ? noCounterFile : dryRun(rule, counterSource(read.value))
    }
    const opened =
      source.kind === 'file'
        ? await live.openFile(source.path, owner)
        : await live.open({ processKey: source.processKey, intervalMs: 1000 }, owner)
    if (!opened.ok) return opened
    const { liveId } = opened.value
    try {
      const recorded = await live.recorded(liveId)
      if (!recorded.ok) return recorded
      const range: DrySource['range'] = (seriesIndexes, maxPoints) =>
        live.range({ liveId, seriesIndexes: [...seriesIndexes], fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, maxPoints })
      const conditions = rule.conditions.flatMap((condition, index) =>
        isLaned(condition) ? [] : eventConditionOf(condition, index),
      )
      const isScanned = source.kind === 'file' && conditions.length > 0
      const scanned = isScanned ? await host.scan(source.path, conditions) : null
      if (scanned !== null && !scanned.ok) return scanned
      return await dryRun(rule, { recorded: recorded.value, range, hits: scanned?.value.hits ?? null, hasLanes: true })
    } finally {
      await live.close({ liveId }, owner)
    }
  }

  ownsJob(jobId: string): boolean {
    return this.#engine.ownsJob(jobId)
  }

  /** Nothing acts any more; what was done is on disk. */
  async end(): Promise<void> {
    await this.#engine.end()
    this.#options.host.dispose()
    await this.#options.store.flush()
  }

  whenIdle(): Promise<void> {
    return this.#engine.whenIdle()
  }

  #set(id: string, isArmed: boolean): Result<null, AppError> {
    const kept = this.#options.store.ruleOf(id)
    if (kept === null) return err({ kind: 'not-found', what: 'rule' })
    this.#options.store.put({ id, rule: kept.rule, isArmed, off: null })
    this.#engine.rulesChanged()
    return ok(null)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

const noCounterFile = err({
  kind: 'malformed',
  what: 'counter file',
  offset: 0,
  expected: 'CSV or JSON of dotnet-counters or of Live',
  found: 'something else',
} as const)

/** A rule out of a file that somebody shared. */
export function readSharedRule(path: string, text: string): Result<Rule, AppError> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return malformed(`no JSON in ${path}`)
  }
  const parsed = v.safeParse(ruleSchema, read)
  return parsed.success ? ok(parsed.output) : malformed(v.getDotPath(parsed.issues[0]) ?? parsed.issues[0].message)
}

function malformed(found: string): Result<never, AppError> {
  return err({ kind: 'malformed', what: 'rule file', offset: 0, expected: 'a rule', found })
}

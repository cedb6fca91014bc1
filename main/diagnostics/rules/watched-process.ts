import type { Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessUsage } from '../../../shared/model/process.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { RuleEvaluator, type Trigger } from '../../../shared/rules/rule-evaluator.ts'
import type { Rule, RuleCondition, UsageKind } from '../../../shared/rules/rule.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import { fitsSeries } from '../../../shared/rules/series-match.ts'
import type { EventCondition } from '../../workers/rules/rules-protocol.ts'
import type { EventReadingsOptions, LateReadings } from './event-readings.ts'
import { liveNeedsOf } from './live-needs.ts'
import type { ReadingListener } from './live-readings.ts'
import type { LiveNeeds } from '../live/sessions/session-plan.ts'

export interface ArmedRule {
  readonly id: string
  readonly rule: Rule
}

export interface WatchSources {
  readonly live: (processKey: string, needs: LiveNeeds, listener: ReadingListener) => LateReadings
  readonly events: (
    row: ProcessRow,
    options: Pick<EventReadingsOptions, 'conditions' | 'onHits' | 'onProblem'>,
  ) => LateReadings | null
  /** In percent of its limit; null: none is known. */
  readonly containerMemory: (row: ProcessRow) => number | null
}

interface Evaluated {
  readonly armed: ArmedRule
  readonly evaluator: RuleEvaluator
}

/** A condition of one of the rules. */
interface Place {
  readonly of: Evaluated
  readonly index: number
  readonly condition: RuleCondition
}

/** Figures: only the live view has them. */
const liveKinds: ReadonlySet<RuleCondition['kind']> = new Set([
  'counter',
  'thread-pool-queue',
  'http-status',
  'http-duration',
])

/** All armed rules of one process: what has to be read for them is read once. */
export class WatchedProcess implements Disposable {
  readonly #row: ProcessRow
  readonly #rules: readonly Evaluated[]
  readonly #places: readonly Place[]
  readonly #onTrigger: (armed: ArmedRule, trigger: Trigger) => void
  readonly #placesOfSeries = new Map<number, readonly Place[]>()
  readonly #live: LateReadings | null
  readonly #eventReadings: LateReadings | null
  /** GC pauses and counts of exceptions come from the live view. */
  readonly #readsLanes: boolean
  readonly #readContainer: () => number | null
  #liveProblem: string | null = null
  #eventProblem: string | null = null
  #containerProblem: string | null = null

  constructor(
    row: ProcessRow,
    armed: readonly ArmedRule[],
    sources: WatchSources,
    onTrigger: (armed: ArmedRule, trigger: Trigger) => void,
  ) {
    this.#row = row
    this.#rules = armed.map((one) => ({ armed: one, evaluator: new RuleEvaluator(one.rule) }))
    this.#places = this.#rules.flatMap((of) =>
      of.armed.rule.conditions.map((condition, index) => ({ of, index, condition })),
    )
    this.#onTrigger = onTrigger
    this.#readContainer = () => sources.containerMemory(row)
    const laned = this.#places.filter(({ condition }) => isLaned(condition))
    const figured = this.#places.filter(({ condition }) => liveKinds.has(condition.kind))
    // The live view has them anyway; for them alone it would be the dearer one, but .NET Core 3 has no session beside.
    this.#readsLanes = laned.length > 0 && (figured.length > 0 || !haveSessionsBeside(row))
    const conditions = this.#places.flatMap(({ condition }, index) =>
      this.#readsLanes && isLaned(condition) ? [] : eventConditionOf(condition, index),
    )
    const needs = liveNeedsOf(
      figured.map(({ condition }) => condition),
      this.#readsLanes,
    )
    this.#live = figured.length > 0 || this.#readsLanes ? sources.live(row.key, needs, this.#listener()) : null
    this.#eventReadings =
      conditions.length === 0
        ? null
        : sources.events(row, {
            conditions,
            onHits: (hits) => {
              for (const { condition, timeMs, count, text } of hits)
                this.#events(this.#places[condition], timeMs, count, text)
            },
            onProblem: (problem) => (this.#eventProblem = problem),
          })
  }

  get row(): ProcessRow {
    return this.#row
  }

  get ruleIds(): readonly string[] {
    return this.#rules.map(({ armed }) => armed.id)
  }

  /** The same rules as they are: the store replaces the object with each change. */
  bears(armed: readonly ArmedRule[]): boolean {
    return (
      armed.length === this.#rules.length &&
      armed.every(({ id, rule }, at) => this.#rules[at]!.armed.id === id && this.#rules[at]!.armed.rule === rule)
    )
  }

  /** Why some readings are missing, by name. */
  get problem(): string | null {
    return this.#eventProblem ?? this.#liveProblem ?? this.#containerProblem
  }

  noteUsage(usage: ProcessUsage, timeMs: number): void {
    for (const place of this.#places) {
      if (place.condition.kind !== 'usage') continue
      const value = this.#usageOf(place.condition.what, usage)
      if (value !== null) this.#tell(place.of, place.of.evaluator.noteValue(place.index, 'usage', timeMs, value))
    }
  }

  #usageOf(what: UsageKind, { cpuPercent, workingSetBytes }: ProcessUsage): number | null {
    if (what === 'cpu') return cpuPercent
    if (what === 'memory') return workingSetBytes
    const percent = this.#readContainer()
    this.#containerProblem = percent === null ? 'no-container-limit' : null
    return percent
  }

  noteMoment(what: Extract<RuleCondition, { kind: 'process' }>['what'], timeMs: number): void {
    for (const place of this.#places)
      if (place.condition.kind === 'process' && place.condition.what === what) this.#events(place, timeMs, 1, '')
  }

  /** A measurement ends when the next one begins, or a while after it. */
  advance(timeMs: number): void {
    for (const of of this.#rules) this.#tell(of, of.evaluator.advance(timeMs))
  }

  /** After the process has ended: when its last values and events have been looked at. Null: none are read. */
  lastReadings(): Promise<unknown> | null {
    const late = [this.#live, this.#eventReadings].flatMap((readings) => readings?.whenRead() ?? [])
    return late.length === 0 ? null : Promise.all(late)
  }

  dispose(): void {
    this.#live?.dispose()
    this.#eventReadings?.dispose()
  }

  #listener(): ReadingListener {
    return {
      onSeries: (index, series) =>
        void this.#placesOfSeries.set(
          index,
          this.#places.filter(({ condition }) => fitsSeries(condition, series)),
        ),
      onValue: (index, timeMs, value) => {
        for (const { of, index: condition } of this.#placesOfSeries.get(index) ?? [])
          this.#tell(of, of.evaluator.noteValue(condition, index, timeMs, value))
      },
      onPause: (timeMs, durationMs) => {
        if (!this.#readsLanes) return
        for (const place of this.#places)
          if (place.condition.kind === 'gc-pause') this.#events(place, timeMs, durationMs, '')
      },
      onExceptions: (timeMs, count) => {
        if (!this.#readsLanes) return
        for (const place of this.#places) if (isAnyException(place.condition)) this.#events(place, timeMs, count, '')
      },
      onProblem: (problem) => (this.#liveProblem = problem),
    }
  }

  #events(place: Place | undefined, timeMs: number, count: number, text: string): void {
    if (place !== undefined) this.#tell(place.of, place.of.evaluator.noteEvents(place.index, timeMs, count, text))
  }

  #tell({ armed }: Evaluated, trigger: Trigger | null): void {
    if (trigger !== null) this.#onTrigger(armed, trigger)
  }
}

/** The lanes of a live view or of a recording have it. */
export function isLaned(condition: RuleCondition): boolean {
  return condition.kind === 'gc-pause' || isAnyException(condition)
}

export function isAnyException(condition: RuleCondition): boolean {
  return condition.kind === 'exception' && condition.type === '*' && condition.message === ''
}

export function eventConditionOf(condition: RuleCondition, index: number): readonly EventCondition[] {
  switch (condition.kind) {
    case 'exception':
    case 'log':
    case 'event':
    case 'gc-pause':
      return [{ index, condition }]
    case 'counter':
    case 'usage':
    case 'thread-pool-queue':
    case 'http-status':
    case 'http-duration':
    case 'process':
      return []
  }
}

/** .NET Core 3 bears no sessions that come and go beside others (docs/decisions/0111). */
function haveSessionsBeside({ runtimeVersion }: ProcessRow): boolean {
  return runtimeVersion !== null && isAtLeast(runtimeVersion, '5.0')
}

import { newConditionState, type ConditionState, type Rise } from './condition-state.ts'
import type { Rule } from './rule.ts'

/** The conditions of a rule hold, and did not before. */
export interface Trigger extends Rise {
  /** The condition that was the last to become true. */
  readonly conditionIndex: number
}

/**
 * Whether a rule's conditions hold for one process, over readings that bear their own times. A condition counts when it becomes true, not
 * as long as it is: *any* begins with each of them, *all* with the one that completes them.
 */
export class RuleEvaluator {
  readonly #match: Rule['match']
  readonly #states: readonly ConditionState[]

  constructor({ match, conditions, limits }: Pick<Rule, 'match' | 'conditions' | 'limits'>) {
    this.#match = match
    this.#states = conditions.map((condition) => newConditionState(condition, limits.hysteresisPercent))
  }

  /** A figure of a series that the condition is about; `series` tells it from the condition's other series. */
  noteValue(conditionIndex: number, series: number | string, timeMs: number, value: number): Trigger | null {
    return this.#rose(conditionIndex, this.#states[conditionIndex]?.noteValue(series, timeMs, value) ?? null)
  }

  /** Events that fit the condition, or the length of a pause. */
  noteEvents(conditionIndex: number, timeMs: number, count: number, text: string): Trigger | null {
    return this.#rose(conditionIndex, this.#states[conditionIndex]?.noteEvents(timeMs, count, text) ?? null)
  }

  /** Nothing earlier than that follows. */
  advance(timeMs: number): Trigger | null {
    let trigger: Trigger | null = null
    for (const [index, state] of this.#states.entries()) trigger = this.#rose(index, state.advance(timeMs)) ?? trigger
    return trigger
  }

  #rose(conditionIndex: number, rise: Rise | null): Trigger | null {
    if (rise === null) return null
    const isComplete =
      this.#match === 'any' ||
      this.#states.every((state, index) => index === conditionIndex || state.isTrue(rise.timeMs))
    return isComplete ? { ...rise, conditionIndex } : null
  }
}

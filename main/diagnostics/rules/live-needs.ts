import { requestDuration } from '../../../shared/rules/series-match.ts'
import type { RuleCondition } from '../../../shared/rules/rule.ts'
import type { LiveNeeds } from '../live/sessions/session-plan.ts'

/** What has to be measured for these conditions and no more. The name of a counter doesn't say whether it is one or an instrument: both are asked for. */
export function liveNeedsOf(conditions: readonly RuleCondition[], hasLanes: boolean): LiveNeeds {
  const counterProviders = new Set<string>()
  const instruments = new Map<string, LiveNeeds['instruments'][number]>()
  const addInstrument = (meter: string, name: string): void =>
    void instruments.set(`${meter}\n${name}`, { meter, name })
  for (const condition of conditions) {
    if (condition.kind === 'thread-pool-queue') counterProviders.add('System.Runtime')
    if (condition.kind === 'http-status' || condition.kind === 'http-duration')
      addInstrument(requestDuration.provider, requestDuration.name)
    if (condition.kind !== 'counter') continue
    counterProviders.add(condition.provider)
    addInstrument(condition.provider, condition.name)
  }
  return { counterProviders: [...counterProviders].sort(), instruments: [...instruments.values()], hasLanes }
}

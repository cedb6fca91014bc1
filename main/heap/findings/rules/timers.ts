import { countOf } from '../../../../shared/base/count-of.ts'
import { NodeSet } from '../../graph/node-set.ts'
import type { HeapFindingFacts, TypeSum } from '../heap-finding-facts.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** What the runtime has for each active timer, and for each delay and timeout. */
const timerType = 'System.Threading.TimerQueueTimer'
/** The timer list itself, its neighbours in it, and what every timer has. */
const ofTimers = /^System\.Threading\.(?:TimerQueue|TimerHolder|TimerCallback|Timer$|ExecutionContext)/
const leastTimers = 1000
const certainTimers = 10_000

/** What timers call back, by type: the state or the target of the callback. */
function calledBack(facts: HeapFindingFacts, timers: TypeSum): readonly TypeSum[] {
  const found = new NodeSet(facts.graph)
  for (const timer of facts.objectsOf(new Set([timers.group])))
    for (const target of facts.targets(timer))
      for (const one of facts.nameOf(target) === 'System.Threading.TimerCallback' ? facts.targets(target) : [target])
        if (!ofTimers.test(facts.nameOf(one))) found.add(one)
  return facts.sumUp(found)
}

export const timers: HeapRule = {
  id: 'timers',
  name: 'Active timers',
  title: 'Thousands of timers are active',
  judge(facts) {
    const [active] = facts.types((name) => name === timerType)
    const count = active?.count ?? 0
    if (active === undefined || count < leastTimers) return passed(countOf(count, 'timer', 'timers'))
    const of = calledBack(facts, active)
    const [most] = of
    return {
      kind: 'found',
      title: `${countOf(count, 'timer', 'timers')} are active`,
      summary:
        most === undefined
          ? 'Each timer that is not disposed keeps its callback alive.'
          : `Each timer that is not disposed keeps its callback alive. Most of the callbacks belong to ${most.name}.`,
      confidence: count >= certainTimers ? 'high' : 'medium',
      evidence: [
        facts.ofType(active, countOf(count, 'active timer', 'active timers')),
        ...facts.ofTypes(
          of,
          (one) => `${countOf(one.count, 'object', 'objects')} of ${one.name}, called back by timers`,
        ),
      ],
      contrary: ['Delays and timeouts of calls in flight are timers, too.'],
      heldBytes: active.bytes,
      nextStep:
        most === undefined
          ? 'Dispose timers and cancellation sources that are no longer needed.'
          : `Dispose timers and cancellation sources that are no longer needed, first those that call ${most.name}.`,
    }
  },
}

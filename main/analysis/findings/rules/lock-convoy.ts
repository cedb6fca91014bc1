import { countOf } from '../../../../shared/base/count-of.ts'
import type { BlockedCall } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { duration } from '../words.ts'

/**
 * Calibrated on the sample service: six clients on one lock held for 20 ms wait more than the recording is long; without a
 * fault locks of the framework are waited for 0.1 % of it. Five per cent are felt by somebody.
 */
const leastShare = 0.05
const leastWaits = 20
/** Two threads that meet now and then are no convoy. */
const leastThreads = 3
const mostRows = 10

const isConvoy = (facts: FindingFacts, call: BlockedCall): boolean =>
  call.ms >= facts.spanMs * leastShare && call.count >= leastWaits && call.threadCount >= leastThreads

export const lockConvoy: FindingRule = {
  id: 'lock-convoy',
  name: 'Lock contention',
  title: 'Threads queue for one lock',
  judge(facts) {
    const isExact = facts.parts.contention.count > 0
    if (!isExact && !facts.hasSamples) return notJudged('lock contention or sampled stacks', 'locks')
    const calls = (isExact ? facts.contentions : facts.sampledWaits).filter(({ kind }) => kind === 'lock')
    const waitedMs = calls.reduce((sum, { ms }) => sum + ms, 0)
    const found = calls.filter((call) => isConvoy(facts, call)).slice(0, mostRows)
    const [worst] = found
    if (worst === undefined) return passed(`${duration(waitedMs)} waiting for locks`)
    const method = facts.methodName(worst.caller)
    return {
      kind: 'found',
      title: `Threads queue for the lock in ${method}`,
      summary: `${countOf(worst.threadCount, 'thread', 'threads')} waited ${duration(worst.ms)} in total for the lock that ${method} takes.`,
      confidence: isExact ? 'high' : 'medium',
      evidence: found.map((call) => {
        const name = facts.methodName(call.caller)
        const { count, route } = call
        const text =
          call.longestMs === null
            ? `${name}: about ${duration(call.ms)} waiting for a lock on ${countOf(call.threadCount, 'thread', 'threads')}, by samples`
            : `${name}: ${countOf(count, 'wait', 'waits')}, ${duration(call.ms)} in total, at most ${duration(call.longestMs)}, ${countOf(call.threadCount, 'thread', 'threads')}`
        return evidence(isExact ? 'lock-waiters' : 'methods', facts.searchOf(call), {
          text,
          count,
          method: name,
          route,
        })
      }),
      lostMs: found.reduce((sum, { ms }) => sum + ms, 0),
      nextStep: `Do less inside the lock of ${method}: move slow work out of it, or split the data it protects.`,
    }
  },
}

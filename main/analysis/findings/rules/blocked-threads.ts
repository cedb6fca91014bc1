import { countOf } from '../../../../shared/base/count-of.ts'
import type { FindingEvidence } from '../../../../shared/model/trace/trace-findings.ts'
import { awaitedBy } from '../awaited-methods.ts'
import type { BlockedCall } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import type { BlockingKind } from '../stack-roles.ts'
import { duration } from '../words.ts'

/**
 * Calibrated on the sample service: 6 clients that block 25 ms each lose 1.2 s per second, the same load without a fault loses
 * less than 1 ms. One per cent of the recording is far from both.
 */
const leastShare = 0.01
/** A single wait at start-up is nobody's problem. */
const leastWaits = 5
/** One sample is about 1 ms: fewer are chance. */
const leastSamples = 20
/** From here on the number of waits alone leaves no other explanation. */
const sureWaits = 20
const mostRows = 10

const waitNames: Readonly<Record<BlockingKind, string>> = {
  none: '',
  task: 'a task',
  sleep: 'Thread.Sleep',
  join: 'Thread.Join',
  lock: 'a lock',
  handle: 'a wait handle',
  semaphore: 'a semaphore or event',
  monitor: 'Monitor.Wait',
}

const isEnough = (facts: FindingFacts, call: BlockedCall): boolean =>
  call.ms >= facts.spanMs * leastShare && call.count >= (call.longestMs === null ? leastSamples : leastWaits)

function callText(facts: FindingFacts, call: BlockedCall): string {
  const method = facts.methodName(call.caller)
  const what = `waiting for ${waitNames[call.kind]}`
  if (call.longestMs === null) return `${method}: about ${duration(call.ms)} ${what}, by samples`
  return `${method}: ${countOf(call.count, 'time', 'times')}, ${duration(call.ms)} ${what}, at most ${duration(call.longestMs)}`
}

function callEvidence(facts: FindingFacts, call: BlockedCall, awaited: string | null = null): FindingEvidence {
  const method = facts.methodName(call.caller)
  const table = call.longestMs === null ? 'methods' : 'blocking-waits'
  const { route, count } = call
  return evidence(table, facts.searchOf(call), { text: callText(facts, call), count, method, awaited, route })
}

const totalMs = (calls: readonly BlockedCall[]): number => calls.reduce((sum, { ms }) => sum + ms, 0)

export const syncOverAsync: FindingRule = {
  id: 'sync-over-async',
  name: 'Sync over async',
  title: 'Sync over async blocks thread-pool threads',
  judge(facts) {
    const hasWaits = facts.parts.waits.count > 0
    if (!hasWaits && !facts.hasSamples) return notJudged('waits or sampled stacks', 'starvation')
    const all = hasWaits ? facts.waits : facts.sampledWaits
    const calls = all.filter((call) => call.kind === 'task' && call.isOnPool)
    const found = calls.filter((call) => isEnough(facts, call)).slice(0, mostRows)
    const [worst] = found
    if (worst === undefined) return passed(`${duration(totalMs(calls))} blocked on tasks`)
    const awaitedOf = awaitedBy(facts, facts.parts.waits)
    const method = facts.methodName(worst.caller)
    const awaited = awaitedOf(worst.caller)
    const waits = awaited === null ? 'a task' : awaited
    return {
      kind: 'found',
      summary: `${method} blocks on ${waits}. The blocked thread can do no other work, and the continuation it waits for may need a thread of the same pool.`,
      confidence: worst.count >= sureWaits ? 'high' : 'medium',
      evidence: found.map((call) => callEvidence(facts, call, awaitedOf(call.caller))),
      lostMs: totalMs(found),
      nextStep: `Await ${awaited ?? 'the task'} in ${method} instead of blocking on it, and make its callers asynchronous.`,
    }
  },
}

/** Waits of asynchronous methods that hold their thread; tasks are the check above, locks the one below. */
const heldKinds: ReadonlySet<BlockingKind> = new Set(['sleep', 'join', 'handle', 'semaphore', 'monitor'])

export const blockingInAsync: FindingRule = {
  id: 'blocking-in-async',
  name: 'Blocking calls in async methods',
  title: 'An asynchronous method blocks its thread',
  judge(facts) {
    // Thread.Sleep sends no event: samples see it, waits do not.
    if (!facts.hasSamples) return notJudged('sampled stacks', 'time')
    const calls = facts.blocked.filter((call) => heldKinds.has(call.kind) && call.isUnderAsync && call.isOnPool)
    const found = calls.filter((call) => isEnough(facts, call)).slice(0, mostRows)
    const [worst] = found
    if (worst === undefined) return passed(`${duration(totalMs(calls))} blocked below asynchronous methods`)
    const method = facts.methodName(worst.caller)
    return {
      kind: 'found',
      summary: `${method} waits for ${waitNames[worst.kind]} below an asynchronous method. The thread is held for the whole wait.`,
      confidence: worst.ms >= facts.spanMs * leastShare * 5 ? 'high' : 'medium',
      evidence: found.map((call) => callEvidence(facts, call)),
      lostMs: totalMs(found),
      nextStep:
        worst.kind === 'sleep'
          ? `Use await Task.Delay in ${method} instead of Thread.Sleep.`
          : `Use an asynchronous wait in ${method}, such as SemaphoreSlim.WaitAsync.`,
    }
  },
}

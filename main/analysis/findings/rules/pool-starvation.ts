import { countOf } from '../../../../shared/base/count-of.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import type { FindingEvidence } from '../../../../shared/model/trace/trace-findings.ts'
import type { BlockedCall } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { starvationReason } from '../../reports/thread-pool-events.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { duration } from '../words.ts'

/** One may happen when a service starts; the pool adds a thread at most every 500 ms, so three are a second and a half. */
const leastStarvations = 3
/** Calibrated on the sample service: 0 or 1 without a fault, 60 and more with its threads blocked. */
const leastQueue = 20
/** One reading may catch a burst; two in a row are a queue that does not drain. */
const leastQueuedReadings = 2
const mostBlockers = 5
const leastShare = 0.05

export const poolStarvation: FindingRule = {
  id: 'pool-starvation',
  name: 'Thread-pool starvation',
  title: 'The thread pool runs out of threads',
  judge(facts) {
    const { threadPool } = facts.parts
    const queue = facts.counter('threadpool-queue-length')
    const hasEvents = threadPool.adjustmentTicks.count + threadPool.activeTicks.count > 0
    if (!hasEvents && queue === null) return notJudged('thread-pool events or runtime counters', 'starvation')
    const { starvationCount, mostWorkers } = adjustments(facts)
    const queued = queue === null ? 0 : longestQueue(queue.values)
    const isStarved = starvationCount >= leastStarvations
    if (!isStarved && queued < leastQueuedReadings)
      return passed(
        `${countOf(starvationCount, 'thread', 'threads')} added for starvation, queue at most ${queue === null ? 'unknown' : formatCount(queue.most)}`,
      )
    const blockers = blockersOf(facts)
    const [worst] = blockers
    const method = worst === undefined ? null : facts.methodName(worst.caller)
    return {
      kind: 'found',
      summary:
        method === null
          ? 'Work waits because every thread of the pool is taken.'
          : `Work waits because every thread of the pool is taken, most of all by ${method}.`,
      confidence: method === null ? 'medium' : 'high',
      evidence: [
        ...poolEvidence(starvationCount, mostWorkers, queue?.most ?? 0),
        ...blockers.map((call) => blocker(facts, call)),
      ],
      lostMs: blockers.reduce((sum, { ms }) => sum + ms, 0),
      nextStep:
        method === null
          ? nextStepWithoutMethod(facts)
          : `Keep ${method} from blocking threads of the pool: await instead, or give long work a thread of its own.`,
    }
  },
}

function nextStepWithoutMethod(facts: FindingFacts): string {
  return facts.hasSamples
    ? 'No stack of this recording shows a thread of the pool waiting. Look at Call tree for what its threads are at.'
    : 'Record the same load with sampled stacks to see what holds the threads.'
}

/** Readings one after the other that found a queue. */
function longestQueue(lengths: Float64Array): number {
  let longest = 0
  let count = 0
  for (const length of lengths) {
    count = length >= leastQueue ? count + 1 : 0
    longest = Math.max(longest, count)
  }
  return longest
}

function adjustments({ parts, isAtTime }: FindingFacts): {
  readonly starvationCount: number
  readonly mostWorkers: number
} {
  const { adjustmentTicks, reason, workerCount } = parts.threadPool
  let starvationCount = 0
  let mostWorkers = 0
  for (let row = 0; row < adjustmentTicks.count; row++) {
    if (!isAtTime(adjustmentTicks.at(row))) continue
    if (reason.at(row) === starvationReason) starvationCount++
    mostWorkers = Math.max(mostWorkers, workerCount.at(row))
  }
  return { starvationCount, mostWorkers }
}

function blockersOf(facts: FindingFacts): readonly BlockedCall[] {
  return facts.blocked.filter((call) => call.isOnPool && call.ms >= facts.spanMs * leastShare).slice(0, mostBlockers)
}

function poolEvidence(starvations: number, workers: number, queue: number): readonly FindingEvidence[] {
  const found: FindingEvidence[] = []
  if (queue > 0)
    found.push(
      evidence('counters', 'threadpool-queue-length', {
        text: `Up to ${countOf(queue, 'work item', 'work items')} queued`,
        count: queue,
      }),
    )
  if (starvations > 0) {
    const text = `${countOf(starvations, 'thread', 'threads')} added because of starvation, ${countOf(workers, 'worker', 'workers')} at most`
    found.push(evidence('thread-pool', 'Starvation', { text, count: starvations }))
  }
  return found
}

function blocker(facts: FindingFacts, call: BlockedCall): FindingEvidence {
  const method = facts.methodName(call.caller)
  const text = `${method} held threads of the pool for ${duration(call.ms)} without using them`
  const { count, route } = call
  return evidence(call.longestMs === null ? 'methods' : 'blocking-waits', facts.searchOf(call), {
    text,
    count,
    method,
    route,
  })
}

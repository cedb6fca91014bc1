import { countOf } from '../../../../shared/base/count-of.ts'
import type { FindingEvidence } from '../../../../shared/model/trace/trace-findings.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed, type Verdict } from '../rule.ts'
import type { CostlyPart } from '../stack-roles.ts'
import { duration, percent } from '../words.ts'

/** Of the samples that ran. The sample service spends 90 % and 60 % there with the faults, 2 % without. */
const leastShare = 0.2
/** A tenth of a second of one thread: less is chance. */
const leastSamples = 100
const mostRows = 5
/** Callers with less are shown nowhere. */
const leastShareOfCaller = 0.05

interface Costly {
  readonly caller: number
  count: number
}

interface CostlyTime {
  readonly callers: readonly Costly[]
  readonly count: number
  readonly runningCount: number
}

/** Running samples that are inside of something, by the method of the application that is. */
function costlyTime(facts: FindingFacts, isInside: (node: number) => boolean): CostlyTime {
  const callers = new Map<number, Costly>()
  let count = 0
  let runningCount = 0
  facts.runningWeights.forEach((weight, node) => {
    if (weight === 0) return
    runningCount += weight
    const caller = facts.applicationFunction(node)
    if (caller < 0 || !isInside(node)) return
    count += weight
    const known = callers.get(caller) ?? { caller, count: 0 }
    callers.set(caller, known)
    known.count += weight
  })
  const rows = [...callers.values()].filter((caller) => caller.count >= count * leastShareOfCaller)
  return { callers: rows.toSorted((a, b) => b.count - a.count), count, runningCount }
}

function callerEvidence(
  facts: FindingFacts,
  { caller, count }: Costly,
  textOf: (method: string, time: string) => string,
): FindingEvidence {
  const method = facts.methodName(caller)
  const text = textOf(method, duration(count * facts.sampleMs()))
  return evidence('methods', method, { text, count, method })
}

interface CostlyWords {
  readonly measured: (share: string) => string
  readonly summary: (share: string, method: string) => string
  readonly evidence: (method: string, time: string) => string
  readonly nextStep: (method: string) => string
}

function judgeCostly(facts: FindingFacts, part: CostlyPart, words: CostlyWords): Verdict {
  if (!facts.hasSamples) return notJudged('sampled stacks', 'time')
  const { callers, count, runningCount } = costlyTime(facts, (node) => facts.roles.costlyOf(node) === part)
  const share = runningCount === 0 ? 0 : count / runningCount
  const [worst] = callers
  if (worst === undefined || count < leastSamples || share < leastShare) return passed(words.measured(percent(share)))
  const method = facts.methodName(worst.caller)
  return {
    kind: 'found',
    summary: words.summary(percent(share), method),
    confidence: share >= leastShare * 2 ? 'high' : 'medium',
    evidence: callers.slice(0, mostRows).map((caller) => callerEvidence(facts, caller, words.evidence)),
    lostMs: count * facts.sampleMs(),
    nextStep: words.nextStep(method),
  }
}

export const hotRegex: FindingRule = {
  id: 'hot-regex',
  name: 'Regular expressions',
  title: 'Regular expressions take the time',
  judge: (facts) =>
    judgeCostly(facts, 'regex', {
      measured: (share) => `${share} of running samples in regular expressions`,
      summary: (share, method) =>
        `${share} of running samples are in regular expressions, most of them called by ${method}.`,
      evidence: (method, time) => `${method}: about ${time} in regular expressions`,
      nextStep: (method) =>
        `Look at the pattern in ${method}: avoid nested repeats, use RegexOptions.NonBacktracking or a generated regex, and set a timeout.`,
    }),
}

export const hotSerializer: FindingRule = {
  id: 'hot-serializer',
  name: 'Serialization',
  title: 'Serialization takes the time',
  judge: (facts) =>
    judgeCostly(facts, 'serializer', {
      measured: (share) => `${share} of running samples in serialization`,
      summary: (share, method) => `${share} of running samples are in serialization, most of them called by ${method}.`,
      evidence: (method, time) => `${method}: about ${time} in serialization`,
      nextStep: (method) =>
        `Serialize less in ${method}: keep the result, send only what is asked for, or use a source-generated serializer.`,
    }),
}

/** Each timer is an entry in a list that is looked through; the sample service has 13 without the fault, 4,000 with it. */
const mostTimers = 1000

export const timerFlood: FindingRule = {
  id: 'timer-flood',
  name: 'Timers',
  title: 'Too many timers are active',
  judge(facts) {
    const timers = facts.counter('active-timer-count')
    if (timers === null && !facts.hasSamples) return notJudged('runtime counters or sampled stacks', 'time')
    const { callers, count, runningCount } = facts.hasSamples
      ? costlyTime(facts, (node) => facts.roles.isUnderTimer(node))
      : { callers: [], count: 0, runningCount: 0 }
    const share = runningCount === 0 ? 0 : count / runningCount
    const most = timers?.most ?? 0
    const measured =
      timers === null
        ? `${percent(share)} of running samples in timer callbacks`
        : `${countOf(most, 'active timer', 'active timers')}, ${percent(share)} of running samples in timer callbacks`
    const isHot = count >= leastSamples && share >= leastShare
    if (most < mostTimers && !isHot) return passed(measured)
    const [worst] = callers
    const method = worst === undefined ? '' : facts.methodName(worst.caller)
    const rows = callers
      .slice(0, mostRows)
      .map((caller) => callerEvidence(facts, caller, (name, time) => `${name}: about ${time} in a timer callback`))
    if (most >= mostTimers)
      rows.push(
        evidence('counters', 'active-timer-count', {
          text: `Up to ${countOf(most, 'active timer', 'active timers')}`,
          count: most,
        }),
      )
    return {
      kind: 'found',
      summary: `${measured}.`,
      confidence: most >= mostTimers ? 'high' : 'medium',
      evidence: rows,
      lostMs: count * facts.sampleMs(),
      nextStep:
        method === ''
          ? facts.hasSamples
            ? 'No sample fell into a timer callback. Record longer to see which callbacks run.'
            : 'Record sampled stacks to see which callbacks run.'
          : `Use one timer for all of ${method} instead of one each, and dispose those that are not needed.`,
    }
  },
}

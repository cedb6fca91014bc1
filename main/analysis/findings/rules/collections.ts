import { countOf } from '../../../../shared/base/count-of.ts'
import type { FindingEvidence } from '../../../../shared/model/trace/trace-findings.ts'
import { mostFrequent } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { formatCount, formatNumber } from '../../../../shared/base/format.ts'
import type { GcRow } from '../../reports/gc-table.ts'
import { type FindingRule, notJudged, passed, type Verdict } from '../rule.ts'
import { duration, percent, perSecond } from '../words.ts'

/** GCReason: asked for by code, in any form. */
const inducedReasons: ReadonlySet<number> = new Set([1, 7, 10, 17])
/** The large object heap was full, or had no room. */
export const largeReasons: ReadonlySet<number> = new Set([4, 6])

/** One at start-up or per hour is common and harmless; the sample service with the fault has 14 a second, without it none. */
const leastInduced = 5
const leastInducedPerSecond = 0.2
/** Full collections that the application did not ask for: some are normal, a third of all are not. */
const leastFull = 5
const leastFullShare = 0.3
/** As dotnet-counters' documentation and PerfView's GCStats: 10 % of the time is where pauses are worth work. */
const leastPauseShare = 0.1
/** A pause that a person sees. */
const longPauseMs = 200

const noGc = (): Verdict => notJudged('GC events', 'gc')

/** Whether collections were recorded, or the counters say that there were none to record. */
function sawCollections(facts: FindingFacts): boolean {
  return facts.collections.length > 0 || facts.counter('gen-0-gc-count') !== null
}

export const inducedGc: FindingRule = {
  id: 'induced-gc',
  name: 'Induced collections',
  title: 'Code forces collections',
  judge(facts) {
    if (!sawCollections(facts)) return noGc()
    const induced = facts.collections.filter(({ reason }) => inducedReasons.has(reason))
    const pace = induced.length / Math.max(0.001, facts.spanMs / 1000)
    if (induced.length < leastInduced || pace < leastInducedPerSecond)
      return passed(countOf(induced.length, 'induced collection', 'induced collections'))
    const { method, count } = inducerOf(facts)
    const pauseMs = pauseOf(facts, induced)
    const rows: FindingEvidence[] = [
      evidence('collections', 'Induced', {
        text: `${countOf(induced.length, 'induced collection', 'induced collections')} of ${formatCount(facts.collections.length)}, ${duration(pauseMs)} of pauses`,
        count: induced.length,
      }),
    ]
    if (method !== '')
      rows.unshift(
        evidence('events', 'GC/Triggered', {
          text: `${method} asked for ${countOf(count, 'collection', 'collections')}`,
          count,
          method,
        }),
      )
    return {
      kind: 'found',
      summary: `${method === '' ? 'Code of the process' : method} forces ${perSecond(pace, 'collection', 'collections')}. Each stops every thread and promotes objects too early.`,
      confidence: 'high',
      evidence: rows,
      lostMs: pauseMs,
      nextStep:
        method === ''
          ? 'Record GC events with method symbols to see who calls GC.Collect.'
          : `Remove the call of GC.Collect in ${method}.`,
    }
  },
}

/** By the stacks of the events that say what started a collection. */
function inducerOf(facts: FindingFacts): { readonly method: string; readonly count: number } {
  const { places, reason } = facts.parts.gcTriggers
  const counts = new Map<string, number>()
  for (let row = 0; row < places.count; row++) {
    if (!inducedReasons.has(reason.at(row)) || !facts.isAtTime(places.ticks.at(row))) continue
    const of = facts.applicationFunction(facts.nodeOf(places.stackIndex.at(row), places.ticks.at(row)))
    const method = facts.methodName(of)
    if (method !== '') counts.set(method, (counts.get(method) ?? 0) + 1)
  }
  const method = mostFrequent(counts) ?? ''
  return { method, count: counts.get(method) ?? 0 }
}

export const fullCollections: FindingRule = {
  id: 'gen2-collections',
  name: 'Gen 2 collections',
  title: 'Too many full collections',
  judge(facts) {
    if (!sawCollections(facts)) return noGc()
    // Those that code asks for, and those of large objects, are checks of their own.
    const own = facts.collections.filter(({ reason }) => !inducedReasons.has(reason) && !largeReasons.has(reason))
    const full = own.filter(({ generation }) => generation === 2)
    const share = full.length / own.length
    if (full.length < leastFull || share < leastFullShare)
      return passed(
        `${formatCount(full.length)} of ${countOf(own.length, 'collection', 'collections')} in generation 2`,
      )
    const text = `${formatCount(full.length)} of ${countOf(own.length, 'collection', 'collections')} in generation 2 (${percent(share)})`
    return {
      kind: 'found',
      summary: `${text}. Objects live just long enough to be promoted, or the heap is close to its limit.`,
      confidence: 'medium',
      evidence: [evidence('collections', '', { text, count: full.length })],
      lostMs: pauseOf(facts, full),
      nextStep:
        'Record allocations under the same load and look at what survives: caches, buffers, finalizable objects.',
    }
  },
}

export const gcPauses: FindingRule = {
  id: 'gc-pauses',
  name: 'GC pauses',
  title: 'Long GC pauses',
  judge(facts) {
    if (!sawCollections(facts)) return noGc()
    const pauseMs = pauseOf(facts, facts.collections)
    const longestMs = facts.collections.reduce((most, { pauseTicks }) => Math.max(most, facts.ms(pauseTicks ?? 0)), 0)
    const share = facts.spanMs === 0 ? 0 : pauseMs / facts.spanMs
    const measured = `${percent(share)} of the time paused, at most ${duration(longestMs)}`
    if (share < leastPauseShare && longestMs < longPauseMs) return passed(measured)
    return {
      kind: 'found',
      summary: `${measured}, in ${countOf(facts.collections.length, 'collection', 'collections')}.`,
      confidence: share >= leastPauseShare ? 'high' : 'medium',
      evidence: [
        evidence('collections', '', {
          text: `${duration(pauseMs)} of pauses in ${countOf(facts.collections.length, 'collection', 'collections')}, at most ${duration(longestMs)}`,
          count: facts.collections.length,
        }),
      ],
      lostMs: pauseMs,
      nextStep:
        'Record allocations to see what fills the heap, and compare server and workstation GC under the same load.',
    }
  },
}

function pauseOf(facts: FindingFacts, rows: readonly GcRow[]): number {
  return rows.reduce((sum, { pauseTicks }) => sum + facts.ms(pauseTicks ?? 0), 0)
}

/** Finalizable objects cost two collections each; the sample service has 30 a second of the framework without the fault. */
const leastFinalized = 2000
const leastFinalizedPerSecond = 1000

export const finalizerBacklog: FindingRule = {
  id: 'finalizer-backlog',
  name: 'Finalizers',
  title: 'Many objects need their finalizer',
  judge(facts) {
    const { finalizedCount, finalizerRunCount } = finalizations(facts)
    if (facts.parts.gcTriggers.finalizerTicks.count === 0 && facts.collections.length === 0) return noGc()
    const pace = finalizedCount / Math.max(0.001, facts.spanMs / 1000)
    if (finalizedCount < leastFinalized || pace < leastFinalizedPerSecond)
      return passed(countOf(finalizedCount, 'object finalized', 'objects finalized'))
    const method = finalizerOf(facts)
    return {
      kind: 'found',
      summary: `${countOf(finalizedCount, 'object was', 'objects were')} finalized, ${formatNumber(pace)} per second. Each survives a collection only for that.`,
      confidence: 'medium',
      evidence: [
        evidence('events', 'GC/FinalizersStop', {
          text: `${countOf(finalizedCount, 'object', 'objects')} finalized in ${countOf(finalizerRunCount, 'run', 'runs')}`,
          count: finalizedCount,
          method,
        }),
      ],
      nextStep:
        method === ''
          ? 'Dispose these objects, and suppress their finalizer in Dispose. Sampled stacks show whose finalizers run.'
          : `Dispose the objects of ${method} instead of leaving them to the finalizer.`,
    }
  },
}

function finalizations({ parts, isAtTime }: FindingFacts): {
  readonly finalizedCount: number
  readonly finalizerRunCount: number
} {
  const { finalizerTicks, finalizedCount } = parts.gcTriggers
  const sums = { finalizedCount: 0, finalizerRunCount: 0 }
  for (let run = 0; run < finalizerTicks.count; run++) {
    if (!isAtTime(finalizerTicks.at(run))) continue
    sums.finalizedCount += finalizedCount.at(run)
    sums.finalizerRunCount++
  }
  return sums
}

/** The finalizer that runs most, by samples. */
function finalizerOf(facts: FindingFacts): string {
  if (!facts.hasSamples) return ''
  const counts = new Map<string, number>()
  facts.weights.forEach((weight, node) => {
    if (weight === 0) return
    const method = facts.methodName(facts.applicationFunction(node))
    if (method.endsWith('.Finalize')) counts.set(method, (counts.get(method) ?? 0) + weight)
  })
  return mostFrequent(counts) ?? ''
}

import { countOf } from '../../../../shared/base/count-of.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import { evidence } from '../finding-facts.ts'
import { namedFrames } from '../../stacks/frames/named-frames.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { percent } from '../words.ts'

/** Counts and sums are a little low below it; above it whole stretches of time are missing. */
const unsafeShare = 0.01

export const lostEvents: FindingRule = {
  id: 'lost-events',
  name: 'Lost events',
  title: 'Events were lost',
  judge({ trace, ms }) {
    const { lostEventCount, eventCount, losses } = trace
    if (lostEventCount === 0) return passed('no event lost')
    const share = lostEventCount / (lostEventCount + eventCount)
    const ticks = losses.map((loss) => loss.ticks)
    const fromMs = ms(ticks.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY))
    const toMs = ms(ticks.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY))
    const text = `${countOf(lostEventCount, 'event', 'events')} lost, ${percent(share)} of all`
    const seen = evidence('events', '', { text, count: lostEventCount })
    const range = losses.length === 0 ? null : { fromMs, toMs: toMs + 1 }
    return {
      kind: 'found',
      title: `${countOf(lostEventCount, 'event was', 'events were')} lost`,
      summary:
        share >= unsafeShare
          ? `${text}. Counts and sums of the time around them are too low; answers about it are not reliable.`
          : `${text}. Counts and sums of the time around them are too low.`,
      confidence: 'high',
      evidence: [{ ...seen, link: { ...seen.link, range } }],
      nextStep: 'Record again with a larger buffer or fewer providers.',
    }
  },
}

export const incompleteRecording: FindingRule = {
  id: 'incomplete-recording',
  name: 'End of the recording',
  title: 'The recording is incomplete',
  judge({ trace }) {
    const { isComplete, damage, damageCount } = trace
    if (isComplete && damageCount === 0) return passed('complete')
    const text =
      damageCount > 0
        ? `Damaged in ${countOf(damageCount, 'place', 'places')}, first at byte ${formatCount(damage[0]?.offset ?? 0)}`
        : 'No end marker: the process ended first, or the recording was cut off'
    return {
      kind: 'found',
      summary: `${text}. What came later is not in this file, often the symbols of all methods.`,
      confidence: 'high',
      evidence: [evidence('events', '', { text, count: Math.max(1, damageCount) })],
      nextStep:
        damageCount > 0
          ? 'Save a repaired copy, and record again if the missing part matters.'
          : 'Stop the recording before the process ends, or fetch symbols while recording.',
    }
  },
}

/** Stubs and native frames are never named; more than a fifth are missing methods. Complete recordings of the sample service have 3 %. */
const mostUnresolved = 0.2

export const unresolvedSymbols: FindingRule = {
  id: 'unresolved-symbols',
  name: 'Method symbols',
  title: 'Methods have no symbols',
  judge(facts) {
    if (!facts.hasSamples) return notJudged('sampled stacks', 'time')
    const { frameCount, namedFrameCount } = namedFrames(facts.parts.sampled)
    const unresolved = frameCount - namedFrameCount
    const share = frameCount === 0 ? 0 : unresolved / frameCount
    const measured = `${percent(share)} of the frames have no symbol`
    if (share < mostUnresolved) return passed(measured)
    const { methods, modules } = facts.parts.sampled.code
    const isNativeAot = methods.count === 0 && modules.areNative
    return {
      kind: 'found',
      summary: isNativeAot
        ? `${measured}: Native AOT doesn’t send method symbols.`
        : `${measured}, so their time can’t be attributed to methods or callers.`,
      confidence: 'high',
      evidence: [evidence('methods', '?!?', { text: measured, count: unresolved })],
      nextStep: isNativeAot
        ? 'Use a native profiler such as perf, which reads symbols from the program or the .dbg file from its build.'
        : 'Record method symbols, and stop the recording while the process still runs.',
    }
  },
}

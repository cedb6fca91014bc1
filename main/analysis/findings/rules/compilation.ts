import { countOf } from '../../../../shared/base/count-of.ts'
import { mostFrequent } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { duration } from '../words.ts'

/** Namespace of code made at run time: expressions, dynamic methods. */
const dynamicNamespace = 'dynamicClass'
/** Reflection makes some dozens of stubs at start-up; the sample service 100 a second with the fault. */
const leastDynamic = 50
const leastDynamicPerSecond = 10

export const jitStorm: FindingRule = {
  id: 'jit-storm',
  name: 'Code compiled at run time',
  title: 'Code is generated and compiled all the time',
  judge(facts) {
    const { jit } = facts.parts
    if (jit.count === 0) return notJudged('JIT events', 'start')
    const callers = new Map<string, number>()
    let count = 0
    let ms = 0
    for (let row = 0; row < jit.count; row++) {
      if (jit.texts.text(jit.namespaceText.at(row)) !== dynamicNamespace) continue
      if (!facts.isIn(jit.startTicks.at(row), jit.threadIndex.at(row))) continue
      count++
      ms += facts.ms(jit.durationTicks.at(row))
      const of = facts.applicationFunction(facts.nodeOf(jit.stackIndex.at(row), jit.startTicks.at(row)))
      const method = facts.methodName(of)
      if (method !== '') callers.set(method, (callers.get(method) ?? 0) + 1)
    }
    const perSecond = count / Math.max(0.001, facts.spanMs / 1000)
    const measured = `${countOf(count, 'method', 'methods')} made at run time and compiled, in ${duration(ms)}`
    if (count < leastDynamic || perSecond < leastDynamicPerSecond) return passed(measured)
    const method = mostFrequent(callers) ?? ''
    const rows = [evidence('compilations', dynamicNamespace, { text: measured, count })]
    if (method !== '') {
      const calls = callers.get(method) ?? 0
      rows.unshift(
        evidence('compilations', dynamicNamespace, {
          text: `${method} made ${countOf(calls, 'method', 'methods')}`,
          count: calls,
          method,
        }),
      )
    }
    return {
      kind: 'found',
      summary: `${measured}. Such code is never the same twice for the runtime, so it is compiled each time.`,
      confidence: method === '' ? 'medium' : 'high',
      evidence: rows,
      lostMs: ms,
      nextStep: `Keep the delegate that ${method === '' ? 'the code' : method} compiles and use it again.`,
    }
  },
}

/** Optimised at once, without the quick version before. */
const optimizedTier = 'Optimized'
/** Precompiled code, stubs and runtimes that do not say. */
const otherTiers: ReadonlySet<string> = new Set(['ReadyToRun', 'Unknown'])
/** Even a small program compiles hundreds; some are always optimised at once, by attribute or for their loops. */
const leastCompiled = 100

export const tieringOff: FindingRule = {
  id: 'tiering-off',
  name: 'Tiered compilation',
  title: 'Tiered compilation is off',
  judge(facts) {
    const { compiled, optimized } = countTiers(facts)
    if (compiled < leastCompiled) return notJudged('symbols of compiled methods', 'start')
    const measured = `${optimized} of ${countOf(compiled, 'method', 'methods')} compiled with full optimization at once`
    if (optimized < compiled) return passed(measured)
    return {
      kind: 'found',
      summary: `${measured}. Startup waits for the slow compiler, and hot code is never compiled anew with what was learned.`,
      confidence: 'high',
      evidence: [
        evidence(facts.parts.jit.count > 0 ? 'compilations' : 'event-types', '', { text: measured, count: compiled }),
      ],
      nextStep:
        'Remove TieredCompilation=false from the project, runtimeconfig.json and DOTNET_TieredCompilation, unless a measurement asked for it.',
    }
  },
}

/** Of all methods that events or the rundown name. Code made at run time is always optimised at once and does not count. */
function countTiers({ parts }: FindingFacts): { readonly compiled: number; readonly optimized: number } {
  const { methods } = parts.sampled.code
  let compiled = 0
  let optimized = 0
  for (let row = 0; row < methods.count; row++) {
    const tier = methods.tier(row)
    if (methods.isDynamic(row) || otherTiers.has(tier)) continue
    compiled++
    if (tier === optimizedTier) optimized++
  }
  return { compiled, optimized }
}

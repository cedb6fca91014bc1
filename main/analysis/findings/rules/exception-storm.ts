import { countOf } from '../../../../shared/base/count-of.ts'
import { mostFrequent } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { perSecond } from '../words.ts'

/**
 * A first-chance exception costs 10 to 20 µs and more with every frame: ten a second are noise, a steady hundred are felt.
 * Calibrated on the sample service: 400 a second with the fault, none without.
 */
const leastPerSecond = 10
/** Fewer may be one failed request with its retries. */
const leastCount = 50
const surePerSecond = 50
const mostRows = 10

interface Thrown {
  readonly thrower: number
  readonly type: string
  count: number
  /** Each of them is in the table under this thrower: code of others that it called may have thrown instead. */
  isInTable: boolean
  readonly routes: Map<string, number>
}

export const exceptionStorm: FindingRule = {
  id: 'exception-storm',
  name: 'Exceptions',
  title: 'Exceptions are thrown all the time',
  judge(facts) {
    const { exceptions } = facts.parts
    const seconds = Math.max(0.001, facts.spanMs / 1000)
    const counter = facts.counter('exception-count')
    if (exceptions.count === 0 && counter === null)
      return notJudged('exception events or runtime counters', 'exceptions')
    const counted = counter?.values.reduce((sum, value) => sum + value, 0) ?? 0
    const groups = thrownBy(facts)
    const thrownCount = groups.reduce((sum, group) => sum + group.count, 0)
    const count = Math.max(thrownCount, counted)
    const pace = count / seconds
    const measured = perSecond(pace, 'exception', 'exceptions')
    if (count < leastCount || pace < leastPerSecond) return passed(measured)
    const [worst] = groups
    const method = worst === undefined ? '' : facts.methodName(worst.thrower)
    return {
      kind: 'found',
      summary:
        worst === undefined
          ? `${measured}.`
          : `${measured}, most of them ${worst.type} thrown by ${method || 'code without symbols'}.`,
      confidence: pace >= surePerSecond ? 'high' : 'medium',
      evidence:
        worst === undefined
          ? [
              evidence('counters', 'exception-count', {
                text: `${countOf(count, 'exception', 'exceptions')} by the runtime's counter`,
                count,
              }),
            ]
          : groups.slice(0, mostRows).map((group) => groupEvidence(facts, group)),
      nextStep:
        method === ''
          ? 'Record exceptions with stacks to see who throws.'
          : `Check before you throw in ${method}: use a Try method or return a result for what is expected.`,
    }
  },
}

/** By the method of the application that threw, and type; the most first. */
function thrownBy(facts: FindingFacts): readonly Thrown[] {
  const { places, typeText, texts } = facts.parts.exceptions
  const groups = new Map<string, Thrown>()
  for (let row = 0; row < places.count; row++) {
    if (!facts.isIn(places.ticks.at(row), places.threadIndex.at(row))) continue
    const node = facts.nodeOf(places.stackIndex.at(row), places.ticks.at(row))
    const thrower = facts.applicationFunction(node)
    const type = typeText.at(row)
    const key = `${thrower}/${type}`
    let group = groups.get(key)
    if (group === undefined)
      groups.set(key, (group = { thrower, type: texts.text(type), count: 0, isInTable: true, routes: new Map() }))
    group.count++
    group.isInTable &&= facts.throwerOf(places.stackIndex.at(row), places.ticks.at(row)) === thrower
    const route = facts.requests.routeOf(places.activityIndex.at(row), places.ticks.at(row))
    if (route !== null) group.routes.set(route, (group.routes.get(route) ?? 0) + 1)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

function groupEvidence(
  facts: FindingFacts,
  { thrower, type, count, isInTable, routes }: Thrown,
): ReturnType<typeof evidence> {
  const method = facts.methodName(thrower)
  const times = countOf(count, 'time', 'times')
  const text = method === '' ? `${type}: ${times}` : `${type}: ${times} by ${method}`
  return evidence('thrown', method === '' || !isInTable ? type : method, {
    text,
    count,
    method,
    type,
    route: mostFrequent(routes),
  })
}

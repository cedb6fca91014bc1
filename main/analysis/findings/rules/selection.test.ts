import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { FindingFacts } from '../finding-facts.ts'
import type { FindingRule } from '../rule.ts'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { allocationHotSpot, largeObjectChurn } from './allocations.ts'
import { finalizerBacklog, fullCollections, gcPauses, inducedGc } from './collections.ts'
import { jitStorm } from './compilation.ts'
import { lockConvoy } from './lock-convoy.ts'
import { loggedErrors } from './logged-errors.ts'
import { poolStarvation } from './pool-starvation.ts'

const secondMs = 1000
const large = 1

/** What happens in the first of ten seconds. */
const faults: readonly (readonly [FindingRule, (trace: PlantedTrace, stack: number) => void])[] = [
  [allocationHotSpot, (trace, stack) => trace.allocation(1, stack, 'System.String', 2 ** 30)],
  [largeObjectChurn, (trace, stack) => trace.allocation(1, stack, 'System.Byte[]', 2 ** 30, large)],
  [inducedGc, (trace) => repeat(10, (at) => trace.collection(at * 50, 20, { reason: 1 }))],
  [fullCollections, (trace) => repeat(10, (at) => trace.collection(at * 50, 20, { generation: 2 }))],
  [gcPauses, (trace) => trace.collection(1, 900, {})],
  [finalizerBacklog, (trace) => trace.runtime(13, 500, {}, { Count: 1_000_000, ClrInstanceID: 0 })],
  [jitStorm, (trace, stack) => repeat(200, (at) => trace.compilation(at * 2, stack, 'dynamicClass', 0))],
  [lockConvoy, (trace, stack) => repeat(60, (at) => trace.contention(at * 10, at * 10 + 9, 1 + (at % 4), stack))],
  [loggedErrors, (trace) => repeat(20, (at) => trace.log(at, 4, 'Shop.Orders'))],
  [
    poolStarvation,
    (trace) =>
      repeat(5, (at) =>
        trace.runtime(55, at * 100, {}, { AverageThroughput: 1, NewWorkerThreadCount: 5 + at, Reason: 6 }),
      ),
  ],
]

function repeat(count: number, one: (at: number) => void): void {
  for (let at = 0; at < count; at++) one(at)
}

test.each(faults.map(([rule, plant]) => [rule.name, rule, plant] as const))(
  '%s: only what happened in the selected time is found',
  (_name, rule, plant) => {
    const trace = new PlantedTrace()
    plant(trace, trace.stack(...pool, 'Shop!Shop.Orders.Place(int32)'))
    // Something of the kind happens later too, but little.
    trace.collection(9 * secondMs, 1, {})
    trace.endAt(10 * secondMs)
    const { parts, feed } = trace
    const kindIn = (fromMs: number, toMs: number) =>
      rule.judge(new FindingFacts(parts, feed.trace, feed.read, { ...wholeTrace, range: { fromMs, toMs } })).kind
    expect(kindIn(0, secondMs)).toBe('found')
    expect(kindIn(5 * secondMs, 10 * secondMs)).toBe('passed')
  },
)

import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace, pool } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'

/*
 * A column of events begins with room for 64 and grows when the next one comes. What looks one row too far finds zeros in most recordings,
 * which change nothing; behind a full column there is nothing at all.
 */
const full = 64
const caller = 'Shop!Shop.Cache.Take()'
const lock = 'System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)'

function recorded(): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, caller, lock)
  for (let at = 0; at < full; at++) {
    trace.contention(at * 10, at * 10 + 2, 1 + (at % 4), stack)
    trace.wait(at * 10 + 4, at * 10 + 7, 5, trace.stack(...pool, caller))
    trace.allocation(at * 10, stack, 'System.String', 1000)
    trace.log(at * 10, at % 2 === 0 ? 3 : 4, 'Shop')
    trace.runtime(80, at * 10, { stack }, { ExceptionType: 'A', ExceptionMessage: 'no' })
    trace.compilation(at * 10, stack, 'dynamicClass', 0)
  }
  return trace.endAt(1000)
}

test('as many events as a column has room for are counted once each, and nothing behind them', () => {
  const trace = recorded()
  const { facts } = trace
  expect(facts.contentions.map(({ count, ms }) => [count, Math.round(ms)])).toEqual([[full, 2 * full]])
  expect(facts.waits.map(({ count, ms }) => [count, Math.round(ms)])).toEqual([[full, 3 * full]])
  const { blocked, allocated, exceptions, logs } = new TraceTables(
    trace.parts,
    trace.feed.trace,
    trace.feed.read,
  ).overview(wholeTrace)
  expect({ blocked: blocked?.rows.map(({ count }) => count), logs }).toEqual({
    blocked: [2 * full],
    logs: { warnings: 32, errors: 32 },
  })
  expect([allocated?.bytes, allocated?.typeCount, exceptions?.count]).toEqual([1000 * full, 1, full])
})

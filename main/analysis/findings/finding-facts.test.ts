import { expect, test } from 'vitest'
import { PlantedTrace, pool } from './testing/planted-trace.ts'

const place = 'Shop!Shop.OrderService+<PlaceAsync>d__1.MoveNext()'
const load = 'Shop!Shop.OrderRepository+<LoadAsync>d__2.MoveNext()'
const execute = 'Shop!Shop.Database+<ExecuteAsync>d__3.MoveNext()'
const resume =
  'System.Private.CoreLib!System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[T,D].MoveNext(class T)'

const outermost = (...frames: readonly string[]): string => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, ...frames)
  const { facts } = trace
  return facts.methodName(facts.outermostApplicationFunction(facts.nodeOf(stack, 0)))
}

test('the outermost caller is the one that called, not the one whose completion resumed it', () => {
  expect(outermost(place, load, execute)).toBe('OrderService.PlaceAsync')
  expect(outermost(execute, resume, load, execute)).toBe('OrderRepository.LoadAsync')
  expect(outermost(resume, load)).toBe('OrderRepository.LoadAsync')
  expect(outermost()).toBe('')
})

test('a counter is that of the runtime, also when other providers have one of its name', () => {
  const trace = new PlantedTrace()
  trace.counter('threadpool-queue-length', 10, 70, 'Shop')
  expect(trace.facts.counter('threadpool-queue-length')).toBeNull()
  for (const [at, value] of [3, 9, 5].entries()) trace.counter('threadpool-queue-length', at, value)
  expect(trace.facts.counter('threadpool-queue-length')).toMatchObject({ most: 9 })
})

const caller = 'Shop!Shop.Stock.Reserve(int32)'
const inFramework = (name: string) => `Microsoft.Data.SqlClient!Microsoft.Data.SqlClient.${name}()`

test('a wait that no frame names is of a monitor or of a handle, as its event says', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, caller)
  trace.wait(0, 10, 1, stack)
  trace.runtime(301, 20, { thread: 1, stack }, { WaitSource: 0, AssociatedObjectID: 0, ClrInstanceID: 0 })
  trace.runtime(302, 25, { thread: 1 })
  expect(trace.facts.waits.map(({ kind, ms, longestMs }) => [kind, ms, longestMs])).toEqual([
    ['monitor', 10, 10],
    ['handle', 5, 5],
  ])
})

const searchOf = (...waiting: readonly string[]) => {
  const trace = new PlantedTrace()
  for (const [at, name] of waiting.entries())
    trace.wait(at * 20, at * 20 + 10, 1, trace.stack(...pool, caller, inFramework(name)))
  const { facts } = trace
  return facts.waits.map((call) => [facts.methodName(call.caller), call.count, facts.searchOf(call)])
}

test('calls are looked for by the code that waits in them, and by nothing where it was not the same each time', () => {
  expect(searchOf('Open', 'Open')).toEqual([['Stock.Reserve', 2, 'SqlClient.Open']])
  expect(searchOf('Open', 'Read')).toEqual([['Stock.Reserve', 2, '']])
})

test('an empty recording has no length', () => {
  expect(new PlantedTrace().facts.spanMs).toBe(0)
})

const inner = 'Shop!Shop.Basket.Add(int32)'

const nested = (count: number) => Array.from({ length: count }, () => inner)

test('the outermost caller is looked for as far as 64 calls up', () => {
  expect([outermost(place, ...nested(64)), outermost(place, ...nested(65))]).toEqual([
    'OrderService.PlaceAsync',
    'Basket.Add',
  ])
})

test('a counter that was not recorded is none, whatever others were', () => {
  const trace = new PlantedTrace()
  trace.counter('cpu-usage', 0, 70)
  expect(trace.facts.counter('threadpool-queue-length')).toBeNull()
})

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

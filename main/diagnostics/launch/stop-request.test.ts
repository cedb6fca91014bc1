import { expect, test } from 'vitest'
import { StopRequest } from './stop-request.ts'

test('a stop is outlived after its time, once, and begins anew when it is asked again', () => {
  const stop = new StopRequest(1000)
  expect([stop.look(5000), stop.state]).toEqual([false, null])
  stop.ask(5000)
  expect([stop.look(5999), stop.state]).toEqual([false, 'asked'])
  expect([stop.look(6000), stop.state]).toEqual([true, 'outlived'])
  expect([stop.look(7000), stop.state]).toEqual([false, 'outlived'])
  stop.ask(8000)
  expect([stop.look(8500), stop.state]).toEqual([false, 'asked'])
})

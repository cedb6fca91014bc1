import { expect, test } from 'vitest'
import { PlantedTrace } from '../testing/planted-trace.ts'
import { loggedErrors } from './logged-errors.ts'
import { incompleteRecording, lostEvents, unresolvedSymbols } from './recording.ts'

test('lost events say how many, of how many, and when', () => {
  const trace = new PlantedTrace().endAt(1000)
  expect(trace.judge(lostEvents)).toEqual({ kind: 'passed', measured: 'no event lost' })
  Object.assign(trace.feed.trace, { lostEventCount: 300, eventCount: 9700 })
  trace.feed.trace.losses.push(
    { ticks: 2e9, threadIndex: 0, count: 200, row: 1 },
    { ticks: 3e9, threadIndex: 0, count: 100, row: 2 },
  )
  expect(trace.judge(lostEvents)).toMatchObject({
    kind: 'found',
    title: '300 events were lost',
    evidence: [
      { text: '300 events lost, 3.0% of all', link: { table: 'events', range: { fromMs: 2000, toMs: 3001 } } },
    ],
  })
})

test('a recording without its end marker is not complete', () => {
  const trace = new PlantedTrace().endAt(1000)
  expect(trace.judge(incompleteRecording)).toMatchObject({ kind: 'found' })
  trace.feed.trace.isComplete = true
  expect(trace.judge(incompleteRecording)).toEqual({ kind: 'passed', measured: 'complete' })
})

test('many frames without symbols are a finding', () => {
  const named = new PlantedTrace()
  named.samples(0, 10, 1, named.stack('Shop!Shop.Program.Main()'))
  expect(named.judge(unresolvedSymbols)).toMatchObject({ kind: 'passed' })
  const unnamed = new PlantedTrace()
  unnamed.samples(0, 10, 1, unnamed.stack('Shop!Shop.Program.Main()', '[native]'))
  expect(unnamed.judge(unresolvedSymbols)).toMatchObject({ kind: 'found', evidence: [{ count: 10 }] })
  expect(new PlantedTrace().endAt(1).judge(unresolvedSymbols)).toMatchObject({ kind: 'not-judged', question: 'time' })
})

test('a Native AOT program has no symbols to record', () => {
  const native = new PlantedTrace()
  native.samples(0, 10, 1, native.stack('[native]'))
  expect(native.judge(unresolvedSymbols)).toMatchObject({ nextStep: expect.stringContaining('Record method symbols') })
  // As its rundown tells it: one module, without a file of IL, and no method.
  native.parts.sampled.code.modules.add(1, { ilPath: '', nativePath: '/app/shop', flags: 2 })
  expect(native.judge(unresolvedSymbols)).toMatchObject({
    kind: 'found',
    summary: expect.stringContaining('Native AOT'),
    nextStep: expect.not.stringContaining('Record'),
  })
})

test('errors in the log are counted by category', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 12; at++) trace.log(at, 4, 'Shop.Orders')
  for (let at = 0; at < 50; at++) trace.log(at, 2, 'Shop.Quotes')
  expect(trace.judge(loggedErrors)).toMatchObject({
    kind: 'found',
    evidence: [{ text: 'Shop.Orders: 12 errors', count: 12, link: { table: 'logs', search: 'Shop.Orders' } }],
  })
  const innocent = new PlantedTrace()
  for (let at = 0; at < 50; at++) innocent.log(at, 3, 'Shop.Quotes')
  expect(innocent.judge(loggedErrors)).toEqual({ kind: 'passed', measured: '0 errors in 50 log messages' })
  expect(new PlantedTrace().endAt(1).judge(loggedErrors)).toMatchObject({ kind: 'not-judged', question: 'logs' })
})

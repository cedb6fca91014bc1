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

const summaryOf = (lostEventCount: number) => {
  const trace = new PlantedTrace().endAt(1000)
  Object.assign(trace.feed.trace, { lostEventCount, eventCount: 1000 - lostEventCount })
  const verdict = trace.judge(lostEvents)
  return verdict.kind === 'found' ? verdict.summary : ''
}

test('from one per cent of lost events on, answers are not reliable', () => {
  expect(summaryOf(9)).toBe('9 events lost, 0.9% of all. Counts and sums of the time around them are too low.')
  expect(summaryOf(10)).toContain('answers about it are not reliable')
})

test('losses without a time have no range', () => {
  const trace = new PlantedTrace().endAt(1000)
  Object.assign(trace.feed.trace, { lostEventCount: 5, eventCount: 95 })
  expect(trace.judge(lostEvents)).toMatchObject({ evidence: [{ link: { table: 'events', range: null } }] })
})

test('a damaged recording says where it is damaged first', () => {
  const trace = new PlantedTrace().endAt(1000)
  trace.feed.trace.isComplete = true
  const damage = { kind: 'malformed', block: 'stream', expected: 'a', found: 'b', canContinue: true } as const
  trace.feed.trace.damage.push({ ...damage, offset: 1234 }, { ...damage, offset: 5678 })
  trace.feed.trace.damageCount = 2
  expect(trace.judge(incompleteRecording)).toMatchObject({
    kind: 'found',
    evidence: [{ text: 'Damaged in 2 places, first at byte 1\u2009234', count: 2 }],
    nextStep: 'Save a repaired copy, and record again if the missing part matters.',
  })
  const cut = new PlantedTrace().endAt(1000)
  expect(cut.judge(incompleteRecording)).toMatchObject({
    evidence: [{ text: 'No end marker: the process ended first, or the recording was cut off', count: 1 }],
    nextStep: 'Stop the recording before the process ends, or fetch symbols while recording.',
  })
})

const verdict = (unnamed: number) => {
  const trace = new PlantedTrace()
  trace.samples(0, unnamed, 1, trace.stack('[native]'))
  trace.samples(unnamed, 100, 1, trace.stack('Shop!Shop.Program.Main()'))
  return trace.judge(unresolvedSymbols)
}

test('a fifth of the frames without symbols is too much', () => {
  expect(verdict(19)).toEqual({ kind: 'passed', measured: '19.0% of the frames have no symbol' })
  expect(verdict(20)).toMatchObject({ kind: 'found', evidence: [{ count: 20 }] })
  const empty = new PlantedTrace()
  empty.samples(0, 5, 1, 0)
  expect(empty.judge(unresolvedSymbols)).toEqual({ kind: 'passed', measured: '0.0% of the frames have no symbol' })
})

test('categories are listed by how often they logged an error', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 12; at++) trace.log(at, 4, 'Shop.Few')
  for (let at = 0; at < 20; at++) trace.log(at, 5, 'Shop.Most')
  for (let at = 0; at < 15; at++) trace.log(at, 4, 'Shop.More')
  expect(trace.judge(loggedErrors)).toMatchObject({
    evidence: [
      { text: 'Shop.Most: 20 errors', count: 20 },
      { text: 'Shop.More: 15 errors', count: 15 },
      { text: 'Shop.Few: 12 errors', count: 12 },
    ],
  })
})

test('ten categories are listed at most', () => {
  const trace = new PlantedTrace()
  for (let category = 0; category < 12; category++)
    for (let at = 0; at < 5 + category; at++) trace.log(at, 4, `Shop.C${category}`)
  const verdict = trace.judge(loggedErrors)
  const counts = verdict.kind === 'found' ? verdict.evidence.map(({ count }) => count) : []
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect([counts[0], counts.length <= 10]).toEqual([16, true])
})

import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { activity, RequestFeed } from '../../requests/testing/request-feed.ts'
import { FindingFacts } from '../finding-facts.ts'
import type { Verdict } from '../rule.ts'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { exceptionStorm } from './exception-storm.ts'

const parser = 'Shop!Shop.PriceParser.ParseOrThrow(class System.String)'
const thrown = { ExceptionMessage: 'no', ExceptionEIP: 1, ExceptionHRESULT: 1, ExceptionFlags: 0 }

function throwing(count: number, everyMs: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, parser, 'System.Private.CoreLib!System.Runtime.EH.RhThrowEx(class T)')
  for (let at = 0; at < count; at++)
    trace.runtime(80, at * everyMs, { stack }, { ExceptionType: 'System.FormatException', ...thrown })
  return trace
}

test('many exceptions per second are reported by thrower and type', () => {
  expect(throwing(200, 5).judge(exceptionStorm)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [
      {
        text: 'System.FormatException: 200 times by PriceParser.ParseOrThrow',
        count: 200,
        method: 'PriceParser.ParseOrThrow',
        type: 'System.FormatException',
        link: { table: 'thrown', search: 'PriceParser.ParseOrThrow' },
      },
    ],
  })
})

test('a burst, or a few per second for long, is not an exception storm', () => {
  expect(throwing(40, 1).judge(exceptionStorm)).toMatchObject({ kind: 'passed' })
  expect(throwing(100, 500).judge(exceptionStorm)).toMatchObject({
    kind: 'passed',
    measured: '2.02 exceptions per second',
  })
})

test('without events and counters it can’t be judged', () => {
  expect(new PlantedTrace().endAt(10).judge(exceptionStorm)).toMatchObject({
    kind: 'not-judged',
    question: 'exceptions',
  })
})

test('exceptions that code of .NET throws for the application are found by their type', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, parser, 'System.Private.CoreLib!System.Number.ThrowFormatException()')
  for (let at = 0; at < 200; at++)
    trace.runtime(80, at * 5, { stack }, { ExceptionType: 'System.FormatException', ...thrown })
  expect(trace.judge(exceptionStorm)).toMatchObject({
    evidence: [{ method: 'PriceParser.ParseOrThrow', link: { table: 'thrown', search: 'System.FormatException' } }],
  })
})

test('a pace of ten exceptions per second is one, but only from fifty on', () => {
  expect(throwing(50, 101).judge(exceptionStorm)).toMatchObject({ kind: 'found', confidence: 'medium' })
  expect(throwing(49, 10).judge(exceptionStorm)).toMatchObject({ kind: 'passed' })
  expect(throwing(100, 20).judge(exceptionStorm)).toMatchObject({ kind: 'found', confidence: 'high' })
  expect(throwing(100, 21).judge(exceptionStorm)).toMatchObject({ kind: 'found', confidence: 'medium' })
})

test('exceptions without a stack name nobody, and the next recording is to have stacks', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 100; at++) trace.runtime(80, at * 10, {}, { ExceptionType: 'A', ...thrown })
  expect(trace.judge(exceptionStorm)).toMatchObject({
    summary: expect.stringContaining('most of them A thrown by code without symbols'),
    evidence: [{ text: 'A: 100 times', link: { table: 'thrown', search: 'A' } }],
    nextStep: 'Record exceptions with stacks to see who throws.',
  })
})

test('the runtime’s counter alone is enough for a finding, without who throws', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 10; at++) trace.counter('exception-count', at * 100, 20)
  expect(trace.endAt(1000).judge(exceptionStorm)).toMatchObject({
    kind: 'found',
    summary: expect.stringMatching(/^[^,]* per second\.$/),
    evidence: [{ text: "200 exceptions by the runtime's counter", count: 200 }],
    nextStep: 'Record exceptions with stacks to see who throws.',
  })
})

test('throwers are listed by how often they threw, ten at most, with the route of their requests', () => {
  const trace = new RequestFeed()
  trace.hosting('Start', 0, activity(1, 1), { method: 'GET', path: '/orders/5' })
  for (let method = 0; method < 12; method++) {
    const stack = trace.stack(...pool, `Shop!Shop.Parser.Parse${method}()`)
    for (let at = 0; at < 5 + method; at++)
      trace.runtime(80, 1 + at, { stack, activity: activity(1, 1) }, { ExceptionType: 'A', ...thrown })
  }
  trace.hosting('Stop', 500, activity(1, 1))
  const { evidence } = trace.judge(exceptionStorm) as Extract<Verdict, { kind: 'found' }>
  expect(evidence.map((row) => [row.method, row.count, row.route])).toEqual(
    Array.from({ length: 10 }, (_, index) => [`Parser.Parse${11 - index}`, 16 - index, 'GET /orders/{id}']),
  )
})

test('exceptions of the selected part count', () => {
  const trace = throwing(200, 5)
  const { parts, feed } = trace
  const judge = (fromMs: number, toMs: number) =>
    exceptionStorm.judge(new FindingFacts(parts, feed.trace, feed.read, { ...wholeTrace, range: { fromMs, toMs } }))
  expect(judge(0, 245)).toMatchObject({ kind: 'passed' })
  expect(judge(0, 250)).toMatchObject({ kind: 'found', evidence: [{ count: 50 }] })
  expect(judge(2000, 3000)).toMatchObject({ kind: 'passed' })
})

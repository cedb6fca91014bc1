import { expect, test } from 'vitest'
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

import { expect, test } from 'vitest'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import type { SampleQuestion } from '../trace/sample-question.ts'
import { writeTraceTable } from './trace-tables-csv.ts'

const everything: SampleQuestion = {}

function linesOf(kind: Parameters<typeof writeTraceTable>[2], trace: PlantedTrace, question = everything) {
  const lines: string[] = []
  writeTraceTable(trace.parts, trace.feed.trace, kind, question, (line) => lines.push(line))
  expect(lines.every((line) => line.endsWith('\r\n'))).toBe(true)
  return lines.map((line) => line.slice(0, -2))
}

test('methods are written with their module and their samples, those that were selected', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 10, 1, trace.stack('Shop!Shop.Main()', 'Shop!Shop.Work(int32, "x")'), 2)
  trace.samples(0, 5, 2, trace.stack('Shop!Shop.Main()'), 2)
  const head = 'method,module,self_samples,total_samples'
  expect(linesOf('methods-csv', trace)).toEqual([head, '"Shop.Work(int32, ""x"")",Shop,10,10', 'Shop.Main(),Shop,5,15'])
  expect(linesOf('methods-csv', trace, { fromMs: 1, toMs: 3 })).toContain('Shop.Main(),Shop,2,4')
  expect(linesOf('methods-csv', trace, { threadIds: [1002] })).toEqual([head, 'Shop.Main(),Shop,5,5'])
  expect(linesOf('methods-csv', trace, { classes: ['waiting'] })).toEqual([head])
})

test('types of events are written with what they count', () => {
  const trace = new PlantedTrace()
  trace.runtime(80, 1, {}, { ExceptionType: 'E' })
  trace.runtime(80, 2, {}, { ExceptionType: 'E' })
  expect(linesOf('types-csv', trace)).toEqual([
    'provider,id,version,name,raw_name,events,payload_bytes,events_with_stack',
    'Microsoft-Windows-DotNETRuntime,80,1,Exception/Start,,2,8,0',
  ])
})

test('collections are written with their times, empty where the trace does not tell', () => {
  const trace = new PlantedTrace()
  trace.collection(10, 4, { generation: 2, reason: 1 })
  const [head, row] = linesOf('gc-csv', trace)
  expect(head).toBe(
    'number,generation,reason,type,start_ms,duration_ms,pause_start_ms,pause_ms,suspend_ms,heap_before_bytes,heap_after_bytes,promoted_bytes',
  )
  expect(row).toBe('1,2,Induced,NonConcurrentGC,10,4,10,4,0,,,')
})

test('exceptions are written in the order of time, their secrets masked', () => {
  const trace = new PlantedTrace()
  const thrown = { ExceptionType: 'E', ExceptionEIP: 1, ExceptionHRESULT: 5 }
  trace.runtime(80, 20, { thread: 1 }, { ...thrown, ExceptionMessage: 'Password=hunter2;' })
  trace.runtime(80, 10, { thread: 2 }, { ...thrown, ExceptionMessage: 'a, b' })
  expect(linesOf('exceptions-csv', trace)).toEqual([
    'time_ms,thread,type,message,hresult',
    '10,1002,E,"a, b",0x00000005',
    '20,1001,E,Password=••••••••;,0x00000005',
  ])
})

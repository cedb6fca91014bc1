import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { hotRegex, hotSerializer, timerFlood } from './costly-code.ts'

const running = 2
const regex =
  'System.Text.RegularExpressions!System.Text.RegularExpressions.RegexInterpreter.TryMatchAtCurrentPosition()'
const json = 'System.Text.Json!System.Text.Json.JsonSerializer.Serialize(!!0)'
const execute = 'System.Private.CoreLib!System.Threading.TimerQueueTimer.System.Threading.IThreadPoolWorkItem.Execute()'
const fire = 'System.Private.CoreLib!System.Threading.TimerQueueTimer.Fire(bool)'

/** The share of a second that a stack runs; something else of the application runs for the rest. */
function busy(percent: number, ...frames: readonly string[]): PlantedTrace {
  const trace = new PlantedTrace()
  trace.samples(0, percent * 10, 1, trace.stack(...pool, ...frames), running)
  trace.samples(percent * 10, 1000, 1, trace.stack(...pool, 'Shop!Shop.Orders.Place()'), running)
  return trace
}

test.each([
  [
    'regular expressions',
    hotRegex,
    'Shop!Shop.SkuValidator.MatchBacktracking(int32)',
    regex,
    'SkuValidator.MatchBacktracking',
  ],
  [
    'serializers',
    hotSerializer,
    'Shop!Shop.CatalogExporter.SerializeWholeCatalog()',
    json,
    'CatalogExporter.SerializeWholeCatalog',
  ],
])('time in %s is attributed to its caller', (_name, rule, caller, inside, method) => {
  expect(busy(60, caller, inside).judge(rule)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [{ method }],
  })
  expect(busy(25, caller, inside).judge(rule)).toMatchObject({ kind: 'found', confidence: 'medium' })
  expect(busy(5, caller, inside).judge(rule)).toMatchObject({ kind: 'passed' })
})

test('serialization by the framework itself is not attributed to the application', () => {
  expect(busy(60, json).judge(hotSerializer)).toMatchObject({ kind: 'passed' })
})

test.each([fire, execute])('thousands of timers are a finding, with their callback below %s', (root) => {
  const trace = busy(1, root, 'Shop!Shop.HeartbeatScheduler.OnHeartbeat(class System.Object)')
  trace.counter('active-timer-count', 500, 4008)
  expect(trace.judge(timerFlood)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [{ method: 'HeartbeatScheduler.OnHeartbeat' }, { text: 'Up to 4\u2009008 active timers', count: 4008 }],
  })
})

test('a continuation after Task.Delay is not a timer callback', () => {
  const delay = 'System.Private.CoreLib!System.Threading.Tasks.Task+DelayPromise.CompleteTimedOut()'
  const trace = busy(60, fire, delay, 'Shop!Shop.Orders+<PlaceAsync>d__1.MoveNext()')
  trace.counter('active-timer-count', 500, 13)
  expect(trace.judge(timerFlood)).toEqual({
    kind: 'passed',
    measured: '13 active timers, 0.0% of running samples in timer callbacks',
  })
})

test('without samples nothing is judged', () => {
  const trace = new PlantedTrace().endAt(1000)
  for (const rule of [hotRegex, hotSerializer, timerFlood])
    expect(trace.judge(rule)).toMatchObject({ kind: 'not-judged', question: 'time' })
})

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

const inRegex = (percent: number) => busy(percent, 'Shop!Shop.Sku.Match()', regex).judge(hotRegex)

test('ten per cent of the running samples are a share, and twice as much a sure one', () => {
  expect(inRegex(60)).toMatchObject({
    lostMs: 600,
    summary: expect.stringContaining(
      '60.0% of running samples are in regular expressions, most of them called by Sku.Match',
    ),
    nextStep: expect.stringContaining('Look at the pattern in Sku.Match'),
  })
  const shares = Array.from({ length: 60 }, (_, index) => index).map((percent) => [percent, inRegex(percent)] as const)
  const found = shares.filter(([, { kind }]) => kind === 'found').map(([percent]) => percent)
  const sure = shares
    .filter(([, verdict]) => 'confidence' in verdict && verdict.confidence === 'high')
    .map(([percent]) => percent)
  expect([found[0], sure[0]]).toEqual([found[0], 2 * found[0]!])
  expect(found).toEqual(shares.slice(found[0]).map(([percent]) => percent))
})

test('the callers of costly code are listed by their time', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 300, 1, trace.stack(...pool, 'Shop!Shop.A.Match()', regex), running)
  trace.samples(300, 800, 1, trace.stack(...pool, 'Shop!Shop.B.Match()', regex), running)
  expect(trace.judge(hotRegex)).toMatchObject({
    evidence: [
      { method: 'B.Match', text: expect.stringContaining('in regular expressions') },
      { method: 'A.Match', text: expect.stringContaining('in regular expressions') },
    ],
  })
})

const counted = (count: number) => {
  const trace = new PlantedTrace()
  trace.counter('active-timer-count', 500, count)
  return trace.endAt(1000)
}

test('timers that a counter tells of need samples to say whose they are', () => {
  expect(counted(1000).judge(timerFlood)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 0,
    evidence: [{ count: 1000 }],
    nextStep: 'Record sampled stacks to see which callbacks run.',
  })
  expect(counted(999).judge(timerFlood)).toEqual({
    kind: 'passed',
    measured: '999 active timers, 0.0% of running samples in timer callbacks',
  })
  const sampled = busy(10, 'Shop!Shop.Orders.Place()')
  sampled.counter('active-timer-count', 500, 2000)
  expect(sampled.judge(timerFlood)).toMatchObject({
    nextStep: 'No sample fell into a timer callback. Record longer to see which callbacks run.',
  })
})

test('time in timer callbacks is a finding without a counter, a less certain one', () => {
  const callback = 'Shop!Shop.HeartbeatScheduler.OnHeartbeat(class System.Object)'
  expect(busy(60, fire, callback).judge(timerFlood)).toMatchObject({
    kind: 'found',
    confidence: 'medium',
    lostMs: 600,
    summary: '60.0% of running samples in timer callbacks.',
    evidence: [{ method: 'HeartbeatScheduler.OnHeartbeat' }],
    nextStep: expect.stringContaining('Use one timer for all of HeartbeatScheduler.OnHeartbeat'),
  })
  expect(busy(1, fire, callback).judge(timerFlood)).toEqual({
    kind: 'passed',
    measured: '1.0% of running samples in timer callbacks',
  })
})

test('a hundred samples in timer callbacks are enough where they are a fifth of all, fewer are chance', () => {
  const callback = 'Shop!Shop.HeartbeatScheduler.OnHeartbeat(class System.Object)'
  const kindOf = (inCallback: number, all = inCallback) => {
    const trace = new PlantedTrace()
    trace.samples(0, inCallback, 1, trace.stack(...pool, fire, callback), running)
    trace.samples(inCallback, all, 1, trace.stack(...pool, 'Shop!Shop.Orders.Place()'), running)
    return trace.judge(timerFlood).kind
  }
  expect([kindOf(99), kindOf(100), kindOf(100, 500), kindOf(100, 501)]).toEqual(['passed', 'found', 'found', 'passed'])
})

test('samples that don’t run are no share of anything', () => {
  const trace = new PlantedTrace()
  const wait = 'System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object)'
  trace.samples(0, 500, 1, trace.stack(...pool, 'Shop!Shop.Orders.Place()', wait), 1)
  expect(trace.judge(hotRegex)).toEqual({ kind: 'passed', measured: '0.0% of running samples in regular expressions' })
})

const callersOf = (count: number) => {
  const trace = new PlantedTrace()
  trace.samples(0, count, 1, trace.stack(...pool, 'Shop!Shop.A.Match()', regex), running)
  trace.samples(count, 1000, 1, trace.stack(...pool, 'Shop!Shop.B.Match()', regex), running)
  const verdict = trace.judge(hotRegex)
  return verdict.kind === 'found' ? verdict.evidence.map(({ method }) => method) : []
}

test('callers of less than a twentieth of the costly time are not listed', () => {
  expect([callersOf(50), callersOf(49)]).toEqual([['B.Match', 'A.Match'], ['B.Match']])
})

test('the time of a cost is that of its samples, at the pace in which they came', () => {
  const trace = new PlantedTrace()
  const matching = trace.stack(
    'Shop!Shop.Orders.Check()',
    'System.Text.RegularExpressions!System.Text.RegularExpressions.Regex.IsMatch(class T)',
  )
  for (let at = 0; at < 200; at++) trace.samples(at * 4, at * 4 + 1, 1, matching, 2)
  const verdict = trace.judge(hotRegex)
  expect(verdict).toMatchObject({ kind: 'found', lostMs: 800 })
})

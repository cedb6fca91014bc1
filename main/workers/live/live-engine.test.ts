import { afterEach, expect, test, vi } from 'vitest'
import { readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import { CounterStream, fileTime, testSyncUnixMs } from '../../events/testing/counter-stream.ts'
import { EngineHarness } from '../testing/engine-harness.ts'

vi.useFakeTimers()
const harnesses: EngineHarness[] = []

function start(intervalMs = 1000): EngineHarness {
  const harness = new EngineHarness(intervalMs, () => vi.advanceTimersByTime(60))
  harnesses.push(harness)
  return harness
}
afterEach(() => {
  for (const harness of harnesses.splice(0)) harness.engine.dispose()
  // Everything scheduled is gone with its engine.
  if (vi.getTimerCount() !== 0) throw new Error(`${vi.getTimerCount()} timers left`)
})

test('both counter shapes become series with rate, total and value, under one time per publication', () => {
  const harness = start()
  const stream = new CounterStream()
  harness.begin()
  stream.other(900)
  stream.sum('S', 1000, 1000, 1.25, { name: 'requests', increment: 10, units: 'req' })
  stream.mean('S', 1001, 1000, 1.25, { name: 'cpu', mean: 12.5, units: '%' })
  stream.sum('S', 2000, 1000, 1, { name: 'requests', increment: 4, units: 'req' })
  stream.mean('S', 2001, 1000, 1, { name: 'cpu', mean: 13.5, units: '%' })
  harness.push(stream.take())
  expect(harness.samples).toEqual([
    { series: 'S requests rate', atMs: 1000, value: 8 },
    { series: 'S requests total', atMs: 1000, value: 10 },
    { series: 'S cpu value', atMs: 1000, value: 12.5 },
    { series: 'S requests rate', atMs: 2000, value: 4 },
    { series: 'S requests total', atMs: 2000, value: 14 },
    { series: 'S cpu value', atMs: 2000, value: 13.5 },
  ])
  expect([...harness.instruments.values()]).toMatchObject([
    {
      source: 'event-counter',
      provider: 'S',
      name: 'requests',
      displayName: 'requests shown',
      kind: 'EventCounterSum',
      unit: 'req',
    },
    { source: 'event-counter', provider: 'S', name: 'cpu', kind: 'EventCounterMean', unit: '%', hasValues: true },
  ])
})

test('faster payloads of another listener are added up to the chosen interval, and each counts once', () => {
  const harness = start(1000)
  const stream = new CounterStream()
  harness.begin()
  stream.sum('S', 1000, 1000, 1, { name: 'n', increment: 100 })
  stream.mean('S', 1000, 1000, 1, { name: 'm', mean: 5 })
  // Another client joins at 0.1 s and leaves, its pace stays.
  for (let step = 1; step <= 20; step++) {
    stream.sum('S', 1000 + step * 100, 100, 0.1, { name: 'n', increment: step })
    stream.mean('S', 1000 + step * 100, 100, 0.1, { name: 'm', mean: step })
  }
  stream.sum('S', 4000, 1000, 1, { name: 'n', increment: 100 })
  stream.mean('S', 4000, 1000, 1, { name: 'm', mean: 5 })
  harness.push(stream.take())
  expect(harness.valuesOf('S n rate').map((value) => Math.round(value * 1e4) / 1e4)).toEqual([100, 55, 155, 100])
  expect(harness.valuesOf('S n total')).toEqual([100, 155, 310, 410])
  expect(harness.valuesOf('S m value')).toEqual([5, 5.5, 15.5, 5])
})

test('an EventCounter with several samples gets statistics, weighted by count', () => {
  const harness = start(1000)
  const stream = new CounterStream()
  harness.begin()
  stream.mean('S', 500, 500, 0.5, { name: 'time', mean: 10, count: 1, min: 10, max: 10 })
  stream.mean('S', 1000, 500, 0.5, { name: 'time', mean: 20, count: 3, min: 1, max: 50 })
  stream.mean('S', 1500, 500, 0.5, { name: 'time', mean: 0, count: 0, min: 0, max: 0 })
  stream.mean('S', 2000, 500, 0.5, { name: 'time', mean: 0, count: 0, min: 0, max: 0 })
  harness.push(stream.take())
  expect(harness.valuesOf('S time value')).toEqual([17.5, Number.NaN])
  expect(harness.valuesOf('S time min')).toEqual([1, Number.NaN])
  expect(harness.valuesOf('S time max')).toEqual([50, Number.NaN])
  expect(harness.valuesOf('S time samples')).toEqual([4, 0])
})

const collection = (seconds: number) => [
  'SHARED',
  fileTime(testSyncUnixMs + seconds * 1000 - 500),
  fileTime(testSyncUnixMs + seconds * 1000),
]

test('metrics of every kind become series; no measurement is NaN; other sessions are left out', () => {
  const harness = start(500)
  const stream = new CounterStream()
  harness.begin({ role: 'meters', meterSessionId: 'SHARED' })
  const shop = ['SHARED', 'Shop', '1.0', 'orders', '{order}']
  stream.metric(7, 10, [
    'SHARED',
    'Shop',
    '1.0',
    'orders',
    'ObservableCounter`1',
    '{order}',
    'All orders',
    '',
    '',
    '',
    3,
  ])
  stream.metric(10, 11, ['SHARED'])
  stream.metric(2, 1000, collection(1))
  stream.metric(4, 1001, [...shop, 'city=Rome,kind=a,b', '5', '105', 3])
  stream.metric(4, 1001, ['other', 'Shop', '1.0', 'orders', '{order}', '', '7', '107', 3])
  stream.metric(5, 1002, ['SHARED', 'Shop', '1.0', 'temperature', 'C', '', '21.5', 4])
  stream.metric(6, 1003, ['SHARED', 'Shop', '1.0', 'duration', 's', '', '0.5=1;0.95=2;0.99=3', 10, 15.5, 5])
  stream.metric(16, 1004, ['SHARED', 'Shop', '1.0', 'queue', '', '', '-2', '8', 6])
  stream.metric(3, 1005, collection(1))
  stream.metric(2, 1500, collection(1.5))
  stream.metric(4, 1501, [...shop, 'city=Rome,kind=a,b', '', '', 3])
  stream.metric(6, 1503, ['SHARED', 'Shop', '1.0', 'duration', 's', '', '', 0, 0, 5])
  harness.push(stream.take())
  expect(harness.samples.map(({ series, atMs, value }) => [atMs, series, value])).toEqual([
    [1000, 'Shop orders city=Rome,kind=a,b rate', 10],
    [1000, 'Shop orders city=Rome,kind=a,b total', 105],
    [1000, 'Shop temperature value', 21.5],
    [1000, 'Shop duration p50', 1],
    [1000, 'Shop duration p95', 2],
    [1000, 'Shop duration p99', 3],
    [1000, 'Shop duration count', 10],
    [1000, 'Shop duration count-rate', 20],
    [1000, 'Shop duration sum', 15.5],
    [1000, 'Shop queue value', 8],
    [1500, 'Shop orders city=Rome,kind=a,b rate', Number.NaN],
    [1500, 'Shop orders city=Rome,kind=a,b total', Number.NaN],
    [1500, 'Shop duration p50', Number.NaN],
    [1500, 'Shop duration p95', Number.NaN],
    [1500, 'Shop duration p99', Number.NaN],
    [1500, 'Shop duration count', 0],
    [1500, 'Shop duration count-rate', 0],
    [1500, 'Shop duration sum', 0],
  ])
  expect([...harness.instruments.values()][0]).toMatchObject({ kind: 'ObservableCounter', description: 'All orders' })
  expect([...harness.series.values()][0]!.tags).toEqual([
    { key: 'city', value: 'Rome' },
    { key: 'kind', value: 'a,b' },
  ])
  expect(harness.notices.map((notice) => notice.what)).toEqual([
    'session-started',
    'meter-enumeration-complete',
    'first-value',
  ])
})

test('.NET 8 payloads without IDs and values give what they have', () => {
  const harness = start(1000)
  const stream = new CounterStream()
  harness.begin({ role: 'meters', meterSessionId: 'shared' })
  stream.metric(4, 1000, ['SHARED', 'M', '', 'c', '', '', '3'])
  stream.metric(5, 1000, ['SHARED', 'M', '', 'g', '', '', '4'])
  stream.metric(6, 1000, ['SHARED', 'M', '', 'h', '', '', '0.5=1;0.95=2;0.99=3'])
  harness.push(stream.take())
  expect(harness.samples.map(({ series, value }) => [series, value])).toEqual([
    ['M c rate', 3],
    ['M g value', 4],
    ['M h p50', 1],
    ['M h p95', 2],
    ['M h p99', 3],
  ])
})

function gauge(id: number, last: string) {
  return ['SHARED', 'M', '', 'g', '', '', last, id]
}

test('two instruments with one name stay separate, and a later session continues the same series', () => {
  const harness = start(1000)
  for (const [sessionIndex, firstId] of [
    [0, 7],
    [1, 90],
  ] as const) {
    const stream = new CounterStream()
    harness.begin({ sessionIndex, role: 'meters', meterSessionId: 'SHARED' })
    stream.metric(5, 1000 + sessionIndex * 5000, gauge(firstId, '1'))
    stream.metric(5, 1000 + sessionIndex * 5000, gauge(firstId + 1, '2'))
    harness.push(stream.take(), sessionIndex)
    harness.engine.receive({ kind: 'end-session', sessionIndex, reason: 'interval-changed' })
  }
  vi.advanceTimersByTime(60)
  expect(harness.series.size).toBe(2)
  expect(harness.samples.map((sample) => sample.value)).toEqual([1, 2, 1, 2])
})

test('another client, limits and errors of the metrics provider are reported', () => {
  const harness = start()
  const stream = new CounterStream()
  harness.begin({ role: 'meters', meterSessionId: 'mine', clientId: 'me' })
  stream.metric(15, 1, ['theirs'])
  stream.metric(15, 2, ['MINE'])
  stream.metric(12, 3, ['mine'])
  stream.metric(13, 4, ['mine'])
  stream.metric(14, 5, ['mine', 'callback threw'])
  stream.metric(9, 6, ['mine', 'bad filter'])
  stream.metric(17, 7, ['me', '20', '10', '1000', '500', '1', '5'])
  harness.push(stream.take())
  harness.engine.receive({ kind: 'accept-meter-session', sessionIndex: 0, meterSessionId: 'theirs' })
  stream.metric(5, 1000, ['theirs', 'M', '', 'g', '', '', '4'])
  harness.push(stream.take())
  const sessionIndex = 0
  expect(harness.notices.slice(1)).toEqual([
    { what: 'meter-session-running', sessionIndex, runningSessionId: 'theirs', isOwn: false },
    { what: 'meter-session-running', sessionIndex, runningSessionId: 'MINE', isOwn: true },
    { what: 'series-limit', sessionIndex },
    { what: 'histogram-limit', sessionIndex },
    { what: 'instrument-error', sessionIndex, message: 'callback threw' },
    { what: 'meter-error', sessionIndex, message: 'bad filter' },
    {
      what: 'meter-settings-differ',
      sessionIndex,
      isOwn: true,
      expectedMaxHistograms: 20,
      actualMaxHistograms: 10,
      expectedMaxTimeSeries: 1000,
      actualMaxTimeSeries: 500,
      expectedRefreshIntervalSec: 1,
      actualRefreshIntervalSec: 5,
    },
    { what: 'first-value', sessionIndex, timeMs: testSyncUnixMs + 1000 },
  ])
  expect(harness.samples.map((sample) => sample.value)).toEqual([4])
})

/** What is told of two turns of a timer, and of one of somebody else's. */
function noticesOfTurns(hasValue: boolean): readonly string[] {
  const harness = start(1000)
  const stream = new CounterStream()
  harness.begin({ role: 'meters', meterSessionId: 'MINE' })
  if (hasValue) stream.metric(5, 900, ['MINE', 'M', '', 'g', '', '', '4'])
  stream.metric(3, 950, ['theirs'])
  for (const timeMs of [1000, 2000]) stream.metric(3, timeMs, ['MINE'])
  harness.push(stream.take())
  return harness.notices.slice(1).map(({ what }) => what)
}

test('the first turn of a timer without values is reported once; behind a value it is not', () => {
  expect(noticesOfTurns(false)).toEqual(['first-collection'])
  expect(noticesOfTurns(true)).toEqual(['first-value'])
})

test('collections and exceptions come as lanes, paired across threads that arrive out of order', () => {
  const harness = start(1000)
  const stream = new CounterStream()
  harness.begin()
  stream.runtime(9, 100, [1, 4], 1)
  stream.runtime(3, 108, [0], 1)
  stream.runtime(1, 102, [5, 1, 0, 0], 2)
  stream.runtime(2, 106, [5, 1], 2)
  stream.runtime(9, 200, [3, 0], 1)
  stream.runtime(3, 201, [0], 1)
  stream.runtime(80, 300, [0], 1)
  stream.runtime(80, 900, [0], 1)
  // A background collection: pause around its start, another one later.
  stream.runtime(9, 1100, [6, 5], 1)
  stream.runtime(1, 1101, [6, 2, 0, 1], 1)
  stream.runtime(3, 1102, [0], 1)
  stream.runtime(9, 1200, [6, 6], 1)
  stream.runtime(3, 1203, [0], 1)
  stream.runtime(2, 1204, [6, 2], 1)
  stream.sum('S', 2000, 1000, 1, { name: 'n', increment: 1 })
  harness.push(stream.take())
  expect(harness.lanes).toEqual([
    [1, 100, 8, 1],
    [1, 1100, 2, 2],
    [1, 1200, 3, 2],
    [2, 900, 0, 2],
  ])
})

test('without credit values wait, and come in order once there is credit', () => {
  const harness = start(100)
  harness.grantsCredit = false
  const stream = new CounterStream()
  harness.begin()
  for (let step = 1; step <= 10; step++) {
    stream.sum('S', step * 100, 100, 0.1, { name: 'n', increment: step })
    harness.push(stream.take())
  }
  const frames = () => harness.messages.filter((message) => message.kind === 'frame').length
  expect(frames()).toBe(4)
  harness.engine.receive({ kind: 'credit', frames: 10 })
  vi.advanceTimersByTime(60)
  expect(frames()).toBe(5)
  expect(harness.valuesOf('S n total')).toEqual([1, 3, 6, 10, 15, 21, 28, 36, 45, 55])
})

test('damage is reported with its offset, and a session that ends says whether it was complete', () => {
  const harness = start()
  harness.begin()
  const stream = new CounterStream()
  stream.sum('S', 1000, 1000, 1, { name: 'n', increment: 1 })
  const bytes = stream.take()
  const { length } = bytes
  harness.push(bytes)
  harness.push(Uint8Array.of(9, 9, 9))
  harness.engine.receive({ kind: 'end-session', sessionIndex: 0, reason: 'connection-lost' })
  expect(harness.notices.slice(-2)).toEqual([
    {
      what: 'damage',
      sessionIndex: 0,
      offset: length,
      block: 'stream',
      expected: 'tag 5',
      found: 'tag 9',
      canContinue: true,
    },
    { what: 'session-drained', sessionIndex: 0, isComplete: false },
  ])
  expect(harness.valuesOf('S n total')).toEqual([1])
})

test('a range is answered as one frame with the least and the greatest of each bin', async () => {
  const harness = start(100)
  harness.begin()
  const stream = new CounterStream()
  for (let step = 1; step <= 3000; step++) stream.mean('S', step * 100, 100, 0.1, { name: 'm', mean: Math.sin(step) })
  harness.push(stream.take())
  harness.messages.length = 0
  const request = {
    seriesIndexes: [0],
    fromMs: testSyncUnixMs,
    toMs: testSyncUnixMs + 400_000,
    maxPoints: 100,
  }
  const outcome = await harness.ask('range', request)
  const bytes = outcome.ok ? outcome.value : new ArrayBuffer(0)
  const header = readLiveFrameHeader(bytes)!
  const { timeMs, value } = valuesColumns(bytes, header)
  expect(header.count).toBe(100)
  expect(Math.max(...value)).toBe(Math.max(...Array.from({ length: 3000 }, (_, index) => Math.sin(index + 1))))
  expect([...timeMs]).toEqual([...timeMs].sort((a, b) => a - b))
})

test('a late view gets everything before the reply as a snapshot, and nothing of it again afterwards', async () => {
  const harness = start(1000)
  harness.begin()
  const stream = new CounterStream()
  stream.mean('S', 1000, 1000, 1, { name: 'm', mean: 1 })
  stream.runtime(9, 1100, [1, 4])
  stream.runtime(1, 1101, [5, 2, 0, 0])
  stream.runtime(3, 1102, [0])
  stream.mean('S', 2000, 1000, 1, { name: 'm', mean: 2 })
  // Nothing published yet when the view asks.
  harness.engine.receive({ kind: 'chunk', sessionIndex: 0, bytes: stream.take().buffer })
  const outcome = await harness.ask('snapshot', { fromMs: 0, maxSamples: 1000 })
  const frames = outcome.ok ? outcome.value : []
  const headers = frames.map((frame) => readLiveFrameHeader(frame)!)
  expect(headers.map(({ kind, count }) => [kind, count])).toEqual([
    ['values', 2],
    ['lanes', 1],
  ])
  expect([...valuesColumns(frames[0]!, headers[0]!).value]).toEqual([1, 2])
  expect(harness.samples.length).toBe(2)
  vi.advanceTimersByTime(200)
  expect(harness.samples.length).toBe(2)
})

test('an event with an impossible time is damage, and what follows keeps its own time', () => {
  const harness = start(1000)
  harness.begin()
  const stream = new CounterStream()
  stream.mean('S', 1000, 1000, 1, { name: 'm', mean: 1 })
  stream.mean('S', 4e12, 1000, 1, { name: 'm', mean: 9 })
  stream.mean('S', 2000, 1000, 1, { name: 'm', mean: 2 })
  harness.push(stream.take())
  expect(harness.samples.map(({ atMs, value }) => [atMs, value])).toEqual([
    [1000, 1],
    [2000, 2],
  ])
  expect(harness.notices.at(-1)).toMatchObject({ what: 'damage', block: 'EventBlock', canContinue: true })
})

import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace, pool } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'

const busy = ['Shop!Shop.Program.Main()', 'Shop!Shop.Cart.Total()', 'System.Private.CoreLib!System.String.Concat()']
const locked = [
  ...pool,
  'Shop!Shop.Cart.Save()',
  'System.Private.CoreLib!System.Threading.Monitor.Enter(class System.Object)',
]
const managed = 2

function overviewOf(plant: (trace: PlantedTrace) => void, selection = wholeTrace) {
  const planted = new PlantedTrace()
  plant(planted)
  return new TraceTables(planted.parts, planted.feed.trace, () => new Uint8Array(0)).overview(selection)
}

test('functions are ranked by self time, the application’s by total', () => {
  const { self, own, selectedCount, threadCount, samples } = overviewOf((trace) => {
    trace.samples(0, 100, 1, trace.stack(...busy), managed)
    trace.samples(0, 50, 2, trace.stack(...busy.slice(0, 1)), managed)
  })
  expect([selectedCount, threadCount, samples.running]).toEqual([150, 2, 150])
  expect(self.map(({ method, count }) => [method, count])).toEqual([
    ['System.String.Concat()', 100],
    ['Shop.Program.Main()', 50],
  ])
  expect(own.map(({ method, count }) => [method, count])).toEqual([
    ['Shop.Program.Main()', 150],
    ['Shop.Cart.Total()', 100],
  ])
})

test('samples in code that writes events are counted once each, as the cost of recording', () => {
  const write = ['EventSource.WriteEvent(int32)', 'EventPipeEventProvider.EventWriteTransfer()'].map(
    (method) => `System.Private.CoreLib!System.Diagnostics.Tracing.${method}`,
  )
  const plant = (trace: PlantedTrace) => {
    trace.samples(0, 60, 1, trace.stack(...busy), managed)
    trace.samples(60, 90, 1, trace.stack(...busy.slice(0, 2), ...write), managed)
    trace.samples(90, 100, 1, trace.stack(...busy.slice(0, 1), write[0]!), managed)
  }
  expect(overviewOf(plant)).toMatchObject({ selectedCount: 100, tracingCount: 40 })
  expect(overviewOf((trace) => trace.samples(0, 60, 1, trace.stack(...busy), managed)).tracingCount).toBe(0)
})

test('an async method is listed once for its body, and delegates made at run time are nobody’s', () => {
  const { own } = overviewOf((trace) => {
    const endpoint = 'Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method1()'
    const method = ['Shop!Shop.Orders.PlaceAsync()', 'Shop!Shop.Orders+<PlaceAsync>d__3.MoveNext()']
    trace.samples(0, 10, 1, trace.stack(endpoint, method[0]!), managed)
    trace.samples(10, 100, 1, trace.stack(endpoint, ...method), managed)
  })
  expect(own.map(({ name, count }) => [name, count])).toEqual([['Orders.PlaceAsync', 100]])
})

test('a wait counts once for the application code that waited; idle threads are separate', () => {
  const { blocked } = overviewOf((trace) => {
    const stack = trace.stack(...locked)
    trace.contention(10, 30, 1, stack)
    trace.wait(40, 45, 1, stack)
    trace.wait(0, 400, 2, trace.stack(...pool))
  })
  expect(blocked).toMatchObject({
    waitMs: 25,
    otherMs: 400,
    rows: [{ method: 'Shop.Cart.Save()', waitMs: 25, count: 2, longestMs: 20 }],
  })
})

const waitOf = (selection: typeof wholeTrace) =>
  overviewOf((trace) => trace.contention(10, 30, 1, trace.stack(...locked)), selection).blocked?.rows[0]?.method

test('a wait is named after the code that the rules call mine', () => {
  const rules = { ...wholeTrace, ownCode: { mine: ['System.Private.CoreLib'], notMine: ['Shop'] } }
  expect(waitOf(wholeTrace)).toBe('Shop.Cart.Save()')
  expect(waitOf(rules)).toBe('System.Threading.Monitor.Enter(class System.Object)')
})

test('a wait inside lock contention is the same wait', () => {
  const { blocked } = overviewOf((trace) => {
    const stack = trace.stack(...locked)
    trace.runtime(81, 10, { thread: 1, stack }, { ContentionFlags: 0, ClrInstanceID: 0, LockID: 7 })
    trace.wait(11, 29, 1, stack)
    trace.runtime(91, 30, { thread: 1 }, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs: 20e6 })
  })
  expect(blocked).toMatchObject({ waitMs: 20, rows: [{ count: 1 }] })
})

test('not recorded is not the same as none', () => {
  const whole = overviewOf((trace) => trace.samples(0, 10, 1, trace.stack(...busy), managed))
  expect([whole.blocked, whole.exceptions, whole.collections, whole.allocated, whole.logs]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  const range = { fromMs: 0, toMs: 5 }
  const part = overviewOf(
    (trace) => trace.runtime(80, 10, { thread: 1 }, { ExceptionType: 'E', ExceptionMessage: 'no' }),
    { ...wholeTrace, range },
  )
  expect(part.exceptions).toEqual({ count: 0, rows: [] })
})

test('of what is ranked, the first five are shown and all are counted', () => {
  const { exceptions, blocked } = overviewOf((trace) => {
    for (let number = 1; number <= 7; number++) {
      const stack = trace.stack(...pool, `Shop!Shop.Cart.Save${number}()`, locked.at(-1)!)
      trace.contention(number * 100, number * 100 + number, 1, stack)
      for (let times = 0; times < number; times++)
        trace.runtime(80, number * 10, { thread: 1 }, { ExceptionType: `E${number}`, ExceptionMessage: 'no' })
    }
  })
  expect(exceptions?.count).toBe(28)
  expect(exceptions?.rows.map(({ type, count }) => [type, count])).toEqual(
    [7, 6, 5, 4, 3].map((count) => [`E${count}`, count]),
  )
  expect(blocked?.waitMs).toBe(28)
  expect(blocked?.rows.map(({ method, waitMs }) => [method, waitMs])).toEqual(
    [7, 6, 5, 4, 3].map((ms) => [`Shop.Cart.Save${ms}()`, ms]),
  )
})

const plant = (trace: PlantedTrace) => {
  for (const thread of [1, 2, 3]) trace.samples(thread * 10, thread * 10 + 5, thread, trace.stack(...busy), managed)
}

test('threads are counted that have samples in the selection', () => {
  expect(overviewOf(plant).threadCount).toBe(3)
  expect(overviewOf(plant, { ...wholeTrace, range: { fromMs: 20, toMs: 100 } }).threadCount).toBe(2)
  expect(overviewOf(plant, { ...wholeTrace, threads: [1001] }).threadCount).toBe(1)
})

test('allocations are those of the ticks where a recording has samples of them too', () => {
  const { allocated } = overviewOf((trace) => {
    const stack = trace.stack(...busy)
    trace.allocation(1, stack, 'System.String', 100)
    trace.sampledAllocation(2, stack, 'System.String', 7)
  })
  expect(allocated).toMatchObject({ bytes: 100, typeCount: 1 })
})

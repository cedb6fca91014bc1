import { expect, test } from 'vitest'
import { PlantedTrace, pool, taskWait } from '../testing/planted-trace.ts'
import { blockingInAsync, syncOverAsync } from './blocked-threads.ts'

const blocking = 'Shop!Shop.InventoryClient.ReserveBlocking(int32)'
const start = 'System.Private.CoreLib!System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&)'
const body = 'Shop!Shop.InventoryClient+<ReserveAsync>d__3.MoveNext()'
const sleep = 'System.Private.CoreLib!System.Threading.Thread.Sleep(int32)'

/** 200 waits of 20 ms on four threads of the pool within a second. */
function blockedPool(stackOf: (trace: PlantedTrace) => number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = stackOf(trace)
  for (let thread = 1; thread <= 4; thread++)
    for (let at = 0; at < 50; at++) trace.wait(at * 20, at * 20 + 19, thread, stack)
  return trace.endAt(1000)
}

test('a pool thread blocked on a task is reported with its caller and the task', () => {
  const trace = blockedPool((planted) => planted.stack(...pool, blocking, ...taskWait))
  // Somebody saw the call on its way: any event below the awaited method.
  trace.stack(...pool, blocking, 'Shop!Shop.InventoryClient.ReserveAsync(int32)', start, body)
  const verdict = trace.judge(syncOverAsync)
  expect(verdict).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 3800,
    summary: expect.stringContaining('InventoryClient.ReserveBlocking blocks on InventoryClient.ReserveAsync.'),
  })
  expect(verdict.kind === 'found' ? verdict.evidence : []).toEqual([
    {
      text: 'InventoryClient.ReserveBlocking: 200 times, 3.80 s waiting for a task, at most 19 ms',
      count: 200,
      method: 'InventoryClient.ReserveBlocking',
      awaited: 'InventoryClient.ReserveAsync',
      link: { table: 'blocking-waits', search: 'InventoryClient.ReserveBlocking', range: null },
    },
  ])
})

test('otherwise the thread is taken to have waited for whatever wakes it', () => {
  const trace = blockedPool((planted) => planted.stack(...pool, blocking, ...taskWait))
  const wake =
    'System.Private.CoreLib!System.Threading.Tasks.Task+SetOnInvokeMres.Invoke(class System.Threading.Tasks.Task)'
  trace.samples(18, 19, 9, trace.stack(...pool, body, wake))
  const verdict = trace.judge(syncOverAsync)
  expect(verdict.kind === 'found' && verdict.evidence[0]?.awaited).toBe('InventoryClient.ReserveAsync')
})

test('a resumed async method is not what its caller waits for', () => {
  const trace = blockedPool((planted) => planted.stack(...pool, blocking, ...taskWait))
  trace.stack(...pool, blocking, 'System.Private.CoreLib!System.Threading.Tasks.Task.RunContinuations(T)', body)
  const verdict = trace.judge(syncOverAsync)
  expect(verdict.kind === 'found' && verdict.evidence[0]).not.toHaveProperty('awaited')
})

test('a main thread waiting for shutdown is not a finding', () => {
  const main = 'Shop!Shop.Program.Main(class System.String[])'
  expect(blockedPool((planted) => planted.stack(main, ...taskWait)).judge(syncOverAsync)).toMatchObject({
    kind: 'passed',
  })
})

test('the framework waiting for itself is not a finding', () => {
  const framework = 'Microsoft.AspNetCore.Server.Kestrel.Core!Kestrel.Heartbeat.TimerLoop()'
  const verdict = blockedPool((planted) => planted.stack(...pool, framework, ...taskWait)).judge(syncOverAsync)
  expect(verdict).toEqual({ kind: 'passed', measured: '0 ms blocked on tasks' })
})

test('without wait events the samples are used, as before .NET 9', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 500, 1, trace.stack(...pool, blocking, ...taskWait))
  trace.samples(0, 1000, 2, trace.stack('Shop!Shop.Program.Main()'), 2)
  expect(trace.judge(syncOverAsync)).toMatchObject({
    kind: 'found',
    evidence: [{ method: 'InventoryClient.ReserveBlocking', count: 500, link: { table: 'methods' } }],
  })
})

test('a few waits at startup are below the threshold', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, blocking, ...taskWait)
  for (let at = 0; at < 4; at++) trace.wait(at * 20, at * 20 + 19, 1, stack)
  expect(trace.endAt(1000).judge(syncOverAsync)).toMatchObject({ kind: 'passed' })
})

test('a recording without waits and samples can’t be judged', () => {
  const trace = new PlantedTrace().endAt(1000)
  expect(trace.judge(syncOverAsync)).toMatchObject({ kind: 'not-judged', question: 'starvation' })
  expect(trace.judge(blockingInAsync)).toMatchObject({ kind: 'not-judged', question: 'time' })
})

test('sleep below an asynchronous method is found under the name of the method', () => {
  const trace = new PlantedTrace()
  const charge = 'Shop!Shop.PaymentGateway+<ChargeAsync>d__1.MoveNext()'
  trace.samples(0, 400, 1, trace.stack(...pool, charge, sleep))
  trace.samples(0, 1000, 2, trace.stack('Shop!Shop.Program.Main()'), 2)
  expect(trace.judge(blockingInAsync)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    nextStep: 'Use await Task.Delay in PaymentGateway.ChargeAsync instead of Thread.Sleep.',
    evidence: [{ method: 'PaymentGateway.ChargeAsync', count: 400 }],
  })
})

test('sleeping on a dedicated thread is not a finding', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 1000, 1, trace.stack('Shop!Shop.Poller.Run()', sleep))
  expect(trace.judge(blockingInAsync)).toMatchObject({ kind: 'passed' })
})

/** Waits for tasks, one after the other, within a recording of this length. */
function waiting(count: number, eachMs: number, lengthMs: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, blocking, ...taskWait)
  for (let at = 0; at < count; at++) trace.wait(at * eachMs, at * eachMs + eachMs, 1, stack)
  return trace.endAt(lengthMs)
}

test('one per cent of the recording in five waits is enough, and twenty waits are sure', () => {
  expect(waiting(5, 2, 1000).judge(syncOverAsync)).toMatchObject({ kind: 'found', confidence: 'medium', lostMs: 10 })
  expect(waiting(5, 2, 1001).judge(syncOverAsync)).toMatchObject({ kind: 'passed', measured: '10 ms blocked on tasks' })
  expect(waiting(19, 2, 1000).judge(syncOverAsync)).toMatchObject({ confidence: 'medium' })
  expect(waiting(20, 2, 1000).judge(syncOverAsync)).toMatchObject({ confidence: 'high' })
})

test('calls that block on tasks nobody saw wait for a task', () => {
  expect(waiting(20, 2, 1000).judge(syncOverAsync)).toMatchObject({
    summary: expect.stringContaining('InventoryClient.ReserveBlocking blocks on a task.'),
    nextStep: expect.stringContaining('Await the task in InventoryClient.ReserveBlocking'),
  })
})

test('waits for something other than a task are no finding about tasks', () => {
  const handle = 'System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32)'
  const verdict = blockedPool((planted) => planted.stack(...pool, blocking, handle)).judge(syncOverAsync)
  expect(verdict).toEqual({ kind: 'passed', measured: '0 ms blocked on tasks' })
})

/** A pool thread in an asynchronous method for `sleptMs` of a second. */
function sleeping(sleptMs: number, ...frames: readonly string[]): PlantedTrace {
  const trace = new PlantedTrace()
  const charge = 'Shop!Shop.PaymentGateway+<ChargeAsync>d__1.MoveNext()'
  trace.samples(0, sleptMs, 1, trace.stack(...pool, charge, ...frames))
  trace.samples(0, 1000, 2, trace.stack('Shop!Shop.Program.Main()'), 2)
  return trace
}

const verdict = (sleptMs: number) => sleeping(sleptMs, sleep).judge(blockingInAsync)

test('twenty samples are enough, and five per cent of the time sure', () => {
  expect([verdict(19).kind, verdict(20).kind]).toEqual(['passed', 'found'])
  const sure = Array.from({ length: 100 }, (_, ms) => ms).find((ms) => {
    const found = verdict(ms)
    return found.kind === 'found' && found.confidence === 'high'
  })
  expect([verdict(20), sure]).toMatchObject([{ confidence: 'medium' }, 50])
})

test('an asynchronous method that waits for a semaphore is told of asynchronous waits', () => {
  const verdict = sleeping(400, 'System.Private.CoreLib!System.Threading.SemaphoreSlim.Wait(int32)').judge(
    blockingInAsync,
  )
  expect(verdict).toMatchObject({
    kind: 'found',
    summary: expect.stringContaining('PaymentGateway.ChargeAsync waits for a semaphore or event'),
    nextStep: 'Use an asynchronous wait in PaymentGateway.ChargeAsync, such as SemaphoreSlim.WaitAsync.',
  })
})

test('a lock below an asynchronous method is a matter of another check', () => {
  const enter = 'System.Private.CoreLib!System.Threading.Monitor.Enter(class System.Object)'
  expect(sleeping(400, enter).judge(blockingInAsync)).toMatchObject({ kind: 'passed' })
})

test('of many methods that block, the ten with the longest waits are evidence', () => {
  const trace = new PlantedTrace()
  for (let method = 0; method < 12; method++) {
    const stack = trace.stack(...pool, `Shop!Shop.Stock.Block${String(method)}()`, ...taskWait)
    for (let at = 0; at < 5; at++) trace.wait(at * 200, at * 200 + 100 + method, method + 1, stack)
  }
  const found = trace.endAt(1000).judge(syncOverAsync)
  expect(found.kind === 'found' ? found.evidence.map(({ method }) => method) : []).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((method) => `Stock.Block${String(method)}`),
  )
})

import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { poolStarvation } from './pool-starvation.ts'

const importer = 'Shop!Shop.BatchImporter.ImportBatchBlocking()'
const sleep = 'System.Private.CoreLib!System.Threading.Thread.Sleep(int32)'

function adjusted(reason: number, count: number): PlantedTrace {
  const trace = new PlantedTrace()
  for (let at = 0; at < count; at++)
    trace.runtime(55, at * 500, {}, { AverageThroughput: 1, NewWorkerThreadCount: 5 + at, Reason: reason })
  return trace
}

test('threads added because of starvation are reported with what blocks the others', () => {
  const trace = adjusted(6, 4)
  trace.samples(0, 900, 1, trace.stack(...pool, importer, sleep))
  expect(trace.judge(poolStarvation)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [
      { text: '4 threads added because of starvation, 8 workers at most', link: { table: 'thread-pool' } },
      { method: 'BatchImporter.ImportBatchBlocking', count: 900 },
    ],
  })
})

test('waits show who holds the threads when optimized code leaves no frame of them', () => {
  const trace = adjusted(6, 4)
  const inlined = trace.stack(...pool, importer)
  for (let thread = 1; thread <= 3; thread++) {
    trace.samples(0, 500, thread, inlined)
    trace.wait(0, 700, thread, inlined)
    trace.wait(750, 1450, thread, inlined)
  }
  expect(trace.judge(poolStarvation)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    summary: 'Work waits because every thread of the pool is taken, most of all by BatchImporter.ImportBatchBlocking.',
    evidence: [
      { link: { table: 'thread-pool' } },
      { method: 'BatchImporter.ImportBatchBlocking', count: 6, link: { table: 'blocking-waits' } },
    ],
    lostMs: 4200,
  })
})

test('a leaf that only waits means that the method above it waits, whatever was inlined between them', () => {
  const trace = adjusted(6, 4)
  trace.samples(
    0,
    900,
    1,
    trace.stack(...pool, importer, 'System.Private.CoreLib!System.Threading.WaitSubsystem+ThreadWaitInfo.Wait()'),
  )
  expect(trace.judge(poolStarvation)).toMatchObject({
    evidence: [{}, { method: 'BatchImporter.ImportBatchBlocking', count: 900 }],
  })
})

test('native code of a method that never waits is not taken for a wait', () => {
  const trace = adjusted(6, 4)
  trace.samples(0, 900, 1, trace.stack(...pool, importer))
  expect(trace.judge(poolStarvation)).toMatchObject({
    confidence: 'medium',
    nextStep:
      'No stack of this recording shows a thread of the pool waiting. Look at Call tree for what its threads are at.',
  })
})

test('a queue that doesn’t drain is starvation too; without stacks it is less certain', () => {
  const trace = new PlantedTrace()
  for (const [at, length] of [60, 75, 70].entries()) trace.counter('threadpool-queue-length', at * 1000, length)
  expect(trace.judge(poolStarvation)).toMatchObject({
    kind: 'found',
    confidence: 'medium',
    summary: 'Work waits because every thread of the pool is taken.',
    nextStep: 'Record the same load with sampled stacks to see what holds the threads.',
    evidence: [{ text: 'Up to 75 work items queued', count: 75, link: { table: 'counters' } }],
  })
})

test('a pool finding its size, or a queue that was long once, is not a finding', () => {
  const trace = adjusted(3, 20)
  trace.counter('threadpool-queue-length', 0, 155)
  trace.counter('threadpool-queue-length', 1000, 0)
  expect(trace.judge(poolStarvation)).toMatchObject({ kind: 'passed' })
})

test('without events and counters it can’t be judged', () => {
  expect(new PlantedTrace().endAt(10).judge(poolStarvation)).toMatchObject({
    kind: 'not-judged',
    question: 'starvation',
  })
})

test('bursts that drained in between are not a finding, however many there were', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 20; at++) trace.counter('threadpool-queue-length', at * 1000, at % 2 === 0 ? 155 : 0)
  expect(trace.judge(poolStarvation)).toMatchObject({ kind: 'passed' })
})

test('waits inside code of .NET are found by the name that their table has', () => {
  const trace = adjusted(6, 4)
  const taking = trace.stack(
    ...pool,
    importer,
    'System.Collections.Concurrent!System.Collections.Concurrent.BlockingCollection`1[T].Take()',
    'System.Private.CoreLib!System.Threading.SemaphoreSlim.Wait(int32)',
  )
  for (let thread = 1; thread <= 3; thread++) trace.wait(0, 1400, thread, taking)
  expect(trace.judge(poolStarvation)).toMatchObject({
    evidence: [
      { link: { table: 'thread-pool' } },
      {
        method: 'BatchImporter.ImportBatchBlocking',
        link: { table: 'blocking-waits', search: expect.stringContaining('BlockingCollection') as string },
      },
    ],
  })
})

test('of many methods that hold threads of the pool, the five that hold them longest are evidence', () => {
  const trace = adjusted(6, 4)
  for (let method = 0; method < 7; method++)
    trace.samples(
      0,
      300 + method,
      method + 1,
      trace.stack(...pool, `Shop!Shop.Importer.Block${String(method)}()`, sleep),
    )
  const verdict = trace.judge(poolStarvation)
  const methods = verdict.kind === 'found' ? verdict.evidence.flatMap(({ method }) => method ?? []) : []
  expect(methods).toEqual([6, 5, 4, 3, 2].map((method) => `Importer.Block${String(method)}`))
})

const queued = (...lengths: readonly number[]) => {
  const trace = new PlantedTrace()
  for (const [at, length] of lengths.entries()) trace.counter('threadpool-queue-length', at * 1000, length)
  return trace.judge(poolStarvation).kind
}

test('three threads added because of starvation are a finding, and two readings in a row of twenty work items', () => {
  expect([3, 2].map((count) => adjusted(6, count).judge(poolStarvation).kind)).toEqual(['found', 'passed'])
  expect([queued(20, 20), queued(19, 20), queued(20, 0, 20), queued(0, 20, 25, 0)]).toEqual([
    'found',
    'passed',
    'passed',
    'found',
  ])
})

test('what is measured of a pool that is well is said', () => {
  const trace = adjusted(6, 1)
  expect(trace.judge(poolStarvation)).toMatchObject({
    measured: '1 thread added for starvation, queue at most unknown',
  })
  trace.counter('threadpool-queue-length', 0, 7)
  expect(trace.judge(poolStarvation)).toMatchObject({ measured: '1 thread added for starvation, queue at most 7' })
})

test('a queue is as sure a sign as threads that were added, where a stack shows what blocks', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 3; at++) trace.counter('threadpool-queue-length', at * 300, 60)
  trace.samples(0, 900, 1, trace.stack(...pool, importer, sleep))
  expect(trace.judge(poolStarvation)).toMatchObject({ kind: 'found', confidence: 'high' })
})

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

test('threads added because of starvation, with what blocks the others', () => {
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

test('a queue that doesn’t drain is starvation too; without stacks it is less certain', () => {
  const trace = new PlantedTrace()
  for (const [at, length] of [60, 75, 70].entries()) trace.counter('threadpool-queue-length', at * 1000, length)
  expect(trace.judge(poolStarvation)).toMatchObject({
    kind: 'found',
    confidence: 'medium',
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

import { describe, expect, test } from 'vitest'
import { defaultBoard } from './default-board.ts'
import { CatalogBuilder } from './testing.ts'

const summary = (builder: CatalogBuilder) =>
  defaultBoard(builder.catalog).charts.map(
    (chart) =>
      `${chart.id.replace('default-', '')}: ${chart.series.map((series) => series.instrument).join(' + ')}${chart.isStacked ? ', stacked' : ''}${chart.scale === 'log' ? ', log' : ''}`,
  )

describe('the default board', () => {
  test('of a web application has request percentiles, heap, CPU and thread pool', () => {
    const builder = new CatalogBuilder()
    builder.addRuntimeCounters()
    builder.addRuntimeMeter()
    builder.add('meter', 'Microsoft.AspNetCore.Hosting', 'http.server.request.duration', 'Histogram', 's', [
      'p50',
      'p95',
      'p99',
    ])
    expect(summary(builder)).toEqual([
      'requests: http.server.request.duration, log',
      'heap: dotnet.gc.last_collection.heap.size, stacked',
      'cpu: dotnet.process.cpu.time, stacked',
      'thread-pool: dotnet.thread_pool.queue.length + dotnet.thread_pool.thread.count',
    ])
  })

  test('of an older runtime uses its event counters, those it has', () => {
    const builder = new CatalogBuilder()
    builder.addRuntimeCounters()
    expect(summary(builder)).toEqual([
      'heap: gen-2-size + loh-size + gen-1-size + gen-0-size, stacked',
      'cpu: cpu-usage',
      'thread-pool: threadpool-queue-length + threadpool-thread-count',
      'allocation: alloc-rate',
    ])
  })

  test('of something else shows its own instruments', () => {
    const builder = new CatalogBuilder()
    builder.add('meter', 'MyShop', 'orders', 'Counter', '{order}', ['rate'])
    builder.add('meter', 'MyShop', 'never.measured', 'Counter', '{order}', [])
    expect(summary(builder)).toEqual(['own-0: orders'])
  })

  test('is empty while nothing is known', () => {
    expect(summary(new CatalogBuilder())).toEqual([])
  })
})

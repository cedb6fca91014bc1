import { describe, expect, test } from 'vitest'
import { defaultBoard } from './default-board.ts'
import { CatalogBuilder } from '../testing.ts'

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
    const duration = [
      'meter',
      'Microsoft.AspNetCore.Hosting',
      'http.server.request.duration',
      'Histogram',
      's',
    ] as const
    builder.add(...duration, ['p50', 'p95', 'p99', 'count', 'sum', 'count-rate'], ['http.response.status_code=200'])
    const charts = [
      'request-rate: http.server.request.duration, stacked',
      'requests: http.server.request.duration, log',
      'heap: dotnet.gc.last_collection.heap.size, stacked',
      'cpu: dotnet.process.cpu.time, stacked',
      'thread-pool: dotnet.thread_pool.queue.length + dotnet.thread_pool.thread.count',
      'allocation: dotnet.gc.heap.total_allocated',
    ]
    expect(summary(builder)).toEqual(charts)
    builder.add(...duration, ['count-rate'], ['http.response.status_code=500'])
    expect(summary(builder)).toEqual([
      charts[0],
      'failed-requests: http.server.request.duration, stacked',
      ...charts.slice(1),
    ])
  })

  test('of an older web application has its request counters', () => {
    const builder = new CatalogBuilder()
    for (const name of ['requests-per-second', 'failed-requests'])
      builder.add('event-counter', 'Microsoft.AspNetCore.Hosting', name, 'EventCounterSum', '', ['rate'])
    expect(summary(builder)).toEqual(['request-rate: requests-per-second', 'failed-requests: failed-requests'])
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

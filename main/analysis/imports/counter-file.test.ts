import { assert, json, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCounterFile } from './counter-file.ts'

const read = (text: string) => {
  const file = readCounterFile(text)
  return file.ok ? file.value : undefined
}

const rows = (text: string) => {
  const file = read(text)
  return file?.timesMs.map((timeMs, row) => {
    const { provider, name, measure, tags } = file.series[file.seriesIndexes[row]!]!
    const tagText = tags.map(({ key, value }) => `${key}=${value}`).join(',')
    return `${new Date(timeMs).toISOString()} ${provider}/${name}{${tagText}} ${measure} ${String(file.values[row])}`
  })
}

const cpu = (provider: string) =>
  rows(
    `Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n2026-11-25T19:39:22Z,${provider},CPU Usage (%),Metric,7`,
  )

describe('a file of counter values', () => {
  it('keeps names that are properties of every object', () => {
    const text = [
      'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment',
      '2026-11-25T19:39:22Z,System.Runtime,constructor,Metric,12',
      '2026-11-25T19:39:23Z,Shop,wait[Percentile=toString],Metric,1',
    ].join('\n')
    expect(rows(text)).toEqual([
      '2026-11-25T19:39:22.000Z System.Runtime/constructor{} value 12',
      '2026-11-25T19:39:23.000Z Shop/wait{} value 1',
    ])
  })

  it('is read as dotnet-counters collects it to CSV', () => {
    const text = [
      'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment',
      '2026-11-25T19:39:22Z,System.Runtime,ThreadPool Queue Length,Metric,12',
      '2026-11-25T19:39:23Z,System.Runtime,Exception Count (Count / 1 sec),Rate,3',
      '2026-11-25T19:39:23Z,System.Runtime,POH (Pinned Object Heap) Size (B),Metric,8',
      '2026-11-25T19:39:24Z,Shop,orders ({order} / 1 sec)[region=eu;tier=a],Rate,1.5',
      '2026-11-25T19:39:24Z,Shop,wait (s)[Percentile=95],Metric,0.25',
      '2026-11-25T19:39:24Z,Shop,wait (s)[region=eu;Percentile=99],Metric,0.5',
      '',
    ].join('\r\n')
    expect(rows(text)).toEqual([
      '2026-11-25T19:39:22.000Z System.Runtime/threadpool-queue-length{} value 12',
      '2026-11-25T19:39:23.000Z System.Runtime/exception-count{} rate 3',
      '2026-11-25T19:39:23.000Z System.Runtime/poh-size{} value 8',
      '2026-11-25T19:39:24.000Z Shop/orders{region=eu,tier=a} rate 1.5',
      '2026-11-25T19:39:24.000Z Shop/wait{} p95 0.25',
      '2026-11-25T19:39:24.000Z Shop/wait{region=eu} p99 0.5',
    ])
  })

  it('is read as dotnet-counters collects it to JSON', () => {
    const event = { timestamp: '2026-11-25 19:39:22Z', provider: 'System.Runtime', name: 'CPU Usage (%)', tags: '' }
    const events = [{ ...event, counterType: 'Metric', value: 7.5 }, null, { ...event, value: null }]
    expect(rows(JSON.stringify({ TargetProcess: 'Shop', Events: events }))).toEqual([
      '2026-11-25T19:39:22.000Z System.Runtime/cpu-usage{} value 7.5',
    ])
  })

  it('is read as Live exports it, by the name of the instrument', () => {
    const long = [
      'timestamp,unix_ms,source,provider,instrument,kind,tags,measure,unit,value',
      '2026-11-25T19:39:22.000Z,1000,meter,Shop,orders,counter,"region=eu,tier=a",rate,{order},4',
      '2026-11-25T19:39:23.000Z,2000,meter,Shop,orders,counter,"region=eu,tier=a",rate,{order},',
    ].join('\r\n')
    expect(rows(long)).toEqual(['1970-01-01T00:00:01.000Z Shop/orders{region=eu,tier=a} rate 4'])
    const json = { unixMs: 1000, provider: 'Shop', name: 'Wait (s)', instrument: 'wait', measure: 'p95', value: 2 }
    expect(rows(JSON.stringify({ Events: [{ ...json, tags: 'a=b,Percentile=95' }] }))).toEqual([
      '1970-01-01T00:00:01.000Z Shop/wait{a=b} p95 2',
    ])
  })

  it('knows names of the runtime only from the runtime', () => {
    expect(cpu('System.Runtime')).toEqual(['2026-11-25T19:39:22.000Z System.Runtime/cpu-usage{} value 7'])
    expect(cpu('Shop')).toEqual(['2026-11-25T19:39:22.000Z Shop/CPU Usage{} value 7'])
  })

  it('of another tool may have a measure without naming its instrument', () => {
    const event = { unixMs: 1000, provider: 'Shop', name: 'orders', counterType: 'Rate', measure: 'value', value: 2 }
    expect(rows(JSON.stringify({ Events: [event] }))).toEqual(['1970-01-01T00:00:01.000Z Shop/orders{} rate 2'])
  })

  it('has its columns in any order', () => {
    const ours = 'provider,value,measure,unix_ms,tags,instrument\nShop,4,rate,1000,a=b,orders'
    expect(rows(ours)).toEqual(['1970-01-01T00:00:01.000Z Shop/orders{a=b} rate 4'])
    const theirs =
      'Provider,Counter Type,Timestamp,Mean/Increment,Counter Name\nShop,Rate,2026-11-25T19:39:22Z,3,Orders'
    expect(rows(theirs)).toEqual(['2026-11-25T19:39:22.000Z Shop/Orders{} rate 3'])
  })

  it('is nothing else, whatever it holds', () => {
    expect(read('a,b\n1,2\n')).toBeNull()
    expect(read('{"Events":')).toBeNull()
    expect(read('{"events":[]}')).toBeNull()
    assert(property(string(), (text) => void readCounterFile(text)))
    assert(property(json(), (text) => void readCounterFile(text)))
    const header = 'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n'
    assert(property(string(), (text) => read(header + text) !== null))
  })
})

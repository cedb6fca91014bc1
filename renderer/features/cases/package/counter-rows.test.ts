import { expect, it } from 'vitest'
import { counterRows } from './counter-rows.ts'

const head = 'timestamp,unix_ms,source,provider,instrument,kind,tags,measure,unit,value'

it('sums up each counter of a table: minimum, mean, maximum and newest value', () => {
  const text = [
    head,
    'a,1,event-counter,System.Runtime,cpu-usage,EventCounterMean,,value,%,1',
    'a,2,event-counter,System.Runtime,cpu-usage,EventCounterMean,,value,%,5',
    'a,2,meter,Shop,orders,Counter,"region=""eu"",kind=a",rate,,2',
    'a,3,event-counter,System.Runtime,cpu-usage,EventCounterMean,,value,%,3',
  ].join('\n')
  expect(counterRows(text)).toMatchObject([
    { name: 'cpu-usage', unit: '%', count: 3, low: 1, mean: 3, high: 5, last: 3 },
    { provider: 'Shop', name: 'orders', tags: 'region="eu",kind=a', measure: 'rate', count: 1, last: 2 },
  ])
})

it('skips what is not a row of such a table', () => {
  expect(counterRows(`${head}\na,b\n,,,,,,,,,\n"never closed`)).toEqual([])
  expect(counterRows('a,b\n1,2')).toEqual([])
})

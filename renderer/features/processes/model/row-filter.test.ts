import { describe, expect, it } from 'vitest'
import { processRow } from './process-row.test-support.ts'
import { matches, parseQuery } from './row-filter.ts'

const row = processRow(4121, {
  name: 'orders-api',
  commandLine: '/usr/bin/dotnet Orders.dll --urls http://localhost:5080',
  userName: 'mara',
})
const finds = (text: string) => matches(row, parseQuery(text))

describe('search of processes', () => {
  it('finds every process when nothing is typed', () => {
    expect(finds('   ')).toBe(true)
  })
  it.each(['ORDERS', '4121', '412', 'localhost:5080', 'mara', 'urls api'])('finds by %s', (text) => {
    expect(finds(text)).toBe(true)
  })
  it('needs every word', () => {
    expect(finds('orders svc-pay')).toBe(false)
  })
  it('does not match across two columns', () => {
    expect(finds('api4121')).toBe(false)
  })
  it('finds a foreign process by its user number when the name is not known', () => {
    expect(matches(processRow(7, { userName: null, userId: 1654 }), parseQuery('1654'))).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import { PayloadRecord, type PayloadField, type PayloadValue } from '../../events/payload/payload-value.ts'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
import { detailText } from './request-table.ts'
import { TraceTables } from './trace-tables.ts'

const field = (name: string, value: PayloadValue): PayloadField => ({
  name,
  value,
  shape: { kind: 'scalar', scalar: 'text', enumName: null },
})
const detail = (fields: Readonly<Record<string, string>>) =>
  detailText(Object.entries(fields).map(([name, value]) => field(name, value)))

describe('what a request was about', () => {
  test('is the text of its command, before anything else', () => {
    expect(detail({ Host: 'db', Path: '/', CommandText: 'select 1' })).toBe('select 1')
    expect(detail({ 'Command.CommandText': 'select 2', CommandText: '' })).toBe('select 2')
  })

  test('is its address, with a scheme and a port where they are known', () => {
    expect(detail({ host: 'db', pathAndQuery: '/q?a=1' })).toBe('http://db/q?a=1')
    expect(detail({ scheme: 'https', host: 'db', port: '8443', path: '/q' })).toBe('https://db:8443/q')
    expect(detail({ host: 'db', port: '-1', path: '/q', method: 'GET' })).toBe('http://db/q')
    expect(detail({ host: 'db', port: '', path: '/q' })).toBe('http://db/q')
  })

  test('is method and path of one that was received', () => {
    expect(detail({ METHOD: 'POST', Path: '/orders' })).toBe('POST /orders')
  })

  test('is every field otherwise', () => {
    expect(detail({ method: 'POST', other: 'x' })).toBe('method=POST other=x')
    expect(detail({ host: 'db' })).toBe('host=db')
    expect(detail({ path: '/orders', other: 'x' })).toBe('path=/orders other=x')
    expect(detail({})).toBe('')
  })

  test('may be in a list of keys and values', () => {
    const record = (fields: Readonly<Record<string, PayloadValue>>) =>
      new PayloadRecord(Object.entries(fields).map(([name, value]) => field(name, value)))
    const pairs = [
      record({ Key: 'Method', Value: 'GET' }),
      record({ Key: 'Path', Value: '/a' }),
      7,
      record({ Key: 'x', Value: 5 }),
      record({ Key: 5 }),
    ]
    expect(detailText([field('Arguments', pairs as unknown as PayloadValue)])).toBe('GET /a')
  })
})

function rows(trace: RequestFeed, table: TraceTableName) {
  const tables = new TraceTables(trace.parts, trace.feed.trace, trace.feed.read)
  return tables.page({ table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }, 0, 100).rows
}

/** A request that failed and sent another, one that did not end, and a command. */
function served(): RequestFeed {
  const trace = new RequestFeed()
  trace.hosting('Start', 10, activity(1, 1), { method: 'GET', path: '/orders/5' }, 1)
  trace.http('RequestStart', 12, activity(1, 1, 1), { scheme: 'http', host: 'db', port: 80, pathAndQuery: '/q' }, 1)
  trace.http('RequestStop', 20, activity(1, 1, 1), { statusCode: 503 }, 2)
  trace.unhandled(25, activity(1, 1))
  trace.hosting('Stop', 40, activity(1, 1), {}, 2)
  trace.hosting('Start', 50, activity(1, 2), { method: 'GET', path: '/orders/6' }, 1)
  return trace
}

test('requests say how they ended, what they sent and who sent them', () => {
  const shown = rows(served(), 'requests').map((row) => ({
    kind: row[1],
    text: row[3],
    status: row[5],
    result: row[6],
    ms: row[7],
    sent: row[8],
    parent: row[10],
    path: row[12],
    threads: [row[13], row[14]],
  }))
  expect(shown).toMatchObject([
    {
      kind: 'incoming',
      text: 'GET /orders/5',
      result: 'failed',
      ms: 30,
      sent: 1,
      parent: null,
      path: '//1/1',
      threads: [1001, 1002],
    },
    {
      kind: 'outgoing',
      text: 'http://db:80/q',
      status: 503,
      result: 'failed',
      ms: 8,
      sent: 0,
      parent: 0,
      path: '//1/1/1',
      threads: [1001, 1002],
    },
    { kind: 'incoming', text: 'GET /orders/6', result: '', ms: null, sent: 0, parent: null, threads: [1001, null] },
  ])
})

test('routes say whether the server reported them', () => {
  const trace = served()
  trace.hosting('Start', 60, activity(1, 3), { method: 'GET', path: '/carts/9' }, 1)
  trace.response(65, activity(1, 3), 200, '[controller, Carts], [action, Get]')
  trace.hosting('Stop', 70, activity(1, 3), {}, 1)
  trace.own('SyncStart', 80)
  trace.own('SyncStop', 85)
  const found = rows(trace, 'routes').map(([route, kind, source, count, failed, p50]) => [
    route,
    kind,
    source,
    count,
    failed,
    p50,
  ])
  expect(found).toContainEqual(['GET /orders/{id}', 'incoming', 'from paths', 2, 1, 30])
  expect(found.filter(([, kind]) => kind === 'other').map(([, , source]) => source)).not.toContain('from paths')
})

import { expect, test } from 'vitest'
import { routeTemplate } from '../../requests/route-template.ts'
import { PlantedTrace } from '../testing/planted-trace.ts'
import { repeatedCommands, repeatedRequests } from './repeated-calls.ts'

const hosting = 'Microsoft.AspNetCore.Hosting'
const sql = 'Microsoft-Diagnostics-DiagnosticSource'
const http = 'System.Net.Http'

interface Call {
  readonly provider: string
  readonly name: string
  readonly fields: (at: number) => Readonly<Record<string, string>>
}

const command: Call = {
  provider: sql,
  name: 'Activity2',
  fields: () => ({ CommandText: 'SELECT * FROM Lines WHERE Id = @p' }),
}
const stock: Call = {
  provider: http,
  name: 'Request',
  fields: (at) => ({ scheme: 'http', host: 'stock', port: '80', pathAndQuery: `/stock/${at}` }),
}

/** Calls below requests of one route; a client calls outside of them. */
function requests(
  count: number,
  callsInEach: number,
  { provider, name, fields }: Call,
  isClient = false,
): PlantedTrace {
  const trace = new PlantedTrace()
  let id = 0
  for (let request = 0; request < count; request++) {
    const parent = ++id
    trace.activity(hosting, 'Request', parent, 0, 0, 100, { method: 'GET', path: `/orders/${request}` })
    for (let at = 0; at < callsInEach; at++)
      trace.activity(provider, name, ++id, isClient ? 0 : parent, at * 2, at * 2 + 1, fields(at))
  }
  return trace
}

test('the same command many times in requests of one route is reported', () => {
  expect(requests(4, 12, command).judge(repeatedCommands)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 48,
    evidence: [
      {
        text: 'SELECT * FROM Lines WHERE Id = @p: 48 commands in 4 requests, up to 12 in one, 48 ms in total',
        count: 48,
        route: 'GET /orders/{id}',
        link: { table: 'requests', search: 'SELECT * FROM Lines WHERE Id = @p' },
      },
    ],
  })
})

test('calls that differ only in an ID are the same call', () => {
  expect(requests(4, 12, stock).judge(repeatedRequests)).toMatchObject({
    kind: 'found',
    evidence: [{ count: 48, route: 'GET /orders/{id}', link: { search: 'http://stock:80/stock/' } }],
  })
})

test('a few commands per request, or one request with many, is not a pattern', () => {
  expect(requests(20, 3, command).judge(repeatedCommands)).toEqual({
    kind: 'passed',
    measured: 'at most 3 commands in one request',
  })
  expect(requests(1, 30, command).judge(repeatedCommands)).toMatchObject({ kind: 'passed' })
})

test('calls outside a request are a client’s, however many there are', () => {
  expect(requests(4, 12, stock, true).judge(repeatedRequests)).toMatchObject({ kind: 'passed' })
})

test('without requests nothing is judged', () => {
  const trace = new PlantedTrace().endAt(10)
  for (const rule of [repeatedCommands, repeatedRequests])
    expect(trace.judge(rule)).toMatchObject({ kind: 'not-judged', question: 'requests' })
})

test('IDs are replaced in routes', () => {
  expect(routeTemplate('GET /orders/4711/lines/12?page=3')).toBe('GET /orders/{id}/lines/{id}')
  expect(routeTemplate('GET /users/3f2504e0-4f89-11d3-9a0c-0305e82c3301')).toBe('GET /users/{id}')
  expect(routeTemplate('GET /v2/items')).toBe('GET /v2/items')
})

test('a command on several lines is found by its first one', () => {
  const lines: Call = { ...command, fields: () => ({ CommandText: 'SELECT o.Id,  o.Name\r\n  FROM Orders' }) }
  expect(requests(4, 12, lines).judge(repeatedCommands)).toMatchObject({
    evidence: [{ link: { table: 'requests', search: 'SELECT o.Id,' } }],
  })
  const asked = { scheme: 'http', host: 'stock', port: '80', pathAndQuery: '/stock?warehouse=1' }
  expect(requests(4, 12, { ...stock, fields: () => asked }).judge(repeatedRequests)).toMatchObject({
    evidence: [{ link: { search: 'http://stock:80/stock' } }],
  })
})

test('commands are counted for each text, and apart for each route', () => {
  const trace = new PlantedTrace()
  let id = 0
  for (let request = 0; request < 8; request++) {
    const parent = ++id
    const path = request < 4 ? `/orders/${request}` : `/carts/${request}`
    trace.activity(hosting, 'Request', parent, 0, 0, 100, { method: 'GET', path })
    for (let at = 0; at < 24; at++) {
      const text = at % 2 === 0 ? 'SELECT * FROM Lines' : 'SELECT * FROM Prices'
      trace.activity(sql, 'Activity2', ++id, parent, at * 2, at * 2 + 1, { CommandText: text })
    }
  }
  const verdict = trace.judge(repeatedCommands)
  expect(verdict).toMatchObject({ kind: 'found', lostMs: 192 })
  const { evidence } = verdict as Extract<typeof verdict, { kind: 'found' }>
  expect(evidence.map((row) => `${row.text.split(':')[0]} ${row.route} ${row.count}`).toSorted()).toEqual([
    'SELECT * FROM Lines GET /carts/{id} 48',
    'SELECT * FROM Lines GET /orders/{id} 48',
    'SELECT * FROM Prices GET /carts/{id} 48',
    'SELECT * FROM Prices GET /orders/{id} 48',
  ])
})

test('of many commands that are repeated, the five with most calls are evidence', () => {
  const trace = new PlantedTrace()
  let id = 0
  for (let request = 0; request < 3; request++) {
    const parent = ++id
    trace.activity(hosting, 'Request', parent, 0, 0, 100, { method: 'GET', path: `/orders/${request}` })
    for (let table = 0; table < 7; table++)
      for (let at = 0; at < 8 + table; at++)
        trace.activity(sql, 'Activity2', ++id, parent, at, at + 1, { CommandText: `SELECT * FROM T${String(table)}` })
  }
  const verdict = trace.judge(repeatedCommands)
  expect(verdict.kind === 'found' ? verdict.evidence.map(({ count }) => count) : []).toEqual([42, 39, 36, 33, 30])
})

import { describe, expect, it } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { activity, RequestFeed } from './testing/request-feed.ts'

type Tell = (feed: RequestFeed) => void

function factsOf(tell: Tell) {
  const feed = new RequestFeed()
  tell(feed)
  const facts = feed.parts.requestFacts
  const text = (index: number): string | null => (index < 0 ? null : facts.texts.text(index))
  return {
    starts: [...facts.starts.values()].map(({ method, address, source }) => [
      text(method),
      text(address),
      text(source),
    ]),
    said: Array.from({ length: facts.ticks.count }, (_, row) => ({
      atMs: facts.ticks.at(row) / 1e6,
      activity: facts.activityIndex.at(row),
      status: facts.status.at(row),
      isFailed: facts.failed.at(row) === 1,
      route: text(facts.routeText.at(row)),
      routeValues: text(facts.routeValuesText.at(row)),
    })),
  }
}

const nothingSaid = { activity: 1, status: 0, isFailed: false, route: null, routeValues: null }

const addressOf = (fields: Readonly<Record<string, string | number>>) =>
  factsOf((feed) => feed.http('RequestStart', 1, activity(1), fields)).starts[0]

describe('the start of a request', () => {
  it('of a server has a method and an address', () => {
    const { starts, said } = factsOf((feed) => {
      feed.hosting('Start', 1, activity(1), { method: 'GET', path: '/orders' })
      feed.kestrel('Start', 1, activity(1, 1), { path: '/orders', method: 'PUT' })
      feed.hosting('Stop', 2, activity(1))
    })
    expect([starts, said]).toEqual([
      [
        ['GET', '/orders', null],
        ['PUT', '/orders', null],
      ],
      [],
    ])
  })

  it('of a client is an address put together, with a port when there is one', () => {
    const parts = { scheme: 'https', host: 'stock', pathAndQuery: '/a?b=1' }
    expect(addressOf({ ...parts, port: 8443 })).toEqual([null, 'https://stock:8443/a?b=1', null])
    expect(addressOf({ ...parts, port: 1 })).toEqual([null, 'https://stock:1/a?b=1', null])
    expect(addressOf({ ...parts, port: 0 })).toEqual([null, 'https://stock/a?b=1', null])
    expect(addressOf({ ...parts, port: -1 })).toEqual([null, 'https://stock/a?b=1', null])
    expect(addressOf({ ...parts, scheme: '', port: 0 })).toEqual([null, 'http://stock/a?b=1', null])
  })

  it('of a bridged activity has the values of sources that tell about requests, and of others only the name', () => {
    const { starts } = factsOf((feed) => {
      feed.bridged('Activity1Start', 1, activity(1), 'Microsoft.AspNetCore', {
        Method: 'GET',
        Path: '/a',
        CommandText: 'no',
      })
      feed.bridged('Activity1Start', 2, activity(2), 'Microsoft.EntityFrameworkCore', {
        'Command.CommandText': 'SELECT 1',
      })
      feed.bridged('Activity1Start', 3, activity(3), 'SqlClientDiagnosticListener', {
        CommandText: 'SELECT 2',
        'Command.CommandText': 'no',
      })
      feed.bridged('Activity1Start', 4, activity(4), 'Shop', { Method: 'GET', Path: '/secret' })
      feed.bridged('Activity1Start', 5, activity(5), 'Microsoft.AspNetCore', { Method: '', Path: '' })
    })
    expect(starts).toEqual([
      ['GET', '/a', 'Microsoft.AspNetCore'],
      [null, 'SELECT 1', 'Microsoft.EntityFrameworkCore'],
      [null, 'SELECT 2', 'SqlClientDiagnosticListener'],
      [null, null, 'Shop'],
      [null, null, 'Microsoft.AspNetCore'],
    ])
  })

  it('keeps two thousand characters of a text', () => {
    const { starts } = factsOf((feed) => {
      feed.hosting('Start', 1, activity(1), { method: 'GET', path: `/${'a'.repeat(2500)}` })
      feed.bridged('Activity1Start', 2, activity(2), 'Microsoft.AspNetCore', { Path: `/${'b'.repeat(2500)}` })
      feed.hosting('Start', 3, activity(3), { method: 'GET', path: 'c'.repeat(2000) })
    })
    expect(starts.map(([, address]) => address)).toEqual([
      `/${'a'.repeat(1999)}`,
      `/${'b'.repeat(1999)}`,
      'c'.repeat(2000),
    ])
  })
})

const endOf = (values: Readonly<Record<string, string>>, event = 'Stop', source = 'Microsoft.AspNetCore') =>
  factsOf((feed) => feed.bridged('Activity1Stop', 7, activity(1), source, values, event)).said

const saidBy = (name: string) =>
  factsOf((feed) => feed.bridged(name, 7, activity(1), 'Microsoft.AspNetCore', { StatusCode: '200' })).said.length

const told = (sqlExceptionNumber: number) =>
  factsOf(({ feed }) => {
    const begin = [{ name: 'commandText', type: plainType(typeCodes.string) }]
    const end = [{ name: 'sqlExceptionNumber', type: plainType(typeCodes.int32) }]
    const type = { provider: 'Microsoft.Data.SqlClient.EventSource', name: 'Execute' }
    const place = { activity: activity(1) }
    feed.push(
      { ...type, eventId: 1, opcode: 1, fields: begin },
      { ...place, ticks: 1e6 },
      writePayload(begin, ['select 1']),
    )
    feed.push(
      { ...type, eventId: 2, opcode: 2, fields: end },
      { ...place, ticks: 2e6 },
      writePayload(end, [sqlExceptionNumber]),
    )
    feed.push({ ...type, eventId: 3, opcode: 3, fields: end }, { ...place, ticks: 3e6 }, writePayload(end, [7]))
  })

describe('a command of the SQL client', () => {
  it('has its text as its address, and has failed when its end has the number of an error', () => {
    expect(told(0)).toEqual({ starts: [[null, 'select 1', null]], said: [] })
    expect(told(1205).said).toEqual([{ ...nothingSaid, atMs: 2, isFailed: true }])
  })
})

describe('the end of a request', () => {
  it('of a client has the status code, and has failed without an answer', () => {
    const { said } = factsOf((feed) => {
      feed.http('RequestStart', 1, activity(1), { scheme: 'http', host: 'a', port: 0, pathAndQuery: '/' })
      feed.http('RequestStop', 2, activity(1), { statusCode: 204 })
    })
    expect(said).toEqual([{ ...nothingSaid, atMs: 2, status: 204 }])
    const lost = factsOf((feed) => feed.http('RequestStop', 2, activity(1), { statusCode: -1 }))
    expect(lost.said).toEqual([{ ...nothingSaid, atMs: 2, isFailed: true }])
    const none = factsOf((feed) => feed.http('RequestStop', 2, activity(1), { statusCode: 0 }))
    expect(none.said).toEqual([{ ...nothingSaid, atMs: 2, isFailed: true }])
    const old = factsOf((feed) => feed.http('RequestStop', 2, activity(1)))
    expect(old.said).toEqual([])
  })

  it('is a failure when the client or the server says so, and its phases say nothing', () => {
    const { said } = factsOf((feed) => {
      feed.http('RequestFailed', 3, activity(1))
      feed.http('ResponseHeadersStop', 4, activity(2), { statusCode: 500 })
      feed.http('RequestLeftQueue', 4, activity(2), { statusCode: 500 })
      feed.unhandled(5, activity(3))
    })
    expect(said).toEqual([
      { ...nothingSaid, atMs: 3, isFailed: true },
      { ...nothingSaid, atMs: 5, activity: expect.any(Number), isFailed: true },
    ])
    expect(said[1]!.activity).not.toBe(said[0]!.activity)
  })

  it('of a bridged activity has a status, a route and its values, by either name', () => {
    const values = {
      StatusCode: '404',
      'http.response.status_code': '200',
      RouteValues: '{id}',
      'http.route': '/o/{id}',
    }
    expect(endOf(values)).toEqual([{ ...nothingSaid, atMs: 7, status: 404, route: '/o/{id}', routeValues: '{id}' }])
    expect(endOf({ 'http.response.status_code': '503' })).toEqual([{ ...nothingSaid, atMs: 7, status: 503 }])
    expect(endOf({ RouteValues: 'r' })).toEqual([{ ...nothingSaid, atMs: 7, routeValues: 'r' }])
    expect(endOf({ 'http.route': 'r' })).toEqual([{ ...nothingSaid, atMs: 7, route: 'r' }])
    expect(endOf({ StatusCode: 'OK' })).toEqual([])
    expect(endOf(values, 'Stop', 'Shop')).toEqual([])
    for (const event of ['CommandError', 'UnhandledException', 'ConnectionFailed'])
      expect([event, endOf({}, event)]).toEqual([event, [{ ...nothingSaid, atMs: 7, isFailed: true }]])
    expect(endOf({}, 'ErrorPage')).toEqual([])
  })

  it('is known from an event in between as well, and not from one of another kind', () => {
    expect([saidBy('Event'), saidBy('Activity1Stop'), saidBy('Message'), saidBy('Activity1Start')]).toEqual([
      1, 1, 0, 0,
    ])
  })
})

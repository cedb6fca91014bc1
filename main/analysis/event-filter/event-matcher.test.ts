import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { EventRows } from '../tables/event-rows.ts'
import { eventMatcher } from './event-matcher.ts'

interface Planted {
  readonly name: 'Request' | 'Wait'
  readonly thread: number
  readonly timeMs: number
  readonly text: string
  readonly figure: number
}

const planted: readonly Planted[] = [
  { name: 'Request', thread: 1000, timeMs: 1, text: 'GET /orders', figure: 200 },
  { name: 'Request', thread: 1001, timeMs: 2, text: 'POST /orders timeout', figure: 503 },
  { name: 'Wait', thread: 1000, timeMs: 3, text: '', figure: 5_000_000 },
  { name: 'Wait', thread: 1001, timeMs: 40, text: '', figure: 90_000_000 },
  { name: 'Request', thread: 1000, timeMs: 2500, text: 'GET /quotes', figure: 404 },
]

/** Requests have `Path` and `Status`, waits `DurationNs`. */
const bytes = (() => {
  const { writer, written } = startSmallStream()
  const request = writer.defineType({
    provider: 'Shop-Web',
    eventId: 10,
    name: 'Request',
    fields: [
      { name: 'Path', type: plainType(typeCodes.string) },
      { name: 'Status', type: plainType(typeCodes.int32) },
    ],
  })
  const wait = writer.defineType({
    provider: 'Shop-Locks',
    eventId: 11,
    name: 'Wait',
    fields: [{ name: 'DurationNs', type: plainType(typeCodes.int64) }],
  })
  for (const { name, thread, timeMs, text, figure } of planted) {
    const payload = new ByteBuilder()
    if (name === 'Request') payload.text(text).i32(figure)
    else payload.i64(BigInt(figure))
    const metadataId = name === 'Request' ? request : wait
    writer.addEvent({ metadataId, timestamp: timeMs, thread, payload: payload.take(), isSorted: true })
  }
  writer.end(100_000)
  return written()
})()

function found(filter: string): readonly number[] {
  const reader = new TraceReader({}, {})
  reader.push(bytes)
  reader.end()
  const rows = new EventRows(reader.trace)
  const matches = eventMatcher(filter, reader.trace, rows, (at, length) => bytes.subarray(at, at + length))
  return planted.flatMap((_, row) => (matches(rows.find(row)) ? [row] : []))
}

test.each([
  ['', [0, 1, 2, 3, 4]],
  ['request', [0, 1, 4]],
  ['shop-locks', [2, 3]],
  ['1001', [1, 3]],
  ['request 1000', [0, 4]],
  ['event = wait', [2, 3]],
  ['event != Wait', [0, 1, 4]],
  ['event in (Wait, Other)', [2, 3]],
  ['provider contains web', [0, 1, 4]],
  ['id = 11', [2, 3]],
  ['id in 10..10', [0, 1, 4]],
  ['thread = 1001', [1, 3]],
  ['thread in (1000, 1001) and event = Wait', [2, 3]],
  ['time < 3 ms', [0, 1]],
  ['time in 0.002..1 s', [1, 2, 3]],
  ['DurationNs >= 50 ms', [3]],
  ['durationns = 5000000', [2]],
  ['Status >= 400', [1, 4]],
  ['Status != 200', [1, 4]],
  ['not Status = 200', [1, 2, 3, 4]],
  ['Path = "get /orders"', [0]],
  ['Path contains orders and not Status < 500', [1]],
  ['Path ~ /^get .*s$/', [0, 4]],
  ['/time.?out/', [1]],
  ['text contains 503', [1]],
  ['text != "GET /orders"', [1, 2, 3, 4]],
  ['Nothing = 1 or wait', [2, 3]],
  ['Status = ', []],
])('the filter %s', (filter, expected) => {
  expect(found(filter)).toEqual(expected)
})

test('brackets, not, and, or hold as in logic, whatever the types decide', () => {
  const leaves: readonly (readonly [string, (event: Planted) => boolean])[] = [
    ['event = Request', ({ name }) => name === 'Request'],
    ['shop', () => true],
    ['thread = 1000', ({ thread }) => thread === 1000],
    ['Status > 300', ({ name, figure }) => name === 'Request' && figure > 300],
    ['DurationNs > 10 ms', ({ name, figure }) => name === 'Wait' && figure > 10e6],
    ['time > 2.5 ms', ({ timeMs }) => timeMs > 2.5],
    ['Missing = 1', () => false],
  ]
  type Condition = readonly [string, (event: Planted) => boolean]
  const condition = fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...leaves),
      tie('any').map(([text, holds]): Condition => [`not (${text})`, (event) => !holds(event)]),
      fc
        .tuple(tie('any'), tie('any'))
        .map(([a, b]): Condition => [`(${a[0]}) and (${b[0]})`, (event) => a[1](event) && b[1](event)]),
      fc
        .tuple(tie('any'), tie('any'))
        .map(([a, b]): Condition => [`(${a[0]}) or (${b[0]})`, (event) => a[1](event) || b[1](event)]),
    ),
  })).any
  fc.assert(
    fc.property(condition, ([text, holds]) => {
      expect(found(text)).toEqual(planted.flatMap((event, row) => (holds(event) ? [row] : [])))
    }),
  )
})

test('an expression that would keep a backtracking engine busy for years is answered', () => {
  expect(found(`Path ~ /^(([a-z])+.)+[A-Z]([a-z])+$/`)).toEqual([])
})

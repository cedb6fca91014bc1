import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { streamOf } from '../../nettrace/testing/v6-streams.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { EventRows } from '../tables/event-rows.ts'
import { eventMatcher } from './event-matcher.ts'
import { plantedBytes, type PlantedEvent, plantedEvents, plantedTrace } from './testing/planted-events.ts'

function found(filter: string): readonly number[] {
  const trace = plantedTrace()
  const rows = new EventRows(trace)
  const matches = eventMatcher(filter, trace, rows, plantedBytes)
  return plantedEvents.flatMap((_, row) => (matches(rows.find(row)) ? [row] : []))
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
  // A text is no number.
  ['Path < 1', []],
  ['Path >= 0', []],
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

test('parentheses, not, and, or follow logic, whatever the event types decide', () => {
  const leaves: readonly (readonly [string, (event: PlantedEvent) => boolean])[] = [
    ['event = Request', ({ name }) => name === 'Request'],
    ['shop', () => true],
    ['thread = 1000', ({ thread }) => thread === 1000],
    ['Status > 300', ({ name, figure }) => name === 'Request' && figure > 300],
    ['DurationNs > 10 ms', ({ name, figure }) => name === 'Wait' && figure > 10e6],
    ['time > 2.5 ms', ({ timeMs }) => timeMs > 2.5],
    ['Missing = 1', () => false],
  ]
  type Condition = readonly [string, (event: PlantedEvent) => boolean]
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
      expect(found(text)).toEqual(plantedEvents.flatMap((event, row) => (holds(event) ? [row] : [])))
    }),
  )
})

test('an expression that would hang a backtracking engine still returns', () => {
  expect(found(`Path ~ /^(([a-z])+.)+[A-Z]([a-z])+$/`)).toEqual([])
})

test('an event whose labels say its opcode is found by that name, though other labels say none', () => {
  const pieces = streamOf((writer) => {
    const thread = writer.addThread({})
    const metadataId = writer.defineType({ provider: 'P', eventId: 7, name: 'Order', fields: [] })
    const lists = [writer.addLabels([{ kind: 'level', value: 5 }]), writer.addLabels([{ kind: 'opcode', value: 1 }])]
    for (const labelListId of lists)
      writer.addEvent({ metadataId, timestamp: 1, thread, labelListId, payload: new Uint8Array(0) })
    writer.end(10)
  })
  const reader = new TraceReader({}, {})
  for (const piece of pieces) reader.push(piece)
  reader.end()
  const rows = new EventRows(reader.trace)
  const found = (filter: string) => {
    const matches = eventMatcher(filter, reader.trace, rows, () => new Uint8Array(0))
    return [0, 1].filter((row) => matches(rows.find(row)))
  }
  expect([found('event = Order/Start'), found('event = Order'), found('start')]).toEqual([[1], [0], [1]])
})

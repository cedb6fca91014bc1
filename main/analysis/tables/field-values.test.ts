import { expect, test } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { EventRows } from './event-rows.ts'
import { FieldValues } from './field-values.ts'
import { Payloads } from './payload-texts.ts'

function valuesOf(type: number, values: readonly (number | string | bigint)[]) {
  const feed = new EventFeed(new TraceParts().listener)
  const fields = [{ name: 'Value', type: plainType(type) }]
  for (const value of values)
    feed.push(
      { provider: 'Shop', eventId: 1, name: 'E', opcode: 0, fields },
      { ticks: 1 },
      writePayload(fields, [value]),
    )
  const rows = new EventRows(feed.trace)
  const of = new FieldValues(rows, new Payloads(feed.trace, feed.read))
  return values.map((_, row) => of.of(rows.find(row), 'VALUE'))
}

test('numbers are numbers as far as they are exact, and texts otherwise', () => {
  expect(valuesOf(typeCodes.int32, [7, -1])).toEqual([7, -1])
  expect(valuesOf(typeCodes.int64, [5_000_000_000n, 9_007_199_254_740_993n])).toEqual([
    5_000_000_000,
    '9007199254740993',
  ])
})

test('a text of digits stays a text, and a book is cut', () => {
  expect(valuesOf(typeCodes.string, ['12', 'x'.repeat(2001)])).toEqual(['12', 'x'.repeat(2000)])
})

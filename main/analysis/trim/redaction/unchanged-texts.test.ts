import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactionRules } from '../../../../shared/model/trace/trace-trim.ts'
import { runtimeProvider } from '../../../../shared/model/runtime-providers.ts'
import { ByteBuilder } from '../../../../shared/base/byte-builder.ts'
import type { EventType } from '../../../nettrace/event-type.ts'
import { type Field, plainType, typeCodes } from '../../../nettrace/payload/field-type.ts'
import { Redactor } from './redactor.ts'
import { PlainPayloads, UnchangedTexts } from './unchanged-texts.ts'

const field = (name: string, code: number): Field => ({ name, type: plainType(code) })

function typeOf(fields: readonly Field[], more: Partial<EventType> = {}): EventType {
  const common = { metadataId: 1, eventId: 1, keywords: 0n, version: 0, level: 4, opcode: 0, isOpaque: false }
  return { ...common, provider: 'App', name: 'Order', fields, ...more }
}

const types = [
  typeOf([field('Id', typeCodes.int32), field('Message', typeCodes.string), field('Query', typeCodes.string)]),
  // What a text is depends on its field.
  typeOf([field('Message', typeCodes.string), field('CommandLine', typeCodes.string)]),
  // A boolean of four bytes or of one.
  typeOf([field('Done', typeCodes.boolean32), field('Message', typeCodes.string)]),
  typeOf([field('Key', typeCodes.string), field('Value', typeCodes.string)]),
  typeOf([field('Key', typeCodes.int32), field('Value', typeCodes.int32)]),
  typeOf([], { provider: runtimeProvider, eventId: 80, name: '' }),
  typeOf([], { name: 'Nobody' }),
]
const texts = ['', 'plain', 'a@bb.cc', 'Query', 'CommandLine', 'GET /a?b=c', 'token=abc', 'x'.repeat(600)]

const anyPayload = fc.array(
  fc.oneof(
    fc.constantFrom(...texts).map((text) => new ByteBuilder().text(text).take()),
    fc.constantFrom(0, 1, 4, 16).map((byteCount) => new Uint8Array(byteCount).fill(1)),
  ),
  { maxLength: 4 },
)

/** The same for a secret wherever it is met. */
const nameOf = (_rule: string, secret: string): string => secret.length.toString(16)
const made = (): Redactor => new Redactor({ rules: redactionRules, expressions: [] }, nameOf)

test('what was met before changes nothing: each payload is masked as if it were the first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...types), anyPayload), { minLength: 10, maxLength: 30 }),
      (events) => {
        const redactor = made()
        for (const [type, pieces] of events) {
          const whole = new ByteBuilder()
          for (const piece of pieces) whole.bytes(piece)
          const payload = whole.take()
          expect(redactor.payload(type, payload)).toEqual(made().payload(type, payload))
        }
      },
    ),
  )
})

test('a payload in the middle of other bytes is masked as it is alone', () => {
  const [type] = types
  const payload = new ByteBuilder().u32(7).text('plain').text('by a@bb.cc').take()
  const bytes = Uint8Array.from([1, 2, 3, ...payload, 4, 5])
  const redactor = made()
  const place = { bytes, payloadStart: 3, payloadEnd: 3 + payload.length }
  const first = redactor.masked(type!, place)
  expect(first).toEqual(made().payload(type!, payload))
  expect(redactor.masked(type!, place)).toEqual(first)
})

test('texts are known by their field, and no longer when there are too many', () => {
  const unchanged = new UnchangedTexts()
  const [message, query] = [unchanged.fieldNumber('Message'), unchanged.fieldNumber('Query')]
  const bytes = new ByteBuilder().text('plain').take()
  const end = bytes.length - 2
  expect(unchanged.has(message, bytes, 0, end)).toBe(false)
  unchanged.add(message, bytes, 0, end)
  expect([unchanged.has(message, bytes, 0, end), unchanged.has(query, bytes, 0, end)]).toEqual([true, false])
  expect([unchanged.has(message, bytes, 0, 4), unchanged.has(query, bytes, 4, 4)]).toEqual([false, true])
  for (let number = 0; number < 20_000; number++) {
    const other = new ByteBuilder().text(`number ${number}`).take()
    unchanged.add(message, other, 0, other.length - 2)
  }
  expect(unchanged.has(message, bytes, 0, end)).toBe(false)
  unchanged.add(message, bytes, 0, end)
  expect(unchanged.has(message, bytes, 0, end)).toBe(true)
})

test('a text that is too long is never known', () => {
  const unchanged = new UnchangedTexts()
  const bytes = new Uint8Array(1002).fill(65)
  unchanged.add(0, bytes, 0, bytes.length)
  expect(unchanged.has(0, bytes, 0, bytes.length)).toBe(false)
})

const payloadOf = (id: number, message: string) => new ByteBuilder().u32(id).text(message).text('').take()

test('a payload is known when its texts are, whatever its numbers are', () => {
  const unchanged = new UnchangedTexts()
  const plain = PlainPayloads.of(types[0]!, 8, unchanged)!
  const isKnown = (payload: Uint8Array) => plain.isUnchanged(payload, 0, payload.length)
  const payload = payloadOf(7, 'plain')
  expect(isKnown(payload)).toBe(false)
  unchanged.add(unchanged.fieldNumber('Message'), payload, 4, 4 + 2 * 'plain'.length)
  expect([isKnown(payload), isKnown(payloadOf(0x10001, 'plain')), isKnown(payloadOf(7, 'other'))]).toEqual([
    true,
    true,
    false,
  ])
  // More or less than the type says is looked at.
  expect([isKnown(Uint8Array.of(...payload, 0)), isKnown(payload.subarray(0, 4))]).toEqual([false, false])
})

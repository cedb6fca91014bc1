import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactionRules, type RedactionChoice } from '../../../../shared/model/trace/trace-trim.ts'
import { rundownProvider } from '../../../../shared/model/runtime-providers.ts'
import { compileDecoder } from '../../../events/payload/decode-payload.ts'
import { valueJson } from '../../../events/payload/payload-value.ts'
import type { EventType } from '../../../nettrace/event-type.ts'
import { arrayOf, type Field, objectOf, plainType, typeCodes } from '../../../nettrace/payload/field-type.ts'
import { type FieldValue, writePayload } from '../../../nettrace/writer/payload-writer.ts'
import { Redactor } from './redactor.ts'

const all: RedactionChoice = { rules: redactionRules, expressions: ['hunter\\d'] }
const field = (name: string, code: number): Field => ({ name, type: plainType(code) })
const text = (name: string): Field => field(name, typeCodes.string)

function typeOf(fields: readonly Field[], more: Partial<EventType> = {}): EventType {
  return {
    metadataId: 1,
    provider: 'App',
    eventId: 1,
    name: 'Order',
    keywords: 0n,
    version: 0,
    level: 4,
    opcode: 0,
    fields,
    isOpaque: false,
    ...more,
  }
}

function decoded(type: EventType, payload: Uint8Array): Record<string, unknown> {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const { fields, fault } = compileDecoder(type, 8)(payload, view, 0, payload.length)
  expect(fault).toBeNull()
  return Object.fromEntries(fields.map(({ name, value }) => [name, valueJson(value)]))
}

test('strings are masked wherever they are; other fields are unchanged', () => {
  const pair = objectOf([text('Key'), text('Value')])
  const type = typeOf([
    field('Id', typeCodes.int32),
    text('Message'),
    { name: 'Pairs', type: arrayOf(pair) },
    field('Amount', typeCodes.double),
  ])
  const payload = writePayload(type.fields, [
    7,
    'hunter2 wrote',
    [
      ['CommandLine', 'app --x'],
      ['Other', 'app --x'],
    ],
    1.5,
  ] as readonly FieldValue[])
  const redactor = new Redactor(all)
  expect(decoded(type, redactor.payload(type, payload))).toEqual({
    Id: 7,
    Message: '‹own-1-1› wrote',
    Pairs: [
      { Key: 'CommandLine', Value: '‹command-line-1›' },
      { Key: 'Other', Value: 'app --x' },
    ],
    Amount: 1.5,
  })
  expect(redactor.report).toEqual({
    rules: [
      { rule: 'own-1', count: 1, distinctCount: 1 },
      { rule: 'command-line', count: 1, distinctCount: 1 },
    ],
    fields: [
      { provider: 'App', event: 'Order', field: 'Message', rule: 'own-1', count: 1 },
      { provider: 'App', event: 'Order', field: 'Value', rule: 'command-line', count: 1 },
    ],
    zeroed: [],
  })
})

test('a string whose length is in another field keeps its length', () => {
  const utf8 = { code: typeCodes.array, fields: [], element: plainType(typeCodes.utf8Unit) }
  const type = typeOf([{ name: 'Raw', type: utf8 }, text('Message')])
  const raw = Buffer.from('by ann@acme.com today')
  const payload = Buffer.concat([Buffer.from([raw.length, 0]), raw, Buffer.from('a@bb.cc\0', 'utf16le')])
  const masked = new Redactor(all).payload(type, payload)
  expect(masked.length).toBe(payload.length)
  expect(decoded(type, masked)).toEqual({ Raw: 'by ‹email-1› toda', Message: '‹email-' })
})

test('undescribed payloads and opaque bytes are zeroed and listed', () => {
  const opaque = typeOf([], { name: 'Opaque', isOpaque: true })
  const bytes = typeOf([{ name: 'Blob', type: arrayOf(plainType(typeCodes.byte)) }])
  const redactor = new Redactor(all)
  expect([...redactor.payload(opaque, Buffer.from('hunter2'))]).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect([...redactor.payload(bytes, Uint8Array.of(2, 0, 65, 66))]).toEqual([2, 0, 0, 0])
  expect([...redactor.payload(bytes, Uint8Array.of(9, 0, 65, 66))]).toEqual([0, 0, 0, 0])
  expect(redactor.report.zeroed).toEqual([
    { provider: 'App', event: 'Order', count: 2 },
    { provider: 'App', event: 'Opaque', count: 1 },
  ])
})

test('method names are unchanged', () => {
  const type = typeOf([], { provider: rundownProvider, eventId: 144, name: '' })
  const payload = Buffer.from('hunter2 and ann@acme.com', 'utf16le')
  expect(new Redactor(all).payload(type, payload)).toBe(payload)
})

test('no secret remains in any payload or in the report', () => {
  const secrets = ['hunter5', 'ann@acme.com', '10.20.30.40']
  const anyText = fc
    .tuple(fc.string({ maxLength: 20 }), fc.constantFrom(...secrets), fc.string({ maxLength: 20 }))
    .map(([before, secret, after]) => `${before.replaceAll('\0', '')} ${secret} ${after.replaceAll('\0', '')}`)
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), fc.integer(), (texts, number) => {
      const type = typeOf([...texts.map((_, index) => text(`T${index}`)), field('N', typeCodes.int32)])
      const redactor = new Redactor(all)
      const masked = redactor.payload(type, writePayload(type.fields, [...texts, number | 0]))
      expect(decoded(type, masked)).toMatchObject({ N: number | 0 })
      for (const secret of secrets) {
        expect(Buffer.from(masked).includes(Buffer.from(secret, 'utf16le'))).toBe(false)
        expect(JSON.stringify(redactor.report)).not.toContain(secret)
      }
      expect(redactor.payload(type, masked)).toEqual(masked)
    }),
  )
})

test('a payload in which nothing is masked is not written again', () => {
  const pair = typeOf([text('Key'), text('Value')])
  const payload = writePayload(pair.fields, ['Color', 'blue'])
  const redactor = new Redactor(all)
  expect(redactor.masked(pair, { bytes: payload, payloadStart: 0, payloadEnd: payload.length })).toBeNull()
  expect(redactor.payload(pair, payload)).toBe(payload)
})

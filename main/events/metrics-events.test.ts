import { describe, expect, it } from 'vitest'
import type { EventType } from '../nettrace/event-type.ts'
import { type Field, typeCodes } from '../nettrace/payload/field-type.ts'
import { type FieldValue, writePayload } from '../nettrace/writer/payload-writer.ts'
import {
  knownLayout,
  metricsEventIds as ids,
  metricsHandler,
  MetricsPayload,
  parseInvariant,
} from './metrics-events.ts'

type Reader = (payload: MetricsPayload, ticks: number) => unknown

function read(eventId: number, bytes: Uint8Array, look: Reader, fields: readonly Field[] = []) {
  const heard: unknown[] = []
  const handler = metricsHandler(
    { provider: 'System.Diagnostics.Metrics', eventId, name: '', fields } as unknown as EventType,
    (payload, ticks) => heard.push(look(payload, ticks)),
    (...malformed) => heard.push(malformed),
  )
  const buffer = Uint8Array.from([0xee, ...bytes, 0xee])
  handler.handle(buffer, new DataView(buffer.buffer), 1, 1 + bytes.length, 77)
  return heard[0]
}

const rate = ['SHARED', 'Meter', '1.0', 'requests', '{request}', 'a=b', '12.5', '40', 3]
const rateBytes = (change: Partial<Record<number, FieldValue>> = {}) =>
  writePayload(
    knownLayout(ids.counterRate),
    rate.map((value, index) => change[index] ?? value),
  )

const look: Reader = (payload, ticks) => [
  payload.eventId,
  ticks,
  payload.text('instrumentName'),
  payload.measurement('rate'),
  payload.measurement('value'),
  payload.number('instrumentId'),
  payload.has('value'),
  payload.has('lastValue'),
  payload.text('lastValue'),
  payload.number('sum'),
]

describe('an event of a meter', () => {
  it('is read by its own description, or by the known layout where it has none', () => {
    const expected = [ids.counterRate, 77, 'requests', 12.5, 40, 3, true, false, '', 0]
    expect(read(ids.counterRate, rateBytes(), look)).toEqual(expected)
    expect(read(ids.counterRate, rateBytes(), look, knownLayout(ids.counterRate))).toEqual(expected)
  })

  it('of an older version lacks the newer fields', () => {
    const fields = knownLayout(ids.counterRate)
    const bytes = writePayload(fields.slice(0, 7), rate.slice(0, 7))
    expect(read(ids.counterRate, bytes, (payload) => [payload.has('rate'), payload.has('value')])).toEqual([
      true,
      false,
    ])
  })

  it('has nothing of the one before, when it is of an older version', () => {
    const heard: unknown[] = []
    const handler = metricsHandler(
      {
        provider: 'System.Diagnostics.Metrics',
        eventId: ids.counterRate,
        name: '',
        fields: [],
      } as unknown as EventType,
      (payload) => heard.push([payload.text('value'), payload.number('instrumentId')]),
      (...malformed) => heard.push(malformed),
    )
    const fields = knownLayout(ids.counterRate).slice(0, 7)
    // What lies behind the second one, where the first had its value, is no number.
    const behind = Array.from({ length: 40 }, () => 0xee)
    for (const bytes of [rateBytes(), Uint8Array.from([...writePayload(fields, rate.slice(0, 7)), ...behind])]) {
      const end = heard.length === 0 ? bytes.length : bytes.length - behind.length
      handler.handle(bytes, new DataView(bytes.buffer), 0, end, 0)
    }
    expect(heard).toEqual([
      ['40', 3],
      ['', 0],
    ])
  })

  it('that describes itself is read by that, whatever its ID is known for', () => {
    const [, second, ...others] = knownLayout(ids.counterRate)
    const fields = [second!, ...others]
    const bytes = writePayload(fields, rate.slice(1))
    expect(
      read(ids.counterRate, bytes, (payload) => [payload.text('meterName'), payload.has('sessionId')], fields),
    ).toEqual(['Meter', false])
  })

  it('that is longer or shorter than its own description says is malformed', () => {
    const fields = knownLayout(ids.counterRate)
    const longer = Uint8Array.from([...rateBytes(), 1])
    expect(read(ids.counterRate, longer, () => 'read', fields)).toEqual([
      `event ${ids.counterRate} of the layout its metadata says`,
      `${longer.length} bytes of another shape`,
    ])
    expect(read(ids.counterRate, longer, () => 'read')).toBe('read')
  })

  it.each(['12.5', '-1E+5', 'NaN', '-Infinity', '∞', '', '0.5=1;0.95=2'])('takes %j for a number', (text) => {
    expect(read(ids.counterRate, rateBytes({ 6: text }), () => 'read')).toBe('read')
  })

  it.each(['12,5', 'x', '１', '\u0080', '1 2', '\u0130'])('takes %j in place of a number for damage', (text) => {
    const damage = ['a number as text', 'other letters']
    expect(read(ids.counterRate, rateBytes({ 6: text }), () => 'read')).toEqual(damage)
    expect(read(ids.counterRate, rateBytes({ 7: text }), () => 'read')).toEqual(damage)
  })

  it('without a measurement in its interval has none', () => {
    expect(read(ids.counterRate, rateBytes({ 6: '' }), (payload) => payload.measurement('rate'))).toBeNaN()
  })
})

describe('an invariant number', () => {
  it.each([
    ['1.5', 1.5],
    ['-2', -2],
    ['+.5', 0.5],
    ['.5', 0.5],
    [' 1', Number.NaN],
    [' .5', Number.NaN],
    ['1E+3', 1000],
    ['Infinity', Infinity],
    ['∞', Infinity],
    ['-Infinity', -Infinity],
    ['-∞', -Infinity],
    ['NaN', Number.NaN],
    ['', Number.NaN],
    ['E5', Number.NaN],
    ['0x10', 16],
    ['.', Number.NaN],
    ['x1', Number.NaN],
    ['x.5', Number.NaN],
  ])('%j is %d', (text, value) => {
    expect(parseInvariant(text)).toBe(value)
  })
})

describe('the known layouts', () => {
  it('have the types of their fields', () => {
    expect(knownLayout(ids.histogram).map(({ name, type }) => [name, type.code])).toEqual([
      ['sessionId', typeCodes.string],
      ['meterName', typeCodes.string],
      ['meterVersion', typeCodes.string],
      ['instrumentName', typeCodes.string],
      ['unit', typeCodes.string],
      ['tags', typeCodes.string],
      ['quantiles', typeCodes.string],
      ['count', typeCodes.int32],
      ['sum', typeCodes.double],
      ['instrumentId', typeCodes.int32],
    ])
    expect(knownLayout(ids.collectionStart).map(({ type }) => type.code)).toEqual([
      typeCodes.string,
      typeCodes.dateTime,
      typeCodes.dateTime,
    ])
    expect(knownLayout(99)).toEqual([])
  })
})

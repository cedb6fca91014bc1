import { describe, expect, it } from 'vitest'
import type { EventType } from '../nettrace/event-type.ts'
import type { Field } from '../nettrace/payload/field-type.ts'
import { writePayload } from '../nettrace/writer/payload-writer.ts'
import { counterFields } from './counter-fields.ts'
import { eventCounterHandler, EventCounterPayload } from './event-counters.ts'

const meanRow = ['cpu-usage', 'CPU Usage', 3.5, 0.5, 4, 1, 9, 0.25, 'Interval=250', 'Mean', 'kind=a', '%']
const sumRow = ['exceptions', 'Exceptions', '00:00:01', 12, 1.5, 'kind=b', 'Interval=1000', 'Sum', 'ex']

/** What a counter's event says, or what is wrong with it. */
function read(fields: readonly Field[], bytes: Uint8Array) {
  const heard: unknown[] = []
  const handler = eventCounterHandler(
    { provider: 'Acme', eventId: 1, name: 'EventCounters', fields } as unknown as EventType,
    (payload, ticks) => {
      const { provider, name, displayName, displayUnits, metadata, isSum, mean, count, min, max } = payload
      const { increment, intervalSec, paceMs } = payload
      const texts = { provider, name, displayName, displayUnits, metadata }
      heard.push({ ticks, ...texts, isSum, mean, count, min, max, increment, intervalSec, paceMs })
    },
    (...malformed) => heard.push(malformed),
  )
  const buffer = Uint8Array.from([0xee, 0xee, ...bytes, 0xee])
  handler.handle(buffer, new DataView(buffer.buffer), 2, 2 + bytes.length, 77)
  return heard[0]
}

const without = (name: string) => counterFields.mean.plain.filter((field) => field.name !== name)

const rowWithout = (name: string) => meanRow.filter((_value, index) => counterFields.mean.plain[index]!.name !== name)

describe('a counter', () => {
  it('with a mean is read in every field, wrapped as its source describes it or plain', () => {
    const bytes = writePayload(counterFields.mean.plain, meanRow)
    const expected = {
      ticks: 77,
      provider: 'Acme',
      name: 'cpu-usage',
      displayName: 'CPU Usage',
      displayUnits: '%',
      metadata: 'kind=a',
      isSum: false,
      mean: 3.5,
      count: 4,
      min: 1,
      max: 9,
      increment: 0,
      intervalSec: 0.25,
      paceMs: 250,
    }
    expect(read(counterFields.mean.wrapped, bytes)).toEqual(expected)
    expect(read(counterFields.mean.plain, bytes)).toEqual(expected)
  })

  it('with a sum is recognized by its increment', () => {
    const bytes = writePayload(counterFields.sum.plain, sumRow)
    expect(read(counterFields.sum.wrapped, bytes)).toMatchObject({
      name: 'exceptions',
      isSum: true,
      increment: 12,
      intervalSec: 1.5,
      mean: 0,
      paceMs: 1000,
      metadata: 'kind=b',
    })
  })

  it.each([
    ['Interval=1000', 1000],
    ['Interval=', 0],
    ['xInterval=5', 0],
    ['Interval=5x', 0],
    ['Interval=1234567890', 0],
    ['', 0],
  ])('with the series %j has a pace of %i ms', (series, paceMs) => {
    const row = meanRow.with(8, series)
    expect(read(counterFields.mean.wrapped, writePayload(counterFields.mean.plain, row))).toMatchObject({ paceMs })
  })

  it('that does not fill its payload, or overfills it, is malformed', () => {
    const bytes = writePayload(counterFields.mean.plain, meanRow)
    for (const damaged of [bytes.subarray(0, -2), Uint8Array.from([...bytes, 0, 0])])
      expect(read(counterFields.mean.wrapped, damaged)).toEqual([
        'a counter of the layout its metadata says',
        `${damaged.length} bytes of another shape`,
      ])
  })

  it('without a name, or without a value of either kind, is malformed', () => {
    for (const name of ['Name', 'Mean'])
      expect(read(without(name), writePayload(without(name), rowWithout(name)))).toBeInstanceOf(Array)
    expect(read(without('Max'), writePayload(without('Max'), rowWithout('Max')))).toMatchObject({ max: 0, min: 1 })
  })

  it('that was never read is empty', () => {
    const payload = new EventCounterPayload()
    expect([payload.isUsable, payload.isSum, payload.name, payload.mean]).toEqual([false, false, '', 0])
  })
})

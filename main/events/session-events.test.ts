import { expect, it } from 'vitest'
import type { Damage } from '../nettrace/damage.ts'
import { type Field, plainType } from '../nettrace/payload/field-type.ts'
import { metricsEventIds } from './metrics-events.ts'
import type { GcPause } from './runtime-events.ts'
import { SessionEvents } from './session-events.ts'
import { CounterStream } from './testing/counter-stream.ts'

function ignore(): void {
  // Not looked at here.
}

it('takes each of the ProcessInfo events that other sessions bring, and no counter is lost between them', () => {
  const stream = new CounterStream()
  stream.processInfo(0, '/opt/app')
  stream.mean('System.Runtime', 1000, 1000, 1, { name: 'cpu-usage', mean: 3 })
  // Another client, and another one.
  stream.processInfo(1200, '/opt/app --with arguments')
  stream.processInfo(1300, '/opt/app --with arguments')
  stream.mean('System.Runtime', 2000, 1000, 1, { name: 'cpu-usage', mean: 5 })
  const commandLines: string[] = []
  const values: number[] = []
  const events = new SessionEvents({
    onHeader: ignore,
    onCounter: (payload) => {
      values.push(payload.mean)
    },
    onMetric: ignore,
    onGcPause: ignore,
    onException: ignore,
    onProcessFacts: ({ commandLine }) => commandLines.push(commandLine),
    onAdvance: ignore,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
  })
  events.push(stream.take())
  events.end()
  expect(commandLines).toEqual(['/opt/app', '/opt/app --with arguments', '/opt/app --with arguments'])
  expect(values).toEqual([3, 5])
})

const rate = (text: string) => ['S', 'Meter', '', 'requests', '', '', text, '1', 3]

it('passes on pauses, exceptions and measurements as soon as nothing earlier can follow, and says where a number is none', () => {
  const stream = new CounterStream()
  stream.runtime(9, 1000, [1])
  stream.runtime(1, 1001, [7, 2, 0, 0])
  stream.runtime(3, 1005, [0])
  stream.runtime(80, 1010, [0])
  stream.runtime(4, 1011, [0])
  stream.metric(metricsEventIds.counterRate, 1020, rate('2.5'))
  stream.metric(metricsEventIds.counterRate, 1030, rate('two'))
  const pauses: GcPause[] = []
  const exceptions: number[] = []
  const rates: number[] = []
  const damages: Damage[] = []
  let advancedTo = -1
  const events = new SessionEvents({
    onHeader: ignore,
    onCounter: ignore,
    onMetric: (payload) => rates.push(payload.measurement('rate')),
    onGcPause: (pause) => pauses.push(pause),
    onException: (ticks) => exceptions.push(ticks),
    onProcessFacts: ignore,
    onAdvance: (ticks) => void (advancedTo = ticks),
    onDamage: (damage) => damages.push(damage),
  })
  const bytes = stream.take()
  events.push(bytes)
  expect([advancedTo, events.reader.readByteCount]).toEqual([1030e6, bytes.length])
  expect([pauses.length, exceptions]).toEqual([1, [1010e6]])
  expect(events.end()).toBe(false)
  expect(advancedTo).toBe(Number.POSITIVE_INFINITY)
  expect(pauses).toEqual([{ startTicks: 1000e6, endTicks: 1005e6, number: 7, generation: 2 }])
  expect(rates).toEqual([2.5])
  expect(damages).toMatchObject([
    { kind: 'malformed', block: 'EventBlock', expected: 'a number as text', canContinue: true },
  ])
  const [damage] = damages
  const place = damage?.kind === 'malformed' ? damage.offset : 0
  // The payload begins with the id of the session, in UTF-16.
  expect([...bytes.subarray(place, place + 4)]).toEqual([0x53, 0, 0, 0])
})

/** What a stream with such an event type says. */
function damagesOf(provider: string, name: string, fields: readonly Field[]) {
  const stream = new CounterStream()
  const metadataId = stream.writer.defineType({ provider, eventId: 4, name, fields })
  stream.event(metadataId, 1000, new Uint8Array(8))
  const damages: Damage[] = []
  const heard: string[] = []
  const events = new SessionEvents({
    onHeader: ({ pid }) => heard.push(`header of ${pid}`),
    onCounter: () => heard.push('counter'),
    onMetric: () => heard.push('metric'),
    onGcPause: ignore,
    onException: ignore,
    onProcessFacts: () => heard.push('process'),
    onAdvance: ignore,
    onDamage: (damage) => damages.push(damage),
  })
  const bytes = stream.take()
  events.push(bytes)
  return { heard, damages, byteCount: bytes.length }
}
const unreadable = [{ name: 'x', type: plainType(99) }]

it.each([
  ['Acme', 'EventCounters'],
  ['System.Diagnostics.Metrics', 'CounterRateValuePublished'],
])('says when the metadata of %s/%s cannot be read: its values will be missing', (provider, name) => {
  const { damages, heard, byteCount } = damagesOf(provider, name, unreadable)
  expect(damages[0]).toMatchObject({
    kind: 'malformed',
    block: 'MetadataBlock',
    expected: 'a list of fields',
    found: `one for ${provider}/${name} that breaks off`,
    canContinue: true,
  })
  const [damage] = damages
  const offset = damage?.kind === 'malformed' ? damage.offset : 0
  expect([offset > 0, offset < byteCount]).toEqual([true, true])
  expect(heard).not.toContain('counter')
})

it('says nothing of events that are no counters, whatever their metadata, and reads none of them', () => {
  expect(damagesOf('Acme', 'RequestStart', unreadable)).toMatchObject({ heard: ['header of 42'], damages: [] })
  const other = damagesOf('Microsoft-DotNETCore-EventPipe', 'Other', [])
  expect(other).toMatchObject({ heard: ['header of 42'], damages: [] })
})

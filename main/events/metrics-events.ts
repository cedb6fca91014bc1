import { utf16Text } from '../nettrace/byte-cursor.ts'
import type { EventType } from '../nettrace/event-type.ts'
import { compilePayload, PayloadSlots } from '../nettrace/payload/compile-payload.ts'
import { type Field, plainType, typeCodes } from '../nettrace/payload/field-type.ts'
import type { EventHandler } from './event-handler.ts'

export const metricsProvider = 'System.Diagnostics.Metrics'

/** Event ids of the provider (docs/formats/nettrace.md, metrics). */
export const metricsEventIds = {
  message: 1,
  collectionStart: 2,
  collectionStop: 3,
  counterRate: 4,
  gauge: 5,
  histogram: 6,
  beginInstrument: 7,
  endInstrument: 8,
  error: 9,
  enumerationComplete: 10,
  instrumentPublished: 11,
  seriesLimit: 12,
  histogramLimit: 13,
  instrumentError: 14,
  multipleSessions: 15,
  upDownCounterRate: 16,
  settingsConflict: 17,
  version: 18,
  exponentialHistogram: 19,
} as const

const wanted = [
  'sessionId',
  'meterName',
  'meterVersion',
  'instrumentName',
  'unit',
  'tags',
  'rate',
  'value',
  'lastValue',
  'quantiles',
  'count',
  'sum',
  'instrumentId',
  'intervalStartTime',
  'intervalEndTime',
  'instrumentType',
  'description',
  'errorMessage',
  'runningSessionId',
  'clientId',
  'expectedMaxHistograms',
  'actualMaxHistograms',
  'expectedMaxTimeSeries',
  'actualMaxTimeSeries',
  'expectedRefreshInterval',
  'actualRefreshInterval',
  'minimum',
  'maximum',
  'scale',
  'zeroCount',
  'buckets',
  'Message',
] as const
export type MetricsField = (typeof wanted)[number]
export const metricsSlots = Object.fromEntries(wanted.map((name, index) => [name, index])) as Record<
  MetricsField,
  number
>

/** One event of the metrics provider, reused for the next; texts are built only when asked for. */
export class MetricsPayload {
  readonly slots = new PayloadSlots(wanted.length)
  eventId = 0
  bytes: Uint8Array = new Uint8Array(0)

  has(field: MetricsField): boolean {
    return this.slots.isPresent[metricsSlots[field]] === 1
  }

  number(field: MetricsField): number {
    const slot = metricsSlots[field]
    return this.slots.isPresent[slot] === 1 ? this.slots.number[slot]! : 0
  }

  text(field: MetricsField): string {
    const slot = metricsSlots[field]
    const { isPresent, textStart, textEnd } = this.slots
    return isPresent[slot] === 1 ? utf16Text(this.bytes, textStart[slot]!, textEnd[slot]!) : ''
  }

  /** The runtime sends numbers as invariant text; an empty one means no measurement in this interval: NaN. */
  measurement(field: MetricsField): number {
    const text = this.text(field)
    return text === '' ? Number.NaN : parseInvariant(text)
  }
}

export function metricsHandler(
  type: EventType,
  onPayload: (payload: MetricsPayload, ticks: number) => void,
): EventHandler {
  const fields = type.fields.length > 0 ? type.fields : knownLayout(type.eventId)
  const decode = compilePayload(fields, wanted)
  const payload = new MetricsPayload()
  payload.eventId = type.eventId
  return {
    handle(bytes, view, start, end, ticks) {
      decode(bytes, view, start, end, payload.slots)
      payload.bytes = bytes
      onPayload(payload, ticks)
    },
  }
}

/** .NET's invariant text of a number; anything else is NaN. */
export function parseInvariant(text: string): number {
  if (text === 'Infinity' || text === '∞') return Number.POSITIVE_INFINITY
  if (text === '-Infinity' || text === '-∞') return Number.NEGATIVE_INFINITY
  return /^[+-]?\d/.test(text) || /^[+-]?\.\d/.test(text) ? Number(text) : Number.NaN
}

/** Session id of `SHARED` sessions, as sent. */
export const sharedSessionId = 'SHARED'

const identity = 'sessionId,meterName,meterVersion,instrumentName,unit,tags'
const reporting = 'sessionId,meterName,meterVersion,instrumentName,instrumentType,unit,description'
const settings =
  'clientId,expectedMaxHistograms,actualMaxHistograms,expectedMaxTimeSeries,actualMaxTimeSeries,expectedRefreshInterval,actualRefreshInterval'

/**
 * Layouts of the newest version, for streams whose metadata carries no fields (trimmed applications). `:i` int32, `:l` int64,
 * `:d` double, `:t` DateTime, otherwise text. Versions differ only at the end, where absent fields stay absent.
 */
const layouts: Readonly<Record<number, string>> = {
  1: 'Message',
  2: 'sessionId,intervalStartTime:t,intervalEndTime:t',
  3: 'sessionId,intervalStartTime:t,intervalEndTime:t',
  4: `${identity},rate,value,instrumentId:i`,
  5: `${identity},lastValue,instrumentId:i`,
  6: `${identity},quantiles,count:i,sum:d,instrumentId:i`,
  7: `${reporting},instrumentTags,meterTags,meterScopeHash,instrumentId:i,meterTelemetrySchemaUrl`,
  8: `${reporting},instrumentTags,meterTags,meterScopeHash,instrumentId:i,meterTelemetrySchemaUrl`,
  9: 'sessionId,errorMessage',
  10: 'sessionId',
  11: `${reporting},instrumentTags,meterTags,meterScopeHash,instrumentId:i,meterTelemetrySchemaUrl`,
  12: 'sessionId',
  13: 'sessionId',
  14: 'sessionId,errorMessage',
  15: 'runningSessionId',
  16: `${identity},rate,value,instrumentId:i`,
  17: settings,
  18: 'Major:i,Minor:i,Patch:i',
  19: 'sessionId,meterName,meterVersion,instrumentName,instrumentId:i,unit,tags,scale:i,sum:d,count:l,zeroCount:l,minimum:d,maximum:d,buckets',
}

const layoutCodes: Readonly<Record<string, number>> = {
  i: typeCodes.int32,
  l: typeCodes.int64,
  d: typeCodes.double,
  t: typeCodes.dateTime,
}

/** Fields of an event of this provider as the newest runtime sends it; empty for an unknown id. */
export function knownLayout(eventId: number): readonly Field[] {
  return (layouts[eventId] ?? '')
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name, code] = entry.split(':') as [string, string | undefined]
      return { name, type: plainType(code === undefined ? typeCodes.string : layoutCodes[code]!) }
    })
}

import { utf16Text } from '../nettrace/byte-cursor.ts'
import type { EventType } from '../nettrace/event-type.ts'
import { compilePayload, PayloadSlots } from '../nettrace/payload/compile-payload.ts'
import { type Field, plainType, typeCodes } from '../nettrace/payload/field-type.ts'
import type { EventHandler, OnMalformed } from './event-handler.ts'
import { payloadFit } from './payload-fit.ts'

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

const numberFields = ['rate', 'value', 'lastValue', 'quantiles'] as const
/** Everything that invariant numbers, `NaN`, `Infinity` and the separators of quantiles are made of. */
const isNumberUnit = new Uint8Array(128)
for (const unit of '0123456789+-.eE=;NaInfity') isNumberUnit[unit.charCodeAt(0)] = 1
const infinitySign = 0x221e

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

  /** Numbers come as invariant text, quantiles as `0.5=1;0.95=2`: anything else in their place is damage, not a missing value. */
  get hasReadableNumbers(): boolean {
    const { isPresent, textStart, textEnd } = this.slots
    for (const field of numberFields) {
      const slot = metricsSlots[field]
      if (isPresent[slot] === 1 && !isNumberText(this.bytes, textStart[slot]!, textEnd[slot]!)) return false
    }
    return true
  }

  /** The runtime sends numbers as invariant text; an empty one means no measurement in this interval: NaN. */
  measurement(field: MetricsField): number {
    return parseInvariant(this.text(field))
  }
}

/** No string is built: this runs for each value. */
function isNumberText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position += 2) {
    const unit = bytes[position]! | (bytes[position + 1]! << 8)
    if (unit >= 128 ? unit !== infinitySign : isNumberUnit[unit] === 0) return false
  }
  return true
}

export function metricsHandler(
  type: EventType,
  onPayload: (payload: MetricsPayload, ticks: number) => void,
  onMalformed: OnMalformed,
): EventHandler {
  const fields = type.fields.length > 0 ? type.fields : knownLayout(type.eventId)
  const decode = compilePayload(fields, wanted)
  // Only what the stream itself describes can be held against a payload; the known layout is that of the newest version.
  const fits = type.fields.length > 0 ? payloadFit(type.fields, wanted) : null
  const payload = new MetricsPayload()
  payload.eventId = type.eventId
  return {
    handle(bytes, view, start, end, ticks) {
      decode(bytes, view, start, end, payload.slots)
      payload.bytes = bytes
      if (fits !== null && !fits(payload.slots, start, end))
        onMalformed(`event ${type.eventId} of the layout its metadata says`, `${end - start} bytes of another shape`)
      else if (!payload.hasReadableNumbers) onMalformed('a number as text', 'other letters')
      else onPayload(payload, ticks)
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
/** What dotnet-counters asks for, too: with the same figures both can share one session of a target. */
export const sharedMeterLimits = { maxTimeSeries: 1000, maxHistograms: 10 } as const

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

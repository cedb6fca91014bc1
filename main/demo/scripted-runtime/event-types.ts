import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
/**
 * The events the scripted runtime sends, with the metadata a runtime of that version sends along. Field lists follow
 * the layouts measured on .NET 8, 9 and 10; native runtime events carry no fields, as in reality.
 */
export type FieldType = 'i32' | 'i64' | 'f32' | 'f64' | 'string' | 'date-time'

export interface Field {
  readonly name: string
  readonly type: FieldType
}

/** A nested object, as self-describing events have it (name empty at the top). */
export interface ObjectField {
  readonly name: string
  readonly fields: readonly (Field | ObjectField)[]
}

export interface EventType {
  readonly provider: string
  readonly id: number
  readonly name: string
  readonly version: number
  readonly level: number
  readonly keywords: bigint
  readonly fields: readonly (Field | ObjectField)[]
}

/** Runtime generation that is played; decides which commands are known and which event versions are sent. */
export type Generation = 3 | 8 | 9 | 10

export const providerNames = {
  runtime: runtimeProvider,
  eventPipe: 'Microsoft-DotNETCore-EventPipe',
  metrics: 'System.Diagnostics.Metrics',
} as const

const text = (name: string): Field => ({ name, type: 'string' })
const number = (name: string): Field => ({ name, type: 'i32' })
const double = (name: string): Field => ({ name, type: 'f64' })

export const processInfoType: EventType = {
  provider: providerNames.eventPipe,
  id: 1,
  name: 'ProcessInfo',
  version: 1,
  level: 0,
  keywords: 0n,
  fields: [text('CommandLine'), text('OSInformation'), text('ArchInformation')],
}

const payloadOf = (fields: readonly Field[]): readonly ObjectField[] => [
  { name: '', fields: [{ name: 'Payload', fields }] },
]

/** PollingCounter (6) and EventCounter (8): the shape with Mean. */
export function meanCounterType(provider: string, id: 6 | 8): EventType {
  const fields = [
    text('Name'),
    text('DisplayName'),
    double('Mean'),
    double('StandardDeviation'),
    number('Count'),
    double('Min'),
    double('Max'),
    { name: 'IntervalSec', type: 'f32' } as const,
    text('Series'),
    text('CounterType'),
    text('Metadata'),
    text('DisplayUnits'),
  ]
  return { provider, id, name: 'EventCounters', version: 0, level: 0, keywords: 0n, fields: payloadOf(fields) }
}

/** IncrementingPollingCounter (7) and IncrementingEventCounter (9): the shape with Increment. */
export function sumCounterType(provider: string, id: 7 | 9): EventType {
  const fields = [
    text('Name'),
    text('DisplayName'),
    text('DisplayRateTimeScale'),
    double('Increment'),
    { name: 'IntervalSec', type: 'f32' } as const,
    text('Metadata'),
    text('Series'),
    text('CounterType'),
    text('DisplayUnits'),
  ]
  return { provider, id, name: 'EventCounters', version: 0, level: 0, keywords: 0n, fields: payloadOf(fields) }
}

/** Native events of the runtime provider: no name, no fields in the metadata. */
export function runtimeType(id: number, version: number, keywords: bigint, level: number): EventType {
  return { provider: providerNames.runtime, id, name: '', version, level, keywords, fields: [] }
}

export const gcKeyword = 0x1n
export const exceptionKeyword = 0x8000n

export const runtimeTypes = {
  gcStart: runtimeType(1, 2, gcKeyword, 4),
  gcEnd: runtimeType(2, 1, gcKeyword, 4),
  restartEnd: runtimeType(3, 1, gcKeyword, 4),
  heapStats: runtimeType(4, 2, gcKeyword, 4),
  restartBegin: runtimeType(7, 1, gcKeyword, 4),
  suspendEnd: runtimeType(8, 1, gcKeyword, 4),
  suspendBegin: runtimeType(9, 1, gcKeyword, 4),
  exceptionThrown: runtimeType(80, 1, exceptionKeyword, 2),
} as const

export const metricsKeywords = { messages: 0x1n, values: 0x2n, publishing: 0x4n } as const

/** Meter events of System.Diagnostics.Metrics with the tails that a generation adds. */
export function metricsTypes(generation: Generation) {
  const has9 = generation >= 9
  const id = has9 ? [number('instrumentId')] : []
  const series = [
    text('sessionId'),
    text('meterName'),
    text('meterVersion'),
    text('instrumentName'),
    text('unit'),
    text('tags'),
  ]
  const described = [
    text('sessionId'),
    text('meterName'),
    text('meterVersion'),
    text('instrumentName'),
    text('instrumentType'),
    text('unit'),
    text('description'),
    text('instrumentTags'),
    text('meterTags'),
    text('meterScopeHash'),
    ...id,
    ...(generation >= 10 ? [text('meterTelemetrySchemaUrl')] : []),
  ]
  const describedVersion = generation >= 10 ? 3 : has9 ? 2 : 1
  const valueVersion = has9 ? 2 : 1
  const { messages, values, publishing } = metricsKeywords
  const interval: readonly Field[] = [
    text('sessionId'),
    { name: 'intervalStartTime', type: 'date-time' },
    { name: 'intervalEndTime', type: 'date-time' },
  ]
  return {
    message: metricsType(1, 'Message', 0, messages, [text('Message')]),
    collectionStart: metricsType(2, 'CollectionStart', 0, values, interval),
    collectionStop: metricsType(3, 'CollectionStop', 0, values, interval),
    counterRate: metricsType(4, 'CounterRateValuePublished', valueVersion, values, [
      ...series,
      text('rate'),
      text('value'),
      ...id,
    ]),
    gauge: metricsType(5, 'GaugeValuePublished', has9 ? 2 : 0, values, [...series, text('lastValue'), ...id]),
    histogram: metricsType(6, 'HistogramValuePublished', valueVersion, values, [
      ...series,
      text('quantiles'),
      number('count'),
      double('sum'),
      ...id,
    ]),
    beginReporting: metricsType(7, 'BeginInstrumentReporting', describedVersion, values, described),
    error: metricsType(9, 'Error', 0, values, [text('sessionId'), text('errorMessage')]),
    enumerationComplete: metricsType(10, 'InitialInstrumentEnumerationComplete', 0, values, [text('sessionId')]),
    published: metricsType(11, 'InstrumentPublished', describedVersion, publishing, described),
    seriesLimit: metricsType(12, 'TimeSeriesLimitReached', 0, values, [text('sessionId')]),
    histogramLimit: metricsType(13, 'HistogramLimitReached', 0, values, [text('sessionId')]),
    callbackError: metricsType(14, 'ObservableInstrumentCallbackError', 0, values, [
      text('sessionId'),
      text('errorMessage'),
    ]),
    multipleSessions: metricsType(15, 'MultipleSessionsNotSupportedError', 0, values, [text('runningSessionId')]),
    upDownCounterRate: metricsType(16, 'UpDownCounterRateValuePublished', valueVersion, values, [
      ...series,
      text('rate'),
      text('value'),
      ...id,
    ]),
    misconfigured: metricsType(17, 'MultipleSessionsConfiguredIncorrectlyError', 0, values, [
      text('clientId'),
      text('expectedMaxHistograms'),
      text('actualMaxHistograms'),
      text('expectedMaxTimeSeries'),
      text('actualMaxTimeSeries'),
      text('expectedRefreshInterval'),
      text('actualRefreshInterval'),
    ]),
    version: metricsType(18, 'Version', 0, messages, [number('Major'), number('Minor'), number('Patch')]),
  } as const
}

function metricsType(id: number, name: string, version: number, keywords: bigint, fields: readonly Field[]): EventType {
  return { provider: providerNames.metrics, id, name, version, level: 4, keywords, fields }
}

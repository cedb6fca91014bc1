import type { InstrumentKind, Measure } from '../../shared/model/live.ts'
import { metricsEventIds, type MetricsField, type MetricsPayload, metricsSlots } from '../events/metrics-events.ts'
import { ByteInterner } from './byte-interner.ts'
import type { Catalog } from './catalog.ts'
import { exponentialQuantiles } from './exponential-histogram.ts'
import type { SampleSink } from './sample-sink.ts'
import { splitMeterTags } from './tags.ts'

interface MeterState {
  readonly instrumentIndex: number
  readonly rawTags: string
  readonly series: Partial<Record<Measure, number>>
}

/** Series of meters by what they are; outlives sessions, so that a series goes on after an interval change or a restart. */
export class MeterIdentities {
  readonly #states = new Map<string, MeterState>()

  stateOf(instrumentIndex: number, rawTags: string): MeterState {
    const key = `${instrumentIndex}\0${rawTags}`
    let state = this.#states.get(key)
    if (state === undefined) {
      state = { instrumentIndex, rawTags, series: {} }
      this.#states.set(key, state)
    }
    return state
  }
}

const instrumentKinds = new Set<string>([
  'Counter',
  'UpDownCounter',
  'Histogram',
  'Gauge',
  'ObservableCounter',
  'ObservableUpDownCounter',
  'ObservableGauge',
])

const identityFields = ['meterName', 'meterVersion', 'instrumentName', 'unit', 'tags'] as const
const maxInternedTexts = 200_000
const maxInternedBytes = 32 * 2 ** 20

/**
 * Published measurements of a metrics session to series. The runtime collects at the session's pace, so values are taken as
 * they are; all of one collection share the time of its CollectionStart. One object per session.
 *
 * From .NET 9 on two instruments may have the same meter, name and unit and are told apart by an id that holds for this session
 * only: the first such id is the instrument itself, further ones become instruments of their own, in order of appearance.
 */
export class MeterSeries {
  readonly #catalog: Catalog
  readonly #identities: MeterIdentities
  readonly #interner = new ByteInterner(maxInternedTexts, maxInternedBytes)
  readonly #sink: SampleSink
  readonly #track: number
  readonly #idsByName = new Map<string, number[]>()
  readonly #states = new Map<number, MeterState>()
  readonly #histograms = new Set<number>()
  #collectionTimeMs: number | null = null
  #intervalSec: number

  /** `intervalSec` is used until the first CollectionStart says it exactly. */
  constructor(catalog: Catalog, identities: MeterIdentities, sink: SampleSink, track: number, intervalSec: number) {
    this.#catalog = catalog
    this.#identities = identities
    this.#sink = sink
    this.#track = track
    this.#intervalSec = intervalSec
  }

  /** Distinct time series (instrument and tags) and histograms among them: what the target's limits count. */
  get seriesCount(): number {
    return this.#states.size
  }
  get histogramCount(): number {
    return this.#histograms.size
  }

  startCollection(payload: MetricsPayload, timeMs: number): void {
    this.#collectionTimeMs = timeMs
    // The runtime states nominal boundaries; rounding to the microsecond removes what the conversion to f64 added.
    const lengthMs = payload.number('intervalEndTime') - payload.number('intervalStartTime')
    const lengthSec = Math.round(lengthMs * 1000) / 1e6
    if (lengthSec > 0) this.#intervalSec = lengthSec
  }

  stopCollection(): void {
    this.#collectionTimeMs = null
  }

  /** BeginInstrumentReporting or InstrumentPublished: listed before there is any value. */
  describe(payload: MetricsPayload): void {
    const kind = instrumentKind(payload.text('instrumentType'))
    const index = this.#instrumentOf(payload, kind)
    this.#catalog.describe(index, { kind, description: payload.text('description') })
  }

  add(payload: MetricsPayload, timeMs: number): void {
    const time = this.#collectionTimeMs ?? timeMs
    switch (payload.eventId) {
      case metricsEventIds.counterRate: {
        const state = this.#stateOf(payload, 'Counter')
        if (state === null) return
        this.#emit(state, 'rate', time, payload.measurement('rate') / this.#intervalSec)
        if (payload.has('value')) this.#emit(state, 'total', time, payload.measurement('value'))
        return
      }
      case metricsEventIds.upDownCounterRate: {
        const state = this.#stateOf(payload, 'UpDownCounter')
        if (state === null) return
        if (payload.has('value')) this.#emit(state, 'value', time, payload.measurement('value'))
        else this.#emit(state, 'rate', time, payload.measurement('rate') / this.#intervalSec)
        return
      }
      case metricsEventIds.gauge: {
        const state = this.#stateOf(payload, 'Gauge')
        if (state !== null) this.#emit(state, 'value', time, payload.measurement('lastValue'))
        return
      }
      case metricsEventIds.histogram: {
        const state = this.#stateOf(payload, 'Histogram')
        if (state !== null) this.#addHistogram(state, payload, time)
        return
      }
      default: {
        const state = this.#stateOf(payload, 'Histogram')
        if (state !== null) this.#addExponential(state, payload, time)
      }
    }
  }

  #addHistogram(state: MeterState, payload: MetricsPayload, time: number): void {
    const quantiles = parseQuantiles(payload.text('quantiles'))
    for (const [measure, quantile] of histogramQuantiles)
      this.#emit(state, measure, time, quantiles.get(quantile) ?? Number.NaN)
    // Of this collection alone (measured on .NET 8 and 10): what was measured before it is not in it.
    if (payload.has('count')) {
      const count = payload.number('count')
      this.#emit(state, 'count', time, count)
      this.#emit(state, 'count-rate', time, count / this.#intervalSec)
    }
    if (payload.has('sum')) this.#emit(state, 'sum', time, payload.number('sum'))
  }

  #addExponential(state: MeterState, payload: MetricsPayload, time: number): void {
    const count = payload.number('count')
    const isMeasured = count > 0
    const quantiles = exponentialQuantiles(
      {
        scale: payload.number('scale'),
        count,
        zeroCount: payload.number('zeroCount'),
        minimum: payload.number('minimum'),
        maximum: payload.number('maximum'),
        buckets: payload.text('buckets'),
      },
      histogramQuantiles.map(([, quantile]) => quantile),
    )
    for (const [index, [measure]] of histogramQuantiles.entries())
      this.#emit(state, measure, time, quantiles[index] ?? Number.NaN)
    this.#emit(state, 'count', time, count)
    this.#emit(state, 'sum', time, payload.number('sum'))
    this.#emit(state, 'min', time, isMeasured ? payload.number('minimum') : Number.NaN)
    this.#emit(state, 'max', time, isMeasured ? payload.number('maximum') : Number.NaN)
  }

  #emit(state: MeterState, measure: Measure, timeMs: number, value: number): void {
    let index = state.series[measure]
    if (index === undefined) {
      const tags = splitMeterTags(state.rawTags)
      const added = this.#catalog.addSeries(state.instrumentIndex, state.rawTags, tags, measure)
      if (added === null) return
      index = added
      state.series[measure] = index
    }
    this.#sink.add(this.#track, index, timeMs, value)
  }

  #stateOf(payload: MetricsPayload, kind: InstrumentKind): MeterState | null {
    const { slots, bytes } = payload
    // Negative salts begin a chain; later links are salted with the id before them, which is never negative.
    let key = payload.has('instrumentId') ? -2 - Math.abs(payload.number('instrumentId')) : -1
    for (const field of identityFields) {
      const slot = metricsSlots[field]
      if (slots.isPresent[slot] !== 1) return null
      key = this.#interner.intern(bytes, slots.textStart[slot]!, slots.textEnd[slot]!, key)
      if (key < 0) return null
    }
    let state = this.#states.get(key)
    if (state === undefined) {
      state = this.#identities.stateOf(this.#instrumentOf(payload, kind), payload.text('tags'))
      this.#states.set(key, state)
      if (kind === 'Histogram') this.#histograms.add(key)
    }
    return state
  }

  #instrumentOf(payload: MetricsPayload, kind: InstrumentKind): number {
    const text = (field: MetricsField) => payload.text(field)
    const name = `meter\0${text('meterName')}\0${text('meterVersion')}\0${text('instrumentName')}\0${text('unit')}`
    const key = `${name}\0${this.#ordinalOf(name, payload)}`
    return this.#catalog.instrument(key, () => ({
      source: 'meter',
      provider: text('meterName'),
      providerVersion: text('meterVersion'),
      name: text('instrumentName'),
      displayName: '',
      kind,
      unit: text('unit'),
      description: '',
    }))
  }

  /** 0 for the first instrument of this name in the session, 1 for another one with the same name, and so on. */
  #ordinalOf(name: string, payload: MetricsPayload): number {
    if (!payload.has('instrumentId')) return 0
    const id = payload.number('instrumentId')
    const ids = this.#idsByName.get(name) ?? []
    let ordinal = ids.indexOf(id)
    if (ordinal < 0) {
      ordinal = ids.push(id) - 1
      this.#idsByName.set(name, ids)
    }
    return ordinal
  }
}

const histogramQuantiles: readonly (readonly [Measure, number])[] = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
]

/** `ObservableCounter` and the like: the type's name without its generic arity. */
export function instrumentKind(typeName: string): InstrumentKind {
  const name = typeName.replace(/`\d+$/, '')
  return instrumentKinds.has(name) ? (name as InstrumentKind) : 'Unknown'
}

/** `0.5=12;0.95=20;0.99=31`; empty when nothing was recorded in the interval. */
export function parseQuantiles(text: string): ReadonlyMap<number, number> {
  const quantiles = new Map<number, number>()
  for (const piece of text.split(';')) {
    const at = piece.indexOf('=')
    if (at > 0) quantiles.set(Number(piece.slice(0, at)), Number(piece.slice(at + 1)))
  }
  return quantiles
}

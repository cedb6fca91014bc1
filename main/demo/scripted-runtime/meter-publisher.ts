import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { ProviderRequest } from './collect-request.ts'
import type { EventBus } from './event-bus.ts'
import { metricsTypes, providerNames, metricsKeywords, type EventType, type Generation } from './event-types.ts'
import type { MeterInstrument, Reading } from './instruments.ts'
import type { Simulation } from './simulation.ts'

interface MeterSession {
  readonly sessionId: string
  readonly intervalSec: number
  readonly maxTimeSeries: number
  readonly maxHistograms: number
  readonly patterns: string[]
  readonly enabled: Set<MeterInstrument>
  readonly totals: Map<string, number>
  readonly series: Set<string>
  readonly histograms: Set<string>
  isSeriesLimitTold: boolean
  isHistogramLimitTold: boolean
}

/**
 * System.Diagnostics.Metrics of one process: there is one aggregation at a time. A second client with another session id
 * is refused by event 15 (and sees the first one's values); clients of the `SHARED` session add their instruments for
 * everyone, and those stay until the last listener has gone; other limits or another pace in a shared session are
 * answered by event 17.
 */
export class MeterPublisher implements Disposable {
  readonly #instruments: readonly MeterInstrument[]
  readonly #generation: Generation
  readonly #types: ReturnType<typeof metricsTypes>
  readonly #simulation: Simulation
  readonly #bus: EventBus
  readonly #now: () => number
  #session: MeterSession | null = null
  #timer: Disposable | null = null
  #intervalStartMs = 0

  constructor(
    instruments: readonly MeterInstrument[],
    generation: Generation,
    simulation: Simulation,
    bus: EventBus,
    now: () => number,
  ) {
    this.#instruments = instruments
    this.#generation = generation
    this.#types = metricsTypes(generation)
    this.#simulation = simulation
    this.#bus = bus
    this.#now = now
  }

  opened(request: ProviderRequest): void {
    const nowMs = this.#now()
    const types = this.#types
    if (this.#generation >= 9) this.#bus.publish(types.version, [this.#generation, 0, 0], nowMs)
    const asked = readArguments(request)
    if ((request.keywords & metricsKeywords.publishing) !== 0n) {
      for (const instrument of this.#instruments) this.#describe(types.published, asked.sessionId, instrument, nowMs)
    }
    if ((request.keywords & metricsKeywords.values) === 0n) return
    const running = this.#session
    if (running === null) this.#start(asked, nowMs)
    else if (running.sessionId !== 'SHARED' || asked.sessionId !== 'SHARED') {
      this.#bus.publish(types.multipleSessions, [running.sessionId], nowMs)
    } else if (!hasSameSettings(running, asked)) {
      const clientId = request.arguments.get('ClientId') ?? ''
      this.#bus.publish(types.misconfigured, [clientId, ...settingsText(running, asked)], nowMs)
    } else this.#enable(asked.patterns, nowMs)
  }

  /** Call after a session went: the aggregation ends with the last listener. */
  closed(): void {
    const isWanted = [...this.#bus.listeners].some(
      (listener) => ((listener.provider(providerNames.metrics)?.keywords ?? 0n) & metricsKeywords.values) !== 0n,
    )
    if (!isWanted) this.dispose()
  }

  dispose(): void {
    this.#timer?.dispose()
    this.#timer = null
    this.#session = null
  }

  #start(session: MeterSession, nowMs: number): void {
    this.#session = session
    this.#intervalStartMs = nowMs
    this.#simulation.advanceTo(nowMs)
    this.#enable(session.patterns, nowMs)
    const timer = setInterval(() => this.#tick(), session.intervalSec * 1000)
    this.#timer = toDisposable(() => clearInterval(timer))
  }

  #enable(patterns: readonly string[], nowMs: number): void {
    const session = this.#session
    if (session === null) return
    for (const instrument of this.#instruments) {
      if (session.enabled.has(instrument) || !patterns.some((pattern) => this.#matches(pattern, instrument))) continue
      session.enabled.add(instrument)
      this.#describe(this.#types.beginReporting, session.sessionId, instrument, nowMs)
      if (instrument.kind.startsWith('Observable')) continue
      for (const reading of instrument.read(this.#simulation)) {
        session.totals.set(keyOf(instrument, reading), reading.value)
      }
    }
    this.#bus.publish(this.#types.enumerationComplete, [session.sessionId], nowMs)
  }

  /** `Meter`, `Meter\instrument`, and from .NET 9 on `Prefix*`. */
  #matches(pattern: string, instrument: MeterInstrument): boolean {
    if (pattern.endsWith('*')) return this.#generation >= 9 && instrument.meter.startsWith(pattern.slice(0, -1))
    return pattern === instrument.meter || pattern === `${instrument.meter}\\${instrument.name}`
  }

  #describe(type: EventType, sessionId: string, instrument: MeterInstrument, nowMs: number): void {
    const { meter, meterVersion, name, kind, unit, description } = instrument
    const values: (string | number)[] = [
      sessionId,
      meter,
      meterVersion,
      name,
      `${kind}\`1`,
      unit,
      description,
      '',
      '',
      '',
    ]
    if (this.#generation >= 9) values.push(this.#idOf(instrument))
    if (this.#generation >= 10) values.push('')
    this.#bus.publish(type, values, nowMs)
  }

  #tick(): void {
    const session = this.#session
    if (session === null) return
    const nowMs = this.#now()
    this.#simulation.advanceTo(nowMs)
    const interval = [session.sessionId, this.#intervalStartMs, nowMs]
    this.#bus.publish(this.#types.collectionStart, interval, nowMs)
    for (const instrument of session.enabled) {
      for (const reading of instrument.read(this.#simulation)) this.#publish(session, instrument, reading, nowMs)
    }
    this.#bus.publish(this.#types.collectionStop, interval, nowMs)
    this.#intervalStartMs = nowMs
  }

  #publish(session: MeterSession, instrument: MeterInstrument, reading: Reading, nowMs: number): void {
    const key = keyOf(instrument, reading)
    if (!this.#isWithinLimits(session, instrument, key, nowMs)) return
    const { meter, meterVersion, name, unit, kind } = instrument
    const head = [session.sessionId, meter, meterVersion, name, unit, reading.tags]
    const tail = this.#generation >= 9 ? [this.#idOf(instrument)] : []
    const before = session.totals.get(key)
    session.totals.set(key, reading.value)
    const growth = before === undefined ? '' : textOf(reading.value - before)
    const types = this.#types
    if (kind === 'Gauge' || kind === 'ObservableGauge') {
      const gaugeTail = this.#generation >= 9 ? tail : []
      this.#bus.publish(types.gauge, [...head, textOf(reading.value), ...gaugeTail], nowMs)
    } else if (kind === 'Histogram') {
      const quantiles = growth === '' || growth === '0' ? '' : quantilesText(reading)
      const sum = reading.histogram?.sum ?? 0
      this.#bus.publish(types.histogram, [...head, quantiles, Math.round(reading.value), sum, ...tail], nowMs)
    } else {
      const isUpDown = kind === 'UpDownCounter' || kind === 'ObservableUpDownCounter'
      const type = isUpDown ? types.upDownCounterRate : types.counterRate
      this.#bus.publish(type, [...head, growth, textOf(reading.value), ...tail], nowMs)
    }
  }

  #isWithinLimits(session: MeterSession, instrument: MeterInstrument, key: string, nowMs: number): boolean {
    if (!session.series.has(key)) {
      if (session.series.size >= session.maxTimeSeries) {
        if (!session.isSeriesLimitTold) this.#bus.publish(this.#types.seriesLimit, [session.sessionId], nowMs)
        session.isSeriesLimitTold = true
        return false
      }
      if (instrument.kind === 'Histogram') {
        if (session.histograms.size >= session.maxHistograms) {
          if (!session.isHistogramLimitTold) this.#bus.publish(this.#types.histogramLimit, [session.sessionId], nowMs)
          session.isHistogramLimitTold = true
          return false
        }
        session.histograms.add(key)
      }
      session.series.add(key)
    }
    return true
  }

  #idOf(instrument: MeterInstrument): number {
    return this.#instruments.indexOf(instrument) + 1
  }
}

function readArguments(request: ProviderRequest): MeterSession {
  const given = request.arguments
  const metrics = given.get('Metrics') ?? ''
  return {
    sessionId: given.get('SessionId') ?? '',
    intervalSec: Math.max(0.1, Number(given.get('RefreshInterval') ?? 1)),
    maxTimeSeries: Number(given.get('MaxTimeSeries') ?? 1000),
    maxHistograms: Number(given.get('MaxHistograms') ?? 20),
    patterns: metrics.split(/[,;\r\n]/).filter((pattern) => pattern !== ''),
    enabled: new Set(),
    totals: new Map(),
    series: new Set(),
    histograms: new Set(),
    isSeriesLimitTold: false,
    isHistogramLimitTold: false,
  }
}

function hasSameSettings(a: MeterSession, b: MeterSession): boolean {
  return a.intervalSec === b.intervalSec && a.maxTimeSeries === b.maxTimeSeries && a.maxHistograms === b.maxHistograms
}

function settingsText(expected: MeterSession, actual: MeterSession): string[] {
  return [
    textOf(expected.maxHistograms),
    textOf(actual.maxHistograms),
    textOf(expected.maxTimeSeries),
    textOf(actual.maxTimeSeries),
    textOf(expected.intervalSec),
    textOf(actual.intervalSec),
  ]
}

const keyOf = (instrument: MeterInstrument, reading: Reading) =>
  `${instrument.meter}\\${instrument.name}|${reading.tags}`
const textOf = (value: number) => String(Math.round(value * 1e9) / 1e9)

function quantilesText(reading: Reading): string {
  const q = reading.histogram
  return q === undefined ? '' : `0.5=${textOf(q.p50)};0.95=${textOf(q.p95)};0.99=${textOf(q.p99)}`
}

import type { AppError } from '../../../shared/base/errors.ts'
import type { Catalog } from '../../analysis/catalog.ts'
import type { CounterSeries } from '../../analysis/counter-series.ts'
import type { Lanes } from '../../analysis/lanes.ts'
import { type MeterIdentities, MeterSeries } from '../../analysis/meter-series.ts'
import type { SampleSink } from '../../analysis/sample-sink.ts'
import { metricsEventIds, type MetricsPayload } from '../../events/metrics-events.ts'
import type { ProcessFacts } from '../../events/process-facts.ts'
import { SessionEvents } from '../../events/session-events.ts'
import type { Damage } from '../../nettrace/damage.ts'
import type { LiveNotice, SessionStart } from './live-protocol.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'

/** What a session shares with the others of its LiveId. */
export interface LiveSessionContext {
  readonly catalog: Catalog
  readonly counters: CounterSeries
  readonly meters: MeterIdentities
  readonly lanes: Lanes
  readonly sink: SampleSink
  readonly intervalMs: number
  newTrack(): number
  closeTrack(index: number): void
  notify(notice: LiveNotice): void
}

/** A stream that is damaged in every block must not flood main. */
const maxDamageNotices = 20
const plausibleSpanMs = 366 * 24 * 3600 * 1000

/** One session's bytes to samples, lanes and notices. */
export class LiveSession {
  readonly #start: SessionStart
  readonly #context: LiveSessionContext
  readonly #events: SessionEvents
  readonly #meters: MeterSeries
  readonly #acceptedIds: Set<string> | null
  readonly #trackByProvider = new Map<string, number>()
  readonly #meterTrack: number
  #syncUnixMs = 0
  #msPerTick = 1e-6
  #damageCount = 0
  #hasHeader = false
  #firstDamage: Damage | null = null
  #hasValue = false
  #hasCollected = false
  #processFacts: ProcessFacts | null = null

  constructor(start: SessionStart, context: LiveSessionContext) {
    this.#start = start
    this.#context = context
    this.#acceptedIds = start.meterSessionId === null ? null : new Set([start.meterSessionId.toLowerCase()])
    this.#meterTrack = context.newTrack()
    const sink: SampleSink = {
      add: (track, seriesIndex, timeMs, value) => {
        if (!this.#hasValue) this.#notifyFirstValue(timeMs)
        context.sink.add(track, seriesIndex, timeMs, value)
      },
    }
    const intervalSec = context.intervalMs > 0 ? context.intervalMs / 1000 : 1
    this.#meters = new MeterSeries(context.catalog, context.meters, sink, this.#meterTrack, intervalSec)
    this.#events = new SessionEvents({
      onHeader: (header) => {
        this.#hasHeader = true
        this.#syncUnixMs = header.syncUnixMs
        this.#msPerTick = 1000 / header.ticksPerSecond
        const { syncUnixMs, pid } = header
        context.notify({ what: 'session-started', sessionIndex: start.sessionIndex, syncUnixMs, pid })
      },
      onCounter: (payload, ticks) => {
        const timeMs = this.#timeMs(ticks)
        if (!this.#isPlausible(timeMs)) return
        const track = this.#trackOf(payload.provider)
        if (!this.#hasValue) this.#notifyFirstValue(timeMs)
        context.counters.add(payload, timeMs, track)
      },
      onMetric: (payload, ticks) => {
        const timeMs = this.#timeMs(ticks)
        if (this.#isPlausible(timeMs)) this.#addMetric(payload, timeMs)
      },
      onGcPause: (pause) => context.lanes.addPause(pause, this.#timeMs(pause.startTicks), this.#timeMs(pause.endTicks)),
      onException: (ticks) => context.lanes.addException(this.#timeMs(ticks)),
      onProcessFacts: (facts) => this.#noteProcess(facts),
      onAdvance: (ticks) => context.lanes.advanceTo(this.#timeMs(ticks)),
      onDamage: (damage) => this.#noteDamage(damage),
    })
  }

  get role(): SessionStart['role'] {
    return this.#start.role
  }
  get eventCount(): number {
    return this.#events.reader.trace.eventCount
  }
  get lostEventCount(): number {
    return this.#events.reader.trace.lostEventCount
  }
  get receivedBytes(): number {
    return this.#events.reader.readByteCount + this.#events.reader.droppedByteCount + this.#events.reader.heldByteCount
  }
  get seriesCount(): number {
    return this.#meters.seriesCount
  }
  get histogramCount(): number {
    return this.#meters.histogramCount
  }
  get processFacts(): ProcessFacts | null {
    return this.#processFacts
  }
  /** Why these bytes are no trace at all: damage before the trace's own header. Null for every stream that has one. */
  get refusal(): AppError | null {
    if (this.#hasHeader) return null
    return notATrace('trace file', this.#firstDamage, this.receivedBytes)
  }

  push(chunk: Uint8Array): void {
    this.#events.push(chunk)
  }

  acceptMeterSession(sessionId: string): void {
    this.#acceptedIds?.add(sessionId.toLowerCase())
  }

  /** Returns whether the stream had its end marker. */
  end(): boolean {
    const isComplete = this.#events.end()
    for (const track of [this.#meterTrack, ...this.#trackByProvider.values()]) this.#context.closeTrack(track)
    this.#context.notify({ what: 'session-drained', sessionIndex: this.#start.sessionIndex, isComplete })
    return isComplete
  }

  #timeMs(ticks: number): number {
    return this.#syncUnixMs + ticks * this.#msPerTick
  }

  /** One damaged time far in the future would pin the time axis there; the rest of such an event is not to be trusted. */
  #isPlausible(timeMs: number): boolean {
    if (Math.abs(timeMs - this.#syncUnixMs) < plausibleSpanMs) return true
    const found = `${Math.round(timeMs - this.#syncUnixMs)} ms`
    const expected = 'a time within a year of the start of the session'
    const offset = this.#events.reader.readByteCount
    this.#noteDamage({ kind: 'malformed', offset, block: 'EventBlock', expected, found, canContinue: true })
    return false
  }

  #trackOf(provider: string): number {
    let track = this.#trackByProvider.get(provider)
    if (track === undefined) {
      track = this.#context.newTrack()
      this.#trackByProvider.set(provider, track)
      this.#context.notify({ what: 'provider-answered', sessionIndex: this.#start.sessionIndex, provider })
    }
    return track
  }

  #notifyFirstValue(timeMs: number): void {
    this.#hasValue = true
    this.#context.notify({ what: 'first-value', sessionIndex: this.#start.sessionIndex, timeMs })
  }

  #notifyFirstCollection(): void {
    if (this.#hasValue || this.#hasCollected) return
    this.#hasCollected = true
    this.#context.notify({ what: 'first-collection', sessionIndex: this.#start.sessionIndex })
  }

  #isAccepted(sessionId: string): boolean {
    return this.#acceptedIds === null || this.#acceptedIds.has(sessionId.toLowerCase())
  }

  #addMetric(payload: MetricsPayload, timeMs: number): void {
    const { sessionIndex, clientId } = this.#start
    const notify = (notice: LiveNotice) => this.#context.notify(notice)
    // Two clients with different session ids receive each other's values; only events of accepted sessions count.
    if (payload.has('sessionId') && !this.#isAccepted(payload.text('sessionId'))) return
    const ids = metricsEventIds
    switch (payload.eventId) {
      case ids.counterRate:
      case ids.gauge:
      case ids.histogram:
      case ids.upDownCounterRate:
      case ids.exponentialHistogram:
        return this.#meters.add(payload, timeMs)
      case ids.collectionStart:
        return this.#meters.startCollection(payload, timeMs)
      case ids.collectionStop:
        this.#meters.stopCollection()
        return this.#notifyFirstCollection()
      case ids.beginInstrument:
      case ids.instrumentPublished:
        return this.#meters.describe(payload)
      case ids.error:
        return notify({ what: 'meter-error', sessionIndex, message: payload.text('errorMessage') })
      case ids.instrumentError:
        return notify({ what: 'instrument-error', sessionIndex, message: payload.text('errorMessage') })
      case ids.enumerationComplete:
        return notify({ what: 'meter-enumeration-complete', sessionIndex })
      case ids.seriesLimit:
        return notify({ what: 'series-limit', sessionIndex })
      case ids.histogramLimit:
        return notify({ what: 'histogram-limit', sessionIndex })
      case ids.multipleSessions: {
        const runningSessionId = payload.text('runningSessionId')
        const isOwn = this.#acceptedIds !== null && this.#isAccepted(runningSessionId)
        return notify({ what: 'meter-session-running', sessionIndex, runningSessionId, isOwn })
      }
      case ids.settingsConflict:
        return notify({
          what: 'meter-settings-differ',
          sessionIndex,
          isOwn: payload.text('clientId').toLowerCase() === clientId?.toLowerCase(),
          expectedMaxHistograms: numberOf(payload, 'expectedMaxHistograms'),
          actualMaxHistograms: numberOf(payload, 'actualMaxHistograms'),
          expectedMaxTimeSeries: numberOf(payload, 'expectedMaxTimeSeries'),
          actualMaxTimeSeries: numberOf(payload, 'actualMaxTimeSeries'),
          expectedRefreshIntervalSec: numberOf(payload, 'expectedRefreshInterval'),
          actualRefreshIntervalSec: numberOf(payload, 'actualRefreshInterval'),
        })
      default:
    }
  }

  #noteProcess(facts: ProcessFacts): void {
    if (this.#processFacts !== null) return
    this.#processFacts = facts
    this.#context.notify({ what: 'process-facts', sessionIndex: this.#start.sessionIndex, ...facts })
  }

  #noteDamage(damage: Damage): void {
    this.#firstDamage ??= damage
    if (damage.kind === 'too-costly') {
      const { sessionIndex } = this.#start
      return this.#context.notify({ what: 'too-costly', sessionIndex, offset: damage.offset })
    }
    if (this.#damageCount++ >= maxDamageNotices) return
    const { offset, block, expected, found, canContinue } = damage
    const { sessionIndex } = this.#start
    this.#context.notify({ what: 'damage', sessionIndex, offset, block, expected, found, canContinue })
  }
}

/** Settings come as text or as numbers, by version. */
function numberOf(payload: MetricsPayload, field: Parameters<MetricsPayload['has']>[0]): number {
  const text = payload.text(field)
  return text === '' ? payload.number(field) : Number(text)
}

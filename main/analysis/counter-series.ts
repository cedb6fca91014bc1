import type { Measure } from '../../shared/model/live.ts'
import { EventCounterPayload } from '../events/event-counters.ts'
import { ByteInterner } from './byte-interner.ts'
import type { Catalog } from './catalog.ts'
import type { SampleSink } from './sample-sink.ts'
import { splitCounterTags } from './tags.ts'

/**
 * EventCounters to series at the chosen interval.
 *
 * The pace belongs to the provider, not to a session: the fastest listener of the process decides, and its pace sticks until
 * all have left. So payloads of any pace are taken, and faster ones are added up until the chosen interval is full:
 *   sum shape   increments and measured seconds are added; rate = increments / seconds
 *   mean shape  means weighted by count, least minimum, greatest maximum
 * A payload of the interval's own pace (or a slower one) is a sample of its own. Each payload counts once.
 */
interface CounterState {
  readonly instrumentIndex: number
  readonly rawTags: string
  readonly isSum: boolean
  readonly series: Partial<Record<Measure, number>>
  /** Statistics series exist from the first payload on whose count is not 1: until then it is a polling counter. */
  hasStatistics: boolean
  total: number
  increment: number
  seconds: number
  mean: number
  count: number
  min: number
  max: number
}

const maxInternedTexts = 100_000
const maxInternedBytes = 16 * 2 ** 20

export class CounterSeries {
  readonly #catalog: Catalog
  readonly #interner = new ByteInterner(maxInternedTexts, maxInternedBytes)
  readonly #sink: SampleSink
  readonly #providers = new Map<string, number>()
  readonly #states = new Map<number, CounterState>()
  #intervalMs: number

  constructor(catalog: Catalog, sink: SampleSink, intervalMs: number) {
    this.#catalog = catalog
    this.#sink = sink
    this.#intervalMs = intervalMs
  }

  get providers(): Iterable<string> {
    return this.#providers.keys()
  }

  /** 0 = every payload is a sample. What was added up so far is dropped: it belongs to the old interval. */
  setInterval(intervalMs: number): void {
    this.#intervalMs = intervalMs
    this.restart()
  }

  /** A new session: half-filled intervals of the old one are dropped, totals go on. */
  restart(): void {
    for (const state of this.#states.values()) clear(state)
  }

  /** Another process: what it counts starts at zero. */
  restartTotals(): void {
    for (const state of this.#states.values()) state.total = 0
  }

  add(payload: EventCounterPayload, timeMs: number, track: number): void {
    const state = this.#stateOf(payload)
    if (state === null) return
    const seconds = payload.intervalSec
    state.seconds += seconds
    if (state.isSum) {
      state.increment += payload.increment
      // A counter that had no number once still has a total.
      if (Number.isFinite(payload.increment)) state.total += payload.increment
    } else {
      const { count } = payload
      if (count !== 1) state.hasStatistics = true
      if (count > 0) {
        state.min = Math.min(state.min, payload.min)
        state.max = Math.max(state.max, payload.max)
        state.count += count
        // A running mean: with a single payload the published number itself, to the last bit.
        state.mean += (payload.mean - state.mean) * (count / state.count)
      }
    }
    // At the chosen pace a payload is a sample, whatever its measured length; faster ones never hit the interval exactly,
    // and the one that ends nearest to it closes it.
    const paceMs = payload.paceMs || seconds * 1000
    const isOwnPace = paceMs >= this.#intervalMs * 0.99
    if (isOwnPace || state.seconds * 1000 + paceMs / 2 >= this.#intervalMs) this.#publish(state, timeMs, track, paceMs)
  }

  #publish(state: CounterState, timeMs: number, track: number, paceMs: number): void {
    if (state.isSum) {
      // Enabling a provider can make it publish at once: what was counted in those few milliseconds is in the total, but as
      // a rate it would be a spike that nobody ever saw.
      if (state.seconds * 1000 >= paceMs / 2) this.#emit(state, track, 'rate', timeMs, state.increment / state.seconds)
      this.#emit(state, track, 'total', timeMs, state.total)
    } else {
      const isMeasured = state.count > 0
      const mean = isMeasured ? state.mean : Number.NaN
      this.#emit(state, track, 'value', timeMs, mean)
      if (state.hasStatistics) {
        this.#emit(state, track, 'mean', timeMs, mean)
        this.#emit(state, track, 'min', timeMs, isMeasured ? state.min : Number.NaN)
        this.#emit(state, track, 'max', timeMs, isMeasured ? state.max : Number.NaN)
        this.#emit(state, track, 'samples', timeMs, state.count)
      }
    }
    clear(state)
  }

  #emit(state: CounterState, track: number, measure: Measure, timeMs: number, value: number): void {
    let index = state.series[measure]
    if (index === undefined) {
      const tags = splitCounterTags(state.rawTags)
      const added = this.#catalog.addSeries(state.instrumentIndex, state.rawTags, tags, measure)
      if (added === null) return
      index = added
      state.series[measure] = index
    }
    this.#sink.add(track, index, timeMs, value)
  }

  #stateOf(payload: EventCounterPayload): CounterState | null {
    const { slots, bytes } = payload
    const { nameSlot, metadataSlot } = EventCounterPayload
    let salt = this.#providers.get(payload.provider)
    if (salt === undefined) {
      // Negative salts begin a chain; the metadata is salted with the name's id, which is never negative.
      salt = -1 - this.#providers.size
      this.#providers.set(payload.provider, salt)
    }
    let key = this.#interner.intern(bytes, slots.textStart[nameSlot]!, slots.textEnd[nameSlot]!, salt)
    if (key >= 0 && slots.isPresent[metadataSlot] === 1)
      key = this.#interner.intern(bytes, slots.textStart[metadataSlot]!, slots.textEnd[metadataSlot]!, key)
    if (key < 0) return null
    // A counter re-created with the other shape is another series.
    const stateKey = key * 2 + (payload.isSum ? 1 : 0)
    let state = this.#states.get(stateKey)
    if (state === undefined) {
      state = this.#makeState(payload)
      this.#states.set(stateKey, state)
    }
    return state
  }

  #makeState(payload: EventCounterPayload): CounterState {
    const { provider, name, isSum } = payload
    const kind = isSum ? 'EventCounterSum' : 'EventCounterMean'
    const instrumentIndex = this.#catalog.instrument(`event-counter\0${provider}\0${name}\0${kind}`, () => ({
      source: 'event-counter',
      provider,
      providerVersion: '',
      name,
      displayName: payload.displayName || name,
      kind,
      unit: payload.displayUnits,
      description: '',
    }))
    const state: CounterState = {
      instrumentIndex,
      rawTags: payload.metadata,
      isSum,
      series: {},
      hasStatistics: false,
      total: 0,
      increment: 0,
      seconds: 0,
      mean: 0,
      count: 0,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
    }
    return state
  }
}

function clear(state: CounterState): void {
  state.increment = 0
  state.seconds = 0
  state.mean = 0
  state.count = 0
  state.min = Number.POSITIVE_INFINITY
  state.max = Number.NEGATIVE_INFINITY
}

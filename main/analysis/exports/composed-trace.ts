import { laneCodes } from '../../../shared/frames/live-frame.ts'
import type { InstrumentDescriptor, Measure } from '../../../shared/model/live.ts'
import { counterFields } from '../../events/counter-fields.ts'
import { knownLayout, metricsEventIds, metricsProvider } from '../../events/metrics-events.ts'
import { runtimeEventIds } from '../../events/runtime-events.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { NettraceWriter } from '../../nettrace/writer/nettrace-writer.ts'
import { type FieldValue, writePayload } from '../../nettrace/writer/payload-writer.ts'
import type { Lanes } from '../lanes.ts'
import { type ExportSample, type ExportSelection, sampleWindows } from './series-windows.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

/** First event of such a file: says that its events were composed from stored samples and are not the runtime's bytes. */
export const composedProvider = 'Pipescope'
export const composedEventName = 'ComposedFromSamples'

export interface ComposedExtras {
  readonly targetName: string
  readonly pid: number | null
  readonly lanes: Lanes
}

const ticksPerMs = 1e6
const composedThread = 1
const composedSessionId = 'SHARED'
/** FILETIME of 1970. */
const unixEpochFileTime = 116_444_736_000_000_000n
/** More exceptions than this in one interval are written as this many. */
const maxExceptionsPerEntry = 10_000

interface Group {
  readonly instrument: InstrumentDescriptor
  readonly rawTags: string
  readonly timeMs: number
  readonly values: Partial<Record<Measure, number>>
}

/**
 * Stored samples as a .nettrace: counters as EventCounters payloads, meters as metrics events in the newest layout,
 * collections and exceptions as runtime events. Opening it again gives the same values at the same times.
 */
export function* composedTrace(
  selection: ExportSelection,
  extras: ComposedExtras,
  onRow: () => void,
): Generator<readonly Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const lanes = extras.lanes.entries
    .filter((entry) => entry.timeMs >= selection.fromMs && entry.timeMs <= selection.toMs)
    .sort((a, b) => a.timeMs - b.timeMs)
  // Before everything: the first pause may lie long before the first sample.
  const firstSampleMs = Math.max(selection.fromMs, selection.store.fill().keptSinceMs ?? 0)
  const syncUnixMs = Math.floor(Math.min(firstSampleMs, lanes[0]?.timeMs ?? firstSampleMs)) - 1000
  const writer = new NettraceWriter({
    syncUnixMs,
    syncTicks: 0n,
    ticksPerSecond: 1e9,
    pointerBytes: 8,
    pid: extras.pid ?? 0,
    processorCount: 1,
    write: (bytes) => pieces.push(bytes),
  })
  const composer = new Composer(writer, syncUnixMs, extras.targetName)
  let lane = 0
  for (const samples of sampleWindows(selection)) {
    for (const group of groupsOf(samples)) {
      while (lane < lanes.length && lanes[lane]!.timeMs <= group.timeMs) composer.addLane(lanes[lane++]!)
      composer.addGroup(group)
      onRow()
    }
    writer.flush()
    yield pieces.splice(0)
  }
  while (lane < lanes.length) composer.addLane(lanes[lane++]!)
  composer.end()
  yield pieces.splice(0)
}

/** Measures of one instrument and tag set at one time are one event. Samples are in time order. */
function* groupsOf(samples: readonly ExportSample[]): Generator<Group> {
  let open = new Map<string, Group & { values: Partial<Record<Measure, number>> }>()
  let timeMs = Number.NaN
  for (const sample of samples) {
    if (sample.timeMs !== timeMs) {
      yield* open.values()
      open = new Map()
      timeMs = sample.timeMs
    }
    const key = `${sample.instrument.index}\0${sample.series.rawTags}`
    let group = open.get(key)
    if (group === undefined) {
      group = { instrument: sample.instrument, rawTags: sample.series.rawTags, timeMs, values: {} }
      open.set(key, group)
    }
    group.values[sample.series.measure] = sample.value
  }
  yield* open.values()
}

class Composer {
  readonly #writer: NettraceWriter
  readonly #syncUnixMs: number
  readonly #types = new Map<string, number>()
  readonly #last = new Map<string, { readonly timeMs: number; readonly total: number }>()
  readonly #announced = new Set<number>()
  #ticks = 0
  #collectionMs = Number.NaN
  #gcNumber = 0

  constructor(writer: NettraceWriter, syncUnixMs: number, targetName: string) {
    this.#writer = writer
    this.#syncUnixMs = syncUnixMs
    const fields = ['Application', 'Target'].map((name) => ({ name, type: plainType(typeCodes.string) }))
    const metadataId = writer.defineType({ provider: composedProvider, eventId: 1, name: composedEventName, fields })
    this.#write(metadataId, syncUnixMs, writePayload(fields, ['Pipescope', targetName]))
  }

  addGroup(group: Group): void {
    if (group.instrument.source === 'meter') this.#addMeter(group)
    else this.#addCounter(group)
  }

  addLane(entry: { timeMs: number; durationMs: number; amount: number; lane: number }): void {
    if (entry.lane === laneCodes.gc) {
      const number = ++this.#gcNumber
      this.#runtime(runtimeEventIds.suspendBegin, entry.timeMs, [1, number])
      this.#runtime(runtimeEventIds.gcStart, entry.timeMs, [number, entry.amount, 0, 0])
      this.#runtime(runtimeEventIds.gcEnd, entry.timeMs, [number, entry.amount])
      this.#runtime(runtimeEventIds.restartEnd, entry.timeMs + entry.durationMs, [])
      return
    }
    for (let index = 0; index < Math.min(entry.amount, maxExceptionsPerEntry); index++)
      this.#runtime(runtimeEventIds.exceptionThrown, entry.timeMs, [])
  }

  end(): void {
    this.#stopCollection()
    this.#writer.end(this.#ticks)
  }

  #addMeter(group: Group): void {
    const { instrument, rawTags, timeMs, values } = group
    if (this.#collectionMs !== timeMs) {
      this.#stopCollection()
      this.#collectionMs = timeMs
      this.#metric(metricsEventIds.collectionStart, timeMs, this.#collectionFields())
    }
    if (!this.#announced.has(instrument.index)) this.#announce(instrument, timeMs)
    const { provider, providerVersion, name, unit, index } = instrument
    const identity = [composedSessionId, provider, providerVersion, name, unit, rawTags]
    if ('p50' in values) {
      const quantiles = [0.5, 0.95, 0.99].map(
        (quantile, at) => [quantile, values[(['p50', 'p95', 'p99'] as const)[at]!]] as const,
      )
      const isMeasured = quantiles.every(([, value]) => value !== undefined && !Number.isNaN(value))
      const text = isMeasured ? quantiles.map(([quantile, value]) => `${quantile}=${value}`).join(';') : ''
      this.#metric(metricsEventIds.histogram, timeMs, [...identity, text, values.count ?? 0, values.sum ?? 0, index])
    } else if ('total' in values || 'rate' in values) {
      const fields = [...identity, text(values.rate), text(values.total), index]
      this.#metric(metricsEventIds.counterRate, timeMs, fields)
    } else if (instrument.kind.endsWith('UpDownCounter'))
      this.#metric(metricsEventIds.upDownCounterRate, timeMs, [...identity, '', text(values.value), index])
    else this.#metric(metricsEventIds.gauge, timeMs, [...identity, text(values.value), index])
  }

  #announce(instrument: InstrumentDescriptor, timeMs: number): void {
    this.#announced.add(instrument.index)
    const { provider, providerVersion, name, kind, unit, description, index } = instrument
    const head = [composedSessionId, provider, providerVersion, name, `${kind}\`1`, unit, description]
    this.#metric(metricsEventIds.beginInstrument, timeMs, [...head, '', '', '', index, ''])
  }

  /** One nominal second: rates are stored per second. */
  #collectionFields(): readonly FieldValue[] {
    return [composedSessionId, fileTime(this.#collectionMs - 1000), fileTime(this.#collectionMs)]
  }

  #stopCollection(): void {
    if (Number.isNaN(this.#collectionMs)) return
    this.#metric(metricsEventIds.collectionStop, this.#collectionMs, this.#collectionFields())
    this.#collectionMs = Number.NaN
  }

  #metric(eventId: number, timeMs: number, values: readonly FieldValue[]): void {
    const fields = knownLayout(eventId)
    const id = this.#type(`metric ${eventId}`, () => ({
      provider: metricsProvider,
      eventId,
      name: `Event${eventId}`,
      fields,
    }))
    this.#write(id, timeMs, writePayload(fields, values))
  }

  #addCounter({ instrument, rawTags, timeMs, values }: Group): void {
    const { provider, name, displayName, unit } = instrument
    const key = `${instrument.index}\0${rawTags}`
    const last = this.#last.get(key)
    const elapsedSec = last === undefined ? 1 : (timeMs - last.timeMs) / 1000
    const isSum = instrument.kind === 'EventCounterSum'
    const total = values.total ?? 0
    if (isSum) {
      const increment = last === undefined ? total : total - last.total
      // The measured length the rate was computed with; without growth it cannot be told and does not matter.
      const rate = values.rate ?? Number.NaN
      const seconds = increment !== 0 && rate > 0 ? increment / rate : elapsedSec
      const row = [name, displayName, '00:00:01', increment, seconds, rawTags, '', 'Sum', unit]
      const hasRate = values.rate !== undefined
      // A payload without a rate was shorter than half its pace; saying so keeps it without one.
      row[6] = hasRate ? '' : `Interval=${Math.ceil(seconds * 4000)}`
      this.#counter(provider, 'sum', timeMs, row)
    } else {
      const mean = values.value ?? values.mean ?? Number.NaN
      const isMeasured = !Number.isNaN(mean)
      const count = values.samples ?? (isMeasured ? 1 : 0)
      const row = [name, displayName, isMeasured ? mean : 0, 0, count, values.min ?? mean, values.max ?? mean]
      this.#counter(provider, 'mean', timeMs, [...row, elapsedSec, '', 'Mean', rawTags, unit])
    }
    this.#last.set(key, { timeMs, total })
  }

  #counter(provider: string, shape: 'mean' | 'sum', timeMs: number, values: readonly FieldValue[]): void {
    const fields = counterFields[shape]
    const eventId = shape === 'mean' ? 6 : 7
    const id = this.#type(`${shape} ${provider}`, () => ({
      provider,
      eventId,
      name: 'EventCounters',
      fields: fields.wrapped,
    }))
    this.#write(id, timeMs, writePayload(fields.plain, values))
  }

  #runtime(eventId: number, timeMs: number, words: readonly number[]): void {
    const id = this.#type(`runtime ${eventId}`, () => ({ provider: runtimeProvider, eventId, name: '', fields: [] }))
    this.#write(id, timeMs, new Uint8Array(Uint32Array.from(words).buffer))
  }

  #type(key: string, init: () => Parameters<NettraceWriter['defineType']>[0]): number {
    let id = this.#types.get(key)
    if (id === undefined) {
      id = this.#writer.defineType(init())
      this.#types.set(key, id)
    }
    return id
  }

  /** One thread: its timestamps must not step back. Only the end of a pause that overlaps the next event is held up by this. */
  #write(metadataId: number, timeMs: number, payload: Uint8Array): void {
    const ticks = Math.round((timeMs - this.#syncUnixMs) * ticksPerMs)
    this.#ticks = Math.max(this.#ticks, ticks)
    const thread = ticks < this.#ticks ? composedThread + 1 : composedThread
    this.#writer.addEvent({ metadataId, timestamp: Math.max(ticks, 0), thread, isSorted: false, payload })
  }
}

function text(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value)
}

function fileTime(unixMs: number): bigint {
  return BigInt(Math.round(unixMs * 10_000)) + unixEpochFileTime
}

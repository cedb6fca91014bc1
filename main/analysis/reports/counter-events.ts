import { eventCounterHandler, eventCountersName, type EventCounterPayload } from '../../events/event-counters.ts'
import {
  metricsEventIds,
  metricsHandler,
  type MetricsPayload,
  metricsProvider,
  parseInvariant,
} from '../../events/metrics-events.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'

/**
 * What the numbers of a series are. `mean`: average of an interval. `increment`: growth within an interval, as sent.
 * `rate`: the same of a meter. `value`: absolute. `count`, `sum`: recordings of a histogram in an interval; a quantile by its number.
 */
export type CounterKind = 'mean' | 'increment' | 'rate' | 'value' | 'count' | 'sum' | `quantile ${string}`

export interface CounterSeries {
  /** EventSource or meter. */
  readonly provider: string
  readonly name: string
  readonly displayName: string
  readonly unit: string
  /** As sent. */
  readonly tags: string
  readonly kind: CounterKind
  readonly ticks: NumberColumn
  readonly values: NumberColumn
}

/** A histogram has three; each asks for its series by its texts, which may be as long as the payload. */
const mostQuantiles = 32

/** A payload of another shape than its metadata says stays out of the series. */
const ignore = (): void => undefined

/** Counters and meters of a recording as series, in the order of their first value. */
export class CounterEvents implements TraceListener {
  readonly #series = new Map<string, CounterSeries>()

  get series(): readonly CounterSeries[] {
    return [...this.#series.values()]
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.name === eventCountersName && !type.isOpaque) {
      const handler = eventCounterHandler(type, (payload, ticks) => this.#addCounter(payload, ticks), ignore)
      return (bytes, view, start, end, row, segment) => handler.handle(bytes, view, start, end, segment.timestamp[row]!)
    }
    if (type.provider !== metricsProvider) return null
    const handler = metricsHandler(type, (payload, ticks) => this.#addMetric(payload, ticks), ignore)
    return (bytes, view, start, end, row, segment) => handler.handle(bytes, view, start, end, segment.timestamp[row]!)
  }

  #addCounter(payload: EventCounterPayload, ticks: number): void {
    const kind = payload.isSum ? 'increment' : 'mean'
    const { provider, name, metadata: tags } = payload
    const series = this.#find({ provider, name, tags, kind }, () => ({
      displayName: payload.displayName,
      unit: payload.displayUnits,
    }))
    series.ticks.push(ticks)
    series.values.push(payload.isSum ? payload.increment : payload.mean)
  }

  #addMetric(payload: MetricsPayload, ticks: number): void {
    switch (payload.eventId) {
      case metricsEventIds.counterRate:
      case metricsEventIds.upDownCounterRate:
        this.#push(payload, ticks, 'rate', payload.measurement('rate'))
        if (payload.has('value')) this.#push(payload, ticks, 'value', payload.measurement('value'))
        return
      case metricsEventIds.gauge:
        this.#push(payload, ticks, 'value', payload.measurement('lastValue'))
        return
      case metricsEventIds.histogram:
        for (const pair of payload.text('quantiles').split(';', mostQuantiles)) {
          const [quantile = '', value = ''] = pair.split('=')
          if (quantile !== '') this.#push(payload, ticks, `quantile ${quantile}`, parseInvariant(value))
        }
        if (payload.has('count')) this.#push(payload, ticks, 'count', payload.number('count'))
        if (payload.has('sum')) this.#push(payload, ticks, 'sum', payload.number('sum'))
        return
      case metricsEventIds.exponentialHistogram:
        this.#push(payload, ticks, 'count', payload.number('count'))
        this.#push(payload, ticks, 'sum', payload.number('sum'))
        return
      default:
    }
  }

  /** NaN: nothing was measured in the interval. */
  #push(payload: MetricsPayload, ticks: number, kind: CounterKind, value: number): void {
    if (Number.isNaN(value)) return
    const id = { provider: payload.text('meterName'), name: payload.text('instrumentName'), tags: payload.text('tags') }
    const series = this.#find({ ...id, kind }, () => ({ displayName: '', unit: payload.text('unit') }))
    series.ticks.push(ticks)
    series.values.push(value)
  }

  #find(
    id: Pick<CounterSeries, 'provider' | 'name' | 'tags' | 'kind'>,
    describe: () => Pick<CounterSeries, 'displayName' | 'unit'>,
  ): CounterSeries {
    const key = JSON.stringify([id.provider, id.name, id.tags, id.kind])
    let series = this.#series.get(key)
    if (series === undefined) {
      series = { ...id, ...describe(), ticks: new NumberColumn(), values: new NumberColumn() }
      this.#series.set(key, series)
    }
    return series
  }
}

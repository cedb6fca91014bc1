import type { InstrumentKind, Measure, SeriesDescriptor } from '../../../shared/model/live.ts'

/** What the person chose for counters of a chart. */
export type CounterMode = 'rate' | 'total'

/** Measures that answer the question an instrument is there for, in drawing order; the first group that has series is taken. */
export function naturalMeasures(kind: InstrumentKind, counterMode: CounterMode): readonly (readonly Measure[])[] {
  switch (kind) {
    case 'Counter':
    case 'ObservableCounter':
    case 'EventCounterSum':
      // Runtimes before .NET 8 publish no total for meters: then the rate is what there is.
      return counterMode === 'total' ? [['total'], ['rate']] : [['rate'], ['total']]
    case 'UpDownCounter':
    case 'ObservableUpDownCounter':
    case 'Gauge':
    case 'ObservableGauge':
      return [['value'], ['rate']]
    case 'Histogram':
      return [['p50', 'p95', 'p99'], ['sum'], ['count']]
    case 'EventCounterMean':
      return [['value'], ['mean', 'max'], ['samples']]
    case 'Unknown':
      return [['value'], ['rate'], ['p50', 'p95', 'p99']]
  }
}

export function chooseNatural(
  series: readonly SeriesDescriptor[],
  kind: InstrumentKind,
  counterMode: CounterMode,
): readonly SeriesDescriptor[] {
  for (const group of naturalMeasures(kind, counterMode)) {
    const chosen = series.filter((candidate) => group.includes(candidate.measure))
    if (chosen.length > 0) return chosen
  }
  return series.slice(0, 1)
}

export function isCounterKind(kind: InstrumentKind): boolean {
  return kind === 'Counter' || kind === 'ObservableCounter' || kind === 'EventCounterSum'
}

export const percentileMeasures: readonly Measure[] = ['p50', 'p95', 'p99']

/** The measure that stands for an instrument where there is room for one number. */
export function headlineSeries(series: readonly SeriesDescriptor[], kind: InstrumentKind): readonly SeriesDescriptor[] {
  const natural = chooseNatural(series, kind, 'rate')
  const first = kind === 'Histogram' ? 'p95' : natural[0]?.measure
  return natural.filter((candidate) => candidate.measure === first)
}

/** Words for kinds: tooltip and screen reader. */
export const kindWords: Readonly<Record<InstrumentKind, string>> = {
  Counter: 'counter',
  ObservableCounter: 'observable counter',
  UpDownCounter: 'up-down counter',
  ObservableUpDownCounter: 'observable up-down counter',
  Gauge: 'gauge',
  ObservableGauge: 'observable gauge',
  Histogram: 'histogram',
  EventCounterMean: 'event counter (mean)',
  EventCounterSum: 'event counter (sum)',
  Unknown: 'instrument of unknown kind',
}

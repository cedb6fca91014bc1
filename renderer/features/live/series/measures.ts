import type { InstrumentDescriptor, InstrumentKind, Measure, SeriesDescriptor } from '../../../../shared/model/live.ts'

/** What the person chose for counters of a chart. */
export type CounterMode = 'rate' | 'total'

type NamedKind = Pick<InstrumentDescriptor, 'provider' | 'name' | 'kind'>

/**
 * .NET 9 and 10 publish these two as observable counters although they go up and down (measured on 10.0): their rate says nothing,
 * their absolute value is what the name promises.
 */
const levelsDeclaredAsCounters = new Set(['dotnet.thread_pool.queue.length', 'dotnet.thread_pool.thread.count'])

export function isLevelDeclaredAsCounter({ provider, name, kind }: NamedKind): boolean {
  return provider === 'System.Runtime' && kind === 'ObservableCounter' && levelsDeclaredAsCounters.has(name)
}

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
  instrument: NamedKind,
  counterMode: CounterMode,
): readonly SeriesDescriptor[] {
  const mode = isLevelDeclaredAsCounter(instrument) ? 'total' : counterMode
  for (const group of naturalMeasures(instrument.kind, mode)) {
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
export function headlineSeries(
  series: readonly SeriesDescriptor[],
  instrument: NamedKind,
): readonly SeriesDescriptor[] {
  const natural = chooseNatural(series, instrument, 'rate')
  const first = instrument.kind === 'Histogram' ? 'p95' : natural[0]?.measure
  return natural.filter((candidate) => candidate.measure === first)
}

/**
 * The runtime adds up the changes of an up-down counter from the moment somebody listens: what came before, it doesn't know. Observable
 * ones report their true value.
 */
export function isSinceAttach(kind: InstrumentKind): boolean {
  return kind === 'UpDownCounter'
}

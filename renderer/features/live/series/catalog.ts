import type {
  InstrumentDescriptor,
  InstrumentSource,
  LiveMessage,
  SeriesDescriptor,
} from '../../../../shared/model/live.ts'
import { commonPrefix } from './series-names.ts'

export type CatalogMessage = Extract<LiveMessage, { kind: 'catalog' }>

/**
 * Instruments and series of one live view, by index and by name. Filled from `catalog` messages, which carry additions and changes.
 * Two instruments may share provider and name (.NET tells them apart by instrument id only), so lookups by name give lists.
 */
export class Catalog {
  readonly #instruments: (InstrumentDescriptor | undefined)[] = []
  readonly #series: (SeriesDescriptor | undefined)[] = []
  readonly #seriesOfInstrument = new Map<number, SeriesDescriptor[]>()
  readonly #byName = new Map<string, InstrumentDescriptor[]>()
  #revision = 0

  get revision(): number {
    return this.#revision
  }

  apply(message: CatalogMessage): void {
    for (const instrument of message.instruments) {
      const known = this.#instruments[instrument.index]
      this.#instruments[instrument.index] = instrument
      const name = nameKey(instrument.source, instrument.provider, instrument.name)
      const same = (this.#byName.get(name) ?? []).filter((other) => other.index !== instrument.index)
      this.#byName.set(name, [...same, instrument])
      if (known !== undefined && known.name !== instrument.name) this.#forgetName(known)
    }
    for (const series of message.series) {
      // Most are new: looking for each among its siblings would take as long as there are pairs of them.
      const isKnown = this.#series[series.index] !== undefined
      this.#series[series.index] = series
      const siblings = this.#seriesOfInstrument.get(series.instrumentIndex) ?? []
      const at = isKnown ? siblings.findIndex((other) => other.index === series.index) : -1
      if (at >= 0) siblings[at] = series
      else siblings.push(series)
      this.#seriesOfInstrument.set(series.instrumentIndex, siblings)
    }
    if (message.instruments.length > 0 || message.series.length > 0) this.#revision += 1
  }

  instrument(index: number): InstrumentDescriptor | null {
    return this.#instruments[index] ?? null
  }

  series(index: number): SeriesDescriptor | null {
    return this.#series[index] ?? null
  }

  instruments(): readonly InstrumentDescriptor[] {
    return this.#instruments.filter((instrument) => instrument !== undefined)
  }

  allSeries(): readonly SeriesDescriptor[] {
    return this.#series.filter((series) => series !== undefined)
  }

  seriesOf(instrumentIndex: number): readonly SeriesDescriptor[] {
    return this.#seriesOfInstrument.get(instrumentIndex) ?? []
  }

  find(source: InstrumentSource, provider: string, name: string): readonly InstrumentDescriptor[] {
    return this.#byName.get(nameKey(source, provider, name)) ?? []
  }

  #forgetName(instrument: InstrumentDescriptor): void {
    const name = nameKey(instrument.source, instrument.provider, instrument.name)
    const rest = (this.#byName.get(name) ?? []).filter((other) => other.index !== instrument.index)
    this.#byName.set(name, rest)
  }
}

/** Names come from the target: a separator that no name holds keeps `a|b` and `c` apart from `a` and `b|c`. */
function nameKey(source: InstrumentSource, provider: string, name: string): string {
  return `${source}\u0000${provider}\u0000${name}`
}

/** Its display name, where it has one. */
export function instrumentName({ displayName, name }: InstrumentDescriptor): string {
  return displayName === '' ? name : displayName
}

/** What the names of all instruments of a provider begin with: `dotnet.` of System.Runtime. */
export function sharedPrefix(
  catalog: Pick<Catalog, 'instruments'>,
  source: InstrumentSource,
  provider: string,
): string {
  const siblings = catalog.instruments().filter((one) => one.source === source && one.provider === provider)
  return commonPrefix(siblings.map(instrumentName))
}

import { asSeriesIndex, type SeriesIndex } from '../../shared/model/ids.ts'
import type { InstrumentDescriptor, Measure, SeriesDescriptor, Tag } from '../../shared/model/live.ts'

/** More distinct series than any view can use; a target asks for 1000 time series at most. */
export const maxSeries = 20_000

/** Everything a LiveId can chart: instruments and series, dense indexes, never reused. Changes are handed out once. */
export class Catalog {
  readonly #instruments: InstrumentDescriptor[] = []
  readonly #series: SeriesDescriptor[] = []
  readonly #instrumentByKey = new Map<string, number>()
  readonly #changedInstruments = new Set<number>()
  #announcedSeries = 0
  #refusedSeriesCount = 0

  get instruments(): readonly InstrumentDescriptor[] {
    return this.#instruments
  }
  get series(): readonly SeriesDescriptor[] {
    return this.#series
  }
  get refusedSeriesCount(): number {
    return this.#refusedSeriesCount
  }

  /** Index of the instrument under this key; made from `init` the first time. */
  instrument(key: string, init: () => Omit<InstrumentDescriptor, 'index' | 'hasValues'>): number {
    const known = this.#instrumentByKey.get(key)
    if (known !== undefined) return known
    const index = this.#instruments.length
    this.#instruments.push({ index, hasValues: false, ...init() })
    this.#instrumentByKey.set(key, index)
    this.#changedInstruments.add(index)
    return index
  }

  /** Facts that came later (a value arrived before its description did). */
  describe(index: number, facts: Partial<Omit<InstrumentDescriptor, 'index'>>): void {
    const known = this.#instruments[index]
    if (known === undefined) return
    const isSame = Object.entries(facts).every(([name, value]) => known[name as keyof InstrumentDescriptor] === value)
    if (isSame) return
    this.#instruments[index] = { ...known, ...facts }
    this.#changedInstruments.add(index)
  }

  /** Null when the limit is reached; the refusal is counted. */
  addSeries(instrumentIndex: number, rawTags: string, tags: readonly Tag[], measure: Measure): SeriesIndex | null {
    if (this.#series.length >= maxSeries) {
      this.#refusedSeriesCount++
      return null
    }
    const index = asSeriesIndex(this.#series.length)
    this.#series.push({ index, instrumentIndex, tags, rawTags, measure })
    this.describe(instrumentIndex, { hasValues: true })
    return index
  }

  /** What is new or different since the last call, or null. */
  takeChanges(): { readonly instruments: InstrumentDescriptor[]; readonly series: SeriesDescriptor[] } | null {
    if (this.#changedInstruments.size === 0 && this.#announcedSeries === this.#series.length) return null
    const instruments = [...this.#changedInstruments].map((index) => this.#instruments[index]!)
    const series = this.#series.slice(this.#announcedSeries)
    this.#changedInstruments.clear()
    this.#announcedSeries = this.#series.length
    return { instruments, series }
  }
}

import { grouped } from '../../../../shared/base/grouped.ts'
import type { InstrumentDescriptor, InstrumentSource, SeriesDescriptor } from '../../../../shared/model/live.ts'
import type { BoardSeries } from '../../../../shared/model/settings.ts'
import { instrumentName, sharedPrefix, type Catalog } from '../series/catalog.ts'
import { headlineSeries } from '../series/measures.ts'
import { tagDifferences, type TagDifferences } from '../series/series-names.ts'
import { liveLabels } from '../live-labels.ts'

/** One line of the instrument explorer. `id` is stable while instruments come and go. */
export type ExplorerRow =
  | { readonly kind: 'starred-heading'; readonly id: string; readonly count: number; readonly isExpanded: boolean }
  | {
      readonly kind: 'provider'
      readonly id: string
      readonly provider: string
      readonly count: number
      readonly isExpanded: boolean
      /** Sources this name exists in: a meter and an EventSource may share it. */
      readonly sources: readonly InstrumentSource[]
      readonly shownSource: InstrumentSource
    }
  | {
      readonly kind: 'instrument'
      readonly id: string
      readonly instrument: InstrumentDescriptor
      /** Without what all instruments of its provider begin with; the whole name among the starred ones. */
      readonly shortName: string
      /** Tags that all its series share, said once here and not in every tag set; empty while closed. */
      readonly sharedTags: string
      readonly boardSeries: BoardSeries
      readonly isStarred: boolean
      readonly isInStarred: boolean
      readonly tagSetCount: number
      readonly isExpanded: boolean
      /** Series whose newest values the row shows, added up; empty when a sum would mean nothing. */
      readonly headline: readonly SeriesDescriptor[]
    }
  | {
      readonly kind: 'tag-set'
      readonly id: string
      readonly instrument: InstrumentDescriptor
      readonly label: string
      readonly boardSeries: BoardSeries
      readonly headline: readonly SeriesDescriptor[]
    }

export interface ExplorerQuery {
  readonly filter: string
  readonly expanded: ReadonlySet<string>
  readonly starred: readonly BoardSeries[]
  /** Chosen source of providers that exist in both; the meter without a choice. */
  readonly sourceChoices: Readonly<Record<string, InstrumentSource>>
}

/** A provider may be called `constructor`, a property that every object has. */
function chosenSource(choices: ExplorerQuery['sourceChoices'], provider: string): InstrumentSource | null {
  return Object.hasOwn(choices, provider) ? choices[provider]! : null
}

export function boardSeriesOf(instrument: InstrumentDescriptor, rawTags: string | null): BoardSeries {
  return {
    source: instrument.source,
    provider: instrument.provider,
    instrument: instrument.name,
    rawTags,
    measure: null,
    axis: 'left',
  }
}

export const starredId = 'starred'

export function explorerRows(catalog: Catalog, query: ExplorerQuery): ExplorerRow[] {
  const words = query.filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const isFiltering = words.length > 0
  const byProvider = groupByProvider(catalog.instruments())
  const rows: ExplorerRow[] = starredRows(catalog, query, words)
  for (const [provider, all] of byProvider) {
    const sources = [...new Set(all.map((instrument) => instrument.source))]
    const shownSource =
      chosenSource(query.sourceChoices, provider) ?? (sources.includes('meter') ? 'meter' : 'event-counter')
    const shown = all.filter(
      (instrument) => (sources.length < 2 || instrument.source === shownSource) && matches(instrument, words),
    )
    if (isFiltering && shown.length === 0) continue
    const id = `p:${provider}`
    const isExpanded = isFiltering || query.expanded.has(id)
    rows.push({ kind: 'provider', id, provider, count: shown.length, isExpanded, sources, shownSource })
    if (!isExpanded) continue
    const prefix = sharedPrefix(catalog, shownSource, provider)
    for (const instrument of shown) {
      const shortName = instrumentName(instrument).slice(
        instrumentName(instrument).startsWith(prefix) ? prefix.length : 0,
      )
      rows.push(...instrumentRows(instrument, catalog, query, { prefix: 'i', shortName }))
    }
  }
  return rows
}

function starredRows(catalog: Catalog, query: ExplorerQuery, words: readonly string[]): ExplorerRow[] {
  const found = query.starred.flatMap((series) =>
    catalog
      .find(series.source, series.provider, series.instrument)
      .slice(0, 1)
      .filter((instrument) => matches(instrument, words)),
  )
  if (found.length === 0) return []
  const isExpanded = !query.expanded.has(`closed:${starredId}`)
  const heading: ExplorerRow = { kind: 'starred-heading', id: starredId, count: found.length, isExpanded }
  if (!isExpanded) return [heading]
  return [
    heading,
    ...found.flatMap((instrument) =>
      instrumentRows(instrument, catalog, query, { prefix: 's', shortName: instrumentName(instrument) }),
    ),
  ]
}

function instrumentRows(
  instrument: InstrumentDescriptor,
  catalog: Catalog,
  query: ExplorerQuery,
  { prefix, shortName }: { readonly prefix: 'i' | 's'; readonly shortName: string },
): ExplorerRow[] {
  const id = `${prefix}:${instrument.index}`
  const series = catalog.seriesOf(instrument.index)
  const tagSets = grouped(series, ({ rawTags }) => rawTags)
  const hasTags = [...tagSets.keys()].some((rawTags) => rawTags !== '')
  const isExpanded = hasTags && query.expanded.has(id)
  const headline = headlineSeries(series, instrument)
  const differences = tagDifferences([...tagSets.values()].map(tagsOf))
  const row: ExplorerRow = {
    kind: 'instrument',
    id,
    instrument,
    shortName,
    sharedTags: isExpanded && tagSets.size > 1 ? tagText(differences.constant) : '',
    boardSeries: boardSeriesOf(instrument, null),
    isStarred: query.starred.some(
      (other) =>
        other.source === instrument.source &&
        other.provider === instrument.provider &&
        other.instrument === instrument.name,
    ),
    isInStarred: prefix === 's',
    tagSetCount: hasTags ? tagSets.size : 0,
    isExpanded,
    // Quantiles of several tag sets cannot be added; a mean of means would be an invention.
    headline: instrument.kind === 'Histogram' && headline.length > 1 ? [] : headline,
  }
  if (!isExpanded) return [row]
  return [
    row,
    ...[...tagSets].map(([rawTags, ofTags]): ExplorerRow => ({
      kind: 'tag-set',
      id: `${id}:${rawTags}`,
      instrument,
      label: tagSetLabel(tagsOf(ofTags), rawTags, differences),
      boardSeries: boardSeriesOf(instrument, rawTags),
      headline: headlineSeries(ofTags, instrument),
    })),
  ]
}

/** Of series of one tag set. */
function tagsOf([first]: readonly SeriesDescriptor[]): SeriesDescriptor['tags'] {
  return first?.tags ?? []
}

/** What tells the set from its siblings; all of it when there are none. */
function tagSetLabel(tags: SeriesDescriptor['tags'], rawTags: string, { differing }: TagDifferences): string {
  if (rawTags === '') return liveLabels.chartTitles.noTags
  const telling = tags.filter((tag) => differing.includes(tag.key))
  return tags.length === 0 ? rawTags : tagText(telling.length > 0 ? telling : tags)
}

function tagText(tags: SeriesDescriptor['tags']): string {
  return tags.map((tag) => `${tag.key} = ${tag.value}`).join(', ')
}

function groupByProvider(
  instruments: readonly InstrumentDescriptor[],
): ReadonlyMap<string, readonly InstrumentDescriptor[]> {
  const sorted = instruments.toSorted(
    (a, b) =>
      providerRank(a.provider) - providerRank(b.provider) ||
      a.provider.localeCompare(b.provider) ||
      a.name.localeCompare(b.name),
  )
  return grouped(sorted, ({ provider }) => provider)
}

/** The runtime first, the framework's next, what belongs to the application after them, as the eye expects it. */
function providerRank(provider: string): number {
  if (provider === 'System.Runtime') return 0
  if (/^(Microsoft|System)[.-]/.test(provider)) return 1
  return 2
}

function matches(instrument: InstrumentDescriptor, words: readonly string[]): boolean {
  const text =
    `${instrument.provider} ${instrument.name} ${instrument.displayName} ${instrument.description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

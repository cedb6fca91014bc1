import type { InstrumentDescriptor, Measure, SeriesDescriptor } from '../../../../shared/model/live.ts'
import type { BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'
import { instrumentName, type Catalog } from '../series/catalog.ts'
import { chooseNatural, isLevelDeclaredAsCounter, isSinceAttach, percentileMeasures } from '../series/measures.ts'
import { commonPrefix, differingValues, lastPart, tagDifferences } from '../series/series-names.ts'
import { meaningOf, type Meaning } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

/** One line of a chart: a series and how it is drawn and named there. */
export interface ChartLine {
  readonly seriesIndex: number
  /** Stable across restarts of the target: source, provider, instrument, tags, measure. */
  readonly key: string
  /** Short name within its chart: what tells it from its neighbours. */
  readonly label: string
  readonly fullName: string
  readonly axis: 'left' | 'right'
  readonly measure: Measure
  readonly meaning: Meaning
  readonly instrument: InstrumentDescriptor
  readonly tags: SeriesDescriptor['tags']
  readonly boardSeries: BoardSeries
  /** 0..7 of the series colours. */
  readonly colourIndex: number
  /** From the ninth line of a chart on, lines repeat a colour with a dash pattern. */
  readonly dashIndex: number
  /** Lines of one histogram and tag set share this number and are drawn as a band. null = a line of its own. */
  readonly bandIndex: number | null
  /** Whose line it is while processes are compared; undefined while there is only one. */
  readonly letter?: string
}

export interface ChartLines {
  readonly lines: readonly ChartLine[]
  /** Lines beyond the limit, not drawn; the chart says so. */
  readonly hiddenCount: number
  /** Wanted by the board, but the target has no such instrument (now). */
  readonly missing: readonly BoardSeries[]
}

export const maxLinesPerChart = 24
export const colourCount = 8

/** Gives each series its colour once; it keeps it in every chart of the document unless two would be alike in one chart. */
export class ColourAssignments {
  readonly #colours = new Map<string, number>()

  /** `taken`: how often each colour is used already in the chart. A new series gets the first that is used least. */
  colourOf(key: string, taken: readonly number[]): number {
    const known = this.#colours.get(key)
    const least = Math.min(...taken)
    if (known !== undefined && taken[known] === least) return known
    const colour = Math.max(0, taken.indexOf(least))
    if (known === undefined) this.#colours.set(key, colour)
    return colour
  }

  known(key: string): number | null {
    return this.#colours.get(key) ?? null
  }
}

export function seriesKey(instrument: InstrumentDescriptor, series: SeriesDescriptor): string {
  return [instrument.source, instrument.provider, instrument.name, series.rawTags, series.measure].join('\u0000')
}

/** Finds what a chart's board series stand for in this target. Cheap enough for each catalog change; not for each frame. */
export function resolveChart(chart: BoardChart, catalog: Catalog, colours: ColourAssignments): ChartLines {
  const found: Candidate[] = []
  const missing: BoardSeries[] = []
  for (const boardSeries of chart.series) {
    const candidates = candidatesOf(boardSeries, chart, catalog)
    if (candidates.length === 0) missing.push(boardSeries)
    found.push(...candidates)
  }
  const shown = found.slice(0, maxLinesPerChart)
  return { lines: styled(shown, colours), hiddenCount: found.length - shown.length, missing }
}

interface Candidate {
  readonly boardSeries: BoardSeries
  readonly instrument: InstrumentDescriptor
  readonly series: SeriesDescriptor
}

/** The series of an instrument that a board names by its tags. */
export function seriesWithTags(catalog: Catalog, instrumentIndex: number, wanted: BoardSeries): SeriesDescriptor[] {
  const { rawTags, tagPrefix } = wanted
  return catalog
    .seriesOf(instrumentIndex)
    .filter((series) => rawTags === null || series.rawTags === rawTags)
    .filter(
      ({ tags }) =>
        tagPrefix === undefined ||
        tags.some(({ key, value }) => key === tagPrefix.key && value.startsWith(tagPrefix.prefix)),
    )
}

function candidatesOf(boardSeries: BoardSeries, chart: BoardChart, catalog: Catalog): Candidate[] {
  const candidates: Candidate[] = []
  for (const instrument of catalog.find(boardSeries.source, boardSeries.provider, boardSeries.instrument)) {
    const ofTags = seriesWithTags(catalog, instrument.index, boardSeries)
    const chosen =
      boardSeries.measure === null
        ? chooseNatural(ofTags, instrument, chart.counterMode)
        : ofTags.filter((series) => series.measure === boardSeries.measure)
    for (const series of inReadingOrder(chosen)) candidates.push({ boardSeries, instrument, series })
  }
  return candidates
}

/** Tag values that have an order of their own; in a stack the steady ones lie below, the lively ones on top. */
const valueOrders: ReadonlyMap<string, readonly string[]> = new Map([
  ['gc.heap.generation', ['gen2', 'loh', 'gen1', 'gen0', 'poh']],
  ['cpu.mode', ['user', 'system']],
])

function inReadingOrder(series: readonly SeriesDescriptor[]): readonly SeriesDescriptor[] {
  return series.toSorted((a, b) => readingRank(a) - readingRank(b))
}

function readingRank(series: SeriesDescriptor): number {
  for (const tag of series.tags) {
    const order = valueOrders.get(tag.key)
    if (order === undefined) continue
    const at = order.indexOf(tag.value)
    return at < 0 ? order.length : at
  }
  return 0
}

function styled(candidates: readonly Candidate[], colours: ColourAssignments): ChartLine[] {
  const taken = Array.from({ length: colourCount }, () => 0)
  const bands = new Map<string, { bandIndex: number; colourIndex: number }>()
  const labels = labelsOf(candidates)
  return candidates.map(({ boardSeries, instrument, series }, at) => {
    const isBand = percentileMeasures.includes(series.measure) && instrument.kind === 'Histogram'
    const bandKey = `${instrument.index}\u0000${series.rawTags}`
    const band = isBand ? bands.get(bandKey) : undefined
    const key = seriesKey(instrument, series)
    // All quantiles of a histogram share one colour; the shade tells them apart, and so does the label.
    const colourKey = isBand ? `band\u0000${seriesKey(instrument, { ...series, measure: 'p50' })}` : key
    const colourIndex = band?.colourIndex ?? colours.colourOf(colourKey, taken)
    if (band === undefined) taken[colourIndex] = (taken[colourIndex] ?? 0) + 1
    if (isBand && band === undefined) bands.set(bandKey, { bandIndex: bands.size, colourIndex })
    return {
      seriesIndex: series.index,
      key,
      label: labels[at] ?? series.measure,
      fullName: fullNameOf(instrument, series),
      axis: boardSeries.axis,
      measure: series.measure,
      meaning: meaningOf(instrument, series.measure),
      instrument,
      tags: series.tags,
      boardSeries,
      colourIndex,
      dashIndex: Math.max(0, (taken[colourIndex] ?? 1) - 1),
      bandIndex: isBand ? (bands.get(bandKey)?.bandIndex ?? null) : null,
    }
  })
}

function fullNameOf(instrument: InstrumentDescriptor, series: SeriesDescriptor): string {
  const tags = series.rawTags === '' ? '' : ` {${series.rawTags}}`
  return `${instrument.provider} / ${instrument.name}${tags}, ${series.measure}`
}

/** Parts of the name that differ between the lines of the chart; all of it when there is only one line. */
function labelsOf(candidates: readonly Candidate[]): string[] {
  const hasSeveral = (value: (candidate: Candidate) => string) => new Set(candidates.map(value)).size > 1
  const namesDiffer = hasSeveral(({ instrument }) => `${instrument.provider}/${instrument.name}`)
  const differences = tagDifferences(candidates.map(({ series }) => series.tags))
  const measuresDiffer = hasSeveral(({ series }) => series.measure)
  const prefix = namesDiffer ? commonPrefix(candidates.map(({ instrument }) => instrumentName(instrument))) : ''
  return candidates.map(({ instrument, series }) => {
    const parts: string[] = []
    if (namesDiffer) parts.push(instrumentName(instrument).slice(prefix.length))
    const tagValues = differingValues(series.tags, differences)
    if (tagValues !== '') parts.push(tagValues)
    if (measuresDiffer && (!namesDiffer || percentileMeasures.includes(series.measure))) parts.push(series.measure)
    if (parts.length > 0) return parts.join(' ')
    const isPlain = series.measure === 'value' || series.measure === 'rate' || isLevelDeclaredAsCounter(instrument)
    return isPlain ? lastPart(instrumentName(instrument)) : series.measure
  })
}

/** How a line is named in legends: whose it is, what it is, and its axis when that is not the usual one. */
export function legendText({ letter, label, axis }: ChartLine): string {
  const named = letter === undefined ? label : `${letter} ${label}`
  return axis === 'right' ? `${named} (right)` : named
}

/** Head of a chart: its own title, or what its series have in common. */
export function chartTitle(chart: BoardChart, lines: readonly ChartLine[]): { title: string; subtitle: string } {
  const words = liveLabels.chartTitles
  const names = [...new Set(chart.series.map((series) => series.instrument))]
  const providers = [...new Set(chart.series.map((series) => series.provider))]
  const common = commonPrefix(names).replace(/[.\s-]+$/, '')
  const title = chart.title ?? (names.length === 1 ? (names[0] ?? '') : common === '' ? names.join(', ') : common)
  const { differing, constant } = tagDifferences(lines.map((line) => line.tags))
  const details = [
    names.length > 1 ? words.instruments(String(names.length)) : '',
    ...constant.map((tag) => `${lastPart(tag.key)} ${tag.value}`),
    names.length === 1 && differing.length > 0 ? words.by(differing.map(lastPart).join(', ')) : '',
    lines.length > 0 && lines.every(({ instrument }) => isSinceAttach(instrument.kind)) ? words.sinceAttach : '',
  ]
  return { title, subtitle: [providers.join(', '), ...details].filter((part) => part !== '').join(', ') }
}

import type { SeriesDescriptor, InstrumentDescriptor } from '../../../shared/model/live.ts'
import { csvCell } from '../../../shared/base/table-cells.ts'
import { type ExportSample, type ExportSelection, sampleWindows } from './series-windows.ts'

/** Pieces of text in file order; returns nothing, counts rows through `onRow`. */
export type TextPieces = Generator<string>

const longHeader = 'timestamp,unix_ms,source,provider,instrument,kind,tags,measure,unit,value\r\n'

/** One row per sample. An empty value = nothing was measured in that interval. */
export function* csvLong(selection: ExportSelection, onRow: () => void): TextPieces {
  yield longHeader
  for (const samples of sampleWindows(selection)) {
    const rows = samples.map((sample) => {
      const { instrument, series } = sample
      onRow()
      const cells = [instrument.source, instrument.provider, instrument.name, instrument.kind, series.rawTags]
      const texts = [...cells, series.measure, instrument.unit].map(csvCell).join(',')
      return `${isoTime(sample.timeMs)},${sample.timeMs},${texts},${numberCell(sample.value)}\r\n`
    })
    yield rows.join('')
  }
}

/**
 * One row per publication, one column per series. Samples closer together than `rowMs` share a row, under the time of its
 * first one, unless a series would be in it twice.
 */
export function* csvWide(selection: ExportSelection, rowMs: number, onRow: () => void): TextPieces {
  const { catalog, seriesIndexes } = selection
  const columnOf = new Map(seriesIndexes.map((index, column) => [index, column]))
  const names = seriesIndexes.map((index) => {
    const series = catalog.series[index]
    return series === undefined ? '' : columnName(catalog.instruments[series.instrumentIndex]!, series)
  })
  yield `timestamp,unix_ms,${names.map(csvCell).join(',')}\r\n`
  for (const samples of sampleWindows(selection)) {
    const lines: string[] = []
    for (const row of rowsOf(samples, rowMs)) {
      const cells = Array.from(seriesIndexes, () => '')
      for (const sample of row) cells[columnOf.get(sample.series.index)!] = numberCell(sample.value)
      const timeMs = row[0]!.timeMs
      lines.push(`${isoTime(timeMs)},${timeMs},${cells.join(',')}\r\n`)
      onRow()
    }
    yield lines.join('')
  }
}

function* rowsOf(samples: readonly ExportSample[], rowMs: number): Generator<readonly ExportSample[]> {
  let row: ExportSample[] = []
  let taken = new Set<number>()
  for (const sample of samples) {
    const startsRow = row.length > 0 && (sample.timeMs - row[0]!.timeMs >= rowMs || taken.has(sample.series.index))
    if (startsRow) {
      yield row
      row = []
      taken = new Set()
    }
    row.push(sample)
    taken.add(sample.series.index)
  }
  if (row.length > 0) yield row
}

/** `provider/instrument{tags} measure (unit)`. */
export function columnName(instrument: InstrumentDescriptor, series: SeriesDescriptor): string {
  const tags = series.rawTags === '' ? '' : `{${series.rawTags}}`
  const unit = instrument.unit === '' ? '' : ` (${instrument.unit})`
  return `${instrument.provider}/${instrument.name}${tags} ${series.measure}${unit}`
}

export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

function numberCell(value: number): string {
  return Number.isNaN(value) ? '' : String(value)
}

import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { utf8 } from '../../../shared/base/byte-builder.ts'
import { csvCells } from '../../../shared/base/table-cells.ts'
import type { Measure, Tag } from '../../../shared/model/live.ts'
import type { NamedSeries } from '../../../shared/rules/series-match.ts'
import { CounterWriting, isoTime, separatorOf, type Unclear } from './counter-writing.ts'

/*
 * Files of counter values: what dotnet-counters collects (`--format csv`, `--format json`) and what Live exports (long CSV, JSON). dotnet-counters writes
 * the name that is shown, with its unit, and the tags behind it or beside it:
 *
 *     11/25/2026 19:39:22,System.Runtime,ThreadPool Queue Length,Metric,12
 *     2026-11-25T19:39:22Z,Shop,orders ({order} / 1 sec)[region=eu],Rate,3
 */

interface CounterSeries extends NamedSeries {
  readonly measure: Measure
}

export interface CounterFile {
  readonly series: readonly CounterSeries[]
  /** One after the other as the file has them: time, index of the series, value. */
  readonly timesMs: readonly number[]
  readonly seriesIndexes: readonly number[]
  readonly values: readonly number[]
}

/** Names of the runtime's own counters by what is shown of them: rules are about names. */
const runtimeNames: ReadonlyMap<string, string> = new Map([
  ['CPU Usage', 'cpu-usage'],
  ['Working Set', 'working-set'],
  ['GC Heap Size', 'gc-heap-size'],
  ['Gen 0 GC Count', 'gen-0-gc-count'],
  ['Gen 1 GC Count', 'gen-1-gc-count'],
  ['Gen 2 GC Count', 'gen-2-gc-count'],
  ['ThreadPool Thread Count', 'threadpool-thread-count'],
  ['Monitor Lock Contention Count', 'monitor-lock-contention-count'],
  ['ThreadPool Queue Length', 'threadpool-queue-length'],
  ['ThreadPool Completed Work Item Count', 'threadpool-completed-items-count'],
  ['Allocation Rate', 'alloc-rate'],
  ['Number of Active Timers', 'active-timer-count'],
  ['GC Fragmentation', 'gc-fragmentation'],
  ['GC Committed Bytes', 'gc-committed'],
  ['Exception Count', 'exception-count'],
  ['% Time in GC since last GC', 'time-in-gc'],
  ['Gen 0 Size', 'gen-0-size'],
  ['Gen 1 Size', 'gen-1-size'],
  ['Gen 2 Size', 'gen-2-size'],
  ['LOH Size', 'loh-size'],
  ['POH (Pinned Object Heap) Size', 'poh-size'],
  ['Number of Assemblies Loaded', 'assembly-count'],
  ['IL Bytes Jitted', 'il-bytes-jitted'],
  ['Number of Methods Jitted', 'methods-jitted-count'],
  ['Time spent in JIT', 'time-in-jit'],
])
const percentiles: ReadonlyMap<string, Measure> = new Map([
  ['50', 'p50'],
  ['95', 'p95'],
  ['99', 'p99'],
])
const everyMeasure = [
  'value',
  'rate',
  'total',
  'p50',
  'p95',
  'p99',
  'count',
  'sum',
  'count-rate',
  'mean',
  'min',
  'max',
] as const satisfies readonly Measure[]
const measures: ReadonlySet<string> = new Set(everyMeasure)

/** Null: neither of these formats. Rows that are none are left out; numbers and times that could mean two things are an error. */
export function readCounterFile(text: string): Result<CounterFile | null, AppError> {
  const file = new CounterFileBuilder()
  const first = text.trimStart()[0]
  if (first === '{') return ok(readJson(text, file) ? file : null)
  const read = readCsv(text, file)
  return read.ok ? ok(read.value ? file : null) : read
}

class CounterFileBuilder implements CounterFile {
  readonly series: CounterSeries[] = []
  readonly timesMs: number[] = []
  readonly seriesIndexes: number[] = []
  readonly values: number[] = []
  readonly #indexOf = new Map<string, number>()

  add(timeMs: number, value: number, provider: string, name: string, measure: Measure, rawTags: string): void {
    if (!Number.isFinite(timeMs) || !Number.isFinite(value) || provider === '' || name === '') return
    const key = [provider, name, measure, rawTags].join('\n')
    let index = this.#indexOf.get(key)
    if (index === undefined) {
      index = this.series.push({ provider, name, measure, tags: tagsOf(rawTags) }) - 1
      this.#indexOf.set(key, index)
    }
    this.timesMs.push(timeMs)
    this.seriesIndexes.push(index)
    this.values.push(value)
  }

  /** As dotnet-counters shows it. */
  addShown(timeMs: number, value: number, provider: string, shown: string, type: string, tags: string): void {
    const tagsAt = shown.endsWith(']') ? shown.lastIndexOf('[') : -1
    // In CSV its commas are semicolons.
    const inName = tagsAt < 0 ? '' : shown.slice(tagsAt + 1, -1).replaceAll(';', ',')
    const allTags = [inName, tags].filter((part) => part !== '').join(',')
    const withUnit = tagsAt < 0 ? shown : shown.slice(0, tagsAt)
    const label = withUnit.replace(/ \([^()]*\)$/, '')
    const name =
      provider === 'System.Runtime' ? (runtimeNames.get(label) ?? runtimeNames.get(withUnit) ?? label) : label
    const { percentile, rest } = withoutPercentile(allTags)
    const isRate = type.toLowerCase() === 'rate'
    this.add(timeMs, value, provider, name, percentile ?? (isRate ? 'rate' : 'value'), rest)
  }
}

function readJson(text: string, file: CounterFileBuilder): boolean {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // Cut off or no JSON at all: said as "neither of these formats".
    return false
  }
  const events = (read as { Events?: unknown } | null)?.Events
  if (!Array.isArray(events)) return false
  for (const event of events as unknown[]) {
    if (typeof event !== 'object' || event === null) continue
    const of = (field: string): string => {
      const value = (event as Record<string, unknown>)[field]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
    const value = of('value') === '' ? Number.NaN : Number(of('value'))
    const timeMs = of('unixMs') === '' ? isoTime(of('timestamp')) : Number(of('unixMs'))
    const measure = of('measure')
    if (of('instrument') !== '' && measures.has(measure))
      file.add(timeMs, value, of('provider'), of('instrument'), measure as Measure, withoutPercentile(of('tags')).rest)
    else file.addShown(timeMs, value, of('provider'), of('name'), of('counterType'), of('tags'))
  }
  return true
}

function readCsv(text: string, file: CounterFileBuilder): Result<boolean, AppError> {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const separator = separatorOf(lines[0] ?? '')
  const columns = csvCells(lines[0] ?? '', separator).map((name) => name.toLowerCase())
  const at = (name: string): number => columns.indexOf(name)
  const [time, provider] = [at('timestamp'), at('provider')]
  const [instrument, measure, tags, unixMs, ownValue] = ['instrument', 'measure', 'tags', 'unix_ms', 'value'].map(at)
  const [shown, type, figure] = ['counter name', 'counter type', 'mean/increment'].map(at)
  const isOurs = Math.min(provider, instrument!, measure!, tags!, unixMs!, ownValue!) >= 0
  if (!isOurs && Math.min(time, provider, shown!, type!, figure!) < 0) return ok(false)
  const writing = new CounterWriting(separator, columns.length)
  const cellsOf = (row: number): readonly string[] => writing.joinFigure(csvCells(lines[row]!, separator))
  if (!isOurs)
    for (let row = 1; row < lines.length; row++) {
      const cells = cellsOf(row)
      writing.learn(cells[time] ?? '', cells[figure!] ?? '')
    }
  for (let row = 1; row < lines.length; row++) {
    const cells = cellsOf(row)
    const cell = (column: number | undefined): string => cells[column ?? -1] ?? ''
    const number = (column: number | undefined): number => writing.numberOf(cell(column))
    if (!isOurs) {
      const unclear = cells.length < columns.length ? null : writing.unclearOf(cell(time), cell(figure))
      // The last one may be cut off.
      if (unclear !== null && row < lines.length - 1) return err(refusal(lines, row, unclear))
      file.addShown(writing.timeOf(cell(time)), number(figure), cell(provider), cell(shown), cell(type), '')
    } else if (measures.has(cell(measure)))
      file.add(number(unixMs), number(ownValue), cell(provider), cell(instrument), cell(measure) as Measure, cell(tags))
  }
  return ok(true)
}

function refusal(lines: readonly string[], row: number, { expected, found }: Unclear): AppError {
  const before = lines.slice(0, row).join('\n')
  const offset = utf8(before).length + 1
  return { kind: 'malformed', what: 'counter file', offset, place: `line ${String(row + 1)}`, expected, found }
}

function withoutPercentile(tags: string): { readonly percentile: Measure | null; readonly rest: string } {
  const parts = tags.split(',')
  const found = parts.find((part) => /^percentile=/i.test(part.trim()))
  if (found === undefined) return { percentile: null, rest: tags }
  const rest = parts.filter((part) => part !== found).join(',')
  return { percentile: percentiles.get(found.split('=')[1]?.trim() ?? '') ?? null, rest }
}

function tagsOf(rawTags: string): readonly Tag[] {
  return rawTags
    .split(',')
    .filter((pair) => pair.includes('='))
    .map((pair) => ({ key: pair.slice(0, pair.indexOf('=')).trim(), value: pair.slice(pair.indexOf('=') + 1) }))
}

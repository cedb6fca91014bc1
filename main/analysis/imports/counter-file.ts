import { csvCells } from '../../../shared/base/table-cells.ts'
import type { Measure, Tag } from '../../../shared/model/live.ts'
import type { NamedSeries } from '../../../shared/rules/series-match.ts'

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

/** Null: neither of these formats. Rows that are none are left out. */
export function readCounterFile(text: string): CounterFile | null {
  const file = new CounterFileBuilder()
  const first = text.trimStart()[0]
  const isRead = first === '{' ? readJson(text, file) : readCsv(text, file)
  return isRead ? file : null
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
    const timeMs = of('unixMs') === '' ? timeOf(of('timestamp')) : Number(of('unixMs'))
    const measure = of('measure')
    if (of('instrument') !== '' && measures.has(measure))
      file.add(timeMs, value, of('provider'), of('instrument'), measure as Measure, withoutPercentile(of('tags')).rest)
    else file.addShown(timeMs, value, of('provider'), of('name'), of('counterType'), of('tags'))
  }
  return true
}

function readCsv(text: string, file: CounterFileBuilder): boolean {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const columns = csvCells(lines[0] ?? '').map((name) => name.toLowerCase())
  const at = (name: string): number => columns.indexOf(name)
  const [time, provider] = [at('timestamp'), at('provider')]
  const [instrument, measure, tags, unixMs, ownValue] = ['instrument', 'measure', 'tags', 'unix_ms', 'value'].map(at)
  const [shown, type, figure] = ['counter name', 'counter type', 'mean/increment'].map(at)
  const isOurs = Math.min(provider, instrument!, measure!, tags!, unixMs!, ownValue!) >= 0
  if (!isOurs && Math.min(time, provider, shown!, type!, figure!) < 0) return false
  for (let row = 1; row < lines.length; row++) {
    const cells = csvCells(lines[row]!)
    const cell = (column: number | undefined): string => cells[column ?? -1] ?? ''
    const number = (column: number | undefined): number => (cell(column) === '' ? Number.NaN : Number(cell(column)))
    if (!isOurs) file.addShown(timeOf(cell(time)), number(figure), cell(provider), cell(shown), cell(type), '')
    else if (measures.has(cell(measure)))
      file.add(number(unixMs), number(ownValue), cell(provider), cell(instrument), cell(measure) as Measure, cell(tags))
  }
  return true
}

/** Without a zone it is the time of day of the machine that wrote it; this one's stands for it. */
function timeOf(text: string): number {
  return Date.parse(text.includes('T') ? text : text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
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

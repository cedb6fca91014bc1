import { formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { StackChartThread, TraceStackChart } from '../../../../shared/model/trace/trace-stack-chart.ts'
import { functionOf } from '../flame/use-flame-graph.ts'

const usPerMs = 1000

export function durationWords(us: number): string {
  return quantityText(formatDuration(us / usPerMs))
}

export function threadWords({ id, name }: Pick<StackChartThread, 'id' | 'name'>): string {
  return name === '' ? `Thread ${String(id)}` : `${name} ${String(id)}`
}

/** What the first box stands for. */
export function shownThread({ threads, thread }: TraceStackChart): string {
  const found = threads.find(({ id }) => id === thread)
  return found === undefined ? 'No thread' : threadWords(found)
}

/** `8.405 s`, since the recording started; with as many digits as the stretch needs. */
export function timeWords(chart: TraceStackChart, us: number): string {
  const ms = chart.fromMs + us / usPerMs
  const lengthMs = (chart.to - chart.from) / usPerMs
  return `${(ms / 1000).toFixed(lengthMs > 10_000 ? 2 : lengthMs > 100 ? 4 : 6)} s`
}

/** Of a box; null: of one call. */
export function callsWords(calls: number): string | null {
  return calls === 1 ? null : `Longest of ${formatCount(calls)} calls in this time. Zoom in to see them.`
}

/** For those who do not see the picture. */
export function boxWords(chart: TraceStackChart, box: number): string {
  const { name, module } = functionOf(chart, box)
  const words = [box === 0 ? shownThread(chart) : name, `at ${timeWords(chart, chart.start[box]!)}`]
  return [...words, durationWords(chart.width[box]!), module].filter((part) => part !== '').join(', ')
}

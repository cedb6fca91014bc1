import { CounterEvents } from '../../analysis/reports/counter-events.ts'
import { msOf, type Section } from '../section.ts'
import { textTable } from '../text-table.ts'

/** `--counters`. */
export function counterSection(): Section {
  const events = new CounterEvents()
  return {
    listener: events,
    json: (trace) => ({
      counters: events.series.map(({ ticks, values, ...series }) => ({
        ...series,
        values: Array.from(values.values, (value, index) => [msOf(trace, ticks.at(index)), value]),
      })),
    }),
    print(_trace, output) {
      output.write(`\n${events.series.length} series of counters and meters\n\n`)
      const cells = events.series.map(({ provider, name, tags, kind, unit, values }) => {
        const all = values.values
        const [smallest, largest] = [all.reduce(smaller, Infinity), all.reduce(larger, -Infinity)]
        return [provider, name, tags, kind, unit, all.length, plain(smallest), plain(largest), plain(all.at(-1)!)]
      })
      output.write(textTable(['provider', 'counter', 'tags', 'kind', 'unit', 'values', 'min', 'max', 'last'], cells))
    },
  }
}

function smaller(a: number, b: number): number {
  return Math.min(a, b)
}

function larger(a: number, b: number): number {
  return Math.max(a, b)
}

function plain(value: number): string {
  return Number(value.toPrecision(9)).toString()
}

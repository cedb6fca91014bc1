import { csvCells } from '../../../../shared/base/table-cells.ts'

/** One counter over the time of a case. */
export interface CounterRow {
  readonly provider: string
  readonly name: string
  readonly tags: string
  readonly measure: string
  readonly unit: string
  readonly count: number
  readonly low: number
  readonly mean: number
  readonly high: number
  readonly last: number
}

/** `counters.csv` by counter. Lines that are none are passed over: the file comes from elsewhere. */
export function counterRows(text: string): readonly CounterRow[] {
  const [head = '', ...lines] = text.split('\n')
  const titles = csvCells(head)
  const at = (title: string): number => titles.indexOf(title)
  const [provider, name, value] = [at('provider'), at('instrument'), at('value')]
  const [tags, measure, unit] = [at('tags'), at('measure'), at('unit')]
  if ([provider, name, value].includes(-1)) return []
  const sums = new Map<string, { row: Omit<CounterRow, 'mean'>; sum: number }>()
  for (const line of lines) {
    const cells = csvCells(line)
    const written = cells[value] ?? ''
    const figure = Number(written)
    if (cells.length !== titles.length || written === '' || !Number.isFinite(figure)) continue
    const of = (index: number): string => cells[index] ?? ''
    const key = JSON.stringify([of(provider), of(name), of(tags), of(measure)])
    const known = sums.get(key)
    const row = known?.row
    sums.set(key, {
      sum: (known?.sum ?? 0) + figure,
      row: {
        provider: of(provider),
        name: of(name),
        tags: of(tags),
        measure: of(measure),
        unit: of(unit),
        count: (row?.count ?? 0) + 1,
        low: Math.min(row?.low ?? figure, figure),
        high: Math.max(row?.high ?? figure, figure),
        last: figure,
      },
    })
  }
  return [...sums.values()].map(({ row, sum }) => ({ ...row, mean: sum / row.count }))
}

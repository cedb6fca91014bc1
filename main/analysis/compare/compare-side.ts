import type { CompareSide, CompareTotals } from '../../../shared/model/trace/trace-compare.ts'
import { namedFrame } from '../code/function-table.ts'
import { type CallTree, functionList } from '../stacks/trees/call-tree.ts'

/** Lighter ones change nothing that anybody looks at. */
const mostMethods = 50_000

/** What is sent from one document to the other to be compared with. */
export function compareSide(calls: CallTree, totals: Omit<CompareTotals, 'sampleCount'>): CompareSide {
  const rows = functionList(calls)
    .toSorted((x, y) => y.total - x.total)
    .slice(0, mostMethods)
  const { functions } = calls.tree
  return {
    ...totals,
    sampleCount: calls.total[0]!,
    methods: rows.map(({ functionIndex }) => namedFrame(functions.get(functionIndex))),
    self: Float64Array.from(rows, ({ self }) => self),
    total: Float64Array.from(rows, ({ total }) => total),
  }
}

export function totalsOf({ sampleCount, intervalMs, durationMs, requestCount, unit }: CompareTotals): CompareTotals {
  return { sampleCount, intervalMs, durationMs, requestCount, ...(unit === undefined ? {} : { unit }) }
}

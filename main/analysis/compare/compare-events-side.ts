import type {
  ComparedFigures,
  ComparedKind,
  CompareEventsSide,
} from '../../../shared/model/trace/trace-compare-events.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { gcReasonWords, valueWords } from '../../../shared/words/runtime-value-words.ts'
import { namedFrame } from '../code/function-table.ts'
import { blockedRows } from '../overview/blocked-rows.ts'
import { type EventFilter, eventFilter } from '../reports/event-filter.ts'
import { exceptionTypes } from '../reports/exception-events.ts'
import type { Requests } from '../requests/request-rows.ts'
import { routeRows } from '../requests/route-rows.ts'
import { selectionFilter } from '../stacks/selected-stacks.ts'
import { allocatedTypeRows } from '../tables/allocation-tables.ts'
import type { Frames } from '../tables/frames.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { gcRows } from '../trace/trace-answers.ts'
import type { TraceParts } from '../trace/trace-parts.ts'

/** Lighter ones change nothing that anybody looks at. */
const mostRows = 5000

export interface EventsSource {
  readonly parts: TraceParts
  readonly trace: Trace
  readonly frames: Frames
  readonly requests: () => Requests
}

type Row = CompareEventsSide['rows'][number]
type Rows = Pick<CompareEventsSide, 'isRecorded' | 'rows'>
type Reader = (source: EventsSource, isIn: EventFilter, selection: TraceSelection) => Rows

/** The events of one kind of one document, added up by name. */
export function compareEventRows(source: EventsSource, kind: ComparedKind, selection: TraceSelection): Rows {
  const isIn = eventFilter(selectionFilter(source.trace, selection))
  const { isRecorded, rows } = readers[kind](source, isIn, selection)
  return {
    isRecorded,
    rows: merged(rows)
      .toSorted((x, y) => weightOf(y) - weightOf(x))
      .slice(0, mostRows),
  }
}

const readers: Readonly<Record<ComparedKind, Reader>> = {
  collections: ({ parts, trace }, _isIn, { range }) => {
    const all = gcRows(parts, trace)
    const rows = all.filter(({ startMs }) => range === null || (startMs >= range.fromMs && startMs < range.toMs))
    return {
      isRecorded: all.length > 0,
      rows: rows.map(({ generation, reason, pauseMs }) => ({
        ...rowOf(`Gen ${String(generation)}, ${reason}`, { amount: pauseMs ?? 0 }),
        name: `Gen ${String(generation)}: ${valueWords(gcReasonWords, reason)}`,
      })),
    }
  },
  allocations: ({ parts: { allocations, allocationSamples } }, isIn) => ({
    isRecorded: allocations.count + allocationSamples.count > 0,
    rows: allocatedTypeRows(allocations, allocationSamples, isIn).map((row) =>
      allocations.count > 0
        ? rowOf(row.type, { count: row.tickCount, amount: row.tickBytes })
        : rowOf(row.type, { count: row.sampleCount, amount: row.estimatedBytes }),
    ),
  }),
  exceptions: ({ parts: { exceptions } }, isIn) => ({
    isRecorded: exceptions.count > 0,
    rows: exceptionTypes(exceptions, isIn).map(({ type, count }) => rowOf(type, { count })),
  }),
  waits: ({ parts: { contention, waits }, trace, frames }, isIn, { ownCode }) => ({
    isRecorded: contention.count + waits.count > 0,
    rows: blockedRows({ contention, waits }, frames.owners(ownCode), isIn).rows.map(
      ({ functionIndex, count, ticks }) => {
        const { method, module, name } = namedFrame(frames.get(functionIndex))
        return { ...rowOf(`${module}!${method}`, { count, amount: ticksToMs(trace, ticks) }), name }
      },
    ),
  }),
  requests: ({ trace, requests }, isIn) => ({
    isRecorded: requests().rows.length > 0,
    rows: routeRows(requests(), isIn).map(({ kind, route, requestCount, sumTicks, p95Ticks }) =>
      rowOf(kind === 'incoming' ? route : `${kind} ${route}`, {
        count: requestCount,
        amount: ticksToMs(trace, sumTicks),
        p95Ms: p95Ticks === null ? null : ticksToMs(trace, p95Ticks),
      }),
    ),
  }),
}

function rowOf(name: string, figures: Partial<ComparedFigures>): Row {
  return { key: name, name, count: 1, amount: null, p95Ms: null, ...figures }
}

/** A name may come several times. */
function merged(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const { count, amount } = byKey.get(row.key) ?? { count: 0, amount: null }
    byKey.set(row.key, {
      ...row,
      count: count + row.count,
      amount: row.amount === null ? amount : (amount ?? 0) + row.amount,
    })
  }
  return [...byKey.values()]
}

function weightOf({ amount, count }: Row): number {
  return amount ?? count
}

import {
  type CompareEventsQuestion,
  type CompareEventsSide,
  type ComparedEventRow,
  type ComparedFigures,
  type ComparedName,
  type ComparePace,
  comparePaces,
  type TraceCompareEvents,
} from '../../../shared/model/trace/trace-compare-events.ts'

const mostRows = 1000

/** The events of B beside those of A. Exchanging A and B turns the sign of every change round and leaves everything else. */
export function compareEvents(
  a: CompareEventsSide,
  b: CompareEventsSide,
  { pace, search }: Pick<CompareEventsQuestion, 'pace' | 'search'>,
): TraceCompareEvents {
  const paces = comparePaces.filter((one) => unitsOf(a, one) > 0 && unitsOf(b, one) > 0)
  const shown = paces.includes(pace) ? pace : 'second'
  const inA = paced(a, shown)
  const inB = paced(b, shown)
  const wanted = search.trim().toLowerCase()
  const names = new Map([...a.rows, ...b.rows].map(({ key, name }) => [key, name]))
  const rows = [...names]
    .filter(([key, name]) => key.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .map(([key, name]) => rowOf({ key, name }, inA.get(key) ?? null, inB.get(key) ?? null))
    .toSorted((x, y) => Math.abs(y.change) - Math.abs(x.change) || (x.key < y.key ? -1 : 1))
  return {
    pace: shown,
    paces,
    isRecorded: { a: a.isRecorded, b: b.isRecorded },
    rows: rows.slice(0, mostRows),
    rowCount: rows.length,
  }
}

/** Seconds or requests of a side. */
function unitsOf({ durationMs, requestCount }: CompareEventsSide, pace: ComparePace): number {
  return pace === 'second' ? durationMs / 1000 : requestCount
}

function paced(side: CompareEventsSide, pace: ComparePace): ReadonlyMap<string, ComparedFigures> {
  const units = unitsOf(side, pace)
  const per = (value: number): number => (units === 0 ? 0 : value / units)
  return new Map(
    side.rows.map(({ key, count, amount, p95Ms }) => [
      key,
      { count: per(count), amount: amount === null ? null : per(amount), p95Ms },
    ]),
  )
}

function rowOf(name: ComparedName, a: ComparedFigures | null, b: ComparedFigures | null): ComparedEventRow {
  return { ...name, a, b, change: judged(b) - judged(a) }
}

function judged(figures: ComparedFigures | null): number {
  return figures === null ? 0 : (figures.p95Ms ?? figures.amount ?? figures.count)
}

import { countOf } from '../../../../shared/base/count-of.ts'
import { formatBytes, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type {
  ComparedEventRow,
  ComparedFigures,
  ComparedKind,
  ComparePace,
  TraceCompareEvents,
} from '../../../../shared/model/trace/trace-compare-events.ts'
import { figureText } from './compare-words.ts'

interface EventWords {
  readonly label: string
  readonly hint: string
  /** Heading of the names. */
  readonly column: string
  readonly counted: (count: number) => string
  readonly change: (pace: ComparePace) => string
}

export const paceWords: Readonly<Record<ComparePace, { readonly label: string; readonly hint: string }>> = {
  second: { label: 'Second', hint: 'Divided by the length of each recording' },
  request: { label: 'Request', hint: 'Divided by the incoming requests of each recording' },
}

const per = (pace: ComparePace): string => (pace === 'second' ? '/s' : '/request')

export const eventWords: Readonly<Record<ComparedKind, EventWords>> = {
  collections: {
    label: 'Collections',
    hint: 'Pauses by generation and reason',
    column: 'Generation and reason',
    counted: (count) => countOf(count, 'kind of collection', 'kinds of collections'),
    change: (pace) => `Pause ${per(pace)}`,
  },
  allocations: {
    label: 'Allocations',
    hint: 'Sampled bytes by type',
    column: 'Type',
    counted: (count) => countOf(count, 'type', 'types'),
    change: (pace) => `Bytes ${per(pace)}`,
  },
  exceptions: {
    label: 'Exceptions',
    hint: 'Exceptions thrown, by type',
    column: 'Type',
    counted: (count) => countOf(count, 'type', 'types'),
    change: (pace) => `Count ${per(pace)}`,
  },
  waits: {
    label: 'Waits',
    hint: 'Time blocked, by the function of yours that waited',
    column: 'Function',
    counted: (count) => countOf(count, 'function', 'functions'),
    change: (pace) => `Blocked ${per(pace)}`,
  },
  requests: {
    label: 'Requests',
    hint: 'Durations by route',
    column: 'Route',
    counted: (count) => countOf(count, 'route', 'routes'),
    change: () => 'p95',
  },
}

interface FigureColumn {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly textOf: (figures: ComparedFigures | null) => string
}

/** What each side has of a kind: what it is judged by first, how often it happened beside it. */
export function figureColumns(kind: ComparedKind, pace: ComparePace): readonly FigureColumn[] {
  const counts: FigureColumn = {
    id: 'count',
    title: per(pace),
    width: 92,
    textOf: (figures) => figureText(figures?.count ?? null),
  }
  const judged: FigureColumn = {
    id: 'judged',
    title: kind === 'requests' ? 'p95' : per(pace),
    width: 100,
    textOf: (figures) => judgedText(kind, figures),
  }
  switch (kind) {
    case 'exceptions':
      return [counts]
    case 'allocations':
      return [judged]
    case 'collections':
    case 'waits':
      return [
        { ...judged, title: `ms ${per(pace)}` },
        { ...counts, title: `count ${per(pace)}` },
      ]
    case 'requests':
      return [judged, { ...counts, title: `count ${per(pace)}` }]
  }
}

function judgedText(kind: ComparedKind, figures: ComparedFigures | null): string {
  const value = figures === null ? null : kind === 'requests' ? figures.p95Ms : figures.amount
  return value === null ? '–' : amountText(kind, value)
}

function amountText(kind: ComparedKind, value: number): string {
  if (kind === 'exceptions') return figureText(value)
  return quantityText(kind === 'allocations' ? formatBytes(value) : formatDuration(value))
}

/** With a true minus sign. */
export function changedFigureText(kind: ComparedKind, change: number): string {
  if (change === 0) return '0'
  return `${change > 0 ? '+' : '−'}${amountText(kind, Math.abs(change))}`
}

/** What the change is beside what was before. */
export function relativeChange(
  kind: ComparedKind,
  { a, b, change }: ComparedEventRow,
  isRecorded: TraceCompareEvents['isRecorded'],
): string {
  if (!isRecorded.a || !isRecorded.b) return '–'
  if (a === null) return 'new'
  if (b === null) return 'gone'
  const before = (kind === 'requests' ? a.p95Ms : a.amount) ?? a.count
  if (before === 0 || change === 0) return change === 0 ? '0%' : '–'
  return before + change >= before * 10
    ? `${String(Math.round((before + change) / before))} times`
    : `${change > 0 ? '+' : '−'}${String(Math.round(Math.abs(change / before) * 100))}%`
}

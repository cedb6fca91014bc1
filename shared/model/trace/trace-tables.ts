import {
  gcReasonWords,
  gcTypeWords,
  poolReasonWords,
  type ValueWords,
  valueWords,
} from '../../words/runtime-value-words.ts'
import type { TraceSelection } from './trace-selection.ts'

/** Unit of a column; it decides how a cell is shown, sorted and aligned. */
export type TraceCellKind =
  'text' | 'count' | 'number' | 'bytes' | 'milliseconds' | 'percent' | 'hexadecimal' | 'identifier'

export type TraceCell = string | number | null

export interface TraceColumn {
  /** Also the heading in CSV files. */
  readonly id: string
  readonly kind: TraceCellKind
  /** Left out: it can be sorted by. */
  readonly isSortable?: false
  /** Cells are names of the runtime, which files keep; these are shown, sorted by and found by. */
  readonly words?: ValueWords
}

const text = (id: string): TraceColumn => ({ id, kind: 'text' })
const named = (id: string, words: ValueWords): TraceColumn => ({ id, kind: 'text', words })
const count = (id: string): TraceColumn => ({ id, kind: 'count' })
const number = (id: string): TraceColumn => ({ id, kind: 'number' })
const bytes = (id: string): TraceColumn => ({ id: `${id}_bytes`, kind: 'bytes' })
const percent = (id: string): TraceColumn => ({ id: `${id}_percent`, kind: 'percent' })
const ms = (id: string): TraceColumn => ({ id: `${id}_ms`, kind: 'milliseconds' })
/** Numbers nobody adds up: shown without groups. */
const identifier = (id: string): TraceColumn => ({ id, kind: 'identifier' })
const hexadecimal = (id: string): TraceColumn => ({ id, kind: 'hexadecimal' })

/**
 * Tables a trace is asked for row by row. Times are milliseconds since the session's sync point. The order of a table without
 * a sort is the one that answers its question: most time, most bytes, or the order of time.
 */
export const traceTables = {
  /**
   * All methods with a sample; `self` has it at the top of the stack, `total` anywhere. Percent of the samples selected. `method` is the name as
   * its author wrote it; a row is one method of the trace, whose name is `rawName`.
   */
  methods: [
    text('method'),
    text('module'),
    count('self'),
    percent('self'),
    count('total'),
    percent('total'),
    text('rawName'),
  ],
  /** Every event, in order of time. A search looks at events, providers and threads, not into the fields. */
  events: [
    ms('time'),
    text('event'),
    text('provider'),
    { id: 'fields', kind: 'text', isSortable: false },
    identifier('thread'),
  ],
  'event-types': [
    text('event'),
    text('provider'),
    identifier('id'),
    identifier('version'),
    count('events'),
    bytes('payload'),
    count('stacks'),
  ],
  /** `running`: by samples, spinning too; `cpu`: charged by the operating system, where that was kept beside the recording. */
  threads: [identifier('thread'), text('name'), count('events'), count('samples'), ms('running'), ms('cpu')],
  collections: [
    identifier('number'),
    identifier('generation'),
    named('reason', gcReasonWords),
    named('type', gcTypeWords),
    ms('start'),
    ms('pause'),
    bytes('before'),
    bytes('after'),
    bytes('promoted'),
  ],
  /** The message is that of the first. */
  'exception-types': [text('type'), text('message'), count('thrown'), ms('first'), ms('last')],
  counters: [
    text('counter'),
    text('provider'),
    text('kind'),
    text('unit'),
    count('values'),
    number('least'),
    number('most'),
    number('last'),
  ],
  /** Waits for locks by the method that waited. */
  'lock-waiters': [
    text('waiter'),
    text('module'),
    count('waits'),
    ms('wait'),
    ms('longest'),
    count('locks'),
    count('threads'),
    text('displayName'),
  ],
  /** The same by lock; runtimes before .NET 8 do not tell locks apart. */
  locks: [hexadecimal('lock'), hexadecimal('object'), count('waits'), ms('wait'), ms('longest'), count('threads')],
  /** Blocking waits of every kind (.NET 9 and newer) by the method that waited. */
  'blocking-waits': [
    text('waiter'),
    text('module'),
    text('source'),
    count('waits'),
    ms('wait'),
    ms('longest'),
    count('threads'),
    text('displayName'),
  ],
  /** Ticks: one for about every 100 KB. Samples: randomised ones of .NET 10, whose sum is an estimate. */
  'allocated-types': [
    text('type'),
    count('ticks'),
    bytes('tick'),
    count('samples'),
    bytes('estimated'),
    text('displayName'),
  ],
  /** Bytes of ticks (of samples where there are no ticks) by the method that allocated and by its callers. */
  'allocating-methods': [text('method'), text('module'), bytes('self'), bytes('total'), text('displayName')],
  'thread-pool': [ms('time'), named('reason', poolReasonWords), count('workers'), number('throughput')],
  compilations: [text('method'), count('compilations'), ms('time'), bytes('il'), bytes('code'), text('displayName')],
  loads: [ms('start'), text('what'), text('name'), ms('duration'), count('depth'), text('found'), identifier('thread')],
  /** One row per request, command or other activity that nobody's request is part of; `parent`: `id` of the one it was made for. */
  requests: [
    ms('start'),
    text('kind'),
    text('name'),
    text('detail'),
    text('route'),
    identifier('status'),
    text('outcome'),
    ms('duration'),
    count('outgoing'),
    identifier('id'),
    identifier('parent'),
    text('provider'),
    text('path'),
    identifier('thread'),
    identifier('stop_thread'),
  ],
  /** `template`: the application reported the route, or it was read off the paths. */
  routes: [
    text('route'),
    text('kind'),
    text('template'),
    count('requests'),
    count('failed'),
    ms('p50'),
    ms('p95'),
    ms('longest'),
    ms('total'),
    count('outgoing'),
  ],
  /** Whatever has a start and a stop, as it was recorded. */
  activities: [
    ms('start'),
    text('name'),
    text('detail'),
    ms('duration'),
    text('provider'),
    text('path'),
    identifier('thread'),
    identifier('stop_thread'),
  ],
  logs: [
    ms('time'),
    text('level'),
    text('category'),
    text('message'),
    text('event'),
    text('exception'),
    identifier('thread'),
  ],
  thrown: [
    ms('time'),
    text('type'),
    text('message'),
    text('method'),
    hexadecimal('hresult'),
    identifier('thread'),
    text('displayName'),
  ],
} as const satisfies Readonly<Record<string, readonly TraceColumn[]>>

/** Columns with the name of a method or a type as the trace has it, and those with the name as its author wrote it. */
export const readableColumns: Partial<
  Readonly<Record<keyof typeof traceTables, { readonly raw: string; readonly readable: string }>>
> = {
  methods: { raw: 'rawName', readable: 'method' },
  'lock-waiters': { raw: 'waiter', readable: 'displayName' },
  'blocking-waits': { raw: 'waiter', readable: 'displayName' },
  'allocated-types': { raw: 'type', readable: 'displayName' },
  'allocating-methods': { raw: 'method', readable: 'displayName' },
  compilations: { raw: 'method', readable: 'displayName' },
  thrown: { raw: 'method', readable: 'displayName' },
}

export type TraceTableName = keyof typeof traceTables
export const traceTableNames = Object.keys(traceTables) as TraceTableName[]
/** Methods depend on the classes of samples that count; how many there are is known when they are asked for. */
export type CountedTableName = Exclude<TraceTableName, 'methods'>

/** A cell as the page names it. */
export function wordedCell(cell: TraceCell, { words }: TraceColumn): TraceCell {
  return words === undefined || typeof cell !== 'string' ? cell : valueWords(words, cell)
}

export function columnsOf(table: TraceTableName): readonly TraceColumn[] {
  return traceTables[table]
}

/** Most fields that are columns at once. */
export const mostFieldColumns = 8
/** Sorted by a field are no more events than these: each is read from the file for it. */
export const mostSortedByField = 200_000

/** Columns of the table, and behind them those of the fields that are asked for. */
export function shownColumns({
  table,
  fields = [],
}: Pick<TraceTableQuestion, 'table' | 'fields'>): readonly TraceColumn[] {
  return [...columnsOf(table), ...(table === 'events' ? fields : []).map((name) => text(fieldColumn(name)))]
}

const fieldPrefix = 'payload.'

export function fieldColumn(name: string): string {
  return `${fieldPrefix}${name}`
}

/** The field that a column shows; null: it is one of the table. */
export function fieldOfColumn(id: string): string | null {
  return id.startsWith(fieldPrefix) ? id.slice(fieldPrefix.length) : null
}

/** Which rows, in which order. */
export interface TraceTableQuestion {
  readonly table: TraceTableName
  /** Methods are counted anew for it. Rows with a time or a thread are left out by it; sums of other tables are of the trace. */
  readonly selection: TraceSelection
  /** Column id; null: the table's own order. */
  readonly sortBy: string | null
  readonly isDescending: boolean
  /** Rows with this text in any cell; case does not matter. Empty: all. */
  readonly search: string
  /** Fields of payloads, as columns behind those of the table; of events only. Inner fields by their own name. */
  readonly fields?: readonly string[] | undefined
  /** Secrets inside of texts are shown as they are. Left out: as dots. The search looks at the texts themselves either way. */
  readonly isRevealed?: boolean | undefined
}

/** Whose cells hold whatever a program sent, logged or threw. */
export const tablesWithTexts: ReadonlySet<TraceTableName> = new Set([
  'events',
  'exception-types',
  'requests',
  'routes',
  'activities',
  'logs',
  'thrown',
])

export interface TraceTablePage {
  /** Rows that the selection leaves, and those that the search leaves of them. */
  readonly allRowCount: number
  readonly rowCount: number
  readonly rows: readonly (readonly TraceCell[])[]
  /** Something in these rows was replaced by dots. */
  readonly hasSecrets: boolean
  /** Of no row is anything known: the file has no such events. Left out: none. */
  readonly absentColumns?: readonly string[]
  /** Of rows that are events, their numbers in the file: they stay while the file grows, and places don’t. */
  readonly eventIndexes?: readonly number[]
}

/** Tables of payloads that a document may be shown without for a moment. */
export type LaterTableName =
  'exception-types' | 'thrown' | 'lock-waiters' | 'locks' | 'blocking-waits' | 'allocated-types' | 'allocating-methods'

/** Rows of each table, of the trace with nothing left out. Null: there are events that its rows are made of, and they are not counted yet. */
export type TraceRowCounts = Readonly<
  Record<Exclude<CountedTableName, LaterTableName>, number> & Record<LaterTableName, number | null>
>

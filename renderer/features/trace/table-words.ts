import { formatBytes, formatCount, formatDuration, formatNumber, quantityText } from '../../../shared/base/format.ts'
import { shareWords } from './trace-words.ts'
import {
  type TraceCell,
  type TraceColumn,
  type TraceTableName,
  wordedCell,
} from '../../../shared/model/trace/trace-tables.ts'

export interface ColumnWords {
  readonly title: string
  readonly width: number | 'rest'
  readonly hint?: string
  /** Text that reads from its beginning is cut at its end; names and paths, by default, in their middle. */
  readonly isCutAtEnd?: true
}

const waits: Readonly<Record<string, ColumnWords>> = {
  waiter: { title: 'Waiting method', width: 'rest', hint: 'The innermost method outside the lock implementation' },
  module: { title: 'Module', width: 170 },
  waits: { title: 'Waits', width: 72 },
  wait_ms: { title: 'Waited', width: 88, hint: 'Total time of all waits' },
  longest_ms: { title: 'Longest', width: 88 },
  threads: { title: 'Threads', width: 72 },
}
const time: ColumnWords = { title: 'Time', width: 88, hint: 'Since the session started' }
const thread: ColumnWords = { title: 'Thread', width: 80, hint: 'Thread ID of the operating system' }

/** Headings by table and column. */
export const columnWords: Readonly<Record<TraceTableName, Readonly<Record<string, ColumnWords>>>> = {
  methods: {
    method: { title: 'Method', width: 'rest' },
    module: { title: 'Module', width: 200 },
    self: { title: 'Self', width: 88, hint: 'Samples with the method at the top' },
    self_percent: { title: 'Self %', width: 72 },
    total: { title: 'Total', width: 88, hint: 'Samples with the method anywhere' },
    total_percent: { title: 'Total %', width: 72 },
  },
  events: {
    time_ms: time,
    event: { title: 'Event', width: 240, hint: 'Task/Opcode' },
    provider: { title: 'Provider', width: 220 },
    fields: { title: 'Fields', width: 'rest', isCutAtEnd: true },
    thread,
  },
  'event-types': {
    event: { title: 'Event', width: 'rest' },
    provider: { title: 'Provider', width: 260 },
    id: { title: 'ID', width: 56 },
    version: { title: 'Version', width: 64 },
    events: { title: 'Events', width: 96 },
    payload_bytes: { title: 'Payload', width: 96 },
    stacks: { title: 'With stack', width: 88 },
  },
  threads: {
    thread: { ...thread, width: 110 },
    name: { title: 'Name', width: 200, hint: 'From the trace, or what the thread is for by the root of its stacks' },
    events: { title: 'Events', width: 110 },
    samples: { title: 'Samples', width: 110, hint: 'Of every class' },
    running_ms: { title: 'Running by samples', width: 150, hint: 'Samples that ran or spun, as time' },
    cpu_ms: { title: 'CPU by the system', width: 150, hint: 'As charged by the operating system; empty if unknown' },
  },
  collections: {
    number: { title: 'Collection', width: 72 },
    generation: { title: 'Gen', width: 48 },
    reason: { title: 'Reason', width: 180 },
    type: { title: 'Type', width: 140 },
    start_ms: time,
    pause_ms: { title: 'Pause', width: 80 },
    before_bytes: { title: 'Before', width: 80 },
    after_bytes: { title: 'After', width: 80 },
    promoted_bytes: { title: 'Promoted', width: 80 },
  },
  'exception-types': {
    type: { title: 'Type', width: 300 },
    message: { title: 'First message', width: 'rest' },
    thrown: { title: 'Thrown', width: 80 },
    first_ms: { title: 'First', width: 88 },
    last_ms: { title: 'Last', width: 88 },
  },
  counters: {
    counter: { title: 'Counter', width: 'rest' },
    provider: { title: 'Provider', width: 220 },
    kind: { title: 'Kind', width: 88 },
    unit: { title: 'Unit', width: 72 },
    values: { title: 'Values', width: 72 },
    least: { title: 'Min', width: 88 },
    most: { title: 'Max', width: 88 },
    last: { title: 'Last', width: 88 },
  },
  'lock-waiters': { ...waits, locks: { title: 'Locks', width: 64, hint: 'Not recorded before .NET 8' } },
  locks: {
    ...waits,
    lock: { title: 'Lock', width: 'rest', hint: 'Lock ID; not recorded before .NET 8' },
    object: { title: 'Object', width: 160, hint: 'Address of the locked object' },
  },
  'blocking-waits': { ...waits, source: { title: 'Kind', width: 100 } },
  'allocated-types': {
    type: { title: 'Type', width: 'rest' },
    ticks: {
      title: 'Ticks',
      width: 72,
      hint: 'One for about every 100 KB allocated, with the type of the object allocated at that moment',
    },
    tick_bytes: {
      title: 'Allocated',
      width: 96,
      hint: 'Bytes allocated between ticks, attributed to the type of each tick',
    },
    samples: { title: 'Samples', width: 80, hint: 'Randomized allocation samples (.NET 10)' },
    estimated_bytes: { title: 'Estimated', width: 96, hint: 'Bytes the samples represent' },
  },
  'allocating-methods': {
    method: { title: 'Method', width: 'rest' },
    module: { title: 'Module', width: 200 },
    self_bytes: { title: 'Self', width: 96, hint: 'Allocated by the method itself' },
    total_bytes: { title: 'Total', width: 96, hint: 'Allocated by the method and its callees' },
  },
  'thread-pool': {
    time_ms: time,
    reason: { title: 'Adjustment reason', width: 200 },
    workers: { title: 'Workers', width: 80 },
    throughput: { title: 'Work items/s', width: 110 },
  },
  compilations: {
    method: { title: 'Method', width: 'rest' },
    compilations: { title: 'Count', width: 64, hint: 'Once per tier' },
    time_ms: { title: 'Duration', width: 88 },
    il_bytes: { title: 'IL', width: 80 },
    code_bytes: { title: 'Code', width: 80 },
  },
  loads: {
    start_ms: time,
    what: { title: 'Kind', width: 88 },
    name: { title: 'Name', width: 'rest' },
    duration_ms: { title: 'Duration', width: 88, hint: 'Includes nested loads' },
    depth: { title: 'Depth', width: 64, hint: 'Number of loads this one is nested in' },
    found: { title: 'Found', width: 64 },
    thread,
  },
  requests: {
    start_ms: time,
    kind: { title: 'Kind', width: 80 },
    name: { title: 'Activity', width: 110 },
    detail: { title: 'Request', width: 'rest' },
    route: { title: 'Route', width: 220, hint: 'Path with IDs replaced' },
    status: { title: 'Status', width: 64 },
    outcome: { title: 'Outcome', width: 80 },
    duration_ms: { title: 'Duration', width: 88, hint: 'Empty if no stop event was recorded' },
    outgoing: { title: 'Outgoing', width: 80, hint: 'HTTP requests and commands made by this request' },
    id: { title: 'ID', width: 64 },
    parent: { title: 'Parent', width: 64, hint: 'ID of the request this one was made for' },
    provider: { title: 'Provider', width: 200 },
    path: { title: 'Activity ID', width: 96, hint: 'Hierarchical: starts with the ID of the parent activity' },
    thread,
    stop_thread: { title: 'End thread', width: 88 },
  },
  routes: {
    route: { title: 'Route', width: 'rest' },
    kind: { title: 'Kind', width: 80 },
    template: { title: 'Template', width: 88, hint: 'Reported by the application, or the path with IDs replaced' },
    requests: { title: 'Count', width: 72 },
    failed: { title: 'Failed', width: 64 },
    p50_ms: { title: 'p50', width: 80 },
    p95_ms: { title: 'p95', width: 80 },
    longest_ms: { title: 'Longest', width: 80 },
    total_ms: { title: 'Total', width: 80, hint: 'Sum of durations; requests overlap' },
    outgoing: { title: 'Outgoing', width: 80, hint: 'HTTP requests and commands made by these requests' },
  },
  activities: {
    start_ms: time,
    name: { title: 'Activity', width: 140 },
    detail: { title: 'Request', width: 'rest' },
    duration_ms: { title: 'Duration', width: 88, hint: 'Empty if no stop event was recorded' },
    provider: { title: 'Provider', width: 200 },
    path: { title: 'Activity ID', width: 96, hint: 'Hierarchical: starts with the ID of the parent activity' },
    thread,
    stop_thread: { title: 'End thread', width: 88 },
  },
  logs: {
    time_ms: time,
    level: { title: 'Level', width: 92 },
    category: { title: 'Category', width: 200 },
    message: { title: 'Message', width: 'rest', isCutAtEnd: true },
    event: { title: 'Event', width: 120 },
    exception: { title: 'Exception', width: 120 },
    thread,
  },
  thrown: {
    time_ms: time,
    type: { title: 'Type', width: 240 },
    message: { title: 'Message', width: 'rest', isCutAtEnd: true },
    method: { title: 'Thrown by', width: 260 },
    hresult: { title: 'HRESULT', width: 96 },
    thread,
  },
}

/** Columns dropped first when space is short. */
const lesserColumns: Readonly<Partial<Record<TraceTableName, readonly string[]>>> = {
  events: ['provider'],
  'lock-waiters': ['module', 'locks'],
  'blocking-waits': ['module'],
  loads: ['depth', 'found'],
  requests: ['name', 'provider', 'stop_thread', 'path', 'parent', 'id', 'route'],
  routes: ['template', 'total_ms'],
  activities: ['provider', 'stop_thread', 'path'],
  logs: ['event', 'exception', 'thread'],
  thrown: ['hresult', 'thread'],
}

/** Dropped next, in a table beside something else. */
const leastColumns: Readonly<Partial<Record<TraceTableName, readonly string[]>>> = {
  requests: ['kind', 'outcome', 'outgoing', 'thread'],
}

/** px at 100 % font size. */
const lesserColumnsBelow = 940
const leastColumnsBelow = 560

/** In how narrow a grid a column is left out. */
export function dropOf(table: TraceTableName, column: string): { readonly dropBelow?: number } {
  if (lesserColumns[table]?.includes(column) === true) return { dropBelow: lesserColumnsBelow }
  return leastColumns[table]?.includes(column) === true ? { dropBelow: leastColumnsBelow } : {}
}

/** What Microsoft's tools write for a method without a symbol; copies and files keep it. */
const unresolved = '?!?'

export function shownCell(cell: TraceCell, column: TraceColumn): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell === unresolved ? '[unresolved]' : String(wordedCell(cell, column))
  switch (column.kind) {
    case 'bytes':
      return quantityText(formatBytes(cell))
    case 'milliseconds':
      return quantityText(formatDuration(cell))
    case 'percent':
      return shareWords(cell, 100)
    case 'identifier':
      return String(cell)
    case 'count':
      return formatCount(cell)
    case 'hexadecimal':
      return `0x${cell.toString(16)}`
    case 'number':
    case 'text':
      return formatNumber(cell)
  }
}

/** Exact, for copies. */
export function exactCell(cell: TraceCell, { kind }: TraceColumn): string {
  if (cell === null) return ''
  return kind === 'hexadecimal' && typeof cell === 'number' ? `0x${cell.toString(16)}` : String(cell)
}

/** Figures are never cut; words give way, and read in full on hover. */
export function leastWidth(width: number | 'rest', isNumber: boolean): number {
  if (isNumber && width !== 'rest') return width
  return width === 'rest' ? 110 : Math.min(width, 90)
}

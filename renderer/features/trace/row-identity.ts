import { columnsOf, type TraceCell, type TraceTableName } from '../../../shared/model/trace/trace-tables.ts'

/** Columns that tell a row from the others while the rest of it changes. Events have numbers in the file instead. */
const identityColumns: Readonly<Record<Exclude<TraceTableName, 'events'>, readonly string[]>> = {
  methods: ['rawName', 'module'],
  'event-types': ['event', 'provider', 'id', 'version'],
  threads: ['thread'],
  collections: ['number'],
  'exception-types': ['type'],
  counters: ['counter', 'provider', 'kind', 'unit'],
  'lock-waiters': ['waiter', 'module'],
  locks: ['lock', 'object'],
  'blocking-waits': ['waiter', 'module', 'source'],
  'allocated-types': ['type'],
  'allocating-methods': ['method', 'module'],
  'thread-pool': ['time_ms', 'reason'],
  compilations: ['method'],
  loads: ['start_ms', 'what', 'name', 'thread'],
  requests: ['id', 'start_ms', 'kind', 'thread'],
  routes: ['route', 'kind'],
  activities: ['start_ms', 'name', 'path', 'thread'],
  logs: ['time_ms', 'level', 'category', 'message', 'thread'],
  thrown: ['time_ms', 'type', 'message', 'thread'],
}

/** Places of those columns in a row; none of events. */
export function identityPlaces(table: TraceTableName): readonly number[] {
  if (table === 'events') return []
  const columns = columnsOf(table)
  return identityColumns[table].map((id) => columns.findIndex((column) => column.id === id))
}

/** Both are of the same thing, whatever has become of its figures. */
export function isSameRow(places: readonly number[], a: readonly TraceCell[], b: readonly TraceCell[]): boolean {
  return places.every((place) => a[place] === b[place])
}

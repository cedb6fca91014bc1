import type { Trace } from '../../nettrace/trace/trace.ts'
import type { CallTree } from '../stacks/trees/call-tree.ts'
import { type MethodRow, methodsOf } from '../stacks/method-rows.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import { counterRows, exceptionTypeRows, gcRows } from '../trace/trace-answers.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { threadRows } from '../trace/thread-rows.ts'
import { fieldTable, type TableSource } from './table-source.ts'

/** The call tree of the selection says what counts. */
export function methodTable(calls: CallTree): TableSource {
  return methodTableOf(methodsOf(calls))
}

export function methodTableOf(rows: readonly MethodRow[]): TableSource {
  return fieldTable(rows, ['displayName', 'module', 'self', 'selfPercent', 'total', 'totalPercent', 'name'])
}

/** The most events first. */
export function eventTypeTable(parts: TraceParts): TableSource {
  const rows = parts.types
    .rows()
    .map((row) => ({ ...row, name: row.name === '' ? `Event ${String(row.id)}` : row.name }))
    .toSorted((a, b) => b.count - a.count)
  return fieldTable(rows, ['name', 'provider', 'id', 'version', 'count', 'payloadBytes', 'stackCount'])
}

/** Those with events; the most first. */
export function threadTable(parts: TraceParts, trace: Trace): TableSource {
  const rows = threadRows(parts, trace).map((row) => ({ ...row, name: row.name === '' ? null : row.name }))
  return fieldTable(rows, ['id', 'name', 'eventCount', 'sampleCount', 'runningMs', 'cpuMs'])
}

export function collectionTable(parts: TraceParts, trace: Trace): TableSource {
  return fieldTable(gcRows(parts, trace), [
    'number',
    'generation',
    'reason',
    'type',
    'startMs',
    'pauseMs',
    'heapBeforeBytes',
    'heapAfterBytes',
    'promotedBytes',
  ])
}

export function exceptionTypeTable(parts: TraceParts, trace: Trace, isIn: EventFilter): TableSource {
  return fieldTable(exceptionTypeRows(parts, trace, isIn), ['type', 'message', 'count', 'firstMs', 'lastMs'])
}

export function counterTable(parts: TraceParts): TableSource {
  const rows = counterRows(parts).map((row) => ({
    ...row,
    name: row.tags === '' ? row.name : `${row.name} ${row.tags}`,
  }))
  return fieldTable(rows, ['name', 'provider', 'kind', 'unit', 'valueCount', 'min', 'max', 'last'])
}

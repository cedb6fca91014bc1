import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { CountedTableName, TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import type { SelectedStacks } from '../stacks/selected-stacks.ts'
import type { Requests } from '../requests/request-rows.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { allocatedTypeTable, allocatingMethodTable } from './allocation-tables.ts'
import { exceptionTypeTable, methodTable } from './answer-tables.ts'
import type { Frames } from './frames.ts'
import { routeTable } from './request-table.ts'
import { compilationTable } from './runtime-tables.ts'
import type { TableSource } from './table-source.ts'
import { blockingWaitTable, lockTable, lockWaiterTable } from './wait-tables.ts'

export interface SumContext {
  readonly parts: TraceParts
  readonly trace: Trace
  readonly frames: Frames
  readonly stacks: SelectedStacks
  readonly requests: () => Requests
  readonly selection: TraceSelection
  readonly isIn: EventFilter
}

/** Tables whose rows are sums over events: another selection has other sums. */
const summedTables = {
  methods: ({ stacks, selection }) => methodTable(stacks.callTree(selection)),
  'exception-types': ({ parts, trace, isIn }) => exceptionTypeTable(parts, trace, isIn),
  'lock-waiters': ({ parts, frames, trace, isIn }) => lockWaiterTable(parts.contention, frames, trace, isIn),
  locks: ({ parts, trace, isIn }) => lockTable(parts.contention, trace, isIn),
  'blocking-waits': ({ parts, frames, trace, isIn }) => blockingWaitTable(parts.waits, frames, trace, isIn),
  'allocated-types': ({ parts, isIn }) => allocatedTypeTable(parts.allocations, parts.allocationSamples, isIn),
  'allocating-methods': ({ parts: { allocations, allocationSamples }, stacks, selection }) =>
    allocatingMethodTable(allocations, allocationSamples, (events) => stacks.eventTree(events, selection)),
  routes: ({ requests, trace, isIn }) => routeTable(requests(), trace, isIn),
  compilations: ({ parts, trace, isIn }) => compilationTable(parts.jit, trace, isIn),
} as const satisfies Partial<Record<TraceTableName, (context: SumContext) => TableSource>>

/** Undefined for tables with a row per event, and those about the file. */
export function summedTableOf(table: TraceTableName): ((context: SumContext) => TableSource) | undefined {
  return (summedTables as Partial<Record<TraceTableName, (context: SumContext) => TableSource>>)[table]
}

export type ListedTableName = Exclude<CountedTableName, keyof typeof summedTables>

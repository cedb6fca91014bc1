import type { TraceCounterRow, TraceExceptionRow, TraceGcRow } from '../../../shared/model/trace/trace.ts'
import { enumText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import { exceptionTypes } from '../reports/exception-events.ts'
import { gcTable } from '../reports/gc-table.ts'
import { type MethodRow, methodsOf } from '../stacks/method-rows.ts'
import type { SampleFilter } from '../stacks/prepared-samples.ts'
import { ticksToMs } from './sample-question.ts'
import type { TraceParts } from './trace-parts.ts'

export function methodRows(parts: TraceParts, filter: SampleFilter): readonly MethodRow[] {
  return methodsOf(parts.sampled.callTree(filter))
}

export function gcRows(parts: Pick<TraceParts, 'gcEvents'>, trace: Trace): readonly TraceGcRow[] {
  const ms = (ticks: number | null): number | null => (ticks === null ? null : ticksToMs(trace, ticks))
  return gcTable(parts.gcEvents.inOrder()).map((row) => ({
    number: row.number,
    generation: row.generation,
    reason: enumText('GCReason', row.reason),
    type: enumText('GCType', row.type),
    startMs: ticksToMs(trace, row.startTicks),
    durationMs: ms(row.durationTicks),
    pauseStartMs: ticksToMs(trace, row.pauseStartTicks),
    pauseMs: ms(row.pauseTicks),
    suspendMs: ticksToMs(trace, row.suspendTicks),
    heapBeforeBytes: row.heapBeforeBytes,
    heapAfterBytes: row.heapAfterBytes,
    promotedBytes: row.promotedBytes,
  }))
}

export function exceptionTypeRows(
  parts: Pick<TraceParts, 'exceptions'>,
  trace: Trace,
  isIn?: EventFilter,
): readonly TraceExceptionRow[] {
  return exceptionTypes(parts.exceptions, isIn).map(({ firstTicks, lastTicks, ...row }) => ({
    ...row,
    firstMs: ticksToMs(trace, firstTicks),
    lastMs: ticksToMs(trace, lastTicks),
  }))
}

export function counterRows(parts: TraceParts): readonly TraceCounterRow[] {
  return parts.counterEvents.series.map(({ ticks: _ticks, values, ...series }) => ({
    ...series,
    valueCount: values.count,
    min: values.values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: values.values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    last: values.at(values.count - 1),
  }))
}

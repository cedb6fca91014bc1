import { enumText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import type { ExceptionEvents } from '../reports/exception-events.ts'
import { type JitEvents, jitRows } from '../reports/jit-events.ts'
import type { LoaderEvents } from '../reports/loader-events.ts'
import { type LogEvents, logLevels } from '../reports/log-events.ts'
import type { ThreadPoolEvents } from '../reports/thread-pool-events.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import type { Frames } from './frames.ts'
import { tableOf, type TableSource } from './table-source.ts'

export function threadPoolTable(events: ThreadPoolEvents, trace: Trace): TableSource {
  return tableOf(orderByTime(events.adjustmentTicks.values), [
    (row) => ticksToMs(trace, events.adjustmentTicks.at(row)),
    (row) => enumText('ThreadAdjustmentReason', events.reason.at(row)),
    (row) => events.workerCount.at(row),
    (row) => events.throughput.at(row),
  ])
}

export function compilationTable(events: JitEvents, trace: Trace, isIn: EventFilter): TableSource {
  return tableOf(jitRows(events, isIn), [
    ({ method }) => method,
    ({ compilationCount }) => compilationCount,
    ({ ticks }) => ticksToMs(trace, ticks),
    ({ ilBytes }) => ilBytes,
    ({ codeBytes }) => codeBytes,
    ({ displayName }) => displayName,
  ])
}

/** In the order of their starts. */
export function loadTable(events: LoaderEvents, trace: Trace): TableSource {
  const rows = events.rows.toSorted((a, b) => a.startTicks - b.startTicks || a.depth - b.depth)
  return tableOf(rows, [
    ({ startTicks }) => ticksToMs(trace, startTicks),
    ({ what }) => what,
    ({ name }) => name,
    ({ durationTicks }) => ticksToMs(trace, durationTicks),
    ({ depth }) => depth,
    ({ what, isFound }) => (what === 'type' ? '' : isFound ? 'yes' : 'no'),
    ({ threadIndex }) => trace.threads[threadIndex]?.id ?? null,
  ])
}

export function logTable(events: LogEvents, trace: Trace): TableSource {
  const order = orderByTime(events.ticks.values)
  const text = (index: number): string => events.texts.text(index)
  return tableOf(order, [
    (row) => ticksToMs(trace, events.ticks.at(row)),
    (row) => logLevels[events.level.at(row)] ?? String(events.level.at(row)),
    (row) => text(events.loggerText.at(row)),
    (row) => text(events.messageText.at(row)),
    (row) =>
      text(events.eventNameText.at(row)) ||
      (events.eventNumber.at(row) === 0 ? '' : String(events.eventNumber.at(row))),
    (row) => text(events.exceptionText.at(row)),
    (row) => trace.threads[events.threadIndex.at(row)]?.id ?? null,
  ])
}

export function thrownTable(events: ExceptionEvents, frames: Frames, trace: Trace): TableSource {
  const { places, texts } = events
  return tableOf(places.inOrder(), [
    (row) => ticksToMs(trace, places.ticks.at(row)),
    (row) => texts.text(events.typeText.at(row)),
    (row) => texts.text(events.messageText.at(row)),
    (row) => frames.get(frames.throwerOf(places.stackIndex.at(row), places.ticks.at(row))).name,
    (row) => events.hresult.at(row) >>> 0,
    (row) => trace.threads[places.threadIndex.at(row)]?.id ?? null,
    (row) => frames.get(frames.throwerOf(places.stackIndex.at(row), places.ticks.at(row))).displayName,
  ])
}

function orderByTime(ticks: Float64Array): readonly number[] {
  return Array.from(ticks, (_, row) => row).sort((a, b) => ticks[a]! - ticks[b]!)
}

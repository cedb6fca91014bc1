import type { PayloadField, PayloadValue } from '../../events/payload/payload-value.ts'
import { PayloadRecord, valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityEvents } from '../reports/activity-events.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import { labelOf, type Requests, routeOf } from '../requests/request-rows.ts'
import { routeRows } from '../requests/route-rows.ts'
import { type PayloadSource, PayloadTexts } from './payload-texts.ts'
import { columnTable, tableOf, type TableSource } from './table-source.ts'

/** One row per request, in the order of the starts. What the facts do not name is read again from the file, once, when looked at. */
export function requestTable({ rows, activities }: Requests, trace: Trace, read: PayloadSource): TableSource {
  const details = new PayloadTexts(trace, read, detailText)
  return columnTable(rows.length, [
    (row) => ticksToMs(trace, rows[row]!.startTicks),
    (row) => rows[row]!.kind,
    (row) => rows[row]!.name,
    (row) => labelOf(rows[row]!) ?? details.of(activities[rows[row]!.activity]!),
    (row) => routeOf(rows[row]!),
    (row) => rows[row]!.status,
    (row) => (rows[row]!.isFailed ? 'failed' : ''),
    (row) => timeOf(trace, rows[row]!.durationTicks),
    (row) => rows[row]!.outgoingCount,
    (row) => row,
    (row) => (rows[row]!.parent < 0 ? null : rows[row]!.parent),
    (row) => rows[row]!.provider,
    (row) => activities[rows[row]!.activity]!.path ?? '',
    (row) => threadOf(trace, rows[row]!.threadIndex),
    (row) => threadOf(trace, rows[row]!.stopThreadIndex),
  ])
}

/** Requests of one kind by route, the most time first. */
export function routeTable(requests: Requests, trace: Trace, isIn: EventFilter): TableSource {
  return tableOf(routeRows(requests, isIn), [
    ({ route }) => route,
    ({ kind }) => kind,
    ({ kind, isTold }) => (kind === 'command' || kind === 'other' ? '' : isTold ? 'reported' : 'from paths'),
    ({ requestCount }) => requestCount,
    ({ failedCount }) => failedCount,
    ({ p50Ticks }) => timeOf(trace, p50Ticks),
    ({ p95Ticks }) => timeOf(trace, p95Ticks),
    ({ longestTicks }) => timeOf(trace, longestTicks),
    ({ sumTicks }) => timeOf(trace, sumTicks),
    ({ outgoingCount }) => outgoingCount,
  ])
}

/** Whatever has a start and a stop, in the order of the starts. Details are read again from the file, once, when looked at. */
export function activityTable(events: ActivityEvents, trace: Trace, read: PayloadSource): TableSource {
  const details = new PayloadTexts(trace, read, detailText)
  return tableOf(events.rows(), [
    ({ startTicks }) => ticksToMs(trace, startTicks),
    ({ name }) => name,
    (row) => details.of(row),
    ({ durationTicks }) => timeOf(trace, durationTicks),
    ({ provider }) => provider,
    ({ path }) => path ?? '',
    ({ threadIndex }) => threadOf(trace, threadIndex),
    ({ stopThreadIndex }) => threadOf(trace, stopThreadIndex),
  ])
}

function timeOf(trace: Trace, ticks: number | null): number | null {
  return ticks === null ? null : ticksToMs(trace, ticks)
}

function threadOf(trace: Trace, threadIndex: number | null): number | null {
  return threadIndex === null ? null : (trace.threads[threadIndex]?.id ?? null)
}

/** What a person looks for first: the address of a request, the text of a command; otherwise every field. */
export function detailText(fields: readonly PayloadField[]): string {
  const pairs = fields.flatMap(pairsOf)
  const of = (...names: readonly string[]): string | undefined =>
    pairs.find(([name, text]) => text !== '' && names.includes(name.toLowerCase()))?.[1]
  const command = of('commandtext', 'command.commandtext')
  if (command !== undefined) return command
  const host = of('host')
  const asked = of('pathandquery', 'path')
  if (host !== undefined && asked !== undefined) {
    const port = of('port')
    return `${of('scheme') ?? 'http'}://${host}${port === undefined || port === '-1' ? '' : `:${port}`}${asked}`
  }
  const method = of('method')
  if (method !== undefined && asked !== undefined) return `${method} ${asked}`
  return pairs.map(([name, text]) => `${name}=${text}`).join(' ')
}

/** A DiagnosticSource hands its values over as a list of names and texts. */
function pairsOf({ name, value, shape }: PayloadField): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [[name, valueText(value, shape)]]
  return (value as readonly PayloadValue[]).flatMap((entry) => {
    if (!(entry instanceof PayloadRecord)) return []
    const [key, text] = [entry.get('Key'), entry.get('Value')]
    return typeof key === 'string' && typeof text === 'string' ? [[key, text] as const] : []
  })
}

import type { PayloadField, PayloadValue } from '../../events/payload/payload-value.ts'
import { PayloadRecord, valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityEvents } from '../reports/activity-events.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { type PayloadSource, PayloadTexts } from './payload-texts.ts'
import { tableOf, type TableSource } from './table-source.ts'

/** Whatever has a start and a stop, in the order of the starts. Details are read again from the file, once, when looked at. */
export function requestTable(events: ActivityEvents, trace: Trace, read: PayloadSource): TableSource {
  const rows = events.rows()
  const details = new PayloadTexts(trace, read, detailText)
  return tableOf(rows, [
    ({ startTicks }) => ticksToMs(trace, startTicks),
    ({ name }) => name,
    (row) => details.of(row),
    ({ durationTicks }) => (durationTicks === null ? null : ticksToMs(trace, durationTicks)),
    ({ provider }) => provider,
    ({ path }) => path ?? '',
    ({ threadIndex }) => trace.threads[threadIndex]?.id ?? null,
    ({ stopThreadIndex }) => (stopThreadIndex === null ? null : (trace.threads[stopThreadIndex]?.id ?? null)),
  ])
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

import type { PayloadField, PayloadValue } from '../../events/payload/payload-value.ts'
import { PayloadRecord, valueText } from '../../events/payload/payload-value.ts'
import { compileDecoder, type PayloadDecoder } from '../../events/payload/decode-payload.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityEvents, ActivityRow } from '../reports/activity-events.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { tableOf, type TableSource } from './table-source.ts'

/** Bytes of the file's stream; fewer at its end. */
export type PayloadSource = (offset: number, byteCount: number) => Uint8Array

/** Longer ones are cut: a command may be a book. */
const detailLimit = 2000
const keptDetails = 50_000

/** Whatever has a start and a stop, in the order of the starts. Details are read again from the file, once, when looked at. */
export function requestTable(events: ActivityEvents, trace: Trace, read: PayloadSource): TableSource {
  const rows = events.rows().toSorted((a, b) => a.startTicks - b.startTicks)
  const details = new Details(trace, read)
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

class Details {
  readonly #trace: Trace
  readonly #read: PayloadSource
  readonly #decoders = new Map<number, PayloadDecoder>()
  readonly #known = new Map<number, string>()

  constructor(trace: Trace, read: PayloadSource) {
    this.#trace = trace
    this.#read = read
  }

  of({ typeIndex, payloadOffset, payloadLength }: ActivityRow): string {
    const known = this.#known.get(payloadOffset)
    if (known !== undefined) return known
    let decode = this.#decoders.get(typeIndex)
    if (decode === undefined) {
      decode = compileDecoder(this.#trace.types[typeIndex]!, this.#trace.header?.pointerBytes ?? 8)
      this.#decoders.set(typeIndex, decode)
    }
    const bytes = this.#read(payloadOffset, payloadLength)
    const { fields } = decode(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length)
    const text = detailText(fields).slice(0, detailLimit)
    // A search reads them all: what it saw first is the least likely to be looked at next.
    if (this.#known.size >= keptDetails) this.#known.clear()
    this.#known.set(payloadOffset, text)
    return text
  }
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

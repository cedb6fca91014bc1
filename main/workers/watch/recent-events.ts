import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import type { NewestEvent } from '../../../shared/model/recording.ts'
import { shownName } from '../../events/event-names.ts'
import { compileDecoder, type PayloadDecoder } from '../../events/payload/decode-payload.ts'
import { valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { rundownProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'

const keptCount = 60
/** Decoding the newest of a block makes strings; in a flood nobody reads more than this many a second. */
const leastBetweenMs = 100
const longestDetail = 120
const fieldsShown = 3

/** Not worth a line: they say the same a thousand times a second, or come in one heap at the end. */
export const hiddenProviders: ReadonlySet<string> = new Set([sampleProvider, rundownProvider])
/** Say nothing to a person. */
const hiddenFields = new Set(['ClrInstanceID', 'ClientSequenceNumber'])

/** The last few events of a stream, with the first fields of each in words. */
export class RecentEvents {
  readonly #kept: NewestEvent[] = []
  readonly #decoders = new Map<number, PayloadDecoder>()
  #nextIndex = 0
  #lastMs = Number.NEGATIVE_INFINITY
  #block: {
    readonly bytes: Uint8Array
    readonly view: DataView
    readonly start: number
    readonly offset: number
  } | null = null

  /** Newest first: a stream has the events of a batch thread by thread. */
  get newest(): readonly NewestEvent[] {
    return [...this.#kept].sort((a, b) => b.timeMs - a.timeMs || b.index - a.index)
  }

  /** Has to see one event of each block: where its payloads lie in memory is known from it. */
  readonly onPayload: PayloadHandler = (bytes, view, start, _end, row, segment) => {
    this.#block = { bytes, view, start, offset: segment.payloadStreamOffset(row) }
  }

  /** Rows `[from, to)` of the block that `onPayload` saw last; its bytes are still there. */
  collect(trace: Trace, segment: TraceSegment, from: number, to: number): void {
    const nowMs = performance.now()
    const isFlood = to - from > keptCount && nowMs - this.#lastMs < leastBetweenMs
    if (isFlood) {
      this.#block = null
      return
    }
    this.#lastMs = nowMs
    const found: NewestEvent[] = []
    for (let row = to - 1; row >= from && found.length < keptCount; row -= 1) {
      const type = trace.types[segment.typeIndex[row]!]
      if (type === undefined || hiddenProviders.has(type.provider)) continue
      found.push({
        index: 0,
        timeMs: trace.unixMs(segment.timestamp[row]!),
        provider: type.provider,
        name: shownName(type),
        detail: this.#detail(type, trace.header?.pointerBytes ?? 8, segment, row),
      })
    }
    for (const event of found.reverse()) this.#kept.push({ ...event, index: this.#nextIndex++ })
    this.#kept.splice(0, Math.max(0, this.#kept.length - keptCount))
    this.#block = null
  }

  #detail(type: TraceEventType, pointerBytes: number, segment: TraceSegment, row: number): string {
    const block = this.#block
    if (block === null) return ''
    const start = block.start + segment.payloadStreamOffset(row) - block.offset
    const end = start + segment.payloadLength[row]!
    // Another block than the one whose bytes are at hand.
    if (start < 0 || end > block.bytes.length) return ''
    let decode = this.#decoders.get(type.index)
    if (decode === undefined) this.#decoders.set(type.index, (decode = compileDecoder(type, pointerBytes)))
    const { fields } = decode(block.bytes, block.view, start, end)
    const shown = fields.filter(({ name }) => !hiddenFields.has(name)).slice(0, fieldsShown)
    const text = shown.map(({ name, value, shape }) => `${name} ${maskSecrets(valueText(value, shape))}`).join(', ')
    return text.length > longestDetail ? `${text.slice(0, longestDetail - 1)}…` : text
  }
}

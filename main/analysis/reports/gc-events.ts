import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { ReportListener } from './runtime-listener.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

export const gcEventIds = {
  start: 1,
  stop: 2,
  restartStop: 3,
  heapStats: 4,
  suspendStop: 8,
  suspendStart: 9,
  perHeapHistory: 204,
} as const

/** One event of collections with what the table needs of it; which numbers `values` holds depends on the event. */
export interface GcEvent {
  readonly ticks: number
  /** Suspensions of the sampler come between those of a collection; the thread tells them apart. */
  readonly threadIndex: number
  readonly id: number
  readonly values: readonly number[]
}

/** Suspensions for anything but a collection come thousands a second while sampling; they are not kept. */
const gcSuspendReasons = new Set([1, 6])

/** Collects the events that collections consist of; a few per collection. */
export class GcEvents extends ReportListener {
  readonly #events: GcEvent[] = []

  /** In the order of their times; equal times stay in the order of the stream. */
  inOrder(): readonly GcEvent[] {
    return this.#events.toSorted((a, b) => a.ticks - b.ticks)
  }

  countOf(id: number): number {
    return this.#events.reduce((count, event) => count + (event.id === id ? 1 : 0), 0)
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider !== runtimeProvider) return null
    switch (type.eventId) {
      case gcEventIds.start:
        return this.#collect(type, ['Count', 'Depth', 'Reason', 'Type'])
      case gcEventIds.stop:
        return this.#collect(type, ['Count'])
      case gcEventIds.restartStop:
      case gcEventIds.suspendStop:
        return this.#collect(type, [])
      case gcEventIds.suspendStart:
        return this.fieldHandler(type, ['Reason'], (fields, { ticks, threadIndex }) => {
          const reason = fields.number('Reason')
          if (gcSuspendReasons.has(reason))
            this.#events.push({ ticks, threadIndex, id: gcEventIds.suspendStart, values: [reason] })
        })
      case gcEventIds.heapStats:
        return this.#heapStats(type)
      case gcEventIds.perHeapHistory:
        return this.#perHeapHistory(type)
      default:
        return null
    }
  }

  #collect(type: TraceEventType, names: readonly string[]): PayloadHandler {
    return this.fieldHandler(type, names, (fields, { ticks, threadIndex }) => {
      this.#events.push({ ticks, threadIndex, id: type.eventId, values: names.map((name) => fields.number(name)) })
    })
  }

  /** Values: bytes of the heap after the collection, promoted bytes, then size and promoted bytes of each generation. */
  #heapStats(type: TraceEventType): PayloadHandler {
    const generations = [0, 1, 2, 3, 4] as const
    const names = generations.flatMap((index) => [`GenerationSize${index}`, `TotalPromotedSize${index}`])
    return this.fieldHandler(type, names, (fields, { ticks, threadIndex }) => {
      const perGeneration = names.map((name) => fields.number(name))
      const sizes = generations.map((index) => perGeneration[index * 2]!)
      const promoted = generations.map((index) => perGeneration[index * 2 + 1]!)
      this.#events.push({ ticks, threadIndex, id: type.eventId, values: [sum(sizes), sum(promoted), ...perGeneration] })
    })
  }

  /** Values: bytes of one heap before the collection. */
  #perHeapHistory(type: TraceEventType): PayloadHandler {
    const pointerBytes = this.trace?.header?.pointerBytes ?? 8
    const fields = new WantedFields(type, ['Count'], pointerBytes)
    // Behind the head: `Count` records of ten pointers, the first of which is the size before.
    const headBytes = 2 + 6 * pointerBytes + 6 * 4 + pointerBytes + 4
    const recordBytes = 10 * pointerBytes
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      let before = 0
      const count = fields.number('Count')
      for (let index = 0; index < count; index++) {
        const place = start + headBytes + index * recordBytes
        if (place + pointerBytes > end) break
        const high = pointerBytes === 8 ? view.getUint32(place + 4, true) : 0
        before += high * 4294967296 + view.getUint32(place, true)
      }
      this.#events.push({
        ticks: segment.timestamp[row]!,
        threadIndex: segment.threadIndex[row]!,
        id: type.eventId,
        values: [before],
      })
    }
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

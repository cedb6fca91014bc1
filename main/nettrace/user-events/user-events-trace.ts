import { ByteCursor } from '../byte-cursor.ts'
import { readEventType } from '../event-type.ts'
import { nettraceLimits } from '../limits.ts'
import type { Damage } from '../damage.ts'
import type { Trace } from '../trace/trace.ts'
import type { TraceListener } from '../trace/trace-listener.ts'
import { TraceReader, type TraceReaderOptions } from '../trace/trace-reader.ts'
import type { EventTypeInit } from '../writer/metadata-writer.ts'
import { NettraceWriter } from '../writer/nettrace-writer.ts'
import type { ClockInit } from '../writer/trace-body.ts'
import { decodeUserEvent, type UserEventRecord } from './user-event-record.ts'

/** What the kernel says about a record. */
export interface RecordContext {
  /** Name of the tracepoint, as the session configured it. */
  readonly tracepoint: string
  /** Since the sync point. */
  readonly ticks: number
  readonly thread: number
  readonly processor: number
  /** Call chain, leaf first; empty = not sampled. */
  readonly stack: readonly bigint[]
}

export interface UserEventsInit extends ClockInit {
  readonly pointerBytes: 4 | 8
  readonly pid: number
  readonly processorCount: number
  /** Provider of each tracepoint: native events bring no metadata, so nothing else names it. */
  readonly providers: ReadonlyMap<string, string>
}

/**
 * Records of user_events tracepoints of one process as a trace: they are written as a V5 stream, which goes through the one
 * reader there is. So columns, payload handlers and everything above are the same as for any other trace, and the stream is
 * a file that every tool opens.
 */
export class UserEventsTrace {
  readonly #reader: TraceReader
  readonly #writer: NettraceWriter
  readonly #providers: ReadonlyMap<string, string>
  /** By tracepoint and event id: metadata comes with the first event of a type only. */
  readonly #metadataIds = new Map<string, number>()
  readonly #damage: Damage[] = []
  #damageCount = 0
  #latestTicks = 0

  /** `onBytes` gets the V5 stream as it grows. */
  constructor(
    init: UserEventsInit,
    listener: TraceListener,
    options: TraceReaderOptions & { readonly onBytes?: (bytes: Uint8Array) => void } = {},
  ) {
    const { onBytes, ...readerOptions } = options
    this.#reader = new TraceReader(listener, readerOptions)
    this.#providers = init.providers
    const write = (bytes: Uint8Array): void => {
      onBytes?.(bytes)
      this.#reader.push(bytes)
    }
    this.#writer = new NettraceWriter({ ...init, write })
  }

  get trace(): Trace {
    return this.#reader.trace
  }

  /** The first records that are none, their offsets counted inside the record; `damageCount` counts all. */
  get damage(): readonly Damage[] {
    return this.#damage
  }
  get damageCount(): number {
    return this.#damageCount
  }

  /** One record without its write index. False when it is damaged; it is then left out and told. */
  add(record: Uint8Array, context: RecordContext): boolean {
    const decoded = decodeUserEvent(record)
    if (!decoded.ok) {
      this.#damageCount++
      if (this.#damage.length < nettraceLimits.damageEntries) this.#damage.push(decoded.error)
      return false
    }
    const metadataId = this.#metadataId(decoded.value, context.tracepoint)
    const { activityId, relatedActivityId, payload } = decoded.value
    const { ticks, thread, processor, stack } = context
    this.#writer.addEvent({
      metadataId,
      timestamp: ticks,
      thread,
      processor,
      stackId: stack.length === 0 ? 0 : this.#writer.addStack(stack),
      // Buffers of different processors are emptied one after the other.
      isSorted: ticks >= this.#latestTicks,
      payload,
      ...(activityId === null ? {} : { activityId }),
      ...(relatedActivityId === null ? {} : { relatedActivityId }),
    })
    this.#latestTicks = Math.max(this.#latestTicks, ticks)
    return true
  }

  /** Brings what was added so far into the trace. */
  flush(): void {
    this.#writer.flush()
  }

  end(): void {
    this.#writer.end(this.#latestTicks)
    this.#reader.end()
  }

  #metadataId(record: UserEventRecord, tracepoint: string): number {
    const key = `${record.eventId} ${tracepoint}`
    const described = record.metadata === null ? null : describe(record.metadata)
    const known = this.#metadataIds.get(key)
    if (described === null && known !== undefined) return known
    const provider = this.#providers.get(tracepoint) ?? tracepoint
    const native: EventTypeInit = { provider, eventId: record.eventId, name: '', fields: [] }
    const metadataId = this.#writer.defineType(described ?? native)
    this.#metadataIds.set(key, metadataId)
    return metadataId
  }
}

/** Null when the description cannot be read: the event stays, its payload is opaque. */
function describe(metadata: Uint8Array): EventTypeInit | null {
  const cursor = new ByteCursor()
  cursor.reset(metadata, 0, metadata.length)
  return readEventType(cursor)
}

import type { Damage } from '../damage.ts'
import type { TraceHeader } from '../trace-header.ts'
import type { Trace } from './trace.ts'
import type { TraceSegment } from './trace-segment.ts'
import type { TraceEventType } from './trace-tables.ts'

/**
 * Called for each event of a type, in file order, while its block is in memory (later reads of scattered payloads cost many
 * times more). `bytes[start, end)` is the payload; `view` looks at the same bytes. Both are the reader's and valid until the
 * call returns. Columns of the event: `segment.xxx[row]`. Must not throw and must not push into the reader.
 */
export type PayloadHandler = (
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  row: number,
  segment: TraceSegment,
) => void

/** All optional; called synchronously inside `push` and `end`. */
export interface TraceListener {
  /** First of all: the trace that will be filled. */
  onStart?(trace: Trace): void
  onHeader?(header: TraceHeader): void
  /** Before the first event of the type. What it returns is called for each of its events. */
  onEventType?(type: TraceEventType): PayloadHandler | null | undefined
  /** `bytes[start, end)` holds the addresses, leaf first, of the pointer size the header says. Before the first event that uses it. */
  onStack?(bytes: Uint8Array, view: DataView, start: number, end: number, stackIndex: number): void
  /** Rows `[from, to)` are new; payload handlers have run for them. */
  onEvents?(segment: TraceSegment, from: number, to: number): void
  /** No later event of the stream is earlier than this (ticks since sync). */
  onAdvance?(ticks: number): void
  onDamage?(damage: Damage): void
}

import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import {
  gapBuffer,
  lossBuffer,
  markBuffer,
  markKinds,
  outcomes,
  runBuffer,
  slotRows,
  state,
} from '../kernel/kernel-layout.ts'
import { type SegmentSpill, SegmentStore } from './segment-store.ts'
import type { Trace } from './trace.ts'
import type { TraceListener } from './trace-listener.ts'
import { TraceSegment } from './trace-segment.ts'
import type { ThreadRegistry } from './thread-registry.ts'
import type { TypeRegistry } from './type-registry.ts'

export interface SegmentWriterOptions {
  readonly keepsSegments: boolean
  readonly rowsPerSegment: number
  /** What the columns of a trace may take of memory when there is a place to write the rest to. */
  readonly budgetBytes: number
  readonly spill: SegmentSpill | null
}

/** One event as the slow paths (plain headers, netperf) hand it over; reused by them. */
export interface PlainEvent {
  ticksLow: number
  ticksHigh: number
  typeIndex: number
  threadIndex: number
  captureThreadIndex: number
  processor: number
  stackIndex: number
  activity: number
  relatedActivity: number
  labels: number
  payloadStart: number
  payloadLength: number
}

export function emptyPlainEvent(): PlainEvent {
  return {
    ticksLow: 0,
    ticksHigh: 0,
    typeIndex: 0,
    threadIndex: 0,
    captureThreadIndex: 0,
    processor: 0,
    stackIndex: 0,
    activity: 0,
    relatedActivity: 0,
    labels: 0,
    payloadStart: 0,
    payloadLength: 0,
  }
}

export interface LossSink {
  (row: number, ticks: number, threadIndex: number, count: number): void
}

/** Payload offsets of a segment are 32-bit; a block beyond this distance from its base starts a new one. */
const maxPayloadSpan = 2 ** 31

/**
 * Appends decoded events to the segments of a trace: runs the kernel over blocks and gives it what it asks for, takes single
 * events from the slow paths, and calls the payload handlers while the bytes are there.
 */
export class SegmentWriter {
  readonly #kernel: DecodeKernel
  readonly #trace: Trace
  readonly #listener: TraceListener
  readonly #types: TypeRegistry
  readonly #threads: ThreadRegistry
  readonly #options: SegmentWriterOptions
  readonly #addLoss: LossSink
  readonly #store: SegmentStore
  #segment: TraceSegment | null = null
  #slot = 0

  constructor(
    kernel: DecodeKernel,
    trace: Trace,
    listener: TraceListener,
    registries: { readonly types: TypeRegistry; readonly threads: ThreadRegistry },
    addLoss: LossSink,
    options: SegmentWriterOptions,
  ) {
    this.#kernel = kernel
    this.#trace = trace
    this.#listener = listener
    this.#types = registries.types
    this.#threads = registries.threads
    this.#addLoss = addLoss
    this.#store = new SegmentStore(kernel, options.budgetBytes, options.spill)
    // A live view looks at each event once, right after it was read.
    kernel.setState(state.gapCapacity, options.keepsSegments ? gapBuffer.capacity : 0)
    this.#options = { ...options, rowsPerSegment: Math.min(slotRows, options.rowsPerSegment) }
  }

  /**
   * Compressed event headers in `[start, end)` of the kernel's memory; `streamOffset` is that of memory address 0, possibly
   * negative. Returns the address of an event that does not fit the format (the state says why), or -1.
   */
  decodeBlock(
    start: number,
    end: number,
    streamOffset: number,
    resolveLabels: ((id: number) => LabelValues) | null,
  ): number {
    const kernel = this.#kernel
    if (start >= end) return -1
    this.#beginBlock(start, end, resolveLabels !== null)
    let from = -1
    for (;;) {
      const segment = this.#segmentFor(streamOffset + start, streamOffset + end)
      if (from < 0) {
        from = segment.count
        this.#beginRows(segment, start)
      }
      kernel.setState(state.row, segment.count)
      kernel.setState(state.rowLimit, this.#options.rowsPerSegment)
      kernel.setState(state.slotBase, this.#slot)
      kernel.setState(state.payloadDelta, (streamOffset - segment.payloadBase) >>> 0)
      const outcome = kernel.decode()
      this.#takeRows(segment, streamOffset, resolveLabels)
      if (outcome === outcomes.done) return -1
      if (outcome === outcomes.fault) return kernel.getState(state.position)
      if (outcome === outcomes.unknownType) this.#types.resolve(kernel.getState(state.metadataId))
      if (outcome === outcomes.unknownThread)
        this.#threads.resolve(kernel.getState(state.wantedThread), kernel.getState(state.wantedThread + 4))
    }
  }

  /** `streamOffset` as above. */
  addEvent(event: PlainEvent, streamOffset: number): void {
    const payloadOffset = streamOffset + event.payloadStart
    const segment = this.#segmentFor(payloadOffset, payloadOffset + event.payloadLength)
    const row = segment.count
    const sync = this.#kernel
    const ticks =
      (event.ticksHigh - sync.getState(state.syncTicks + 4)) * 4294967296 +
      (event.ticksLow - sync.getState(state.syncTicks))
    segment.timestamp[row] = ticks
    segment.typeIndex[row] = event.typeIndex
    segment.threadIndex[row] = event.threadIndex
    segment.stackIndex[row] = event.stackIndex
    segment.payloadOffset[row] = payloadOffset - segment.payloadBase
    segment.payloadLength[row] = event.payloadLength
    segment.captureThread.set(row, event.captureThreadIndex)
    segment.processor.set(row, event.processor)
    segment.activity.set(row, event.activity)
    segment.relatedActivity.set(row, event.relatedActivity)
    segment.labels.set(row, event.labels)
    this.#publish(segment, row, row + 1, streamOffset)
  }

  /** Everything starts at zero in each block. */
  #beginBlock(start: number, end: number, isV6: boolean): void {
    const kernel = this.#kernel
    kernel.setState(state.position, start)
    kernel.setState(state.end, end)
    for (const field of [
      state.metadataId,
      state.typeIndex,
      state.sequence,
      state.captureEntry,
      state.threadIndex,
      state.stackIndex,
      state.payloadLength,
      state.runCount,
      state.markCount,
      state.lossCount,
      state.hasSorted,
    ])
      kernel.setState(field, 0)
    // Absolute time zero, as ticks since the sync point.
    const syncLow = kernel.getState(state.syncTicks)
    kernel.setState(state.ticks, -syncLow >>> 0)
    kernel.setState(state.ticks + 4, (-kernel.getState(state.syncTicks + 4) - (syncLow === 0 ? 0 : 1)) >>> 0)
    kernel.setState(state.isV6, isV6 ? 1 : 0)
  }

  /** A first event that inherits its threads or its type inherits zeros, which have to be entries like any other. */
  #beginRows(segment: TraceSegment, start: number): void {
    const flags = this.#kernel.bytes[start]!
    if ((flags & 1) === 0) this.#kernel.setState(state.typeIndex, this.#types.resolve(0))
    if ((flags & 4) === 0) this.#kernel.setState(state.threadIndex, this.#threads.resolve(0, 0))
    const row = segment.count
    if ((flags & 2) === 0) {
      segment.captureThread.set(row, this.#threads.resolve(0, 0))
      segment.processor.set(row, 0)
      this.#kernel.setState(state.captureEntry, this.#kernel.threads.find(0, 0))
    }
    segment.activity.set(row, 0)
    segment.relatedActivity.set(row, 0)
    segment.labels.set(row, 0)
  }

  /** Takes over what the kernel has done since the last call. */
  #takeRows(segment: TraceSegment, streamOffset: number, resolveLabels: ((id: number) => LabelValues) | null): void {
    const kernel = this.#kernel
    const { words } = kernel
    const runs = kernel.getState(state.runCount)
    for (let index = 0, at = runBuffer.address >>> 2; index < runs; index++, at += 4) {
      segment.captureThread.set(words[at]!, words[at + 1]!)
      segment.processor.set(words[at]!, words[at + 2]!)
    }
    const marks = kernel.getState(state.markCount)
    for (let index = 0, at = markBuffer.address >>> 2; index < marks; index++, at += 4)
      this.#takeMark(segment, words[at]!, words[at + 1]!, words[at + 2]!, resolveLabels)
    const losses = kernel.getState(state.lossCount)
    for (let index = 0, at = lossBuffer.address >>> 2; index < losses; index++, at += 4) {
      const row = words[at]!
      this.#addLoss(segment.firstRow + row, segment.timestamp[row]!, words[at + 1]!, words[at + 2]!)
    }
    const gaps = kernel.getState(state.gapCount)
    for (let index = 0, at = gapBuffer.address >>> 2; index < gaps; index++, at += 2)
      segment.addGap(words[at]!, words[at + 1]!)
    kernel.setState(state.gapCount, 0)
    kernel.setState(state.runCount, 0)
    kernel.setState(state.markCount, 0)
    kernel.setState(state.lossCount, 0)
    this.#publish(segment, segment.count, kernel.getState(state.row), streamOffset)
  }

  #takeMark(
    segment: TraceSegment,
    row: number,
    kind: number,
    value: number,
    resolveLabels: ((id: number) => LabelValues) | null,
  ): void {
    const { activities } = this.#trace
    if (kind === markKinds.activity) segment.activity.set(row, activities.intern(this.#kernel.bytes, value))
    else if (kind === markKinds.relatedActivity)
      segment.relatedActivity.set(row, activities.intern(this.#kernel.bytes, value))
    else if (resolveLabels !== null) {
      const labels = resolveLabels(value)
      segment.labels.set(row, labels.index)
      segment.activity.set(row, labels.activity)
      segment.relatedActivity.set(row, labels.relatedActivity)
    }
  }

  #publish(segment: TraceSegment, from: number, to: number, streamOffset: number): void {
    if (from === to) return
    segment.count = to
    this.#trace.eventCount += to - from
    if (this.#types.hasHandlers) {
      const { handlers } = this.#types
      const { bytes, view } = this.#kernel
      const { typeIndex, payloadOffset, payloadLength } = segment
      const toAddress = segment.payloadBase - streamOffset
      for (let row = from; row < to; row++) {
        const handler = handlers[typeIndex[row]!]
        if (!handler) continue
        const start = payloadOffset[row]! + toAddress
        handler(bytes, view, start, start + payloadLength[row]!, row, segment)
      }
    }
    this.#listener.onEvents?.(segment, from, to)
  }

  /** The open segment, or a new one when it is full or the payloads up to `lastOffset` are out of its reach. */
  #segmentFor(firstOffset: number, lastOffset: number): TraceSegment {
    const current = this.#segment
    if (
      current !== null &&
      current.count < this.#options.rowsPerSegment &&
      firstOffset >= current.payloadBase &&
      lastOffset - current.payloadBase < maxPayloadSpan
    )
      return current
    const { segments } = this.#trace
    const index = current === null ? 0 : current.index + 1
    const firstRow = current === null ? 0 : current.firstRow + current.count
    const segment = new TraceSegment(index, firstRow, this.#options.rowsPerSegment, this.#store)
    if (current === null || this.#options.keepsSegments) this.#slot = this.#store.open(segment)
    else this.#store.replace(segment, this.#slot)
    segment.payloadBase = Math.max(0, firstOffset)
    if (current !== null) {
      // The rare columns carry on where the last segment stopped.
      segment.captureThread.set(0, current.captureThread.lastValue)
      segment.processor.set(0, current.processor.lastValue)
      segment.activity.set(0, current.activity.lastValue)
      segment.relatedActivity.set(0, current.relatedActivity.lastValue)
      segment.labels.set(0, current.labels.lastValue)
    }
    if (!this.#options.keepsSegments) segments.length = 0
    segments.push(segment)
    this.#segment = segment
    return segment
  }
}

export interface LabelValues {
  readonly index: number
  readonly activity: number
  readonly relatedActivity: number
}

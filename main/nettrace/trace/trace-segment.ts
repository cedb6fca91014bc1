import { RunColumn } from './run-column.ts'

/** Events of one full segment. */
export const segmentRows = 262_144

/** Keeps columns in memory, or brings them back. */
export interface SegmentPages {
  load(segment: TraceSegment): SegmentColumns
}

/**
 * Up to `capacity` consecutive events of a trace in file order, one typed array per field, no object per event. Only rows
 * below `count` are meaningful.
 *
 * Owned by the trace. Take the arrays from the segment for each piece of work and let go of them: they lie in shared memory
 * (copy before posting one to another thread), and a large trace brings segments in from disk in turn, so that an array kept
 * while several other segments are looked at may come to hold their rows.
 */
export class TraceSegment {
  /** Position in the trace. */
  readonly index: number
  /** Row number of row 0, counted over the whole trace. */
  readonly firstRow: number
  readonly capacity: number
  count = 0
  payloadBase = 0
  /** Into `trace.threads`: the thread that wrote the event (differs for samples). */
  readonly captureThread = new RunColumn()
  /** Trust it only where both threads are the same. */
  readonly processor = new RunColumn()
  /** Into `trace.activities`; 0 = none. */
  readonly activity = new RunColumn()
  readonly relatedActivity = new RunColumn()
  /** Into `trace.labels` (V6 only); 0 = none. */
  readonly labels = new RunColumn()
  readonly #pages: SegmentPages
  /** First row and end of each stretch that has to be filled before somebody looks; per column, how many of these are. */
  readonly #gaps: number[] = []
  #typeGaps = 0
  #threadGaps = 0
  #stackGaps = 0
  #lengthGaps = 0
  #columns: SegmentColumns | null = null

  constructor(index: number, firstRow: number, capacity: number, pages: SegmentPages) {
    this.index = index
    this.firstRow = firstRow
    this.capacity = capacity
    this.#pages = pages
  }

  /** Ticks since the trace's sync point. Absolute ticks exceed 2^53 on machines that run for months, these do not. */
  get timestamp(): Float64Array {
    return (this.#columns ?? this.#load()).timestamp
  }
  /** Into `trace.types`. */
  get typeIndex(): Uint32Array {
    const { typeIndex } = this.#columns ?? this.#load()
    if (this.#typeGaps < this.#gaps.length) this.#typeGaps = this.#fill(typeIndex, this.#typeGaps)
    return typeIndex
  }
  /** Into `trace.threads`: the thread the event is about. */
  get threadIndex(): Uint32Array {
    const { threadIndex } = this.#columns ?? this.#load()
    if (this.#threadGaps < this.#gaps.length) this.#threadGaps = this.#fill(threadIndex, this.#threadGaps)
    return threadIndex
  }
  /** Into `trace.stacks`; 0 = no stack. Unlike the stream's ids these stay valid over sequence points. */
  get stackIndex(): Uint32Array {
    const { stackIndex } = this.#columns ?? this.#load()
    if (this.#stackGaps < this.#gaps.length) this.#stackGaps = this.#fill(stackIndex, this.#stackGaps)
    return stackIndex
  }
  /** Stream offset of payload byte 0 = `payloadBase + payloadOffset[row]`. */
  get payloadOffset(): Uint32Array {
    return (this.#columns ?? this.#load()).payloadOffset
  }
  get payloadLength(): Uint32Array {
    const { payloadLength } = this.#columns ?? this.#load()
    if (this.#lengthGaps < this.#gaps.length) this.#lengthGaps = this.#fill(payloadLength, this.#lengthGaps)
    return payloadLength
  }

  get isInMemory(): boolean {
    return this.#columns !== null
  }

  /** For the reader: rows `[from, to)` have type, thread, stack and payload length of row `from - 1`, not written yet. */
  addGap(from: number, to: number): void {
    this.#gaps.push(from, to)
  }

  /** For the store: from here on the columns hold every value themselves. */
  fillGaps(): void {
    if (this.#gaps.length > 0) void [this.typeIndex, this.threadIndex, this.stackIndex, this.payloadLength]
  }

  /** Fills the gaps from the given one on; returns how many there are. */
  #fill(column: Uint32Array, firstGap: number): number {
    const gaps = this.#gaps
    for (let index = firstGap; index < gaps.length; index += 2) {
      const from = gaps[index]!
      column.fill(column[from - 1]!, from, gaps[index + 1])
    }
    return gaps.length
  }

  /** For the store of the trace: null takes the columns away. */
  setColumns(columns: SegmentColumns | null): void {
    this.#columns = columns
  }

  /** Absolute offset of a payload in the stream; exact beyond 2^32. */
  payloadStreamOffset(row: number): number {
    return this.payloadBase + this.payloadOffset[row]!
  }

  #load(): SegmentColumns {
    this.#columns = this.#pages.load(this)
    return this.#columns
  }
}

export interface SegmentColumns {
  readonly timestamp: Float64Array
  readonly typeIndex: Uint32Array
  readonly threadIndex: Uint32Array
  readonly stackIndex: Uint32Array
  readonly payloadOffset: Uint32Array
  readonly payloadLength: Uint32Array
}

/** The segment that holds a row of the whole trace; logarithmic. */
export function segmentOf(segments: readonly TraceSegment[], row: number): TraceSegment {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (segments[middle]!.firstRow <= row) low = middle + 1
    else high = middle
  }
  return segments[low - 1]!
}

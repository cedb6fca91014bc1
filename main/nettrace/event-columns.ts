/** Bit of `flags`: no later event of the stream has a smaller timestamp (format: IsSorted). */
export const sortedFlag = 64
export const noActivity = -1

/**
 * The events of one block as columns; no object per event. Owned by the reader and reused for the next block: valid until
 * the callback returns. Offsets point into the byte array handed over together with the columns.
 */
export class EventColumns {
  count = 0
  metadataId: Uint32Array
  /** Per capture thread, also consumed by events the runtime dropped. */
  sequence: Uint32Array
  captureThread: Float64Array
  /** Operating-system thread the event is about; differs from the capture thread for samples. */
  thread: Float64Array
  processor: Uint32Array
  stackId: Uint32Array
  /** Ticks since the stream's sync point. Absolute ticks exceed 2^53 on machines that run for months, these do not. */
  timestamp: Float64Array
  flags: Uint8Array
  /** False: no event of the block has an activity id, and the two columns hold leftovers. */
  hasActivity = false
  /** Offset of 16 bytes, or -1 for none since the start of the block. */
  activityOffset: Int32Array
  relatedActivityOffset: Int32Array
  payloadOffset: Uint32Array
  payloadLength: Uint32Array

  constructor(capacity: number) {
    this.metadataId = new Uint32Array(capacity)
    this.sequence = new Uint32Array(capacity)
    this.captureThread = new Float64Array(capacity)
    this.thread = new Float64Array(capacity)
    this.processor = new Uint32Array(capacity)
    this.stackId = new Uint32Array(capacity)
    this.timestamp = new Float64Array(capacity)
    this.flags = new Uint8Array(capacity)
    this.activityOffset = new Int32Array(capacity)
    this.relatedActivityOffset = new Int32Array(capacity)
    this.payloadOffset = new Uint32Array(capacity)
    this.payloadLength = new Uint32Array(capacity)
  }

  get capacity(): number {
    return this.metadataId.length
  }

  /** Columns with room for at least `capacity` events: this one, or a larger new one (contents are not kept). */
  withCapacity(capacity: number): EventColumns {
    return capacity <= this.capacity ? this : new EventColumns(Math.max(capacity, this.capacity * 2))
  }
}

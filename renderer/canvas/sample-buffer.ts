/**
 * Samples of one series in time order, to be read out of a store and drawn. Filled and read by index, never by a callback for each
 * sample: numbers that are handed to a function which is not inlined are objects on the heap, and charts read half a million a second.
 *
 * Reused: the columns are valid until the next `clear`, and are exchanged for longer ones by `reserve`.
 */
export class SampleBuffer {
  /** Unix ms. */
  timeMs = new Float64Array(1024)
  /** NaN = nothing was measured. */
  value = new Float64Array(1024)
  count = 0

  clear(): void {
    this.count = 0
  }

  /** Makes room for `more` samples behind those that are there. */
  reserve(more: number): void {
    const wanted = this.count + more
    if (wanted <= this.timeMs.length) return
    const capacity = 2 ** Math.ceil(Math.log2(wanted))
    this.timeMs = longer(this.timeMs, this.count, capacity)
    this.value = longer(this.value, this.count, capacity)
  }

  push(timeMs: number, value: number): void {
    this.reserve(1)
    this.timeMs[this.count] = timeMs
    this.value[this.count] = value
    this.count += 1
  }

  /** Takes out one sample; those behind it move up. */
  removeAt(index: number): void {
    this.timeMs.copyWithin(index, index + 1, this.count)
    this.value.copyWithin(index, index + 1, this.count)
    this.count -= 1
  }
}

function longer(column: Float64Array, count: number, capacity: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(capacity)
  next.set(column.subarray(0, count))
  return next
}

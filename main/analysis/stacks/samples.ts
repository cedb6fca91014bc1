import { grownColumn } from '../grown-column.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { sampleProvider } from '../../../shared/model/runtime-providers.ts'

/**
 * What the sampler says of the thread: in managed code, in native code (running or blocked), or it could not tell. `imported`: the sample is of
 * a file that another tool wrote, and nothing is known of the thread.
 */
export const sampleKinds = { error: 0, external: 1, managed: 2, imported: 254 } as const

/** Of kinds that no runtime has. */
const otherKind = 255

/**
 * Every sample as a row of columns, in the order of the stream: its thread, time and stack. Sampling is by wall time: a sample
 * says where a thread was, never that it used the processor.
 */
export class Samples implements TraceListener {
  #ticks = new Float64Array(1024)
  #threadIndex = new Uint32Array(1024)
  #stackIndex = new Uint32Array(1024)
  #kind = new Uint8Array(1024)
  #weight: Float64Array | null = null
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Columns: valid until more of the trace is read; rows below `count` are meaningful. */
  get ticks(): Float64Array {
    return this.#ticks
  }
  get threadIndex(): Uint32Array {
    return this.#threadIndex
  }
  get stackIndex(): Uint32Array {
    return this.#stackIndex
  }
  get kind(): Uint8Array {
    return this.#kind
  }

  /** Null: every sample counts once. */
  get weight(): Float64Array | null {
    return this.#weight
  }

  /** Null: weights are no times. */
  ticksPerWeight: number | null = null

  /** A sample of another tool. */
  addImported(ticks: number, threadIndex: number, stackIndex: number, weight: number): void {
    if (this.#count === this.#kind.length) this.#grow()
    this.#weight ??= new Float64Array(this.#kind.length)
    const index = this.#count++
    this.#ticks[index] = ticks
    this.#threadIndex[index] = threadIndex
    this.#stackIndex[index] = stackIndex
    this.#kind[index] = sampleKinds.imported
    this.#weight[index] = weight
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (!isSampleType(type)) return null
    return (_bytes, view, start, end, row, segment) => {
      if (this.#count === this.#kind.length) this.#grow()
      const index = this.#count++
      this.#ticks[index] = segment.timestamp[row]!
      this.#threadIndex[index] = segment.threadIndex[row]!
      this.#stackIndex[index] = segment.stackIndex[row]!
      this.#kind[index] = end - start >= 4 ? kindOf(view.getUint32(start, true)) : sampleKinds.error
    }
  }

  #grow(): void {
    this.#ticks = grownColumn(this.#ticks, Float64Array)
    this.#threadIndex = grownColumn(this.#threadIndex, Uint32Array)
    this.#stackIndex = grownColumn(this.#stackIndex, Uint32Array)
    this.#kind = grownColumn(this.#kind, Uint8Array)
    if (this.#weight !== null) this.#weight = grownColumn(this.#weight, Float64Array)
  }
}

export function isSampleType({ provider, eventId }: TraceEventType): boolean {
  return provider === sampleProvider && eventId === 0
}

/** A stream cannot claim to be of another tool. */
function kindOf(sent: number): number {
  return sent <= sampleKinds.managed ? sent : otherKind
}

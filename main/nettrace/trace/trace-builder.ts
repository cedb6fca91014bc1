import type { Damage } from '../damage.ts'
import type { EventType } from '../event-type.ts'
import { DecodeKernel } from '../kernel/decode-kernel.ts'
import { state } from '../kernel/kernel-layout.ts'
import { nettraceLimits } from '../limits.ts'
import { work } from '../work-steps.ts'
import type { TraceHeader } from '../trace-header.ts'
import { StreamInput } from '../framing/stream-input.ts'
import { SegmentWriter, type SegmentWriterOptions } from './segment-writer.ts'
import { StackRegistry } from './stack-registry.ts'
import { ThreadRegistry } from './thread-registry.ts'
import { Trace, type TraceFormat } from './trace.ts'
import type { TraceListener } from './trace-listener.ts'
import { liveTableEntries } from './trace-tables.ts'
import { TypeRegistry } from './type-registry.ts'

export interface SequenceEntry {
  readonly low: number
  readonly high: number
  readonly sequence: number
}

/** What all containers have in common: a framing finds the parts of a stream, this puts them into the trace. */
export class TraceBuilder {
  readonly listener: TraceListener
  readonly kernel = DecodeKernel.take()
  readonly trace: Trace
  readonly input = new StreamInput(this.kernel)
  readonly types: TypeRegistry
  readonly threads: ThreadRegistry
  readonly stacks: StackRegistry
  readonly events: SegmentWriter
  #advancedTo = Number.NEGATIVE_INFINITY

  constructor(listener: TraceListener, options: SegmentWriterOptions) {
    this.listener = listener
    this.trace = new Trace(this.kernel, options.keepsSegments)
    listener.onStart?.(this.trace)
    this.types = new TypeRegistry(this.trace, listener, this.kernel)
    this.threads = new ThreadRegistry(this.trace, this.kernel)
    this.stacks = new StackRegistry(this.kernel)
    const registries = { types: this.types, threads: this.threads }
    const addLoss = this.addLoss.bind(this)
    this.types.onUndefined = (metadataId) =>
      this.addDamage(this.input.start, 'EventBlock', 'an event type that was defined', `metadata id ${metadataId}`)
    this.events = new SegmentWriter(this.kernel, this.trace, listener, registries, addLoss, options)
  }

  /** Nothing of this or of its trace may be used afterwards. */
  dispose(): void {
    this.kernel.giveBack()
  }

  setHeader(header: TraceHeader, format: TraceFormat): void {
    this.trace.header = header
    this.trace.format = format
    this.kernel.setState(state.syncTicks, header.syncTicks.low)
    this.kernel.setState(state.syncTicks + 4, header.syncTicks.high)
    this.listener.onHeader?.(header)
  }

  /** Ticks since sync of absolute ticks in two halves. */
  relativeTicks(low: number, high: number): number {
    const sync = this.trace.header?.syncTicks ?? { low: 0, high: 0 }
    return (high - sync.high) * 4294967296 + (low - sync.low)
  }

  /** `start` and `end` as positions in the kernel's memory. Returns what does not fit, if anything. */
  decodeBlock(start: number, end: number, resolveLabels: Parameters<SegmentWriter['decodeBlock']>[3] = null): number {
    const faultAt = this.events.decodeBlock(start, end, this.input.offsetOf(0), resolveLabels)
    work.steps += this.kernel.getState(state.stackProbes)
    this.kernel.setState(state.stackProbes, 0)
    if (this.kernel.getState(state.hasSorted) !== 0) {
      const { sortedTicks } = state
      const high = this.kernel.getState(sortedTicks + 4) | 0
      this.advance(high * 4294967296 + this.kernel.getState(sortedTicks))
    }
    return faultAt
  }

  defineType(type: EventType, position: number, block: string): void {
    if (!this.types.define(type))
      this.addDamage(position, block, `at most ${nettraceLimits.eventTypes} event types`, 'one more')
  }

  /** Content of a stack block: u32 first id | u32 count | count of (u32 byte size, addresses leaf first). */
  addStackBlock(start: number, end: number, block: string): void {
    const { input, listener, trace } = this
    const { bytes, view } = input
    if (end - start < 8) {
      this.addDamage(start, block, 'at least 8 bytes', String(end - start))
      return
    }
    const firstId = view.getUint32(start, true)
    const count = view.getUint32(start + 4, true)
    const firstIndex = trace.stacks.count
    const base = input.offsetOf(0)
    let position = start + 8
    let added = 0
    for (;;) {
      const listed = trace.stacks.addListed(position, end, count - added, base)
      if (listed === 0) break
      position = this.kernel.getState(state.listedTo)
      added += listed
    }
    if (listener.onStack)
      for (let index = firstIndex; index < firstIndex + added; index++) {
        const addresses = trace.stacks.streamOffset(index) - base
        listener.onStack(bytes, view, addresses, addresses + trace.stacks.byteLength(index), index)
      }
    this.stacks.define(firstId, added, firstIndex)
    if (added < count) this.addDamage(position, block, `${count} stacks`, String(added))
  }

  sequencePoint(ticks: number, entries: readonly SequenceEntry[]): void {
    const { trace } = this
    for (const { low, high, sequence } of entries) {
      const { threadIndex, lostCount } = this.threads.advance(low, high, sequence)
      if (lostCount > 0) this.addLoss(trace.eventCount, ticks, threadIndex, lostCount)
    }
    // A live view lets go of what only events of the past used.
    if (!this.trace.keepsSegments) this.#forgetThePast(entries)
    trace.sequencePoints.push({ row: trace.eventCount, ticks })
    this.stacks.clear()
    this.advance(ticks)
  }

  /** At sequence points, which a runtime sends after every ten megabytes: tables must not grow as long as a session lasts. */
  #forgetThePast(liveThreads: readonly SequenceEntry[]): void {
    const { trace } = this
    trace.stacks.forget()
    if (trace.sequencePoints.length >= liveTableEntries) trace.sequencePoints.length = 0
    if (trace.activities.count >= liveTableEntries) trace.activities.clear()
    // Threads that a sequence point does not list any more have ended.
    if (trace.threads.length >= liveTableEntries) this.threads.keepOnly(liveThreads)
  }

  /** V6: the thread has ended; its index is free for another. */
  removeThread({ low, high, sequence }: SequenceEntry): void {
    const { threadIndex, lostCount } = this.threads.advance(low, high, sequence)
    if (lostCount > 0) this.addLoss(this.trace.eventCount, this.#advancedTo, threadIndex, lostCount)
    this.threads.remove(low, high)
  }

  addLoss(row: number, ticks: number, threadIndex: number, count: number): void {
    const { trace } = this
    trace.lostEventCount += count
    if (trace.losses.length < nettraceLimits.lossEntries) trace.losses.push({ row, ticks, threadIndex, count })
  }

  advance(ticks: number): void {
    if (ticks <= this.#advancedTo) return
    this.#advancedTo = ticks
    this.listener.onAdvance?.(ticks)
  }

  countUnknownBlock(name: string): void {
    const { unknownBlocks } = this.trace
    if (unknownBlocks.size < nettraceLimits.unknownBlockKinds || unknownBlocks.has(name))
      unknownBlocks.set(name, (unknownBlocks.get(name) ?? 0) + 1)
  }

  /** Something inside a block whose length is sound: reading goes on after it. */
  addDamage(position: number, block: string, expected: string, found: string): void {
    this.report({
      kind: 'malformed',
      offset: this.input.offsetOf(position),
      block,
      expected,
      found,
      canContinue: true,
    })
  }

  report(damage: Damage): void {
    const { trace } = this
    trace.damageCount++
    work.steps++
    // What ended the reading is always among those kept.
    if (trace.damage.length < nettraceLimits.damageEntries) trace.damage.push(damage)
    else if (!damage.canContinue) trace.damage[trace.damage.length - 1] = damage
    // What is missing from here on was not dropped by the runtime.
    this.kernel.threads.forgetSequences()
    this.listener.onDamage?.(damage)
  }
}

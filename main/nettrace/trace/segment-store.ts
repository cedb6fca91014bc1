import { assert } from '../../../shared/base/assert.ts'
import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { slotBytes } from '../kernel/kernel-layout.ts'
import type { SegmentColumns, SegmentPages, TraceSegment } from './trace-segment.ts'

/** Where columns go that have no room in memory. Synchronous, like everything between a row and its value. */
export interface SegmentSpill {
  write(segmentIndex: number, bytes: Uint8Array): void
  /** Fills `into` with what was written for the segment. */
  read(segmentIndex: number, into: Uint8Array): void
}

/** A merge looks at two segments at once, a consumer perhaps at three. */
const leastResident = 4
/** As many as the kernel's 32-bit addresses have room for, with something left for the tables. */
const mostResident = 550

/**
 * Which segments of a trace are in memory. The one that is being filled always is; when the budget is used up, the one that came in
 * first is written out once, and read back when somebody asks for its columns.
 */
export class SegmentStore implements SegmentPages {
  readonly #kernel: DecodeKernel
  readonly #spill: SegmentSpill | null
  readonly #maxResident: number
  /** In the order they came in. */
  readonly #resident = new Map<TraceSegment, number>()
  readonly #written = new Set<number>()
  #open: TraceSegment | null = null

  constructor(kernel: DecodeKernel, budgetBytes: number, spill: SegmentSpill | null) {
    this.#kernel = kernel
    this.#spill = spill
    const affordable = spill === null ? mostResident : Math.floor(budgetBytes / slotBytes)
    this.#maxResident = Math.max(leastResident, Math.min(mostResident, affordable))
  }

  get spilledSegmentCount(): number {
    return this.#written.size
  }

  /** Gives a new segment memory of its own and makes it the one being filled; returns the address of its slot. */
  open(segment: TraceSegment): number {
    this.#open = segment
    const slot = this.#slotFor(segment)
    segment.setColumns(this.#kernel.columnsOf(slot))
    return slot
  }

  /** The new segment takes over the memory of the last one, whose columns are gone. */
  replace(segment: TraceSegment, slot: number): void {
    this.#resident.clear()
    this.#open = segment
    this.#resident.set(segment, slot)
    segment.setColumns(this.#kernel.columnsOf(slot))
  }

  load(segment: TraceSegment): SegmentColumns {
    assert(this.#spill !== null && this.#written.has(segment.index), 'a segment that is not in memory was written out')
    const slot = this.#slotFor(segment)
    this.#spill.read(segment.index, this.#kernel.bytes.subarray(slot, slot + slotBytes))
    return this.#kernel.columnsOf(slot)
  }

  #slotFor(segment: TraceSegment): number {
    const slot = this.#resident.size < this.#maxResident ? this.#kernel.takeSlot() : this.#evict()
    this.#resident.set(segment, slot)
    return slot
  }

  #evict(): number {
    const oldest = [...this.#resident.keys()].find((segment) => segment !== this.#open)
    const slot = oldest === undefined ? undefined : this.#resident.get(oldest)
    assert(
      oldest !== undefined && slot !== undefined && this.#spill !== null,
      'a trace with more events than memory has a place to write them to',
    )
    if (!this.#written.has(oldest.index)) {
      oldest.fillGaps()
      this.#spill.write(oldest.index, this.#kernel.bytes.subarray(slot, slot + slotBytes))
      this.#written.add(oldest.index)
    }
    oldest.setColumns(null)
    this.#resident.delete(oldest)
    return slot
  }
}

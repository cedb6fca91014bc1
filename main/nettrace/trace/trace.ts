import type { Damage } from '../damage.ts'
import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import type { TraceHeader } from '../trace-header.ts'
import { StackTable } from './stack-table.ts'
import type { TraceSegment } from './trace-segment.ts'
import {
  type EventLoss,
  GuidTable,
  type LabelList,
  type SequencePoint,
  type TraceEventType,
  type TraceThread,
} from './trace-tables.ts'

export interface TraceFormat {
  readonly container: 'netperf' | 'nettrace'
  /** 3 netperf, 4 and 5 nettrace (5: the metadata has trailing tags; the container says 4 for both), 6. */
  readonly major: number
  readonly minor: number
  /** Version of the `Trace` object (3 to 5 only); of V6 the major number again. */
  readonly objectVersion: number
}

/** Everything a stream said, so far. Tables only grow; the reader writes, everyone else reads. */
export class Trace {
  /** Whose memory the columns lie in, for work on many of them; null when a trace was put together by hand. */
  readonly kernel: DecodeKernel | null
  format: TraceFormat | null = null
  header: TraceHeader | null = null
  readonly types: TraceEventType[] = []
  readonly threads: TraceThread[] = []
  readonly stacks: StackTable
  readonly activities = new GuidTable()
  /** The first ones; `lostEventCount` counts all. */
  readonly losses: EventLoss[] = []
  /** V6: index 0 is the empty list. */
  readonly labels: LabelList[] = [[]]
  readonly sequencePoints: SequencePoint[] = []
  /** The first ones; `damageCount` counts all. */
  readonly damage: Damage[] = []
  damageCount = 0
  /** Kinds of blocks this reader does not know, skipped by their size. */
  readonly unknownBlocks = new Map<string, number>()
  readonly segments: TraceSegment[] = []
  readonly keepsSegments: boolean
  eventCount = 0
  lostEventCount = 0
  /** Bytes of the stream understood so far. */
  readByteCount = 0
  /** The stream had its end marker. */
  isComplete = false

  /** @param keepsSegments false: only the segment that is being filled is there. */
  constructor(kernel: DecodeKernel | null = null, keepsSegments = true) {
    this.kernel = kernel
    this.keepsSegments = keepsSegments
    this.stacks = new StackTable(kernel)
  }

  /** Unix milliseconds of ticks since sync, to about a microsecond; the sync point itself has whole milliseconds. */
  unixMs(ticks: number): number {
    const header = this.header
    return header === null ? 0 : header.syncUnixMs + (ticks / header.ticksPerSecond) * 1000
  }

  /** Nanoseconds of ticks since sync, exact (rounded down where a tick is no whole number of them). */
  relativeNanos(ticks: number): bigint {
    return nanosOf(ticks, this.header?.ticksPerSecond ?? 1)
  }

  /** Unix nanoseconds, exact. */
  unixNanos(ticks: number): bigint {
    return BigInt(this.header?.syncUnixMs ?? 0) * 1_000_000n + this.relativeNanos(ticks)
  }
}

function nanosOf(ticks: number, ticksPerSecond: number): bigint {
  const product = BigInt(ticks) * 1_000_000_000n
  const frequency = BigInt(ticksPerSecond)
  const isBelow = product < 0n && product % frequency !== 0n
  return product / frequency - (isBelow ? 1n : 0n)
}

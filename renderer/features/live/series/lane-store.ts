import { partitionPoint } from '../../../../shared/base/partition-point.ts'
import { lanesColumns, laneCodes, readLiveFrameHeader } from '../../../../shared/frames/live-frame.ts'

export interface LaneEvent {
  readonly timeMs: number
  readonly durationMs: number
  /** GC: generation. Exceptions: how many in the interval that ends at timeMs. */
  readonly amount: number
}

/** 16,384 of each kind: 4.5 hours at one a second. */
const maxEvents = 16_384

/** GC and exception events of one live view, newest kept; in time order. */
export class LaneStore {
  readonly #gc: LaneEvent[] = []
  readonly #exceptions: LaneEvent[] = []
  #revision = 0
  #oldestOfLastFrameMs = Infinity

  get revision(): number {
    return this.#revision
  }

  /** Time of the oldest event in the frame that was applied last; Infinity when it had none. */
  get oldestOfLastFrameMs(): number {
    return this.#oldestOfLastFrameMs
  }

  /** False = not a lanes frame of ours. */
  applyFrame(frame: ArrayBuffer): boolean {
    const header = readLiveFrameHeader(frame)
    if (header === null || header.kind !== 'lanes') return false
    const { timeMs, durationMs, amount, lane } = lanesColumns(frame, header)
    this.#oldestOfLastFrameMs = Infinity
    for (let i = 0; i < header.count; i++) {
      const event = { timeMs: timeMs[i] ?? 0, durationMs: durationMs[i] ?? 0, amount: amount[i] ?? 0 }
      this.#oldestOfLastFrameMs = Math.min(this.#oldestOfLastFrameMs, event.timeMs)
      if (lane[i] === laneCodes.gc) insert(this.#gc, event)
      else if (lane[i] === laneCodes.exception) insert(this.#exceptions, event)
    }
    if (header.count > 0) this.#revision += 1
    return true
  }

  gcIn(fromMs: number, toMs: number): readonly LaneEvent[] {
    return within(this.#gc, fromMs, toMs)
  }

  exceptionsIn(fromMs: number, toMs: number): readonly LaneEvent[] {
    return within(this.#exceptions, fromMs, toMs)
  }
}

/** A GC is known at its end, and background ones overlap: times come almost, not quite, in order. */
function insert(events: LaneEvent[], event: LaneEvent): void {
  let at = events.length
  while (at > 0 && (events[at - 1]?.timeMs ?? 0) > event.timeMs) at -= 1
  events.splice(at, 0, event)
  // Dropped in blocks, because shifting an array of this length for every event would cost more than the event.
  if (events.length > maxEvents * 1.25) events.splice(0, events.length - maxEvents)
}

function within(events: readonly LaneEvent[], fromMs: number, toMs: number): readonly LaneEvent[] {
  return events.slice(firstAtOrAfter(events, fromMs), firstAtOrAfter(events, toMs + 1e-6))
}

function firstAtOrAfter(events: readonly LaneEvent[], timeMs: number): number {
  return partitionPoint(0, events.length, (at) => events[at]!.timeMs < timeMs)
}

import { laneCodes, writeLanesFrame } from '../../shared/frames/live-frame.ts'
import type { GcPause } from '../events/runtime-events.ts'

/** Entries kept for exports and late views; a collection a second for a day. */
export const maxLaneEntries = 100_000
/** At the most: at a pace of a minute they still belong to their second. */
const exceptionBinMs = 1000
/** 21 bytes an entry; a frame stays under 64 KiB. */
const entriesPerFrame = 3000

interface LaneEntry {
  readonly timeMs: number
  readonly durationMs: number
  readonly amount: number
  readonly lane: number
}

/** Collections and exceptions on the time axis; exceptions are counted per interval, but at least per second, and stand at the last one. */
export class Lanes {
  #entries: LaneEntry[] = []
  #announced = 0
  #droppedCount = 0
  #intervalMs: number
  #binEndMs = 0
  #binLastMs = 0
  #binCount = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  get entries(): readonly LaneEntry[] {
    return this.#entries
  }
  get droppedCount(): number {
    return this.#droppedCount
  }
  get hasNew(): boolean {
    return this.#announced < this.#entries.length
  }

  setInterval(intervalMs: number): void {
    this.#closeBin()
    this.#intervalMs = intervalMs
  }

  addPause(pause: GcPause, startMs: number, endMs: number): void {
    this.#push({ timeMs: startMs, durationMs: endMs - startMs, amount: pause.generation, lane: laneCodes.gc })
  }

  addException(timeMs: number): void {
    const binMs = this.#intervalMs > 0 ? Math.min(this.#intervalMs, exceptionBinMs) : exceptionBinMs
    const endMs = (Math.floor(timeMs / binMs) + 1) * binMs
    if (endMs !== this.#binEndMs) this.#closeBin()
    this.#binEndMs = endMs
    this.#binLastMs = this.#binCount === 0 ? timeMs : Math.max(this.#binLastMs, timeMs)
    this.#binCount++
  }

  /** Nothing earlier follows: an interval that ended can be shown. */
  advanceTo(timeMs: number): void {
    if (this.#binCount > 0 && timeMs >= this.#binEndMs) this.#closeBin()
  }

  /** Entries since the last call, as one frame. */
  takeFrame(revision: number, droppedFrames: number): ArrayBuffer {
    const entries = this.#entries.slice(this.#announced, this.#announced + entriesPerFrame)
    this.#announced += entries.length
    return frameOf(entries, revision, droppedFrames)
  }

  /** Entries from a time on, for a view that joins late. */
  framesSince(fromMs: number, nextRevision: () => number): ArrayBuffer[] {
    const entries = this.#entries.filter((entry) => entry.timeMs + entry.durationMs >= fromMs)
    const frames: ArrayBuffer[] = []
    for (let start = 0; start < entries.length; start += entriesPerFrame)
      frames.push(frameOf(entries.slice(start, start + entriesPerFrame), nextRevision(), 0))
    return frames
  }

  #closeBin(): void {
    if (this.#binCount === 0) return
    // Not the end of the bin: that may lie behind the end of the process.
    this.#push({ timeMs: this.#binLastMs, durationMs: 0, amount: this.#binCount, lane: laneCodes.exception })
    this.#binCount = 0
  }

  #push(entry: LaneEntry): void {
    if (this.#entries.length >= maxLaneEntries) {
      const dropped = Math.floor(maxLaneEntries / 10)
      this.#entries = this.#entries.slice(dropped)
      this.#announced = Math.max(0, this.#announced - dropped)
      this.#droppedCount += dropped
    }
    this.#entries.push(entry)
  }
}

function frameOf(entries: readonly LaneEntry[], revision: number, droppedFrames: number): ArrayBuffer {
  const columns = {
    timeMs: Float64Array.from(entries, (entry) => entry.timeMs),
    durationMs: Float64Array.from(entries, (entry) => entry.durationMs),
    amount: Float32Array.from(entries, (entry) => entry.amount),
    lane: Uint8Array.from(entries, (entry) => entry.lane),
  }
  return writeLanesFrame(columns, entries.length, revision, droppedFrames)
}

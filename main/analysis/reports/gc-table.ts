import { secretKey } from '../../nettrace/secret-hash.ts'
import { type GcEvent, gcEventIds } from './gc-events.ts'

export const backgroundGc = 1

/** One collection. Times are ticks since sync, lengths ticks, sizes bytes; null where the trace does not tell. */
export interface GcRow {
  readonly number: number
  readonly generation: number
  /** As in the events (GCReason, GCType). */
  readonly reason: number
  readonly type: number
  readonly startTicks: number
  /** From start to stop; of a background collection most of it without a pause. */
  readonly durationTicks: number | null
  readonly pauseStartTicks: number
  /** Time the application stood still for it, both pauses of a background collection added. */
  readonly pauseTicks: number | null
  /** Time it took to bring all threads to a stop. */
  readonly suspendTicks: number
  readonly heapBeforeBytes: number | null
  readonly heapAfterBytes: number | null
  readonly promotedBytes: number | null
  /** Size and promoted bytes after it of generations 0, 1, 2, large objects, pinned objects. */
  readonly generations: readonly { readonly sizeBytes: number; readonly promotedBytes: number }[]
}

type Building = { -readonly [Name in keyof GcRow]: GcRow[Name] } & { isPauseOver: boolean; isStopped: boolean }

/**
 * Collections of a trace from their events in time order, as Microsoft's TraceEvent puts them together:
 *
 * - A pause lasts from the begin of the suspension to the end of the restart. It belongs to the last collection that started
 *   and is not over, otherwise to the background collection that is under way.
 * - A collection that starts within the first pause of a background one has its pause from its own start; the background one
 *   is then counted with the time of the suspension only.
 * - Heap sizes before are summed over all heaps of a server collector; after come from the statistics behind the stop.
 *
 * A collection that was under way when recording began is left out.
 */
export function gcTable(events: readonly GcEvent[]): readonly GcRow[] {
  const builder = new GcTableBuilder()
  for (const event of events) builder.add(event)
  return builder.rows.map(({ isPauseOver: _pause, isStopped: _stopped, ...row }) => row)
}

/** The suspension that is under way. */
interface Suspension {
  readonly threadIndex: number
  readonly startTicks: number
  /** Until all threads stood still. */
  stopTicks: number
}

class GcTableBuilder {
  readonly rows: Building[] = []
  /** By `secretKey` of the number. */
  readonly #byNumber = new Map<number, Building>()
  #background: Building | null = null
  #suspension: Suspension | null = null
  #lastStopped: Building | null = null

  add({ ticks, threadIndex, id, values }: GcEvent): void {
    const last = this.rows.at(-1)
    switch (id) {
      case gcEventIds.suspendStart:
        this.#suspension = { threadIndex, startTicks: ticks, stopTicks: 0 }
        return
      case gcEventIds.suspendStop:
        if (this.#suspension?.threadIndex === threadIndex)
          this.#suspension.stopTicks = ticks - this.#suspension.startTicks
        return
      case gcEventIds.start:
        this.#start(ticks, values)
        return
      case gcEventIds.stop: {
        const row = this.#byNumber.get(secretKey(values[0] ?? -1))
        this.#lastStopped = row ?? null
        if (row === undefined) return
        row.durationTicks = ticks - row.startTicks
        row.isStopped = true
        if (row === this.#background) this.#background = null
        return
      }
      case gcEventIds.heapStats:
        if (this.#lastStopped?.heapAfterBytes === null) takeHeapStats(this.#lastStopped, values)
        return
      case gcEventIds.perHeapHistory: {
        const row = last !== undefined && !last.isStopped ? last : this.#background
        if (row) row.heapBeforeBytes = (row.heapBeforeBytes ?? 0) + (values[0] ?? 0)
        return
      }
      case gcEventIds.restartStop:
        this.#restart(ticks, threadIndex)
        return
      default:
    }
  }

  #start(ticks: number, values: readonly number[]): void {
    const [number = 0, generation = 0, reason = 0, type = 0] = values
    const background = this.#background
    const isWithinPause = background !== null && background === this.rows.at(-1) && !background.isPauseOver
    if (isWithinPause) {
      background.pauseTicks = background.suspendTicks
      background.isPauseOver = true
    }
    const suspension = isWithinPause ? null : this.#suspension
    const row: Building = {
      number,
      generation,
      reason,
      type,
      startTicks: ticks,
      durationTicks: null,
      pauseStartTicks: suspension?.startTicks ?? ticks,
      pauseTicks: null,
      suspendTicks: suspension?.stopTicks ?? 0,
      heapBeforeBytes: null,
      heapAfterBytes: null,
      promotedBytes: null,
      generations: [],
      isPauseOver: false,
      isStopped: false,
    }
    this.rows.push(row)
    this.#byNumber.set(secretKey(number), row)
    if (type === backgroundGc) this.#background = row
  }

  #restart(ticks: number, threadIndex: number): void {
    const suspension = this.#suspension
    if (suspension === null || suspension.threadIndex !== threadIndex) return
    this.#suspension = null
    const last = this.rows.at(-1)
    const row = last !== undefined && !last.isPauseOver ? last : this.#background
    if (!row) return
    if (row.isPauseOver) row.suspendTicks += suspension.stopTicks
    row.pauseTicks = (row.pauseTicks ?? 0) + ticks - (row.isPauseOver ? suspension.startTicks : row.pauseStartTicks)
    row.isPauseOver = true
  }
}

function takeHeapStats(row: Building, values: readonly number[]): void {
  const [after = 0, promoted = 0, ...perGeneration] = values
  row.heapAfterBytes = after
  row.promotedBytes = promoted
  row.generations = [0, 1, 2, 3, 4].map((index) => ({
    sizeBytes: perGeneration[index * 2] ?? 0,
    promotedBytes: perGeneration[index * 2 + 1] ?? 0,
  }))
}

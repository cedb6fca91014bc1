import { work } from '../../nettrace/work-steps.ts'
import { handoffKinds, waitLink, type WorkSigns } from './work-signs.ts'

/** Work that waited for a thread from one time to another, and the thread that took it. */
export interface Handoff {
  readonly fromTicks: number
  readonly toTicks: number
  readonly threadIndex: number
}

/** Pairs of putting work in line and taking it, in the order of their ends. */
export function handoffs(signs: WorkSigns): readonly Handoff[] {
  const { handoffKind, handoffId, handoffTicks, handoffThread } = signs
  const pairing = new Pairing()
  for (const row of rowsInOrder(signs)) {
    const id = handoffId.at(row)
    const place = { ticks: handoffTicks.at(row), thread: handoffThread.at(row) }
    switch (handoffKind.at(row)) {
      case waitLink:
        // Two rows, one after the other: the second one is not in order.
        pairing.awaits(id, handoffId.at(row + 1))
        break
      case handoffKinds.taskIn:
        pairing.tasks.set(id, place.ticks)
        break
      case handoffKinds.taskOut:
        pairing.take(pairing.tasks, id, place)
        break
      case handoffKinds.awaitIn:
        pairing.continuations.set(id, place.ticks)
        break
      case handoffKinds.awaitOut:
        pairing.take(pairing.continuations, pairing.continuationOf(id), place)
        break
      case handoffKinds.poolIn:
        pairing.pool.set(id, place.ticks)
        break
      case handoffKinds.poolOut:
        pairing.take(pairing.pool, id, place)
    }
  }
  return pairing.found
}

/** Threads write blocks of their own: what was taken may come before it was put in line. */
function rowsInOrder({ handoffKind, handoffTicks }: WorkSigns): readonly number[] {
  const rows: number[] = []
  for (let row = 0; row < handoffKind.count; row++) {
    rows.push(row)
    if (handoffKind.at(row) === waitLink) row++
  }
  work.steps += rows.length
  return rows.sort((a, b) => handoffTicks.at(a) - handoffTicks.at(b) || a - b)
}

class Pairing {
  readonly found: Handoff[] = []
  readonly tasks = new Map<number, number>()
  readonly continuations = new Map<number, number>()
  readonly pool = new Map<number, number>()
  /** By task: what goes on when it is done. */
  readonly #awaiting = new Map<number, number>()

  awaits(task: number, continuation: number): void {
    this.#awaiting.set(task, continuation)
  }

  continuationOf(task: number): number {
    return this.#awaiting.get(task) ?? 0
  }

  take(waiting: Map<number, number>, id: number, { ticks, thread }: { ticks: number; thread: number }): void {
    const fromTicks = waiting.get(id)
    if (fromTicks === undefined) return
    waiting.delete(id)
    this.found.push({ fromTicks, toTicks: ticks, threadIndex: thread })
  }
}

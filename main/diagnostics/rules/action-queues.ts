import type { ProcessKey } from '../../../shared/model/ids.ts'

/** Of one process; the next is skipped. */
const mostWaiting = 2

interface Queue {
  waitingCount: number
  doing: Promise<void>
}

/** Captures of one process, one after the other. A queue is the process's, whatever becomes of the rules that asked. */
export class ActionQueues {
  readonly #queues = new Map<ProcessKey, Queue>()

  isFull(key: ProcessKey): boolean {
    return (this.#queues.get(key)?.waitingCount ?? 0) >= mostWaiting
  }

  /** `act` deals with its failures itself. */
  add(key: ProcessKey, act: () => Promise<void>): void {
    const queue = this.#queues.get(key) ?? { waitingCount: 0, doing: Promise.resolve() }
    this.#queues.set(key, queue)
    queue.waitingCount += 1
    queue.doing = queue.doing.then(act).finally(() => {
      queue.waitingCount -= 1
      if (queue.waitingCount === 0) this.#queues.delete(key)
    })
  }

  /** Everything that has been added by now is done. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ doing }) => doing))
  }
}

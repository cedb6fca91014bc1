import type { SshLink } from '../../machines/ssh-link.ts'
import { pause } from '../../os/pause.ts'

/** A disconnect waits so long for programs that are being started. */
const startingWithinMs = 4000

/** What is being started on other machines: a connection is not closed, and the app does not end, in the middle of that. */
export class StartGate {
  readonly #starting = new Set<{ readonly machine: string; readonly isStarted: Promise<unknown> }>()
  /** Connections that are about to be closed: nothing more is started through them. */
  readonly #closing = new WeakSet<SshLink>()
  #isOver = false

  isClosing(link: SshLink): boolean {
    return this.#isOver || this.#closing.has(link)
  }

  close(link: SshLink): void {
    this.#closing.add(link)
  }

  closeAll(): void {
    this.#isOver = true
  }

  /** Whoever closes waits for the end of this. */
  during<Outcome>(machine: string, isStarted: Promise<Outcome>): Promise<Outcome> {
    const starting = { machine, isStarted }
    this.#starting.add(starting)
    return isStarted.finally(() => this.#starting.delete(starting))
  }

  /** On that machine; null: on all. */
  async whenStarted(machineId: string | null): Promise<void> {
    const starting = [...this.#starting].filter(({ machine }) => machineId === null || machine === machineId)
    if (starting.length === 0) return
    const waiting = new AbortController()
    const all = Promise.allSettled(starting.map(({ isStarted }) => isStarted))
    await Promise.race([all, pause(startingWithinMs, waiting.signal)])
    waiting.abort()
  }
}

import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessUsage } from '../../../shared/model/process.ts'
import { Attention } from './attention.ts'
import { UsageHistory } from './model/usage-history.ts'

/**
 * Usage of all processes, once a second, beside the store: readers subscribe and read while they draw. Nothing here makes React
 * render. While nobody is at the window readers hear of every second, later of every fifth sample only (docs/decisions/0020): a
 * frame costs more than all the rest of an idle app. No sample is lost, the next frame shows them all, and who comes back gets one
 * at once.
 */
export class UsageFeed {
  readonly history = new UsageHistory()
  readonly attention: Attention
  readonly #latest = new Map<ProcessKey, ProcessUsage>()
  readonly #listeners = new Set<() => void>()

  constructor(attention = new Attention()) {
    this.attention = attention
    attention.onReturn(() => this.#notify())
  }

  /** Newest sample; null before the first one of this process. */
  latest(key: ProcessKey): ProcessUsage | null {
    return this.#latest.get(key) ?? null
  }

  accept(message: ProcessMessage): void {
    switch (message.kind) {
      case 'usage':
        for (const entry of message.entries) this.#latest.set(entry.key, entry)
        this.history.append(message.timeMs, message.entries)
        if (this.history.revision % this.attention.samplesPerFrame === 0) this.#notify()
        break
      case 'changes':
        for (const key of message.removed) this.#latest.delete(key)
        break
      case 'snapshot': {
        const listed = new Set(message.rows.map((row) => row.key))
        for (const key of this.#latest.keys()) if (!listed.has(key)) this.#latest.delete(key)
        break
      }
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The window's feed. */
export const usageFeed = new UsageFeed()

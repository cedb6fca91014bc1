import type { ProcessKey } from '../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow, ProcessUsage } from '../../shared/model/process.ts'

/**
 * The rows of the stream `processes.rows`, outside the store (which holds only revisions): a plain map that every screen may
 * read while drawing. Rows are replaced, never changed in place, so a row may be compared by identity.
 */
export class ProcessTable {
  readonly #rows = new Map<ProcessKey, ProcessRow>()
  readonly #usage = new Map<ProcessKey, ProcessUsage>()
  readonly #arrivedAtMs = new Map<ProcessKey, number>()
  #lastRevision: number | null = null
  #isScanComplete = false

  get size(): number {
    return this.#rows.size
  }

  /** False until the first look at the machine is finished; what is listed before is true, but not all. */
  get isScanComplete(): boolean {
    return this.#isScanComplete
  }

  rows(): readonly ProcessRow[] {
    return [...this.#rows.values()]
  }

  row(key: ProcessKey): ProcessRow | null {
    return this.#rows.get(key) ?? null
  }

  /** Newest usage, null before the first sample of this process. */
  usage(key: ProcessKey): ProcessUsage | null {
    return this.#usage.get(key) ?? null
  }

  /** When the row came in while one was watching; null for those that were there at the first look. */
  arrivedAtMs(key: ProcessKey): number | null {
    return this.#arrivedAtMs.get(key) ?? null
  }

  /**
   * Applies one message. `resync` means that changes were lost on the way (a revision is missing): the rows are kept as they are and
   * the stream should be opened again, which brings a snapshot.
   */
  apply(message: ProcessMessage, nowMs: number): 'rows' | 'usage' | 'resync' {
    const isGap = this.#lastRevision !== null && message.revision > this.#lastRevision + 1
    // Usage may overtake waiting changes when the page lags (it replaces an older one in the queue): keep the highest.
    this.#lastRevision =
      message.kind === 'snapshot' ? message.revision : Math.max(this.#lastRevision ?? 0, message.revision)
    switch (message.kind) {
      case 'snapshot':
        this.#applySnapshot(message.rows)
        this.#isScanComplete = message.isScanComplete
        return 'rows'
      case 'changes':
        for (const row of message.upserted) this.#upsert(row, this.#isScanComplete ? nowMs : null)
        for (const key of message.removed) this.#remove(key)
        return isGap ? 'resync' : 'rows'
      case 'usage':
        for (const entry of message.entries) this.#usage.set(entry.key, entry)
        return 'usage'
    }
  }

  /** Before the stream is opened again: the next message starts a new count of revisions. */
  forgetRevision(): void {
    this.#lastRevision = null
  }

  #applySnapshot(rows: readonly ProcessRow[]): void {
    const kept = new Set(rows.map((row) => row.key))
    for (const key of this.#rows.keys()) if (!kept.has(key)) this.#remove(key)
    for (const row of rows) this.#upsert(row, null)
  }

  #upsert(row: ProcessRow, arrivedAtMs: number | null): void {
    if (arrivedAtMs !== null && !this.#rows.has(row.key)) this.#arrivedAtMs.set(row.key, arrivedAtMs)
    this.#rows.set(row.key, row)
  }

  #remove(key: ProcessKey): void {
    this.#rows.delete(key)
    this.#usage.delete(key)
    this.#arrivedAtMs.delete(key)
  }
}

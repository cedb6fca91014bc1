import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow, ProcessUsage } from '../../../shared/model/process.ts'

export type ProcessListener = (message: ProcessMessage) => void

/** Changes within this time become one message. */
const gatherMs = 30

/** The rows, and who is notified of their changes. Knows nothing of where they come from. */
export class ProcessRows implements Disposable {
  readonly #rows = new Map<ProcessKey, ProcessRow>()
  readonly #listeners = new Set<ProcessListener>()
  readonly #upserted = new Set<ProcessKey>()
  readonly #removed = new Set<ProcessKey>()
  #revision = 0
  #isComplete = false
  #timer: NodeJS.Timeout | null = null

  get isComplete(): boolean {
    return this.#isComplete
  }

  rows(): readonly ProcessRow[] {
    return [...this.#rows.values()]
  }

  get(key: ProcessKey): ProcessRow | null {
    return this.#rows.get(key) ?? null
  }

  /** A snapshot comes at once, changes follow. */
  subscribe(listener: ProcessListener): Disposable {
    // What is waiting is part of the snapshot.
    this.#flush()
    this.#listeners.add(listener)
    listener(this.#snapshot())
    return toDisposable(() => this.#listeners.delete(listener))
  }

  put(row: ProcessRow): void {
    if (isSameRow(this.#rows.get(row.key), row)) return
    this.#rows.set(row.key, row)
    this.#upserted.add(row.key)
    this.#removed.delete(row.key)
    this.#schedule()
  }

  remove(key: ProcessKey): void {
    if (!this.#rows.delete(key)) return
    this.#upserted.delete(key)
    this.#removed.add(key)
    this.#schedule()
  }

  /** The first look at the machine is over: until then an empty list means nothing. */
  complete(): void {
    if (this.#isComplete) return
    this.#isComplete = true
    this.#upserted.clear()
    this.#removed.clear()
    this.#notify(this.#snapshot())
  }

  usage(entries: readonly ProcessUsage[], timeMs: number): void {
    this.#notify({ kind: 'usage', revision: ++this.#revision, timeMs, entries })
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #snapshot(): ProcessMessage {
    return { kind: 'snapshot', revision: ++this.#revision, rows: this.rows(), isScanComplete: this.#isComplete }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#upserted.size === 0 && this.#removed.size === 0) return
    const upserted = [...this.#upserted].flatMap((key) => this.#rows.get(key) ?? [])
    const removed = [...this.#removed]
    this.#upserted.clear()
    this.#removed.clear()
    this.#notify({ kind: 'changes', revision: ++this.#revision, upserted, removed })
  }

  #notify(message: ProcessMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

/** Field by field; problem and container by their content. */
function isSameRow(left: ProcessRow | undefined, right: ProcessRow): boolean {
  if (left === undefined) return false
  return (Object.keys(right) as (keyof ProcessRow)[]).every((field) => {
    const a = left[field]
    const b = right[field]
    return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
  })
}

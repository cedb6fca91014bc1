/**
 * Everything that opens, listens or schedules returns one of these and is handed to its owner on the same line.
 * `dispose` is idempotent and never throws.
 */
export interface Disposable {
  dispose(): void
}

export function toDisposable(dispose: () => void): Disposable {
  let isDisposed = false
  return {
    dispose() {
      if (isDisposed) return
      isDisposed = true
      dispose()
    },
  }
}

/** Owner of disposables; disposes them in reverse order. Adding to a disposed store disposes at once. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>()
  #isDisposed = false

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose()
    else this.#items.add(item)
    return item
  }

  /** Something that has ended by itself. */
  forget(item: Disposable): void {
    this.#items.delete(item)
  }

  dispose(): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    const items = [...this.#items].reverse()
    this.#items.clear()
    for (const item of items) item.dispose()
  }
}

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
  readonly #items: Disposable[] = []
  #isDisposed = false

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose()
    else this.#items.push(item)
    return item
  }

  dispose(): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    for (const item of this.#items.reverse()) item.dispose()
    this.#items.length = 0
  }
}

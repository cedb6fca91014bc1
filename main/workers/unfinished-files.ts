import { renameSync, rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { removeWithin } from '../os/remove-within.ts'
import type { FromWorker } from './worker-protocol.ts'

/**
 * A file under a name of its own that is nothing until it is whole. What is written here removes it itself where it fails; a thread that is
 * ended in the middle of it (its document is closed, it runs out of memory, it hangs) cannot, and `WorkerClient` removes it then. Outside
 * threads, in commands, nobody is told.
 */
export class UnfinishedFile implements Disposable, AsyncDisposable {
  readonly path: string
  #isLeft = true

  constructor(path: string) {
    this.path = path
    tell(['unfinished', path, true])
  }

  /** It is whole: another file of that name is replaced. Throws what the system says. */
  putAt(path: string): void {
    renameSync(this.path, path)
    this.done()
  }

  /** It has its final name, or is not there. */
  done(): void {
    if (!this.#isLeft) return
    this.#isLeft = false
    tell(['unfinished', this.path, false])
  }

  [Symbol.dispose](): void {
    if (!this.#isLeft) return
    try {
      rmSync(this.path, { force: true })
    } catch {
      // EACCES, EROFS, a disk that is gone: what failed before says so.
    }
    this.done()
  }

  /** The same for main, which never waits for a disk. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isLeft) return
    await removeWithin(this.path)
    this.done()
  }
}

function tell(message: FromWorker): void {
  parentPort?.postMessage(message)
}

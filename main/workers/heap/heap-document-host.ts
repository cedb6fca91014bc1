import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { WorkerClient } from '../worker-client.ts'
import type { AsksOf, GetsOf } from '../worker-protocol.ts'
import type { HeapDocumentData, HeapDocumentProtocol, HeapProgress, HeapQueryName } from './heap-document-protocol.ts'

export interface HeapDocumentOptions {
  /** The bundled entry, `out/main/heap-document.cjs`. */
  readonly workerPath: string
  readonly path: string
  /** Of a dump: the debugging library of its runtime that the person has chosen. */
  readonly library?: string | null
  /** A thread that ended by itself (a bug, or out of memory). */
  readonly onCrash: (reason: string) => void
}

/** V8 heap of one document; columns lie outside it. */
const heapLimitMb = 1024
const closeDeadlineMs = 1000
/** Dominators of fifty million objects are found in one go. */
const shortestSilenceMs = 300_000
const slowestBytesPerMs = 5000

/** Main's side of an opened heap graph. */
export class HeapDocumentHost implements Disposable {
  readonly path: string
  readonly #client: WorkerClient<HeapDocumentProtocol>
  #progress: HeapProgress = { phase: 'reading', readBytes: 0, totalBytes: 0, objectCount: 0 }
  #typesSoFar: HeapTypesSoFar | null = null

  constructor({ workerPath, path, library = null, onCrash }: HeapDocumentOptions) {
    this.path = path
    this.#client = new WorkerClient({
      workerPath,
      name: 'heap document',
      workerData: { path, library } satisfies HeapDocumentData,
      limits: { maxOldGenerationSizeMb: heapLimitMb },
      closeDeadlineMs,
      silenceMs: () => shortestSilenceMs + this.#progress.totalBytes / slowestBytesPerMs,
      onMessage: (message) => this.#take(message),
      onCrash,
    })
  }

  get progress(): HeapProgress {
    return this.#progress
  }

  /** While a graph that takes long is read; null: nothing to show yet, or all of it can be asked. */
  get typesSoFar(): HeapTypesSoFar | null {
    return this.#typesSoFar
  }

  ask<Name extends HeapQueryName>(
    name: Name,
    request: AsksOf<HeapDocumentProtocol, Name>,
  ): Promise<Result<GetsOf<HeapDocumentProtocol, Name>, AppError>> {
    return this.#client.ask(name, request)
  }

  /** Ends the thread, also while it reads; what was asked and not answered is cancelled. */
  close(): Promise<void> {
    return this.#client.close()
  }

  #take(message: HeapDocumentProtocol['fromWorker']): void {
    if (message.kind === 'types-so-far') {
      this.#typesSoFar = message.types
      return
    }
    const { kind: _kind, ...progress } = message
    this.#progress = progress
    if (progress.phase === 'ready') this.#typesSoFar = null
  }

  dispose(): void {
    void this.close()
  }
}

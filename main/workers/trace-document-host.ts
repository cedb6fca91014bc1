import { Worker } from 'node:worker_threads'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import type {
  FromTraceDocument,
  ToTraceDocument,
  TraceDocumentData,
  TraceQueries,
  TraceQuery,
  TraceQueryName,
} from './trace-document-protocol.ts'

export interface TraceDocumentOptions {
  /** The bundled entry, `out/main/trace-document.cjs`. */
  readonly workerPath: string
  readonly path: string
  /** A thread that ended by itself (a bug, or out of memory). */
  readonly onCrash: (reason: string) => void
}

/** V8 heap of one document; columns lie outside it. */
const heapLimitMb = 1024
/** A thread that does not end by itself after `close` is terminated. */
const closeDeadlineMs = 1000

/** Main's side of an opened trace: questions by number, progress, crash report. */
export class TraceDocumentHost implements Disposable {
  readonly #worker: Worker
  readonly #waiting = new Map<number, (outcome: Result<unknown, AppError>) => void>()
  readonly #ended: Promise<void>
  #nextQueryId = 1
  #isOpen = true
  #progress = { readBytes: 0, totalBytes: 0 }

  constructor({ workerPath, path, onCrash }: TraceDocumentOptions) {
    const workerData: TraceDocumentData = { path }
    const resourceLimits = { maxOldGenerationSizeMb: heapLimitMb }
    this.#worker = new Worker(workerPath, { workerData, name: 'trace document', resourceLimits })
    let failure = 'the worker thread ended'
    this.#worker.on('message', (message: FromTraceDocument) => this.#receive(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        const hasCrashed = this.#isOpen
        this.#isOpen = false
        const error: AppError = hasCrashed ? { kind: 'internal', reference: failure } : { kind: 'cancelled' }
        for (const answer of this.#waiting.values()) answer(err(error))
        this.#waiting.clear()
        if (hasCrashed) onCrash(failure)
        resolve()
      })
    })
  }

  get progress(): { readonly readBytes: number; readonly totalBytes: number } {
    return this.#progress
  }

  ask<Name extends TraceQueryName>(
    name: Name,
    request: TraceQueries[Name]['asks'],
  ): Promise<Result<TraceQueries[Name]['gets'], AppError>> {
    if (!this.#isOpen) return Promise.resolve(err({ kind: 'not-found', what: 'trace document' }))
    const queryId = this.#nextQueryId++
    return new Promise((resolve) => {
      this.#waiting.set(queryId, resolve as (outcome: Result<unknown, AppError>) => void)
      this.#send({ kind: 'query', queryId, query: { name, request } as TraceQuery })
    })
  }

  /** Ends the thread, also while it reads; what was asked and not answered is cancelled. */
  async close(): Promise<void> {
    if (this.#isOpen) {
      this.#send({ kind: 'close' })
      this.#isOpen = false
    }
    const timer = setTimeout(() => void this.#worker.terminate(), closeDeadlineMs)
    await this.#ended
    clearTimeout(timer)
  }

  dispose(): void {
    void this.close()
  }

  #send(message: ToTraceDocument): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromTraceDocument): void {
    if (message.kind === 'progress') {
      this.#progress = { readBytes: message.readBytes, totalBytes: message.totalBytes }
      return
    }
    this.#waiting.get(message.queryId)?.(message.outcome)
    this.#waiting.delete(message.queryId)
  }
}

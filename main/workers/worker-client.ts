import fs from 'node:fs'
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import { type Deadline, fixedDeadline } from './worker-deadline.ts'
import type {
  AsksOf,
  FromWorker,
  GetsOf,
  ProgressOf,
  QuestionName,
  ToWorker,
  WorkerProtocol,
} from './worker-protocol.ts'

export interface WorkerClientOptions<P extends WorkerProtocol> {
  /** The bundled entry. */
  readonly workerPath: string
  /** Of the thread; errors name it. */
  readonly name: string
  readonly workerData?: unknown
  readonly transferList?: readonly Transferable[]
  /** V8's; typed arrays lie outside them. */
  readonly limits?: ResourceLimits
  /** A thread that has not ended by itself so long after `close` is terminated. */
  readonly closeDeadlineMs?: number
  /** A thread that says nothing for so long while something is asked of it is ended, and counts as crashed. */
  readonly silenceMs?: () => number
  readonly onMessage?: (message: P['fromWorker']) => void
  /** Once, for a thread that ended without having been closed. Everything that was asked is answered by then. */
  readonly onCrash?: (reason: string) => void
}

export interface AskOptions<Progress> {
  /** Cancels the question here at once, and in the thread as soon as it looks. */
  readonly signal?: AbortSignal | undefined
  /** Answered with `timeout` when it has passed, and cancelled in the thread. */
  readonly deadline?: number | ((onOver: (waitedMs: number) => void) => Deadline)
  readonly onProgress?: (progress: Progress) => void
  readonly transfer?: readonly Transferable[]
}

interface Waiting {
  readonly settle: (outcome: Result<unknown, AppError>) => void
  readonly onProgress: (progress: unknown) => void
}

const defaultCloseDeadlineMs = 2000
/** Node's, for a thread beyond its heap limit. */
const outOfMemoryCode = 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Main's side of one worker thread: questions by number, messages nobody answers, a crash as an expected error, and an end that does
 * not depend on the thread.
 */
export class WorkerClient<P extends WorkerProtocol> {
  /** The thread is gone. */
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #options: WorkerClientOptions<P>
  readonly #waiting = new Map<number, Waiting>()
  readonly #unfinished = new Set<string>()
  #nextId = 1
  #isOpen = true
  #hasCrashed = false
  #silence: Deadline | null = null

  constructor(options: WorkerClientOptions<P>) {
    this.#options = options
    const { workerPath, name, workerData, transferList, limits } = options
    this.#worker = new Worker(workerPath, {
      name,
      workerData,
      transferList: [...(transferList ?? [])],
      ...(limits && { resourceLimits: limits }),
    })
    let reason = 'the worker thread ended'
    this.#worker.on('message', (message: FromWorker | P['fromWorker']) => this.#receive(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(reason)
        this.#answerAll({ kind: 'cancelled' })
        void this.#removeUnfinished().then(resolve)
      })
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Something was asked that is not answered yet. */
  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed
  }

  ask<Name extends QuestionName<P>>(
    name: Name,
    request: AsksOf<P, Name>,
    options: AskOptions<ProgressOf<P, Name>> = {},
  ): Promise<Result<GetsOf<P, Name>, AppError>> {
    if (!this.#isOpen) return Promise.resolve(err({ kind: 'not-found', what: this.#options.name }))
    const { signal, transfer = [] } = options
    if (signal?.aborted) return Promise.resolve(err({ kind: 'cancelled' }))
    const id = this.#nextId++
    const answered = new Promise<Result<unknown, AppError>>((resolve) => this.#await(id, name, options, resolve))
    this.#post(['ask', id, name, request], transfer)
    return answered as Promise<Result<GetsOf<P, Name>, AppError>>
  }

  /** What is in `transfer` is empty here afterwards. False when the thread is gone or closed: nothing was sent. */
  send(message: P['toWorker'], transfer: readonly Transferable[] = []): boolean {
    if (this.#isOpen) this.#worker.postMessage(message, transfer)
    return this.#isOpen
  }

  /** Lets the thread end, also one that hangs; what was asked and not answered is cancelled. Resolves when it is gone. */
  async close(): Promise<void> {
    if (this.#isOpen) this.#post(['close'])
    this.#isOpen = false
    const deadlineMs = this.#options.closeDeadlineMs ?? defaultCloseDeadlineMs
    const timer = setTimeout(() => void this.#worker.terminate(), deadlineMs)
    await this.ended
    clearTimeout(timer)
  }

  /** Ends the thread at once. With a reason it counts as a crash. */
  terminate(reason?: string): void {
    if (reason !== undefined) this.#fail(reason)
    this.#isOpen = false
    void this.#worker.terminate()
  }

  #await(
    id: number,
    name: string,
    options: AskOptions<never>,
    resolve: (outcome: Result<unknown, AppError>) => void,
  ): void {
    const { signal, deadline } = options
    const cancel = (error: AppError): void => {
      if (this.#isOpen) this.#post(['cancel', id])
      this.#waiting.get(id)?.settle(err(error))
    }
    const onAbort = (): void => cancel({ kind: 'cancelled' })
    const onOver = (timeoutMs: number): void => cancel({ kind: 'timeout', operation: name, timeoutMs })
    const running = typeof deadline === 'number' ? fixedDeadline(deadline, onOver) : deadline?.(onOver)
    signal?.addEventListener('abort', onAbort)
    this.#waiting.set(id, {
      onProgress: (progress) => {
        running?.beat()
        options.onProgress?.(progress as never)
      },
      settle: (outcome) => {
        this.#waiting.delete(id)
        running?.dispose()
        signal?.removeEventListener('abort', onAbort)
        this.#listen()
        resolve(outcome)
      },
    })
    this.#listen()
  }

  /** Anew with every sign of life. */
  #listen(): void {
    this.#silence?.dispose()
    const { silenceMs } = this.#options
    if (silenceMs === undefined) return
    this.#silence =
      this.#waiting.size === 0 || !this.#isOpen
        ? null
        : fixedDeadline(silenceMs(), (waitedMs) => this.#endSilent(waitedMs))
  }

  #endSilent(silentMs: number): void {
    this.#fail(`no sign of life for ${silentMs} ms`, silentMs)
    void this.#worker.terminate()
  }

  #post(message: ToWorker, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  #receive(message: FromWorker | P['fromWorker']): void {
    this.#listen()
    if (!Array.isArray(message)) {
      this.#options.onMessage?.(message as P['fromWorker'])
      return
    }
    const told = message as unknown as FromWorker
    if (told[0] === 'unfinished') {
      if (told[2]) this.#unfinished.add(told[1])
      else this.#unfinished.delete(told[1])
      return
    }
    const [kind, id, content] = told
    const waiting = this.#waiting.get(id)
    if (kind === 'progress') waiting?.onProgress(content)
    else waiting?.settle(content)
  }

  async #removeUnfinished(): Promise<void> {
    const removed = [...this.#unfinished].map((path) => fs.promises.rm(path, { force: true }))
    this.#unfinished.clear()
    // EACCES, EROFS, a disk that is gone: there is nobody left to tell.
    await Promise.allSettled(removed)
  }

  #fail(reason: string, silentMs?: number): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#hasCrashed = true
    const isOutOfMemory = reason === outOfMemoryCode
    const what = this.#options.name
    this.#answerAll({ kind: 'worker-ended', what, reason, isOutOfMemory, ...(silentMs !== undefined && { silentMs }) })
    this.#options.onCrash?.(reason)
  }

  #answerAll(error: AppError): void {
    for (const { settle } of this.#waiting.values()) settle(err(error))
  }
}

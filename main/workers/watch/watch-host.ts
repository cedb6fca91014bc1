import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import type { StopConditions } from '../../../shared/model/recording.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'
import { VerifyDeadline } from './verify-deadline.ts'
import type { FileVerdict, FromWatcher, ToWatcher, WatchData, WatchRequest, WatchStatus } from './watch-protocol.ts'

/** V8 heap of the thread. When it is not enough the live picture ends; the recording goes on. */
const heapLimitMb = 512
const closeDeadlineMs = 2000

export interface WatchHostOptions {
  /** The bundled entry, `out/main/recording-watch.cjs`. */
  readonly workerPath: string
  /** Of the process; what its samples mean depends on it. Null or left out: not known. */
  readonly runtimeVersion?: string | null
  readonly onStatus?: (status: WatchStatus) => void
  readonly onCondition?: (condition: 'event' | 'counter', detail: string) => void
  /** The thread ended by itself; nothing more will be told. */
  readonly onLost?: (reason: string) => void
}

/** Main's side of one watching thread. */
export class WatchHost implements Disposable {
  readonly #worker: Worker
  readonly #options: WatchHostOptions
  readonly #deadlines = new Map<number, VerifyDeadline>()
  readonly #requests = new Map<number, (outcome: Result<FileVerdict | SnapshotStacks, AppError>) => void>()
  #nextRequestId = 1
  #isOpen = true
  #isLost = false

  constructor(options: WatchHostOptions) {
    this.#options = options
    this.#worker = new Worker(options.workerPath, {
      name: 'recording watch',
      workerData: { runtimeVersion: options.runtimeVersion ?? null } satisfies WatchData,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
    })
    let failure = 'the thread ended'
    this.#worker.on('message', (message: FromWatcher) => this.#receive(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message
    })
    this.#worker.once('exit', () => this.#fail(failure))
  }

  /** The thread ended by itself, for a bug or its heap limit. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** The port for the recorder, through which this thread is fed. */
  follow(path: string, stop: StopConditions): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.#send({ kind: 'follow', port: port2, path, stop }, [port2])
    return port1
  }

  /** Transfers the bytes of a side session; null ends it. */
  addNames(index: number, bytes: ArrayBuffer | null): void {
    this.#send({ kind: 'names', index, bytes }, bytes === null ? [] : [bytes])
  }

  /** `timeout`: the disk stopped giving bytes, or gives them too slowly for a file of this size. */
  async verify(path: string, sizeBytes: number): Promise<Result<FileVerdict, AppError>> {
    const requestId = this.#nextRequestId
    const deadline = new VerifyDeadline(sizeBytes, (timeoutMs) =>
      this.#answer(requestId, err({ kind: 'timeout', operation: 'verify', timeoutMs })),
    )
    this.#deadlines.set(requestId, deadline)
    const verdict = (await this.#request({ kind: 'verify', path })) as Result<FileVerdict, AppError>
    deadline.dispose()
    this.#deadlines.delete(requestId)
    return verdict
  }

  async readStacks(path: string): Promise<Result<SnapshotStacks, AppError>> {
    return (await this.#request({ kind: 'stacks', path })) as Result<SnapshotStacks, AppError>
  }

  dispose(): void {
    if (!this.#isOpen) return
    this.#send({ kind: 'close' })
    this.#isOpen = false
    const timer = setTimeout(() => void this.#worker.terminate(), closeDeadlineMs)
    this.#worker.once('exit', () => clearTimeout(timer))
  }

  #request(request: WatchRequest): Promise<Result<FileVerdict | SnapshotStacks, AppError>> {
    if (!this.#isOpen) return Promise.resolve(err({ kind: 'not-found', what: 'watching thread' }))
    const requestId = this.#nextRequestId++
    return new Promise((resolve) => {
      this.#requests.set(requestId, resolve)
      this.#send({ kind: 'request', requestId, request })
    })
  }

  #send(message: ToWatcher, transfer: (ArrayBuffer | MessagePort)[] = []): void {
    if (this.#isOpen) this.#worker.postMessage(message, transfer)
  }

  #receive(message: FromWatcher): void {
    if (message.kind === 'status') this.#options.onStatus?.(message.status)
    else if (message.kind === 'condition') this.#options.onCondition?.(message.condition, message.detail)
    else if (message.kind === 'progress') this.#deadlines.get(message.requestId)?.beat()
    else this.#answer(message.requestId, message.outcome)
  }

  #answer(requestId: number, outcome: Result<FileVerdict | SnapshotStacks, AppError>): void {
    const resolve = this.#requests.get(requestId)
    this.#requests.delete(requestId)
    resolve?.(outcome)
  }

  #fail(reason: string): void {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    for (const resolve of this.#requests.values()) resolve(err({ kind: 'internal', reference: `watch: ${reason}` }))
    this.#requests.clear()
    this.#isLost = wasOpen
    if (wasOpen) this.#options.onLost?.(reason)
  }
}

import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import { WorkerClient } from '../worker-client.ts'
import type { EventCondition, Hit, RulesProtocol, RulesQuestions, StreamPiece } from './rules-protocol.ts'

const heapLimitMb = 256
const maxHits = 20_000
/** Streams of all processes wait this long for each other: waking the thread costs more than what most pieces hold. */
const gatherMs = 250
const gatherBytes = 1024 * 1024

interface StreamListener {
  readonly onHits: (hits: readonly Hit[]) => void
  /** After `end`: everything that had come was looked through, or nobody does it any more. */
  readonly onRead?: () => void
  /** The thread has ended; nobody looks at this stream any more. */
  readonly onLost: () => void
}

/** Main's side of the thread that looks for the events of rules; it is there while a stream is open. */
export class RulesHost implements Disposable {
  readonly #workerPath: string
  readonly #onCrash: (reason: string) => void
  readonly #listeners = new Map<number, StreamListener>()
  /** Streams that are over; what had come of them is still looked through. */
  readonly #ending = new Set<number>()
  #client: WorkerClient<RulesProtocol> | null = null
  #nextStream = 1
  #gathered: StreamPiece[] = []
  #gatheredBytes = 0
  #flushTimer: NodeJS.Timeout | undefined

  constructor(workerPath: string, onCrash: (reason: string) => void) {
    this.#workerPath = workerPath
    this.#onCrash = onCrash
  }

  begin(conditions: readonly EventCondition[], listener: StreamListener): number {
    const stream = this.#nextStream++
    this.#listeners.set(stream, listener)
    this.#open().send({ kind: 'begin', stream, conditions })
    return stream
  }

  /** Transfers the bytes. */
  push(stream: number, bytes: ArrayBuffer): void {
    if (!this.#isOpen(stream)) return
    this.#gathered.push({ stream, bytes })
    this.#gatheredBytes += bytes.byteLength
    if (this.#gatheredBytes >= gatherBytes) this.#flush()
    else this.#flushTimer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  /** What came before still has its hits. */
  end(stream: number): void {
    if (!this.#isOpen(stream)) return
    this.#flush()
    this.#ending.add(stream)
    this.#client?.send({ kind: 'end', stream })
  }

  scan(path: string, conditions: readonly EventCondition[]): Promise<Result<RulesQuestions['scan']['gets'], AppError>> {
    return this.#alone((client) => client.ask('scan', { path, conditions, maxHits }))
  }

  readCounterFile(path: string): Promise<Result<RulesQuestions['counter-file']['gets'], AppError>> {
    return this.#alone((client) => client.ask('counter-file', { path }))
  }

  #isOpen(stream: number): boolean {
    return this.#listeners.has(stream) && !this.#ending.has(stream)
  }

  #ended(stream: number): void {
    const listener = this.#listeners.get(stream)
    this.#ending.delete(stream)
    this.#listeners.delete(stream)
    listener?.onRead?.()
    if (this.#listeners.size === 0) this.dispose()
  }

  #flush(): void {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    const pieces = this.#gathered
    this.#gathered = []
    this.#gatheredBytes = 0
    if (pieces.length === 0) return
    this.#client?.send(
      { kind: 'pieces', pieces },
      pieces.map(({ bytes }) => bytes),
    )
  }

  dispose(): void {
    this.#flush()
    void this.#client?.close()
    this.#client = null
    this.#forgetEnding()
  }

  /** Nothing more comes of them. */
  #forgetEnding(): void {
    const forgotten = [...this.#ending].map((stream) => this.#listeners.get(stream))
    for (const stream of this.#ending) this.#listeners.delete(stream)
    this.#ending.clear()
    for (const listener of forgotten) listener?.onRead?.()
  }

  /** In a thread of its own: a file may be large, and streams must not wait for it. */
  async #alone<Answer>(ask: (client: WorkerClient<RulesProtocol>) => Promise<Answer>): Promise<Answer> {
    const client = this.#make(() => undefined)
    try {
      return await ask(client)
    } finally {
      void client.close()
    }
  }

  #open(): WorkerClient<RulesProtocol> {
    this.#client ??= this.#make((reason) => {
      this.#client = null
      this.#forgetEnding()
      const lost = [...this.#listeners.values()]
      this.#listeners.clear()
      this.#onCrash(reason)
      for (const { onLost } of lost) onLost()
    })
    return this.#client
  }

  #make(onCrash: (reason: string) => void): WorkerClient<RulesProtocol> {
    return new WorkerClient<RulesProtocol>({
      workerPath: this.#workerPath,
      name: 'rules',
      limits: { maxOldGenerationSizeMb: heapLimitMb },
      onMessage: (message) => {
        if (message.kind === 'ended') this.#ended(message.stream)
        else this.#listeners.get(message.stream)?.onHits(message.hits)
      },
      onCrash,
    })
  }
}

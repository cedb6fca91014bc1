import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import { WorkerClient } from '../worker-client.ts'
import type { AsksOf, GetsOf, ProgressOf, QuestionName } from '../worker-protocol.ts'
import type { CaseProtocol } from './case-protocol.ts'

type Name = QuestionName<CaseProtocol>

interface AskOptions<N extends Name> {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ProgressOf<CaseProtocol, N>) => void
}

/** Each builds something as large as its file, which a thread keeps for itself until it ends. */
const inOwnThread: ReadonlySet<Name> = new Set<Name>(['counters', 'gcdump', 'mask', 'look'])

/**
 * Main's side of the threads that read, mask, pack and verify the files of a case. What takes much memory has a thread that ends with its
 * answer, one after the other, so that a case takes what its largest file takes and not the sum.
 */
export class CaseHost implements Disposable {
  readonly #workerPath: string
  readonly #client: WorkerClient<CaseProtocol>
  #line: Promise<unknown> = Promise.resolve()
  #alone: WorkerClient<CaseProtocol> | null = null

  /** @param workerPath the bundled entry, `out/main/case-files.cjs` */
  constructor(workerPath: string) {
    this.#workerPath = workerPath
    this.#client = this.#make()
  }

  ask<N extends Name>(
    name: N,
    request: AsksOf<CaseProtocol, N>,
    options: AskOptions<N> = {},
  ): Promise<Result<GetsOf<CaseProtocol, N>, AppError>> {
    if (!inOwnThread.has(name)) return this.#client.ask(name, request, options)
    const answer = this.#line.then(() => this.#askAlone(name, request, options))
    this.#line = answer.catch(() => undefined)
    return answer
  }

  async #askAlone<N extends Name>(
    name: N,
    request: AsksOf<CaseProtocol, N>,
    options: AskOptions<N>,
  ): Promise<Result<GetsOf<CaseProtocol, N>, AppError>> {
    // Closed meanwhile, or crashed, which the thread itself says.
    if (this.#client.hasCrashed) return this.#client.ask(name, request, options)
    if (!this.#client.isOpen) return err({ kind: 'cancelled' })
    const client = this.#make()
    this.#alone = client
    try {
      return await client.ask(name, request, options)
    } finally {
      await client.close()
      this.#alone = null
    }
  }

  #make(): WorkerClient<CaseProtocol> {
    return new WorkerClient({ workerPath: this.#workerPath, name: 'case' })
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#alone?.close()])
  }

  dispose(): void {
    void this.close()
  }
}

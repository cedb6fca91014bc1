import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Result } from '../../../shared/base/result.ts'
import { WorkerClient } from '../worker-client.ts'
import type { AsksOf, GetsOf, ProgressOf, QuestionName } from '../worker-protocol.ts'
import type { CaseProtocol } from './case-protocol.ts'

type Name = QuestionName<CaseProtocol>

/** Main's side of the thread that reads, masks, packs and verifies the files of a case. */
export class CaseHost implements Disposable {
  readonly #client: WorkerClient<CaseProtocol>

  /** @param workerPath the bundled entry, `out/main/case-files.cjs` */
  constructor(workerPath: string) {
    this.#client = new WorkerClient({ workerPath, name: 'case' })
  }

  ask<N extends Name>(
    name: N,
    request: AsksOf<CaseProtocol, N>,
    options: {
      readonly signal?: AbortSignal
      readonly onProgress?: (progress: ProgressOf<CaseProtocol, N>) => void
    } = {},
  ): Promise<Result<GetsOf<CaseProtocol, N>, AppError>> {
    return this.#client.ask(name, request, options)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  dispose(): void {
    void this.close()
  }
}

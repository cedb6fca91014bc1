import { assert, must } from '../../../shared/base/assert.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { CompiledCode } from './start/compiled-code.ts'
import type { TraceDocumentProtocol, TraceProgress, TraceThreadData } from './trace-document-protocol.ts'
import type { AsksOf, GetsOf, ProgressOf, QuestionName } from '../worker-protocol.ts'
import { type AskOptions, WorkerClient } from '../worker-client.ts'

export interface TraceThreadOptions {
  /** The bundled entry, `out/main/trace-document.cjs`. */
  readonly workerPath: string
  /** What another thread has compiled of the same code. */
  readonly compiledCode: CompiledCode | null
  /** At most once, from a thread that was not given any. */
  readonly onCompiled: (code: CompiledCode) => void
  /** A thread that ended by itself (a bug, or out of memory). */
  readonly onCrash: (host: TraceDocumentHost, reason: string) => void
}

export interface TraceFileToOpen {
  readonly path: string
  /** The file is being written; see `finish`. */
  readonly isGrowing?: boolean
  readonly sizeBytes?: number
}

/** V8 heap of one document; columns lie outside it. */
const heapLimitMb = 1024
const closeDeadlineMs = 1000
/** Without a sign of life: reading gives one every second, but a table of a large trace is made in one go. */
const shortestSilenceMs = 120_000
const slowestBytesPerMs = 20_000
/** A smaller file is read before a person looks twice; of a larger one its beginning is shown first, as much as cold code reads in a moment. */
const largeBytes = 192 * 2 ** 20
const firstBytes = 2 ** 20
/** A file that takes so long that its flame graph comes in a pass of its own. */
const twoPassBytes = 512 * 2 ** 20
/** Of a smaller one that is read at once, payloads that no flame graph needs wait a moment if there may be that many. */
const earlyFlameBytes = 32 * 2 ** 20
/** As much as is read in a moment: what its tables show comes from here until the second pass. */
const laterFromBytes = 12 * 2 ** 20

/** Undefined: no payload waits. */
function payloadsWaitFrom(sizeBytes: number, isGrowing: boolean): number | undefined {
  if (isGrowing) return undefined
  if (sizeBytes >= largeBytes) return sizeBytes >= twoPassBytes ? laterFromBytes : undefined
  return sizeBytes >= earlyFlameBytes ? 0 : undefined
}

/** Main's side of an opened trace. Its thread starts at once; before `open`, anything but looks at other files is a bug. */
export class TraceDocumentHost implements Disposable {
  readonly #client: WorkerClient<TraceDocumentProtocol>
  #path: string | null = null
  #progress: TraceProgress = {
    readBytes: 0,
    totalBytes: 0,
    revision: 0,
    isGrowing: false,
    isReading: false,
    detailBytes: 0,
    lastMs: 0,
  }

  constructor({ workerPath, compiledCode, onCompiled, onCrash }: TraceThreadOptions) {
    this.#client = new WorkerClient({
      workerPath,
      name: 'trace document',
      workerData: { compiledCode } satisfies TraceThreadData,
      limits: { maxOldGenerationSizeMb: heapLimitMb },
      closeDeadlineMs,
      silenceMs: () => shortestSilenceMs + this.#progress.totalBytes / slowestBytesPerMs,
      onMessage: (message) => {
        if (message.kind === 'compiled') return onCompiled(message.code)
        const { kind: _kind, ...progress } = message
        this.#progress = progress
      },
      onCrash: (reason) => onCrash(this, reason),
    })
  }

  /** Once. */
  open({ path, isGrowing = false, sizeBytes = 0 }: TraceFileToOpen): void {
    assert(this.#path === null, 'a thread is for one file')
    this.#path = path
    const isReading = !isGrowing && sizeBytes >= largeBytes
    this.#progress = { ...this.#progress, isGrowing: isGrowing || isReading, isReading }
    this.#client.send({
      kind: 'open',
      path,
      isGrowing,
      firstBytes: isReading ? firstBytes : undefined,
      laterFromBytes: payloadsWaitFrom(sizeBytes, isGrowing),
    })
  }

  /** Not before `open`. */
  get path(): string {
    return must(this.#path, 'a file was opened')
  }

  get progress(): TraceProgress {
    return this.#progress
  }

  /** Something was asked that is not answered yet. */
  get isAnswering(): boolean {
    return this.#client.isAsked
  }

  ask<Name extends QuestionName<TraceDocumentProtocol>>(
    name: Name,
    request: AsksOf<TraceDocumentProtocol, Name>,
    options?: Pick<AskOptions<ProgressOf<TraceDocumentProtocol, Name>>, 'signal' | 'onProgress'>,
  ): Promise<Result<GetsOf<TraceDocumentProtocol, Name>, AppError>> {
    return this.#client.ask(name, request, options)
  }

  /** Nothing more will be written into the file: what is left is read, and then it is a document like any other. */
  finish(): void {
    this.#client.send({ kind: 'finish' })
  }

  /** Ends the thread, also while it reads; what was asked and not answered is cancelled. */
  close(): Promise<void> {
    return this.#client.close()
  }

  dispose(): void {
    void this.close()
  }
}

import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import type { CompiledCode } from '../../workers/trace/start/compiled-code.ts'
import { TraceDocumentHost } from '../../workers/trace/trace-document-host.ts'

export interface TraceServiceOptions {
  /** The bundled worker, `out/main/trace-document.cjs`. */
  readonly workerPath: string
  readonly onCrash: (path: string, reason: string) => void
  /** The job that is writing a file; null: nobody is. */
  readonly jobWriting?: (path: string) => string | null
}

export interface OpenedTrace {
  readonly documentId: string
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
}

/** More would fill the memory of a small machine; nobody looks at so many at once. */
const documentLimit = 16

/** A start of the app, or the opening before, comes first. */
export const readyAfterMs = 5000

/** How soon the end of a writing without an end marker is noticed. */
const growthCheckMs = 500

type Looking = ReturnType<typeof lookAtForeign>

/** Opened trace files, each in a worker of its own from `open` to `close`. */
export class TraceService {
  readonly #options: TraceServiceOptions
  readonly #documents = new Map<string, TraceDocumentHost>()
  /** Documents of files that were being written when they were opened. */
  readonly #growing = new Map<TraceDocumentHost, NodeJS.Timeout>()
  /** Waits for the next recording. */
  #spare: TraceDocumentHost | null = null
  /** From the first thread that had time for it. */
  #compiledCode: CompiledCode | null = null
  #isKeptReady = false
  #readyTimer: NodeJS.Timeout | undefined
  #nextNumber = 1

  constructor(options: TraceServiceOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#documents.size
  }

  /** From now on a thread waits for the next recording: it takes as long to start as a small file to be read. */
  keepReady(): void {
    if (this.#isKeptReady) return
    this.#isKeptReady = true
    this.#planSpare()
  }

  /** There is no window any more: none waits. */
  rest(): void {
    this.#isKeptReady = false
    clearTimeout(this.#readyTimer)
    this.#dropSpare()
  }

  /** A trace is likely to be opened next. */
  prepare(): void {
    this.#spare ??= this.#start()
  }

  /** None was opened. */
  release(): void {
    if (!this.#isKeptReady) this.#dropSpare()
  }

  /**
   * Whether the file holds a heap walk and nothing else, by the thread that waits for the next recording. False: it doesn't, or nobody knows. `looking`:
   * as for `open`.
   */
  async holdsOnlyHeapWalk(given: string, looking?: Looking): Promise<boolean> {
    const file = path.resolve(given)
    if (this.jobWriting(file) !== null) return false
    const looked = await (looking ?? lookAtForeign(file))
    // A disk that does not answer would keep that thread for good.
    if (!looked.ok || looked.value.type !== 'file') return false
    this.prepare()
    const answer = await this.#spare?.ask('only-heap-walk', { path: file })
    return answer?.ok === true && answer.value
  }

  /** Returns as soon as the file is found; what is in it is asked of the document. `looking`: for whoever has asked already. */
  async open(given: string, looking?: Looking): Promise<Result<OpenedTrace, AppError>> {
    const file = path.resolve(given)
    const looked = await (looking ?? lookAtForeign(file))
    if (!looked.ok) return err(asIoError(looked.error, file))
    const { type, sizeBytes } = looked.value
    if (type !== 'file') return err(asIoError({ kind: 'not-regular', isFolder: type === 'folder' }, file))
    if (this.#documents.size >= documentLimit) return err({ kind: 'document-limit', of: 'trace', limit: documentLimit })
    const documentId = `trace-${this.#nextNumber++}`
    this.#documents.set(documentId, this.#read(file, sizeBytes))
    return ok({ documentId, path: file, name: path.basename(file), sizeBytes })
  }

  jobWriting(file: string): string | null {
    return this.#options.jobWriting?.(file) ?? null
  }

  document(documentId: string): Result<TraceDocumentHost, AppError> {
    const host = this.#documents.get(documentId)
    return host === undefined ? err({ kind: 'not-found', what: 'trace document' }) : ok(host)
  }

  /** Reads the file anew, because there is more beside it than before. What was asked and not answered is cancelled. */
  async reload(documentId: string): Promise<void> {
    const before = this.#documents.get(documentId)
    if (before === undefined) return
    this.#documents.set(documentId, this.#read(before.path))
    this.#forgetGrowth(before)
    await before.close()
  }

  /** Idempotent; resolves when the worker is gone. */
  async close(documentId: string): Promise<void> {
    const host = this.#documents.get(documentId)
    this.#documents.delete(documentId)
    if (host !== undefined) this.#forgetGrowth(host)
    await host?.close()
  }

  #read(file: string, sizeBytes?: number): TraceDocumentHost {
    const isGrowing = this.jobWriting(file) !== null
    const host = this.#spare ?? this.#start()
    this.#spare = null
    this.#planSpare()
    host.open({ path: file, isGrowing, ...(sizeBytes !== undefined && { sizeBytes }) })
    if (isGrowing)
      this.#growing.set(
        host,
        setInterval(() => this.#checkGrowth(host), growthCheckMs),
      )
    return host
  }

  #planSpare(): void {
    if (!this.#isKeptReady) return
    clearTimeout(this.#readyTimer)
    this.#readyTimer = setTimeout(() => this.prepare(), readyAfterMs)
  }

  #dropSpare(): void {
    this.#spare?.dispose()
    this.#spare = null
  }

  #start(): TraceDocumentHost {
    const { workerPath, onCrash } = this.#options
    return new TraceDocumentHost({
      workerPath,
      compiledCode: this.#compiledCode,
      onCompiled: (code) => (this.#compiledCode = code),
      onCrash: (host, reason) => {
        if (host === this.#spare) this.#spare = null
        else onCrash(host.path, reason)
      },
    })
  }

  /** A recording that ends in order has its end in the file; one that is cut off has none. */
  #checkGrowth(host: TraceDocumentHost): void {
    if (this.jobWriting(host.path) !== null) return
    this.#forgetGrowth(host)
    host.finish()
  }

  #forgetGrowth(host: TraceDocumentHost): void {
    clearInterval(this.#growing.get(host))
    this.#growing.delete(host)
  }
}

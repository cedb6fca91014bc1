import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { mostOpenHeaps } from '../../../shared/model/heap/heap-compare.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { HeapDocumentHost } from '../../workers/heap/heap-document-host.ts'

export interface HeapDocumentsOptions {
  /** The bundled worker, `out/main/heap-document.cjs`. */
  readonly workerPath: string
  readonly onCrash: (path: string, reason: string) => void
}

export interface OpenedHeap {
  readonly documentId: string
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
}

/** Whoever captured a heap usually looks at it at once; it would be read a second time. */
const keptMs = 60_000

interface Kept {
  readonly documentId: string
  readonly opened: OpenedHeap
  readonly modifiedMs: number
  readonly timer: NodeJS.Timeout
}

/** Opened heap graphs, each in a worker of its own from `open` to `close`. */
export class HeapDocuments {
  readonly #options: HeapDocumentsOptions
  readonly #documents = new Map<string, HeapDocumentHost>()
  #kept: Kept | null = null
  #nextNumber = 1

  constructor(options: HeapDocumentsOptions) {
    this.#options = options
  }

  /**
   * Returns as soon as the file is found; what is in it is read when the document is asked for it. `library`: for a dump, the debugging library of its runtime
   * that the person has chosen.
   */
  async open(given: string, library: string | null = null): Promise<Result<OpenedHeap, AppError>> {
    const file = path.resolve(given)
    const looked = await lookAtForeign(file)
    if (!looked.ok) return err(asIoError(looked.error, file))
    const { type, sizeBytes, modifiedMs } = looked.value
    if (type !== 'file') return err(asIoError({ kind: 'not-regular', isFolder: type === 'folder' }, file))
    const kept = library === null ? this.#takeKept(file, sizeBytes, modifiedMs) : null
    if (kept !== null) return ok(kept)
    if (this.#documents.size >= mostOpenHeaps) await this.#dropKept()
    if (this.#documents.size >= mostOpenHeaps) return err({ kind: 'document-limit', of: 'heap', limit: mostOpenHeaps })
    const documentId = `heap-${String(this.#nextNumber++)}`
    const { workerPath, onCrash } = this.#options
    const host = new HeapDocumentHost({ workerPath, path: file, library, onCrash: (reason) => onCrash(file, reason) })
    this.#documents.set(documentId, host)
    return ok({ documentId, path: file, name: path.basename(file), sizeBytes })
  }

  /** As `close`, but whoever opens the same file within a minute gets it as it is. One at most is kept. */
  async closeLater(opened: OpenedHeap): Promise<void> {
    await this.#dropKept()
    const looked = await lookAtForeign(opened.path)
    if (!looked.ok || !this.#documents.has(opened.documentId)) return this.close(opened.documentId)
    const timer = setTimeout(() => void this.#dropKept(), keptMs)
    timer.unref()
    const { sizeBytes, modifiedMs } = looked.value
    // It may have been opened before it was written to its end.
    this.#kept = { documentId: opened.documentId, opened: { ...opened, sizeBytes }, modifiedMs, timer }
  }

  #takeKept(file: string, sizeBytes: number, modifiedMs: number): OpenedHeap | null {
    const kept = this.#kept
    if (kept === null || kept.opened.path !== file) return null
    if (kept.opened.sizeBytes !== sizeBytes || kept.modifiedMs !== modifiedMs) return null
    clearTimeout(kept.timer)
    this.#kept = null
    // A worker that has ended meanwhile can answer nothing.
    return this.#documents.has(kept.documentId) ? kept.opened : null
  }

  async #dropKept(): Promise<void> {
    const kept = this.#kept
    if (kept === null) return
    clearTimeout(kept.timer)
    this.#kept = null
    await this.close(kept.documentId)
  }

  document(documentId: string): Result<HeapDocumentHost, AppError> {
    const host = this.#documents.get(documentId)
    return host === undefined ? err({ kind: 'not-found', what: 'heap document' }) : ok(host)
  }

  /** Idempotent; resolves when the worker is gone. */
  async close(documentId: string): Promise<void> {
    const host = this.#documents.get(documentId)
    this.#documents.delete(documentId)
    await host?.close()
  }
}

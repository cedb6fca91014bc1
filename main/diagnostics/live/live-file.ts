import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { LiveId } from '../../../shared/model/ids.ts'
import type { LivePhase, LiveStatus } from '../../../shared/model/live.ts'
import type { LiveNotice } from '../../workers/live/live-protocol.ts'
import type { LiveWorkerOptions } from '../../workers/live/live-worker-host.ts'
import { readMarks } from '../recordings/beside/marks.ts'
import { LiveDocument } from './live-document.ts'
import { asLiveMark } from './live-marks.ts'
import { ProblemList } from './problems.ts'

/** A .nettrace opened in Live: the same document, fed from disk in the worker, without a process behind it. */
export class LiveFile {
  readonly document: LiveDocument
  readonly name: string
  readonly #path: string
  readonly #problems: ProblemList
  #phase: LivePhase = 'starting'

  constructor(options: {
    readonly liveId: LiveId
    readonly path: string
    readonly worker: Omit<LiveWorkerOptions, 'liveId' | 'onMessage' | 'intervalMs'>
  }) {
    this.#path = options.path
    this.name = path.basename(options.path)
    this.document = new LiveDocument({
      liveId: options.liveId,
      // 0: the values as they were recorded.
      worker: { ...options.worker, intervalMs: 0 },
      onNotice: (notice) => this.#noticed(notice),
      onCatalog: () => undefined,
      status: () => this.#status(),
    })
    this.#problems = new ProblemList(() => this.document.touch())
  }

  /** Resolves when the whole file is read. The document can be attached before. */
  async read(): Promise<Result<null, AppError>> {
    const read = await this.document.worker.openFile(this.#path)
    this.#phase = read.ok ? 'file' : 'failed'
    if (read.ok) this.document.addMarks((await readMarks(this.#path)).map(asLiveMark))
    if (!read.ok) this.#problems.set({ kind: 'open-failed', error: read.error })
    // Damage on the way says more.
    else if (!read.value.isComplete && !this.#hasDamage) this.#problems.set({ kind: 'file-cut' })
    this.document.touch()
    return read.ok ? ok(null) : read
  }

  async close(): Promise<void> {
    this.#phase = 'closed'
    await this.document.close()
  }

  get #hasDamage(): boolean {
    return this.#problems.has('stream-damaged') || this.#problems.has('stream-too-costly')
  }

  #noticed(notice: LiveNotice): void {
    if (notice.what === 'damage') {
      this.#problems.set({ kind: 'stream-damaged', offset: notice.offset, message: notice.block })
    } else if (notice.what === 'too-costly') {
      this.#problems.set({ kind: 'stream-too-costly', offset: notice.offset })
    } else if (notice.what === 'own-series-limit') {
      this.#problems.set({ kind: 'series-limit', limit: notice.limit })
    } else if (notice.what === 'worker-ended') {
      this.#phase = 'failed'
      this.#problems.set({ kind: 'open-failed', error: { kind: 'internal', reference: this.document.liveId } })
    }
  }

  #status(): Pick<LiveStatus, 'processKey' | 'phase' | 'intervalMs' | 'problems' | 'budget' | 'exit'> {
    const { seriesCount, histogramCount } = this.document.progress.budget
    return {
      processKey: null,
      phase: this.#phase,
      intervalMs: 0,
      problems: this.#problems.all,
      budget: { seriesCount, histogramCount, seriesLimit: seriesCount, histogramLimit: histogramCount },
      exit: null,
    }
  }
}

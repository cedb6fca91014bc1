import { randomUUID } from 'node:crypto'
import type { AppError } from '../../../shared/base/errors.ts'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import type { LiveId } from '../../../shared/model/ids.ts'
import type { LiveGap, LiveMark, LiveMessage, LiveStatus } from '../../../shared/model/live.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import type { FromLiveWorker, LiveNotice, LiveProgress } from '../../workers/live/live-protocol.ts'
import { DocumentView } from './document-view.ts'
import { startLiveWorker, type LiveWorkerHost, type LiveWorkerOptions } from '../../workers/live/live-worker-host.ts'

export interface LiveDocumentOptions {
  readonly liveId: LiveId
  readonly worker: Omit<LiveWorkerOptions, 'liveId' | 'onMessage'>
  readonly onNotice: (notice: LiveNotice) => void
  readonly onCatalog: () => void
  /** The owner's part of the status; asked for whenever one is sent. */
  readonly status: () => Omit<
    LiveStatus,
    'liveId' | 'retention' | 'bytesPerSecond' | 'lostEventCount' | 'firstSampleMs' | 'lastSampleMs'
  >
}

const statusDelayMs = 40
/** More marks than anybody places by hand; a threshold that flaps must not grow this for ever. */
const markLimit = 5000
const gapLimit = 5000

const noProgress: LiveProgress = {
  kind: 'progress',
  lostEventCount: 0,
  eventCount: 0,
  receivedBytes: 0,
  takenBytes: 0,
  sampleCount: 0,
  firstSampleMs: null,
  lastSampleMs: null,
  retention: { keptSinceMs: null, memoryBytes: 0, diskBytes: 0, droppedSampleCount: 0 },
  budget: { seriesCount: 0, histogramCount: 0 },
  pending: { fill: 0, limit: 0, droppedCount: 0 },
}

/**
 * What a live target and an opened file have in common: one worker, its catalog, marks and gaps, and the views that are
 * attached. Every view gets the whole state when it attaches and changes from then on: status, catalog, marks and the events of the
 * lanes; older values it asks for by range.
 */
export class LiveDocument {
  readonly liveId: LiveId
  readonly worker: LiveWorkerHost
  readonly #options: LiveDocumentOptions
  readonly #views = new Set<DocumentView>()
  readonly #marks: LiveMark[] = []
  readonly #gaps: LiveGap[] = []
  #progress: LiveProgress = noProgress
  #lastProgressAtMs: number | null = null
  #bytesPerSecond = 0
  #pendingPeak = 0
  #statusTimer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: LiveDocumentOptions) {
    this.liveId = options.liveId
    this.#options = options
    this.worker = startLiveWorker({
      ...options.worker,
      liveId: options.liveId,
      onMessage: (message) => this.#receive(message),
    })
  }

  get progress(): LiveProgress {
    return this.#progress
  }

  get marks(): readonly LiveMark[] {
    return this.#marks
  }

  get gaps(): readonly LiveGap[] {
    return this.#gaps
  }

  attach(sink: StreamSink): Disposable {
    const view = new DocumentView(sink)
    this.#views.add(view)
    sink.post(this.#statusMessage(), 'status')
    sink.post({ kind: 'catalog', ...this.worker.catalog() } satisfies LiveMessage)
    sink.post(this.#marksMessage(), 'marks')
    void this.worker.snapshot({ fromMs: Number.NEGATIVE_INFINITY, maxSamples: 0 }).then((snapshot) => {
      if (this.#views.has(view)) view.begin(snapshot.ok ? snapshot.value : [])
    })
    return toDisposable(() => {
      this.#views.delete(view)
      view.dispose()
    })
  }

  /** Tells the views that the status changed; many calls become one message. */
  touch(): void {
    if (this.#isClosed) return
    this.#statusTimer ??= setTimeout(() => {
      this.#statusTimer = null
      this.#post(this.#statusMessage(), 'status')
    }, statusDelayMs)
  }

  status(): LiveStatus {
    const { lostEventCount, firstSampleMs, lastSampleMs, retention } = this.#progress
    return {
      liveId: this.liveId,
      bytesPerSecond: this.#bytesPerSecond,
      lostEventCount,
      firstSampleMs,
      lastSampleMs,
      retention,
      ...this.#options.status(),
    }
  }

  addMark(mark: Omit<LiveMark, 'id'>): Result<LiveMark, AppError> {
    if (this.#marks.length >= markLimit) {
      return err({ kind: 'invalid-request', what: 'mark', detail: `there are already ${markLimit} marks` })
    }
    const added = { ...mark, id: randomUUID() }
    this.#marks.push(added)
    this.#marksChanged()
    return ok(added)
  }

  /** As many as there is room for, in one change: those of a file. */
  addMarks(marks: readonly Omit<LiveMark, 'id'>[]): void {
    const room = markLimit - this.#marks.length
    if (marks.length === 0 || room <= 0) return
    this.#marks.push(...marks.slice(0, room).map((mark) => ({ ...mark, id: randomUUID() })))
    this.#marksChanged()
  }

  editMark(id: string, label: string): Result<null, AppError> {
    const index = this.#marks.findIndex((mark) => mark.id === id)
    const mark = this.#marks[index]
    if (mark === undefined) return err({ kind: 'not-found', what: 'mark' })
    this.#marks[index] = { ...mark, label }
    this.#marksChanged()
    return ok(null)
  }

  removeMark(id: string): Result<null, AppError> {
    const index = this.#marks.findIndex((mark) => mark.id === id)
    if (index < 0) return err({ kind: 'not-found', what: 'mark' })
    this.#marks.splice(index, 1)
    this.#marksChanged()
    return ok(null)
  }

  /** Opens a gap unless one is open already: a lost connection during a pause is still one stretch without data. */
  openGap(fromMs: number, reason: LiveGap['reason']): void {
    const last = this.#gaps.at(-1)
    if (last !== undefined && last.toMs === null) {
      // An exit explains more than the silence before it.
      if (reason === 'exited') this.#gaps[this.#gaps.length - 1] = { ...last, reason }
    } else {
      if (this.#gaps.length >= gapLimit) this.#gaps.shift()
      this.#gaps.push({ fromMs, toMs: null, reason })
    }
    this.#marksChanged()
  }

  closeGap(toMs: number): void {
    const last = this.#gaps.at(-1)
    if (last === undefined || last.toMs !== null) return
    this.#gaps[this.#gaps.length - 1] = { ...last, toMs: Math.max(toMs, last.fromMs) }
    this.#marksChanged()
  }

  queues(): readonly QueueReport[] {
    const { fill, limit, droppedCount } = this.#progress.pending
    const { discarded, ...inbox } = this.worker.inbox
    return [
      { name: 'live-bytes', owner: this.liveId, ...inbox, droppedCount: discarded, unit: 'bytes' },
      { name: 'live-values', owner: this.liveId, limit, fill, peak: this.#pendingPeak, droppedCount, unit: 'items' },
    ]
  }

  /** Ends the worker; attached views got the last status before. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#post(this.#statusMessage(), 'status')
    this.#isClosed = true
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer)
    for (const view of this.#views) view.dispose()
    this.#views.clear()
    await this.worker.close()
  }

  #receive(message: FromLiveWorker): void {
    switch (message.kind) {
      case 'frame':
        this.#relay(message.bytes)
        return
      case 'catalog':
        this.#post(message)
        this.#options.onCatalog()
        return
      case 'notice':
        this.#options.onNotice(message.notice)
        return
      case 'progress':
        this.#advance(message)
        return
    }
  }

  /** Each view owns its buffer: the last one gets the worker's, the others a copy. */
  #relay(frame: ArrayBuffer): void {
    const ready = [...this.#views].filter((view) => view.hasBegun)
    for (const [index, view] of ready.entries()) view.frame(index === ready.length - 1 ? frame : frame.slice(0))
  }

  #advance(progress: LiveProgress): void {
    const nowMs = performance.now()
    const elapsedMs = this.#lastProgressAtMs === null ? Infinity : nowMs - this.#lastProgressAtMs
    // Progress also comes before each reply; a rate over a few milliseconds would be noise.
    if (elapsedMs >= 500) {
      const grown = progress.receivedBytes - this.#progress.receivedBytes
      this.#bytesPerSecond = Math.round((grown * 1000) / elapsedMs)
      this.#lastProgressAtMs = nowMs
      this.#progress = progress
    } else this.#progress = { ...progress, receivedBytes: this.#progress.receivedBytes }
    this.#pendingPeak = Math.max(this.#pendingPeak, progress.pending.fill)
    this.touch()
  }

  #marksChanged(): void {
    this.worker.setMarks(this.#marks, this.#gaps)
    this.#post(this.#marksMessage(), 'marks')
  }

  #marksMessage(): LiveMessage {
    return { kind: 'marks', marks: [...this.#marks], gaps: [...this.#gaps] }
  }

  #statusMessage(): LiveMessage {
    return { kind: 'status', status: this.status() }
  }

  #post(message: LiveMessage, coalesceKey?: string): void {
    for (const view of this.#views) view.sink.post(message, coalesceKey)
  }
}

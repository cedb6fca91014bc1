import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Streams } from '../../../../shared/contract/index.ts'
import type { LiveId } from '../../../../shared/model/ids.ts'
import type { LiveGap, LiveMark, LiveMessage, LiveStatus } from '../../../../shared/model/live.ts'
import { Catalog } from './catalog.ts'
import { History, type HistoryRequest } from './history.ts'
import { LaneStore } from './lane-store.ts'
import { SeriesStore } from './series-store.ts'

export interface FeedListener {
  onStatus(status: LiveStatus): void
  onCatalog(catalog: Catalog): void
  onMarks(marks: readonly LiveMark[], gaps: readonly LiveGap[]): void
  onError(error: AppError): void
}

/** The two ways a feed talks to main; the bridge in the app, a script in tests. */
export interface FeedConnection {
  open(
    liveId: LiveId,
    handlers: { onMessage(message: Streams['live.frames']): void; onError(error: AppError): void },
  ): Disposable
  /** null = the answer did not come; the feed asks again later. */
  range(liveId: LiveId, request: HistoryRequest): Promise<ArrayBuffer | null>
}

/**
 * One live view's data on this page: what the stream sends goes into the buffers, what is summary goes to the listener. Owns the
 * buffers; ends the stream when disposed. The sessions behind it are opened and closed by the commands, not here.
 */
export class LiveFeed implements Disposable {
  readonly liveId: LiveId
  readonly store = new SeriesStore()
  readonly lanes = new LaneStore()
  readonly catalog = new Catalog()
  readonly history: History
  readonly #listener: FeedListener
  readonly #stream: Disposable
  /** Told with each frame how far back it reaches, so that pictures are painted again from there on. */
  onData: ((oldestMs: number) => void) | null = null
  #status: LiveStatus | null = null
  #marks: readonly LiveMark[] = []
  #gaps: readonly LiveGap[] = []
  #marksRevision = 0
  #newestArrivedMs: number | null = null

  constructor(liveId: LiveId, connection: FeedConnection, listener: FeedListener) {
    this.liveId = liveId
    this.#listener = listener
    this.history = new History(this.store, (request) => connection.range(liveId, request))
    // Everything is main's until a frame comes: this view may have joined a target that is watched already.
    this.store.beginCoverage(Infinity)
    this.#stream = connection.open(liveId, {
      onMessage: (message) => this.receive(message),
      onError: (error) => listener.onError(error),
    })
  }

  get status(): LiveStatus | null {
    return this.#status
  }
  get marks(): readonly LiveMark[] {
    return this.#marks
  }
  get gaps(): readonly LiveGap[] {
    return this.#gaps
  }
  /** Grows with everything that changes a picture. */
  get revision(): number {
    return this.store.revision + this.lanes.revision + this.history.revision + this.#marksRevision
  }
  /** Grows with events, marks and gaps only: what the lanes show. */
  get eventsRevision(): number {
    return this.lanes.revision + this.#marksRevision
  }
  /** Newest sample there is, here or in main's store; null before the first. */
  get newestMs(): number | null {
    const newest = Math.max(this.store.newestMs, this.#status?.lastSampleMs ?? -Infinity)
    return Number.isFinite(newest) ? newest : null
  }
  /** When the newest sample came, by `performance.now()`. */
  get newestArrivedMs(): number | null {
    return this.#newestArrivedMs
  }
  get firstSampleMs(): number | null {
    const first = Math.min(this.store.oldestMs, this.#status?.firstSampleMs ?? Infinity)
    return Number.isFinite(first) ? first : null
  }

  receive(message: LiveMessage | ArrayBuffer): void {
    const { newestMs } = this
    this.#take(message)
    if (this.newestMs !== newestMs) this.#newestArrivedMs = performance.now()
  }

  dispose(): void {
    this.#stream.dispose()
  }

  #take(message: LiveMessage | ArrayBuffer): void {
    if (message instanceof ArrayBuffer) {
      if (this.store.applyFrame(message)) {
        const { oldestOfLastFrameMs, coverageFromMs } = this.store
        // By the clock of the samples, which is another machine's for some targets.
        if (coverageFromMs === Infinity) this.store.beginCoverage(oldestOfLastFrameMs)
        this.onData?.(oldestOfLastFrameMs)
      } else if (this.lanes.applyFrame(message)) this.onData?.(this.lanes.oldestOfLastFrameMs)
      return
    }
    switch (message.kind) {
      case 'status':
        this.#status = message.status
        this.#listener.onStatus(message.status)
        return
      case 'catalog':
        this.catalog.apply(message)
        this.#listener.onCatalog(this.catalog)
        return
      case 'marks':
        this.#marks = message.marks
        this.#gaps = message.gaps
        this.#marksRevision += 1
        this.#listener.onMarks(message.marks, message.gaps)
        return
    }
  }
}

import { type Disposable, DisposableStore, toDisposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { releaseBuffer } from '../../../shared/base/release-buffer.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { LiveGap, LiveMark } from '../../../shared/model/live.ts'
import { Catalog, maxSeries } from '../../analysis/catalog.ts'
import { CounterSeries } from '../../analysis/counter-series.ts'
import { Lanes } from '../../analysis/lanes.ts'
import { MeterIdentities } from '../../analysis/meter-series.ts'
import { PendingValues } from '../../analysis/pending-values.ts'
import { SeriesStore } from '../../analysis/series/series-store.ts'
import { ChunkFiles } from './chunk-files.ts'
import { deflatePacker } from './deflate-packer.ts'
import { exportSeries } from '../exports/export-file.ts'
import { FramePublisher } from './frame-publisher.ts'
import type {
  ExportReply,
  ExportRequest,
  FromLiveWorker,
  LiveNotice,
  LiveWorkerData,
  LiveQuestions,
  OpenFileReply,
  SessionEndReason,
  SessionStart,
  ToLiveWorker,
} from './live-protocol.ts'
import { LiveSession } from './live-session.ts'
import { readFileInSteps } from '../trace/read-file.ts'
import { SampleQueries } from './sample-queries.ts'
import type { Answer } from '../serve-worker.ts'

type Answers = {
  readonly [Name in keyof LiveQuestions]: (request: LiveQuestions[Name]['asks']) => Answer<LiveQuestions[Name]['gets']>
}

export type PostMessage = (message: FromLiveWorker, transfer: ArrayBuffer[]) => void

const progressMs = 1000
/** 13 s of 500 series at 10 Hz without anybody taking frames. */
const pendingLimit = 65_536

/**
 * Decodes the sessions of one LiveId, keeps their samples and answers queries; independent of what carries its messages. Order
 * of what it posts: catalog before the values that need it, everything of a request before its reply.
 */
export class LiveEngine implements Disposable {
  readonly #post: PostMessage
  readonly #owned = new DisposableStore()
  readonly #catalog = new Catalog()
  readonly #store: SeriesStore
  readonly #counters: CounterSeries
  readonly #meters = new MeterIdentities()
  readonly #lanes: Lanes
  readonly #pending = new PendingValues(pendingLimit)
  readonly #publisher: FramePublisher
  readonly #queries: SampleQueries
  readonly #sessions = new Map<number, LiveSession>()
  #takenBytes = 0
  readonly #ended = { eventCount: 0, lostEventCount: 0, receivedBytes: 0 }
  #marks: readonly LiveMark[] = []
  #gaps: readonly LiveGap[] = []
  #intervalMs: number
  #isReplaying = false
  #saidSeriesLimit = false
  #isDisposed = false

  /** A query that fails (a sample file somebody removed) must not end the live view. */
  readonly answers: Answers = {
    range: (request) => guarded(() => this.#queries.range(request)),
    snapshot: (request) => guarded(() => this.#queries.snapshot(request)),
    export: (request) => this.#export(request).catch(internalError),
    'open-file': ({ path }) => this.#openFile(path).catch(internalError),
  }

  constructor(settings: LiveWorkerData, post: PostMessage) {
    this.#post = post
    this.#intervalMs = settings.intervalMs
    const { directory, ...limits } = settings.retention
    const files =
      directory === null
        ? null
        : this.#owned.add(new ChunkFiles(directory, (code) => this.#notify({ what: 'retention-disk-failed', code })))
    this.#store = new SeriesStore(limits, deflatePacker, files)
    this.#store.setInterval(settings.intervalMs)
    this.#lanes = new Lanes(settings.intervalMs)
    this.#publisher = new FramePublisher({
      pending: this.#pending,
      lanes: this.#lanes,
      postFrame: (bytes) => post({ kind: 'frame', bytes }, [bytes]),
      beforeFrames: () => this.#publishCatalog(),
    })
    this.#queries = new SampleQueries({
      catalog: this.#catalog,
      store: this.#store,
      lanes: this.#lanes,
      pending: this.#pending,
      publisher: this.#publisher,
    })
    const sink = {
      add: (track: number, seriesIndex: number, timeMs: number, value: number) =>
        this.#addSample(track, seriesIndex, timeMs, value),
    }
    this.#counters = new CounterSeries(this.#catalog, sink, settings.intervalMs)
    const progress = setInterval(() => this.#publishProgress(), progressMs)
    this.#owned.add(toDisposable(() => clearInterval(progress)))
  }

  receive(message: ToLiveWorker): void {
    if (this.#isDisposed) return
    switch (message.kind) {
      case 'begin-session':
        this.#begin(message.session)
        return
      case 'chunk':
        this.#takenBytes += message.bytes.byteLength
        this.#sessions.get(message.sessionIndex)?.push(new Uint8Array(message.bytes))
        // The reader has its own copy.
        releaseBuffer(message.bytes)
        this.#publisher.schedule()
        return
      case 'end-session':
        this.#end(message.sessionIndex, message.reason)
        return
      case 'accept-meter-session':
        this.#sessions.get(message.sessionIndex)?.acceptMeterSession(message.meterSessionId)
        return
      case 'interval':
        this.#setInterval(message.intervalMs)
        return
      case 'marks':
        this.#marks = message.marks
        this.#gaps = message.gaps
        return
      case 'credit':
        this.#publisher.addCredit(message.frames)
        return
    }
  }

  dispose(): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#publisher.dispose()
    this.#sessions.clear()
    this.#owned.dispose()
  }

  #begin(session: SessionStart): LiveSession {
    if (session.role === 'counters') this.#counters.restart()
    const started = new LiveSession(session, {
      catalog: this.#catalog,
      counters: this.#counters,
      meters: this.#meters,
      lanes: this.#lanes,
      sink: { add: (track, seriesIndex, timeMs, value) => this.#addSample(track, seriesIndex, timeMs, value) },
      intervalMs: this.#intervalMs,
      newTrack: () => this.#store.newTrack(),
      closeTrack: (index) => this.#store.closeTrack(index),
      notify: (notice) => this.#notify(notice),
    })
    this.#sessions.set(session.sessionIndex, started)
    return started
  }

  #end(sessionIndex: number, reason: SessionEndReason): void {
    const session = this.#sessions.get(sessionIndex)
    if (session === undefined) return
    session.end()
    this.#forget(sessionIndex, session)
    if (reason === 'exited') this.#counters.restartTotals()
    this.#publisher.schedule()
  }

  #forget(sessionIndex: number, { eventCount, lostEventCount, receivedBytes }: LiveSession): void {
    this.#sessions.delete(sessionIndex)
    this.#ended.eventCount += eventCount
    this.#ended.lostEventCount += lostEventCount
    this.#ended.receivedBytes += receivedBytes
  }

  #setInterval(intervalMs: number): void {
    this.#intervalMs = intervalMs
    this.#counters.setInterval(intervalMs)
    this.#store.setInterval(intervalMs)
    this.#lanes.setInterval(intervalMs)
  }

  #addSample(track: number, seriesIndex: number, timeMs: number, value: number): void {
    const keptMs = this.#store.add(track, seriesIndex, timeMs, value)
    this.#queries.noteSample(keptMs)
    if (!this.#isReplaying) this.#pending.add(seriesIndex, keptMs, value)
  }

  #publishCatalog(): void {
    const changes = this.#catalog.takeChanges()
    if (changes !== null) this.#post({ kind: 'catalog', ...changes }, [])
    if (this.#catalog.refusedSeriesCount > 0 && !this.#saidSeriesLimit) {
      this.#saidSeriesLimit = true
      this.#notify({ what: 'own-series-limit', limit: maxSeries })
    }
  }

  #publishProgress(): void {
    const sum = { ...this.#ended }
    let seriesCount = 0
    let histogramCount = 0
    for (const session of this.#sessions.values()) {
      sum.eventCount += session.eventCount
      sum.lostEventCount += session.lostEventCount
      sum.receivedBytes += session.receivedBytes
      seriesCount += session.seriesCount
      histogramCount += session.histogramCount
    }
    const pending = { fill: this.#pending.count, limit: this.#pending.limit, droppedCount: this.#pending.droppedCount }
    this.#post(
      {
        kind: 'progress',
        ...sum,
        takenBytes: this.#takenBytes,
        sampleCount: this.#store.sampleCount,
        ...this.#queries.spanMs,
        retention: this.#store.fill(),
        budget: { seriesCount, histogramCount },
        pending,
      },
      [],
    )
  }

  #notify(notice: LiveNotice): void {
    this.#post({ kind: 'notice', notice }, [])
  }

  async #export(request: ExportRequest): Promise<Result<ExportReply, AppError>> {
    return exportSeries(request, {
      catalog: this.#catalog,
      store: this.#store,
      lanes: this.#lanes,
      marks: this.#marks,
      gaps: this.#gaps,
      intervalMs: this.#intervalMs,
      isOpen: () => !this.#isDisposed,
    })
  }

  async #openFile(path: string): Promise<Result<OpenFileReply, AppError>> {
    const sessionIndex = -1
    this.#setInterval(0)
    this.#isReplaying = true
    const session = this.#begin({ sessionIndex, role: 'file', meterSessionId: null, clientId: null })
    const read = await readFileInSteps(path, (chunk) => {
      session.push(chunk)
      return !this.#isDisposed
    })
    const isComplete = session.end()
    this.#forget(sessionIndex, session)
    this.#isReplaying = false
    if (!read.ok) return err(read.error)
    if (session.refusal !== null) return err(session.refusal)
    this.#queries.sendOverview()
    this.#publisher.publish()
    this.#publishProgress()
    return ok({
      sizeBytes: read.value,
      eventCount: session.eventCount,
      sampleCount: this.#store.sampleCount,
      lostEventCount: session.lostEventCount,
      ...this.#queries.spanMs,
      commandLine: session.processFacts?.commandLine ?? null,
      isComplete,
    })
  }
}

function guarded<Value>(answer: () => Value): Result<Value, AppError> {
  try {
    return ok(answer())
  } catch (error) {
    return internalError(error)
  }
}

function internalError(error: unknown): Result<never, AppError> {
  return err({ kind: 'internal', reference: error instanceof Error ? error.message : String(error) })
}

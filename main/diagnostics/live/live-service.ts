import path from 'node:path'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import { asLiveId, asProcessKey, type LiveId, type ProcessKey } from '../../../shared/model/ids.ts'
import type { InstrumentDescriptor, LiveMark, SeriesDescriptor } from '../../../shared/model/live.ts'
import type { Settings, SettingsPatch } from '../../../shared/model/settings.ts'
import { defaultRetentionLimits } from '../../workers/live/live-protocol.ts'
import type { LiveDocument } from './live-document.ts'
import { LiveFile } from './live-file.ts'
import { LiveTarget } from './target/live-target.ts'
import { removeSidecarInTurn } from '../../workers/recorder/sidecar-file.ts'
import { writeMarks } from '../recordings/beside/marks.ts'
import { marksWithin } from './live-marks.ts'
import { joinNeeds, type LiveNeeds } from './sessions/session-plan.ts'
import { seenCollections } from './seen-collections.ts'
import type { SeenCollections } from '../heaps/heap-plan.ts'
import type { OpenSession } from './sessions/session-set.ts'
import type { WarmRoles } from './target/stop-gate.ts'
import { settingsProviderMemory } from './sessions/provider-memory.ts'
import type { LiveLog, ProviderMemory, TargetDirectory } from './target/target-directory.ts'

export interface LiveServiceOptions {
  readonly directory: TargetDirectory
  readonly openSession: OpenSession
  /** The bundled worker, `out/main/live-worker.cjs`. */
  readonly workerPath: string
  /** Older samples go into folders of their own below this one. */
  readonly storageFolder: string
  readonly settings: { readonly current: Settings; update(patch: SettingsPatch): Promise<unknown> }
  readonly log: LiveLog
  /** Of a process on another machine: the shortest interval that the link carries; null: any. */
  readonly carriedIntervalMs?: (processKey: ProcessKey) => number | null
  readonly now?: () => number
}

export interface Recorded {
  readonly instruments: readonly InstrumentDescriptor[]
  readonly series: readonly SeriesDescriptor[]
  /** As `shared/frames/live-frame.ts` has them. */
  readonly lanes: readonly ArrayBuffer[]
  readonly fromMs: number | null
  readonly toMs: number | null
}

interface Source {
  readonly source: LiveTarget | LiveFile
  /** Views by owner (a page); the source lives as long as there is one. */
  readonly views: Map<string, number>
  /** Of owners that want a part of it only. */
  readonly needs: Map<string, LiveNeeds>
  closing: Promise<void> | null
}

/** Every use case behind the `live.*` channels. One source per target (or file), shared by all views of all windows. */
export class LiveService {
  readonly #options: LiveServiceOptions
  readonly #now: () => number
  readonly #providers: ProviderMemory
  readonly #sources = new Map<LiveId, Source>()
  readonly #byKey = new Map<ProcessKey, LiveId>()
  readonly #warmRoles: WarmRoles = new Set()
  #nextNumber = 1

  constructor(options: LiveServiceOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#providers = settingsProviderMemory(options.settings, (error) =>
      options.log.warn('live-providers-not-kept', { reason: String(error) }),
    )
  }

  /**
   * Opens the live data of a target for one view of `owner`, or joins what other views opened; a joining view's pace
   * becomes everybody's only through `setInterval`. Does not wait for the first sample. While all that look want a part of it only (`needs`), no
   * more than that is asked of the target.
   */
  async open(
    request: Request<'live.open'>,
    owner: string,
    needs: LiveNeeds | null = null,
  ): Promise<Result<Reply<'live.open'>, AppError>> {
    const key = asProcessKey(request.processKey)
    await this.#waitForClosing(key)
    const known = this.#byKey.get(key)
    if (known !== undefined) return this.#join(known, owner, needs)
    const row = this.#options.directory.rowOf(key)
    if (row === null) return err({ kind: 'not-found', what: 'process' })
    if (row.state === 'exited') return err({ kind: 'process-gone', pid: row.pid })
    if (this.#options.directory.endpointOf(key) === null) return err({ kind: 'not-found', what: 'endpoint' })
    const liveId = this.#newId()
    const target = new LiveTarget({
      liveId,
      row,
      intervalMs: request.intervalMs,
      needs,
      directory: this.#options.directory,
      providers: this.#providers,
      openSession: this.#options.openSession,
      warmRoles: this.#warmRoles,
      worker: this.#workerOptions(liveId),
      carriedIntervalMs: this.#options.carriedIntervalMs ?? (() => null),
      isWatched: (candidate) => this.#byKey.has(candidate),
      onFollowed: (from, to) => {
        this.#byKey.delete(from)
        this.#byKey.set(to, liveId)
      },
      log: this.#options.log,
      now: this.#now,
    })
    const part = new Map(needs === null ? [] : [[owner, needs] as const])
    this.#sources.set(liveId, { source: target, views: new Map([[owner, 1]]), needs: part, closing: null })
    this.#byKey.set(key, liveId)
    return ok({ liveId })
  }

  /** Resolves when the last view's sessions are stopped and drained. Closing twice, or too often, does nothing. */
  async close(request: Request<'live.close'>, owner: string): Promise<Result<null, AppError>> {
    const liveId = asLiveId(request.liveId)
    const entry = this.#sources.get(liveId)
    if (entry === undefined) return ok(null)
    const count = entry.views.get(owner) ?? 0
    if (count > 1) entry.views.set(owner, count - 1)
    else this.#leave(entry, owner)
    await this.#closeIfUnused(liveId, entry)
    return ok(null)
  }

  /** A page reloaded, crashed or was closed: all its views are gone. */
  async closeOwner(owner: string): Promise<void> {
    await Promise.all(
      [...this.#sources].map(async ([liveId, entry]) => {
        if (this.#leave(entry, owner)) await this.#closeIfUnused(liveId, entry)
      }),
    )
  }

  async closeAll(): Promise<void> {
    for (const entry of this.#sources.values()) entry.views.clear()
    await Promise.all([...this.#sources].map(([liveId, entry]) => this.#closeIfUnused(liveId, entry)))
  }

  async setInterval(request: Request<'live.setInterval'>): Promise<Result<null, AppError>> {
    return this.#withTarget(request.liveId, (target) => target.setInterval(request.intervalMs))
  }

  /** What links carry has changed: values come at the interval that was asked for, or at one that is carried. */
  followLinks(): void {
    for (const { source, closing } of this.#sources.values())
      if (source instanceof LiveTarget && closing === null) void source.followLink()
  }

  async addProvider(request: Request<'live.addProvider'>): Promise<Result<null, AppError>> {
    return this.#withTarget(request.liveId, (target) => target.addProvider(request.provider))
  }

  async removeProvider(request: Request<'live.removeProvider'>): Promise<Result<null, AppError>> {
    return this.#withTarget(request.liveId, (target) => target.removeProvider(request.provider))
  }

  async joinShared(request: Request<'live.joinShared'>): Promise<Result<null, AppError>> {
    return this.#withTarget(request.liveId, (target) => target.joinShared())
  }

  async retry(request: Request<'live.retry'>): Promise<Result<null, AppError>> {
    return this.#withTarget(request.liveId, async (target) => {
      target.retry()
      return ok(null)
    })
  }

  addMark(request: Request<'live.addMark'>): Result<LiveMark, AppError> {
    const { timeMs, label, origin } = request
    const document = this.#document(request.liveId)
    return document.ok ? document.value.addMark({ timeMs, label, origin }) : document
  }

  editMark(request: Request<'live.editMark'>): Result<null, AppError> {
    const document = this.#document(request.liveId)
    return document.ok ? document.value.editMark(request.id, request.label) : document
  }

  removeMark(request: Request<'live.removeMark'>): Result<null, AppError> {
    const document = this.#document(request.liveId)
    return document.ok ? document.value.removeMark(request.id) : document
  }

  /** Of a process that a view shows, or showed before it was started again. */
  marksOf(processKey: string): readonly LiveMark[] {
    const liveId = this.#byKey.get(asProcessKey(processKey))
    const entry = liveId === undefined ? undefined : this.#sources.get(liveId)
    return entry?.source.document.marks ?? []
  }

  /** Of a process that a view shows; null: none does. */
  async seenCollections(processKey: string): Promise<SeenCollections | null> {
    const liveId = this.#byKey.get(asProcessKey(processKey))
    const entry = liveId === undefined ? undefined : this.#sources.get(liveId)
    return entry === undefined ? null : seenCollections(entry.source.document)
  }

  /** Of a process that has ended: everything it had sent is with the views. At once where nothing is watched. */
  async whenRead(liveId: string): Promise<void> {
    const source = this.#sources.get(asLiveId(liveId))?.source
    if (source instanceof LiveTarget) await source.whenRead()
  }

  /** What was measured so far of which series, and what happened on the lanes. */
  async recorded(liveId: string): Promise<Result<Recorded, AppError>> {
    const document = this.#document(liveId)
    if (!document.ok) return document
    const { worker } = document.value
    const lanes = await worker.snapshot({ fromMs: Number.NEGATIVE_INFINITY, maxSamples: 0 })
    if (!lanes.ok) return lanes
    const { firstSampleMs, lastSampleMs } = document.value.progress
    return ok({ ...worker.catalog(), lanes: lanes.value, fromMs: firstSampleMs, toMs: lastSampleMs })
  }

  async range(request: Request<'live.range'>): Promise<Result<ArrayBuffer, AppError>> {
    const document = this.#document(request.liveId)
    if (!document.ok) return document
    const { seriesIndexes, fromMs, toMs, maxPoints } = request
    return document.value.worker.range({ seriesIndexes, fromMs, toMs, maxPoints })
  }

  /** `path` was chosen by the person; the worker writes to a temporary file beside it and renames. */
  async export(
    request: Request<'live.export'>,
    filePath: string,
  ): Promise<Result<NonNullable<Reply<'live.export'>>, AppError>> {
    const entry = this.#sources.get(asLiveId(request.liveId))
    if (entry === undefined) return err({ kind: 'not-found', what: 'live view' })
    const { source } = entry
    const pid = source instanceof LiveTarget ? (this.#options.directory.rowOf(source.key)?.pid ?? null) : null
    const { format, seriesIndexes, fromMs, toMs } = request
    const { worker, marks } = source.document
    const range = { seriesIndexes, fromMs, toMs }
    const exported = await worker.export({ format, path: filePath, ...range, targetName: source.name, pid })
    if (!exported.ok || format !== 'nettrace') return exported
    const within = marksWithin(marks, fromMs, toMs)
    await removeSidecarInTurn(filePath)
    if (within.length > 0 && !(await writeMarks(filePath, within)).ok)
      this.#options.log.warn('live-marks-not-kept', { liveId: request.liveId })
    return exported
  }

  /** Reads a .nettrace; a file that cannot be read leaves nothing behind. */
  async openFile(filePath: string, owner: string): Promise<Result<NonNullable<Reply<'live.openFile'>>, AppError>> {
    const liveId = this.#newId()
    const file = new LiveFile({ liveId, path: filePath, worker: this.#workerOptions(liveId) })
    const entry: Source = { source: file, views: new Map([[owner, 1]]), needs: new Map(), closing: null }
    this.#sources.set(liveId, entry)
    const read = await file.read()
    if (read.ok) return ok({ liveId, name: file.name })
    entry.views.clear()
    await this.#closeIfUnused(liveId, entry)
    return read
  }

  /** Name for a suggested file name. */
  nameOf(liveId: string): string | null {
    return this.#sources.get(asLiveId(liveId))?.source.name ?? null
  }

  /** Feeds one page's stream of a live id. */
  attach(liveId: string, sink: StreamSink): Result<Disposable, AppError> {
    const document = this.#document(liveId)
    if (!document.ok) return document
    const attached = document.value.attach(sink)
    return ok(toDisposable(() => attached.dispose()))
  }

  queues(): readonly QueueReport[] {
    return [...this.#sources.values()].flatMap(({ source }) => source.document.queues())
  }

  #join(liveId: LiveId, owner: string, needs: LiveNeeds | null): Result<Reply<'live.open'>, AppError> {
    const entry = this.#sources.get(liveId)
    if (entry === undefined) return err({ kind: 'not-found', what: 'live view' })
    entry.views.set(owner, (entry.views.get(owner) ?? 0) + 1)
    if (needs === null) entry.needs.delete(owner)
    else entry.needs.set(owner, needs)
    this.#needsChanged(entry)
    return ok({ liveId })
  }

  #leave(entry: Source, owner: string): boolean {
    const wasThere = entry.views.delete(owner)
    entry.needs.delete(owner)
    if (wasThere && entry.views.size > 0) this.#needsChanged(entry)
    return wasThere
  }

  #needsChanged({ source, views, needs }: Source): void {
    if (source instanceof LiveTarget)
      source.setNeeds(joinNeeds([...views.keys()].map((owner) => needs.get(owner) ?? null)))
  }

  /** Open right after close: the old sessions are drained before new ones are asked for. */
  async #waitForClosing(key: ProcessKey): Promise<void> {
    for (;;) {
      const liveId = this.#byKey.get(key)
      const closing = liveId === undefined ? null : (this.#sources.get(liveId)?.closing ?? null)
      if (closing === null) return
      await closing
    }
  }

  async #closeIfUnused(liveId: LiveId, entry: Source): Promise<void> {
    if (entry.views.size > 0) return
    entry.closing ??= entry.source.close().finally(() => {
      this.#sources.delete(liveId)
      for (const [key, id] of this.#byKey) if (id === liveId) this.#byKey.delete(key)
    })
    await entry.closing
  }

  async #withTarget(
    liveId: string,
    act: (target: LiveTarget) => Promise<Result<null, AppError>>,
  ): Promise<Result<null, AppError>> {
    const source = this.#sources.get(asLiveId(liveId))?.source
    return source instanceof LiveTarget ? act(source) : err({ kind: 'not-found', what: 'live target' })
  }

  #document(liveId: string): Result<LiveDocument, AppError> {
    const entry = this.#sources.get(asLiveId(liveId))
    return entry === undefined ? err({ kind: 'not-found', what: 'live view' }) : ok(entry.source.document)
  }

  #newId(): LiveId {
    return asLiveId(`live-${this.#nextNumber++}`)
  }

  #workerOptions(liveId: LiveId) {
    const { workerPath, storageFolder } = this.#options
    return { workerPath, retention: { ...defaultRetentionLimits, directory: path.join(storageFolder, liveId) } }
  }
}

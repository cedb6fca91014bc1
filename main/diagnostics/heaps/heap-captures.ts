import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { hasHeapGraph } from '../../../shared/model/heap/has-heap-graph.ts'
import type { HeapBufferMB, HeapPlan } from '../../../shared/model/heap/heap-plan.ts'
import type { HeapSummary, HeapTypesQuestion } from '../../../shared/model/heap/heap-document.ts'
import type { JobFile, JobPhase, JobResult } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { HeapProgress } from '../../workers/heap/heap-document-protocol.ts'
import type { HeapDocumentHost } from '../../workers/heap/heap-document-host.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import { abortOnAction } from '../jobs/abort-on-action.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'
import { pause } from '../../os/pause.ts'
import { removeWithin } from '../../os/remove-within.ts'
import { reservePath } from '../files/free-path.ts'
import { endReasons } from '../recordings/verdict.ts'
import type { RecordingPlaces } from '../recordings/recording-places.ts'
import type { RecordingEnd } from '../session-recording.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { captureHeap, type CapturePhase } from './capture-heap.ts'
import type { HeapDocuments } from './heap-documents.ts'
import { bufferOf, planOf, type SeenCollections } from './heap-plan.ts'
import { memoryFacts } from './memory-room.ts'

export interface HeapCapturesOptions {
  readonly directory: Pick<TargetDirectory, 'rowOf' | 'endpointOf'>
  readonly registry: Pick<SessionRegistry, 'alone'>
  readonly jobs: JobRegistry
  readonly savedFiles: Pick<SavedFiles, 'add'>
  readonly heaps: Pick<HeapDocuments, 'open' | 'close' | 'closeLater' | 'document'>
  readonly live: { seenCollections(processKey: string): Promise<SeenCollections | null> }
  readonly places: Pick<RecordingPlaces, 'folderOf' | 'fileName'>
  /** Whether a `.gcdump` is saved beside each capture, asked at each. */
  readonly savesGcDump: () => boolean
  /** The bundled worker, `out/main/recorder.cjs`. */
  readonly recorderPath: string
  readonly now: () => number
}

interface Target {
  readonly row: ProcessRow
  readonly endpoint: Endpoint
}

/** A capture that begins in a while. */
interface Later {
  readonly processKey: string
  readonly pid: number
  readonly afterMinutes: number
  readonly compareWith: string | null
}

interface Looked {
  readonly summary: Result<HeapSummary, AppError>
  readonly beside: Beside | null
}

/** The `.gcdump` of a capture. */
interface Beside {
  readonly path: string
  readonly sizeBytes: number
  /** Why it is not there. */
  readonly problem: string | null
}

type Opening = ReturnType<HeapDocuments['open']>

const anyTypes: HeapTypesQuestion = { grouping: 'type', search: '', sortBy: 'name', isDescending: false }

interface Now {
  readonly file: string
  readonly bufferMB?: HeapBufferMB | undefined
  readonly isAttended: boolean
}

/** How far the waiting is, is told so often. */
const waitStepMs = 1000
/** And how far the file is read. */
const lookEveryMs = 200

const phases: Readonly<Record<CapturePhase, JobPhase>> = {
  'flushing-types': 'flushing-types',
  'waiting-for-collection': 'collecting-heap',
  receiving: 'receiving-heap',
}
const fileTemplate = '{process}_{pid}_{date}_{time}_heap'

/** The use case behind `heaps.capture`: a heap graph of a process is a job. */
export class HeapCaptures {
  readonly #options: HeapCapturesOptions

  constructor(options: HeapCapturesOptions) {
    this.#options = options
  }

  /** What a capture will cost, as far as it is known before. Nothing is asked of the process. */
  async plan({ processKey }: Request<'heaps.plan'>): Promise<Result<HeapPlan, AppError>> {
    const row = this.#options.directory.rowOf(asProcessKey(processKey))
    if (row === null) return err({ kind: 'not-found', what: 'process' })
    const lastCapture = this.#options.jobs
      .list()
      .find(({ kind, target, state }) => kind === 'heap-graph' && target?.processKey === row.key && state === 'done')
    // Numbers of processes of another machine mean other ones here.
    const isHere = row.machine === undefined
    const memory = isHere ? memoryFacts(row.pid) : { residentBytes: null, room: null }
    const seen = await this.#options.live.seenCollections(processKey)
    return ok(planOf({ runtimeVersion: row.runtimeVersion, lastCapture: lastCapture ?? null, seen, ...memory }))
  }

  /**
   * The capture that runs already is the answer to a second request, and the one that waits to a second one for later. `isAttended`: somebody will look at
   * the result at once.
   */
  async start(
    request: Request<'heaps.capture'>,
    isAttended = false,
  ): Promise<Result<Reply<'heaps.capture'>, AppError>> {
    const { processKey, afterMinutes = 0, compareWith = null, bufferMB } = request
    const found = this.#targetOf(processKey)
    if (!found.ok) return found
    const { row } = found.value
    const file = afterMinutes > 0 ? ok(null) : await this.#reserve(row)
    // Asked when nothing is waited for any more: the first of two clicks has begun by then.
    const running = this.#options.jobs
      .running()
      .find(
        ({ kind, target, phase }) =>
          kind === 'heap-graph' && target?.processKey === row.key && (phase === 'waiting') === afterMinutes > 0,
      )
    if (running !== undefined) return ok({ jobId: running.id })
    if (!file.ok) return file
    const job = this.#options.jobs.begin({
      kind: 'heap-graph',
      title: file.value === null ? row.name : path.basename(file.value),
      target: { pid: row.pid, name: row.name, processKey: row.key },
      phase: file.value === null ? 'waiting' : 'flushing-types',
      files: file.value === null ? [] : [file.value],
      actions: ['cancel'],
    })
    const { signal } = abortOnAction(job)
    void job.endWith(() =>
      file.value === null
        ? this.#runLater(job, { processKey, pid: row.pid, afterMinutes, compareWith }, signal)
        : this.#run(job, found.value, { file: file.value, compareWith, bufferMB, isAttended }, signal),
    )
    return ok({ jobId: job.id })
  }

  /** Whether the process can be captured is asked again then: it may be another one's turn, or gone. */
  async #runLater(
    job: JobHandle,
    { processKey, pid, afterMinutes, compareWith }: Later,
    signal: AbortSignal,
  ): Promise<void> {
    const [begunMs, ms] = [performance.now(), afterMinutes * 60_000]
    for (let passed = 0; passed < ms && !signal.aborted; passed = performance.now() - begunMs) {
      // Nobody has to wait for the end of a process that is gone.
      if (this.#isGone(processKey)) break
      job.update({ progress: passed / ms })
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(Math.min(waitStepMs, ms - passed), signal)
    }
    if (signal.aborted) return job.cancel()
    if (this.#isGone(processKey)) return job.fail({ kind: 'process-gone', pid })
    const found = this.#targetOf(processKey)
    if (!found.ok) return job.fail(found.error)
    const file = await this.#reserve(found.value.row)
    if (!file.ok) return job.fail(file.error)
    job.setFiles([file.value])
    job.update({ title: path.basename(file.value), phase: 'flushing-types', progress: null })
    return this.#run(job, found.value, { file: file.value, compareWith, isAttended: false }, signal)
  }

  async #reserve(row: ProcessRow): Promise<Result<string, AppError>> {
    const folder = this.#options.places.folderOf(null, row)
    return folder.ok ? reservePath(folder.value, this.#options.places.fileName(fileTemplate, '', row)) : folder
  }

  #isGone(processKey: string): boolean {
    const row = this.#options.directory.rowOf(asProcessKey(processKey))
    return row === null || row.state === 'exited'
  }

  /** A process that stands still would answer when somebody lets it run on, however long that takes. */
  #targetOf(processKey: string): Result<Target, AppError> {
    const row = this.#options.directory.rowOf(asProcessKey(processKey))
    const endpoint = this.#options.directory.endpointOf(asProcessKey(processKey))
    if (row === null || row.state === 'exited' || endpoint === null) return err({ kind: 'not-found', what: 'process' })
    if (row.state !== 'ready' && row.state !== 'limited')
      return err({ kind: 'invalid-request', what: 'heaps.capture', detail: `the process is ${row.state}` })
    if (!hasHeapGraph(row))
      return err({
        kind: 'unsupported',
        feature: 'heap-graph',
        neededVersion: '10.0',
        actualVersion: row.runtimeVersion,
      })
    return ok({ row, endpoint })
  }

  async #run(
    job: JobHandle,
    { row, endpoint }: Target,
    { file, compareWith, bufferMB, isAttended }: Pick<Later, 'compareWith'> & Now,
    signal: AbortSignal,
  ): Promise<void> {
    const { heaps } = this.#options
    let opening: Opening | null = null
    const captured = await captureHeap(this.#options.registry, {
      endpoint,
      runtimeVersion: row.runtimeVersion,
      bufferMB: bufferMB ?? (await this.#plannedBuffer(row.key)),
      path: file,
      recorderPath: this.#options.recorderPath,
      onPhase: (phase) => {
        job.update({ phase: phases[phase] })
        // Its thread starts while the file is being written; it reads when it is asked.
        if (phase === 'receiving') opening = heaps.open(file)
      },
      onBytes: (bytes) => job.update({ bytes }),
      signal,
    })
    if (signal.aborted || !captured.ok) {
      if (captured.ok || signal.aborted) await this.#discard(job, file, captured)
      else job.fail(captured.error)
      return this.#closeUnread(opening)
    }
    job.update({ phase: 'building-heap' })
    const { summary, beside } = await this.#lookInto(job, file, opening ?? heaps.open(file), isAttended, signal)
    if (signal.aborted) {
      if (beside !== null) await removeWithin(beside.path)
      return this.#discard(job, file, captured)
    }
    // Without one object the file is of no use to anybody.
    if (!summary.ok && summary.error.kind === 'not-found') {
      await removeWithin(file)
      return job.fail(summary.error)
    }
    const result = this.#shelve(row, captured.value, summary.ok ? summary.value : null, beside)
    job.finish(compareWith === null ? result : { ...result, facts: { ...result.facts, compareWith } })
  }

  async #plannedBuffer(processKey: string): Promise<HeapBufferMB | undefined> {
    const plan = await this.plan({ processKey })
    return plan.ok ? bufferOf(plan.value) : undefined
  }

  async #discard(job: JobHandle, file: string, captured: Result<RecordingEnd, AppError>): Promise<void> {
    // Ours: made by this capture. A refusal may mean that it was never made.
    if (captured.ok) await removeWithin(file)
    job.cancel()
  }

  async #closeUnread(opening: Opening | null): Promise<void> {
    const opened = await opening
    if (opened?.ok === true) await this.#options.heaps.close(opened.value.documentId)
  }

  /** Read by our own reader, to the end: the verdict is computed from what is in the file. */
  async #lookInto(
    job: JobHandle,
    file: string,
    opening: Opening,
    isAttended: boolean,
    signal: AbortSignal,
  ): Promise<Looked> {
    const { heaps } = this.#options
    const opened = await opening
    if (!opened.ok) return { summary: opened, beside: null }
    const { documentId } = opened.value
    const close = (): void => void heaps.close(documentId)
    signal.addEventListener('abort', close, { once: true })
    let looking: NodeJS.Timeout | undefined
    try {
      const heap = heaps.document(documentId)
      if (!heap.ok) return { summary: heap, beside: null }
      looking = setInterval(() => tellProgress(job, heap.value.progress), lookEveryMs)
      const summary = await heap.value.ask('summary', { isWhole: false })
      return { summary, beside: summary.ok ? await this.#saveBeside(heap.value, file) : null }
    } finally {
      clearInterval(looking)
      signal.removeEventListener('abort', close)
      await (isAttended && !signal.aborted ? heaps.closeLater(opened.value) : heaps.close(documentId))
    }
  }

  /** The same graph for other tools, where the person wants that. The capture is as good without it. */
  async #saveBeside(heap: Pick<HeapDocumentHost, 'ask'>, file: string): Promise<Beside | null> {
    if (!this.#options.savesGcDump()) return null
    const { dir, name } = path.parse(file)
    const free = await reservePath(dir, `${name}.gcdump`)
    const wanted = free.ok ? free.value : path.join(dir, `${name}.gcdump`)
    const written = free.ok
      ? await heap.ask('export', { question: { kind: 'gcdump', types: anyTypes, type: null }, path: wanted })
      : free
    return written.ok
      ? { path: wanted, sizeBytes: written.value.sizeBytes, problem: null }
      : { path: wanted, sizeBytes: 0, problem: written.error.kind === 'io' ? written.error.code : written.error.kind }
  }

  #shelve(row: ProcessRow, end: RecordingEnd, summary: HeapSummary | null, beside: Beside | null): JobResult {
    const isWhole = end.isComplete && end.reason === 'stopped'
    const reasons = [
      ...(isWhole ? [] : [endReasons[end.reason] ?? 'no-end']),
      ...(summary === null ? ['not-verified'] : summary.completeness.kind === 'complete' ? [] : ['heap-partial']),
    ]
    const verdict = reasons.length === 0 ? 'complete' : summary === null && isWhole ? 'unverified' : 'partial'
    const facts = {
      objectCount: summary?.objectCount ?? null,
      objectBytes: summary?.objectBytes ?? null,
      pauseMs: summary?.pauseMs ?? null,
      objectShare: summary?.completeness.kind === 'partial' ? summary.completeness.share : null,
    }
    const keep = (file: string, sizeBytes: number): JobFile => {
      const { id } = this.#options.savedFiles.add({
        kind: 'heap-graph',
        path: file,
        sizeBytes,
        createdMs: this.#options.now(),
        processName: row.name,
        pid: row.pid,
        runtimeVersion: row.runtimeVersion,
        origin: 'heap-graph',
        verdict,
        reasons,
        facts,
      })
      return { path: file, sizeBytes, sha256: null, fileId: id }
    }
    const files = [keep(end.path, end.sizeBytes)]
    if (beside === null) return { verdict, reasons, files, facts }
    if (beside.problem === null)
      return { verdict, reasons, files: [...files, keep(beside.path, beside.sizeBytes)], facts }
    return { verdict, reasons, files, facts: { ...facts, gcDumpProblem: beside.problem } }
  }
}

function tellProgress(job: JobHandle, { readBytes, totalBytes, objectCount }: HeapProgress): void {
  if (totalBytes > 0) job.update({ progress: readBytes / totalBytes, count: objectCount })
}

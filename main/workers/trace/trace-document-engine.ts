import type { TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { importedTrace } from '../../analysis/imports/imported-trace.ts'
import { ticksToMs } from '../../analysis/trace/sample-question.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { WrittenTrace } from '../recorder/written-trace.ts'
import { TraceAnswers } from './trace-answers.ts'
import type {
  TraceDocumentData,
  TraceJob,
  TraceProgress,
  TraceProgressMessage,
  TraceQuery,
} from './trace-document-protocol.ts'
import { isImport, readImport } from './import-file.ts'
import { readSystemCpu } from './system-cpu-file.ts'
import { readSymbolsBeside, symbolsPathOf } from '../recorder/symbols-file.ts'
import { type PartReading, TraceFile, TraceFileReading } from './trace-file.ts'
import { saveRepaired } from './trace-repair.ts'
import { countTrimmed, saveTrimmed } from './trace-trim.ts'
import { type ReadingPace, TraceGrowth } from './trace-growth.ts'
import { TwoPassReading } from './two-pass-reading.ts'
import { QuestionQueue, questionRank } from './question-queue.ts'
import { isEarlyQuestion, rankOf, viewQuestion } from './trace-questions.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'

/** The first of two passes is quicker, and what is asked about each part of it takes as long: there are four parts, and three of a quick disk. */
const twoPassPace: ReadingPace = { partGrowth: 24, shortestPartMs: 800 }
/** So many parts of it nobody waits for the overview and the timeline: those of a half-read file take longer than a part that is left. */
const partsWithoutOverview = 2
/** While an export is written. */
const msBetweenSigns = 1000

/**
 * One opened trace: reads the file once, answers questions when that is done. Knows no threads; the worker's entry carries its
 * messages.
 */
export class TraceDocumentEngine {
  readonly #path: string
  readonly #send: (message: TraceProgressMessage) => void
  readonly #parts = new TraceParts()
  readonly #abort = new AbortController()
  /** Nothing is answered from what is half read. */
  readonly #queue = new QuestionQueue({
    whenStill: () => (this.#twoPass?.isReadingDetails === true ? undefined : this.#growth?.whenStill),
    revision: () => this.#moment,
    patience: () => (this.#twoPass?.hasAllRows === false ? partsWithoutOverview : 1),
  })
  /** Every event is there; what `isEarlyQuestion` says can be answered. */
  readonly #trace: Promise<Result<Trace, AppError>>
  /** And every payload was looked at. */
  readonly #whole: Promise<Result<Trace, AppError>>
  #read: TraceFileReading | null = null
  #growth: TraceGrowth | null = null
  #twoPass: TwoPassReading | null = null
  /** Events that what was prepared of samples comes from. */
  #sampledEventCount = 0
  readonly #firstBytes: number | undefined
  readonly #laterFromBytes: number | undefined
  #isFinished: boolean
  /** Open from the first question that reads payloads again until the document is closed. */
  #file: TraceFile | null = null
  readonly #answers: TraceAnswers
  /** The newest question by name; older ones that wait are cancelled. */
  readonly #newest = new Map<TraceQuery['name'], string>()
  /** Those under way, by what is asked. */
  readonly #sameAgain = new Map<string, Promise<Result<unknown, AppError>>>()
  #hasSymbolsBeside = false
  /** What has ended the reading of a file that was shown by then. */
  #failure: AppError | null = null
  #progress: TraceProgress
  #signMs = 0

  constructor(
    { path, isGrowing = false, firstBytes, laterFromBytes }: TraceDocumentData,
    send: (message: TraceProgressMessage) => void,
  ) {
    this.#path = path
    this.#send = send
    const isReading = firstBytes !== undefined && !isImport(path)
    this.#firstBytes = firstBytes
    this.#laterFromBytes = laterFromBytes
    this.#isFinished = isReading
    this.#progress = {
      readBytes: 0,
      totalBytes: isReading || laterFromBytes !== undefined ? sizeOf(path) : 0,
      revision: 0,
      isGrowing: isGrowing || isReading,
      isReading,
      detailBytes: 0,
      lastMs: 0,
    }
    this.#answers = new TraceAnswers(this.#parts, {
      path,
      moment: () => this.#moment,
      file: () => this.#file,
      hasSymbolsBeside: () => this.#hasSymbolsBeside,
      isEarly: () => this.#isEarly,
      isGrowing: () => this.#progress.isGrowing,
      giveSign: this.#giveSign,
    })
    // Profiles of other tools are read in one go, however large.
    if (firstBytes !== undefined && !isReading) send({ kind: 'progress', ...this.#progress })
    this.#trace = this.#open()
    this.#whole = this.#trace.then((trace) => (trace.ok ? this.#readDetails(trace.value) : trace))
  }

  /** Takes long, and can be given up meanwhile. */
  async trim(job: TraceJob, context: TrimContext): Promise<Result<unknown, AppError>> {
    const trace = await this.#whole
    if (!trace.ok) return trace
    if (this.#progress.isGrowing || this.#parts.imported !== null)
      return err({ kind: 'unsupported', feature: 'parts of this file', neededVersion: null, actualVersion: null })
    const replaced = this.#ifReplaced()
    if (replaced !== null) return replaced
    const { isComplete, damage } = trace.value
    const source = {
      path: this.#path,
      firstDamage: isComplete && damage.length === 0 ? null : firstDamageOf(trace.value),
    }
    const onStep = (step: TrimProgress): void => {
      context.progress(step)
      this.#giveSign()
    }
    const watch = { signal: AbortSignal.any([context.signal, this.#abort.signal]), onStep }
    return job.name === 'trim'
      ? saveTrimmed(source, job.request.path, job.request.order, watch)
      : countTrimmed(source, job.request.order, watch)
  }

  /** A page that follows a file asks for the same overview and timeline with each part of it: one of them is made. */
  answer(query: TraceQuery): Promise<Result<unknown, AppError>> {
    const question = viewQuestion(query)
    if (question !== null) this.#newest.set(query.name, question)
    if (query.name !== 'overview' && query.name !== 'timeline') return this.#ask(query, question)
    const key = JSON.stringify(query)
    const known = this.#sameAgain.get(key)
    if (known !== undefined) return known
    const asked = this.#ask(query, question).finally(() => this.#sameAgain.delete(key))
    this.#sameAgain.set(key, asked)
    return asked
  }

  async #ask(query: TraceQuery, question: string | null): Promise<Result<unknown, AppError>> {
    const trace = await (isEarlyQuestion(query) ? this.#trace : this.#whole)
    if (!trace.ok) return this.#abort.signal.aborted ? err({ kind: 'cancelled' }) : trace
    const isOutdated = (): boolean => question !== null && question !== this.#newest.get(query.name)
    const answer = await this.#queue.ask({
      rank: rankOf(query),
      isOutdated: () => this.#abort.signal.aborted || isOutdated(),
      begin: () =>
        query.name === 'repair'
          ? this.#repair(trace.value, query.request.path)
          : this.#answers.answer(trace.value, query),
    })
    if (answer === null) return err({ kind: 'cancelled' })
    if (this.#failure !== null) return err(this.#failure)
    if (query.name === 'summary' && !query.request.isWhole)
      void this.#whole.then((whole) => whole.ok && this.#prepare(whole.value))
    return answer
  }

  /** Gives memory and files back; nothing is answered afterwards. */
  close(): void {
    this.#abort.abort()
    this.#growth?.dispose()
    this.#read?.dispose()
    this.#read = null
    this.#file?.[Symbol.dispose]()
    this.#file = null
  }

  #repair(trace: Trace, target: string): Result<WrittenTrace, AppError> {
    return this.#ifReplaced() ?? saveRepaired(this.#path, firstDamageOf(trace), target)
  }

  /** Nothing more will be written into the file. */
  finish(): void {
    this.#growth?.finish()
    this.#isFinished = true
  }

  async #open(): Promise<Result<Trace, AppError>> {
    const { signal } = this.#abort
    if (!this.#progress.isGrowing && isImport(this.#path)) return this.#import(signal)
    const opened = TraceFileReading.open(this.#path, this.#parts.listener, { signal, onProgress: this.#onBytes })
    if (!opened.ok) return opened
    const reading = opened.value
    // Kept with the document: by the time payloads are looked at, another file may have this name.
    this.#file = openAgain(this.#path)
    const read = await this.#readAtFirst(reading)
    const { trace } = reading
    if (!read.ok || signal.aborted || trace.header === null) {
      reading.dispose()
      if (!read.ok) return read
      return err(signal.aborted ? { kind: 'cancelled' } : notATrace(this.#path, trace.damage[0], trace.readByteCount))
    }
    this.#read = reading
    this.#parts.systemCpu = readSystemCpu(this.#path)
    if (this.#growth !== null) this.#renew(true)
    // They are removed when a recording has its own, and stay where its process was killed.
    if (this.#growth === null)
      this.#hasSymbolsBeside = await readSymbolsBeside(this.#path, trace, this.#parts.sampled.code)
    return ok(trace)
  }

  async #import(signal: AbortSignal): Promise<Result<Trace, AppError>> {
    const totalBytes = sizeOf(this.#path)
    const profile = await readImport(this.#path, (readBytes) => {
      this.#giveSign({ readBytes, totalBytes })
      return !signal.aborted
    })
    return profile.ok ? ok(importedTrace(profile.value, this.#parts)) : profile
  }

  /** A file that grows is a document as soon as its head is there. */
  async #readAtFirst(reading: TraceFileReading): Promise<Result<number, AppError>> {
    const inParts = this.#inParts(reading)
    if (!this.#progress.isGrowing) {
      const read = await inParts.readOn()
      if (read.ok && !this.#isEarly) inParts.end()
      return read
    }
    this.#growth = new TraceGrowth(inParts, {
      firstBytes: this.#progress.isReading ? this.#firstBytes : undefined,
      pace: this.#laterFromBytes === undefined ? undefined : twoPassPace,
      readSymbols: () => readSymbolsBeside(this.#path, reading.trace, this.#parts.sampled.code),
      symbolsPath: symbolsPathOf(this.#path),
      whenServed: () => this.#queue.whenServed(),
      whenShown: () => this.#queue.whenShown(),
      onGrown: ({ isOver, hasSymbols, error }) => {
        this.#failure = error
        this.#hasSymbolsBeside ||= hasSymbols
        this.#renew(!isOver, hasSymbols)
      },
    })
    if (this.#isFinished) this.#growth.finish()
    return this.#growth.begin()
  }

  #inParts(reading: TraceFileReading): PartReading {
    const laterFromBytes = this.#laterFromBytes
    const { isGrowing, isReading } = this.#progress
    if (laterFromBytes === undefined || (isGrowing && !isReading)) return reading
    this.#twoPass = new TwoPassReading(reading, this.#parts.later, {
      sizeBytes: this.#progress.totalBytes,
      laterFromBytes,
      signal: this.#abort.signal,
      onProgress: () => this.#onBytes(reading.trace.readByteCount, this.#progress.totalBytes),
    })
    return this.#twoPass
  }

  /** The payloads that waited, of a file that is no longer read in parts. What a person waits for is answered before and meanwhile. */
  async #readDetails(trace: Trace): Promise<Result<Trace, AppError>> {
    const reading = this.#twoPass
    if (reading === null || !this.#isEarly) return ok(trace)
    // Those who waited for the trace have asked by then.
    await nextTurn()
    await this.#queue.whenServed()
    if (this.#abort.signal.aborted) return err({ kind: 'cancelled' })
    const read = await reading.readOn()
    reading.end()
    return read.ok ? ok(trace) : read
  }

  /** All events are there, and some payloads come in a moment: nothing says so on the page. */
  get #isEarly(): boolean {
    return this.#growth === null && this.#twoPass?.isReadingDetails === true
  }

  /** What was answered until now holds no more. */
  #renew(isGrowing: boolean, hasSymbols = false): void {
    const eventCount = this.#read?.trace.eventCount ?? 0
    // The second pass of a large file changes nothing about them.
    if (hasSymbols || eventCount !== this.#sampledEventCount) this.#parts.sampled.renew()
    this.#sampledEventCount = eventCount
    if (!isGrowing) this.#parts.systemCpu = readSystemCpu(this.#path)
    const { trace, readBytes } = { trace: this.#read?.trace, readBytes: this.#read?.trace.readByteCount ?? 0 }
    const lastMs = trace === undefined || this.#parts.span.isEmpty ? 0 : ticksToMs(trace, this.#parts.span.lastTicks)
    const revision = this.#progress.revision + 1
    const totalBytes = this.#progress.isReading ? this.#progress.totalBytes : readBytes
    const isReading = this.#progress.isReading && isGrowing
    const detailBytes = this.#detailBytes(readBytes)
    this.#progress = { readBytes, totalBytes, revision, isGrowing, isReading, detailBytes, lastMs }
    this.#send({ kind: 'progress', ...this.#progress })
  }

  readonly #onBytes = (readBytes: number, totalBytes: number): void => {
    this.#progress = { ...this.#progress, readBytes, totalBytes, detailBytes: this.#detailBytes(readBytes) }
    this.#send({ kind: 'progress', ...this.#progress })
  }

  #detailBytes(readBytes: number): number {
    return Math.min(readBytes, this.#twoPass?.detailBytes ?? readBytes)
  }

  /** While the page lays out what it got, and nobody asks anything. */
  #prepare(trace: Trace): void {
    const { begin, isOutdated } = this.#answers.timelinePreparation(trace)
    void this.#queue.ask({
      rank: questionRank.preparation,
      isOutdated: () => this.#abort.signal.aborted || isOutdated(),
      begin,
    })
  }

  /** A long export has no progress of its own; the host must still see that the thread works. */
  readonly #giveSign = (bytes: Partial<TraceProgress> = {}): void => {
    const nowMs = performance.now()
    if (nowMs - this.#signMs < msBetweenSigns) return
    this.#signMs = nowMs
    this.#progress = { ...this.#progress, ...bytes }
    this.#send({ kind: 'progress', ...this.#progress })
  }

  /** Another one whenever answers may be others than before. */
  get #moment(): number {
    return this.#progress.revision + (this.#twoPass?.stepCount ?? 0)
  }

  /** Parts and repaired copies are cut out of the file by its path, at the places where this document has read its blocks. */
  #ifReplaced(): Result<never, AppError> | null {
    if (this.#file === null || this.#file.isAt(this.#path)) return null
    return err({ kind: 'io', operation: 'read', path: this.#path, code: 'REPLACED' })
  }
}

interface TrimContext {
  readonly signal: AbortSignal
  readonly progress: (step: TrimProgress) => void
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function firstDamageOf(trace: Trace): number {
  return Math.min(...trace.damage.map(({ offset }) => offset), Number.POSITIVE_INFINITY)
}

/** Null: it is gone already; then there is the document without what is read again. */
function openAgain(path: string): TraceFile | null {
  try {
    return new TraceFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return null
  }
}

import type { TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { importedTrace } from '../../analysis/imports/imported-trace.ts'
import { FindingFacts } from '../../analysis/findings/finding-facts.ts'
import { findingRules } from '../../analysis/findings/finding-rules.ts'
import { judgeFindings } from '../../analysis/findings/judge-findings.ts'
import type { PayloadSource } from '../../analysis/tables/payload-texts.ts'
import type { Steps } from '../../analysis/steps.ts'
import { TraceTables } from '../../analysis/tables/trace-tables.ts'
import { ticksToMs } from '../../analysis/trace/sample-question.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import { traceSummary } from '../../analysis/trace/trace-summary.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { partNameOf } from '../../os/atomic-file.ts'
import { repairTrace } from '../recorder/repair-trace.ts'
import type { WrittenTrace } from '../recorder/written-trace.ts'
import type {
  TraceDocumentData,
  TraceDocumentProtocol,
  TraceJob,
  TraceProgress,
  TraceQueries,
  TraceQuery,
} from './trace-document-protocol.ts'
import { isImport, readImport } from './import-file.ts'
import { readSystemCpu } from './system-cpu-file.ts'
import { exportTable, exportTrace, tableText } from './trace-export.ts'
import { readSymbolsBeside, removeFilesBeside, symbolsPathOf } from '../recorder/symbols-file.ts'
import { type PartReading, TraceFile, TraceFileReading } from './trace-file.ts'
import { isSameFile } from './file-identity.ts'
import { countTrimmed, saveTrimmed } from './trace-trim.ts'
import { type ReadingPace, TraceGrowth } from './trace-growth.ts'
import { TwoPassReading } from './two-pass-reading.ts'
import { QuestionQueue, type QuestionRank, questionRank } from './question-queue.ts'
import type { WholePlace, WrittenFile } from '../write-whole.ts'
import { UnfinishedFile } from '../unfinished-files.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'
import { ioError } from '../../os/io-error.ts'

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
  readonly #send: (message: TraceDocumentProtocol['fromWorker']) => void
  readonly #parts = new TraceParts()
  readonly #abort = new AbortController()
  /** Nothing is answered from what is half read. */
  readonly #queue = new QuestionQueue({
    whenStill: () => (this.#twoPass?.isReadingDetails === true ? undefined : this.#growth?.whenStill),
    revision: () => this.#moment,
    patience: () => (this.#twoPass?.hasAllRows === false ? partsWithoutOverview : 1),
  })
  readonly #trace: Promise<Result<Trace, AppError>>
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
  #tables: TraceTables | null = null
  /** When the summary, the tables and the findings that are kept were made. */
  #madeAt = 0
  /** A page that looks for parts may ask twice about one of them. */
  #summary: TraceSummary | null = null
  #findings: { readonly key: string; readonly value: TraceFindings } | null = null
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
    send: (message: TraceDocumentProtocol['fromWorker']) => void,
  ) {
    this.#path = path
    this.#send = send
    const isReading = firstBytes !== undefined && !isImport(path)
    this.#firstBytes = firstBytes
    this.#laterFromBytes = laterFromBytes
    this.#isFinished = isReading
    this.#progress = {
      readBytes: 0,
      totalBytes: isReading ? sizeOf(path) : 0,
      revision: 0,
      isGrowing: isGrowing || isReading,
      isReading,
      detailBytes: 0,
      lastMs: 0,
    }
    // Profiles of other tools are read in one go, however large.
    if (firstBytes !== undefined && !isReading) send({ kind: 'progress', ...this.#progress })
    this.#trace = this.#open()
  }

  /** Takes long, and can be given up meanwhile. */
  async trim(job: TraceJob, context: TrimContext): Promise<Result<unknown, AppError>> {
    const trace = await this.#trace
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
    const trace = await this.#trace
    if (!trace.ok) return this.#abort.signal.aborted ? err({ kind: 'cancelled' }) : trace
    const isOutdated = (): boolean => question !== null && question !== this.#newest.get(query.name)
    const answer = await this.#queue.ask({
      rank: rankOf(query),
      isOutdated: () => this.#abort.signal.aborted || isOutdated(),
      begin: () => this.#answer(trace.value, query),
    })
    if (answer === null) return err({ kind: 'cancelled' })
    if (this.#failure !== null) return err(this.#failure)
    if (query.name === 'summary') this.#prepare(trace.value)
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
    if (!this.#progress.isGrowing) {
      const read = await reading.readOn()
      if (read.ok) reading.end()
      return read
    }
    this.#growth = new TraceGrowth(this.#inParts(reading), {
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
    if (laterFromBytes === undefined || !this.#progress.isReading) return reading
    this.#twoPass = new TwoPassReading(reading, this.#parts.later, {
      sizeBytes: this.#progress.totalBytes,
      laterFromBytes,
      signal: this.#abort.signal,
      onProgress: () => this.#onBytes(reading.trace.readByteCount, this.#progress.totalBytes),
    })
    return this.#twoPass
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
    const tables = this.#tablesOf(trace)
    void this.#queue.ask({
      rank: questionRank.preparation,
      isOutdated: () => this.#abort.signal.aborted || tables !== this.#tables,
      begin: () => tables.prepareTimeline(),
    })
  }

  #answer(trace: Trace, query: TraceQuery): Result<unknown, AppError> | Steps<Result<unknown, AppError>> {
    switch (query.name) {
      case 'summary':
        return ok(this.#summaryOf(trace))
      case 'table':
        return ok(this.#tablesOf(trace).page(query.request.question, query.request.fromRow, query.request.rowCount))
      case 'overview':
        return inSteps(this.#tablesOf(trace).overviewSteps(query.request.selection))
      case 'compare-side':
        return ok(this.#tablesOf(trace).compare.side(query.request.selection))
      case 'compare':
        return ok(this.#tablesOf(trace).compare.methods(query.request.against, query.request.question))
      case 'compare-stacks':
        return ok(this.#tablesOf(trace).compare.stacks(query.request.selection))
      case 'compare-flame':
        return ok(this.#tablesOf(trace).compare.flame(query.request.against, query.request.selection))
      case 'compare-events-side':
        return ok(this.#tablesOf(trace).compare.eventsSide(query.request.kind, query.request.selection))
      case 'compare-events':
        return ok(this.#tablesOf(trace).compare.events(query.request.against, query.request.question))
      case 'event-words':
        return ok(this.#tablesOf(trace).eventWords())
      case 'event-matches':
        return ok(this.#tablesOf(trace).eventMatches(query.request))
      case 'event': {
        const found = this.#tablesOf(trace).eventDetails(query.request.question, query.request.at)
        return found === null ? err({ kind: 'not-found', what: 'event' }) : ok(found)
      }
      case 'events-between':
        return ok(this.#tablesOf(trace).eventsBetween(query.request))
      case 'frame':
        return ok(this.#tablesOf(trace).frameFacts(query.request))
      case 'code-origin':
        return ok(this.#tablesOf(trace).codeOrigin(query.request))
      case 'flame':
        return ok(this.#tablesOf(trace).flame(query.request))
      case 'stack-chart':
        return ok(this.#tablesOf(trace).stackChart(query.request))
      case 'timeline':
        return inSteps(this.#tablesOf(trace).timelineSteps(query.request))
      case 'waterfall': {
        const found = this.#tablesOf(trace).waterfall(query.request.row)
        return found === null ? err({ kind: 'not-found', what: 'request' }) : ok(found)
      }
      case 'tree':
        return ok(this.#tablesOf(trace).treeRows(query.request))
      case 'findings':
        return ok(this.#findingsOf(trace, query.request.selection))
      case 'table-text':
        return ok(tableText(this.#tablesOf(trace), query.request))
      case 'table-export':
        return exportTable(this.#tablesOf(trace), query.request, this.#placeOf(query.request), this.#giveSign)
      case 'export':
        return this.#export(trace, query.request)
      case 'repair':
        return this.#repair(trace, query.request.path)
    }
  }

  #export(trace: Trace, asks: TraceQueries['export']['asks']): Result<WrittenFile, AppError> {
    const tables = this.#tablesOf(trace)
    const report = () => ({
      name: path.basename(this.#path),
      summary: traceSummary(this.#parts, trace, tables),
      findings: this.#findingsOf(trace, asks.selection),
    })
    return exportTrace(tables, this.#parts, trace, asks, this.#placeOf(asks), report, this.#giveSign)
  }

  #placeOf({ path: target }: { readonly path: string }): WholePlace {
    return { path: target, source: this.#path }
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

  #forgetOutgrown(): void {
    if (this.#madeAt === this.#moment) return
    this.#madeAt = this.#moment
    this.#summary = null
    this.#tables = null
    this.#findings = null
  }

  #tablesOf(trace: Trace): TraceTables {
    this.#forgetOutgrown()
    this.#tables ??= new TraceTables(this.#parts, trace, (offset, byteCount) => this.#readAgain(offset, byteCount))
    return this.#tables
  }

  #summaryOf(trace: Trace): TraceSummary {
    this.#forgetOutgrown()
    this.#summary ??= traceSummary(this.#parts, trace, this.#tablesOf(trace), this.#hasSymbolsBeside)
    return this.#summary
  }

  /** Of the last selection: a look at another tab and back asks nothing anew. */
  #findingsOf(trace: Trace, selection: TraceSelection): TraceFindings {
    this.#forgetOutgrown()
    const key = JSON.stringify([selection.range, selection.threads])
    if (this.#findings?.key === key) return this.#findings.value
    const read: PayloadSource = (offset, byteCount) => this.#readAgain(offset, byteCount)
    // The checks are about events of a runtime.
    const rules = this.#parts.imported === null ? findingRules : []
    const value = judgeFindings(new FindingFacts(this.#parts, trace, read, selection), rules)
    this.#findings = { key, value }
    return value
  }

  /** Parts and repaired copies are cut out of the file by its path, at the places where this document has read its blocks. */
  #ifReplaced(): Result<never, AppError> | null {
    if (this.#file === null || this.#file.isAt(this.#path)) return null
    return err({ kind: 'io', operation: 'read', path: this.#path, code: 'REPLACED' })
  }

  /** No bytes when the file can't be read any more: its table has everything but the details then. */
  #readAgain(offset: number, byteCount: number): Uint8Array {
    try {
      return this.#file?.read(offset, byteCount) ?? new Uint8Array(0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return new Uint8Array(0)
    }
  }

  /** The person has agreed to replace what is there, but never the damaged trace itself. */
  #repair(trace: Trace, target: string): Result<WrittenTrace, AppError> {
    if (isSameFile(this.#path, target)) return err({ kind: 'io', operation: 'write', path: target, code: 'EEXIST' })
    const replaced = this.#ifReplaced()
    if (replaced !== null) return replaced
    using part = new UnfinishedFile(partNameOf(target))
    const repaired = repairTrace(this.#path, part.path, firstDamageOf(trace))
    if (!repaired.ok) return repaired
    try {
      renameSync(part.path, target)
      part.done()
    } catch (error) {
      return err(ioError(error, 'write', target))
    }
    removeFilesBeside(target)
    return ok({ ...repaired.value, path: target })
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

/** Besides tables. */
const oneAtATime: ReadonlySet<TraceQuery['name']> = new Set([
  'findings',
  'frame',
  'code-origin',
  'flame',
  'stack-chart',
  'timeline',
  'waterfall',
  'event-matches',
])

/** What is asked by a view that shows one answer at a time; null: every question counts. */
function viewQuestion(query: TraceQuery): string | null {
  if (query.name === 'table') return JSON.stringify(query.request.question)
  return oneAtATime.has(query.name) ? JSON.stringify(query.request) : null
}

/** What is not named here is what a person looks at, or has asked for. */
const ranks: Partial<Record<TraceQuery['name'], QuestionRank>> = {
  summary: questionRank.summary,
  overview: questionRank.overview,
  timeline: questionRank.timeline,
  findings: questionRank.findings,
}

function rankOf({ name }: TraceQuery): QuestionRank {
  return ranks[name] ?? questionRank.shownTab
}

function* inSteps<Value>(steps: Steps<Value>): Steps<Result<Value, AppError>> {
  return ok(yield* steps)
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

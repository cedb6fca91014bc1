import os from 'node:os'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import type { DumpFailure, DumpPreflight, DumpResult, DumpType } from '../../../shared/model/dump.ts'
import type { JobResult } from '../../../shared/model/job.ts'
import { readForeignText } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import type { KnownTarget } from '../known-target.ts'
import { checkDump } from './preflight.ts'
import { removeMadeFile, type MadeFile } from './made-file.ts'
import { takeDump } from './take-dump.ts'
import { isElsewhere } from '../../transport/endpoint.ts'

export interface DumpServiceOptions {
  readonly targetOf: (ref: TargetRef) => Result<KnownTarget, AppError>
  readonly jobs: JobRegistry
  readonly savedFiles: Pick<SavedFiles, 'add' | 'forgetPath'>
  readonly userName: (id: number) => string | null
  readonly now: () => number
}

interface Kept {
  result: DumpResult | null
  failure: DumpFailure | null
  partialFile: MadeFile | null
}

/** A report has some kB per thread; more is none. */
const maxReportBytes = 32 * 1024 * 1024

/** Outcomes kept for pages that ask again. */
const maxKept = 100

/** The use cases behind the `dumps.*` channels: a dump is a job. */
export class DumpService {
  readonly #options: DumpServiceOptions
  readonly #kept = new Map<string, Kept>()

  constructor(options: DumpServiceOptions) {
    this.#options = options
  }

  suggest({ target, type }: Request<'dumps.suggest'>): Result<Reply<'dumps.suggest'>, AppError> {
    const known = this.#options.targetOf(target)
    if (!known.ok) return known
    const { jobTarget, name } = known.value
    const fileName = dumpFileName({ name, pid: jobTarget.pid, host: os.hostname(), type, atMs: this.#options.now() })
    return ok({ folder: known.value.operatingSystem === 'Windows' ? os.tmpdir() : '/tmp', fileName })
  }

  async check(request: Request<'dumps.check'>): Promise<Result<DumpPreflight, AppError>> {
    const known = this.#options.targetOf(request.target)
    return known.ok ? ok(await preflightOf(request, known.value)) : known
  }

  async start(request: Request<'dumps.start'>): Promise<Result<Reply<'dumps.start'>, AppError>> {
    const known = this.#options.targetOf(request.target)
    if (!known.ok) return known
    const target = known.value
    const preflight = await preflightOf(request, target, true)
    if (preflight.blockers.length > 0) {
      const reason = preflight.blockers.map(({ kind }) => kind).join(', ')
      return err({ kind: 'refused-harmful', operation: 'dump', reason })
    }
    const file = preflight.visiblePath
    const job = this.#options.jobs.begin({
      kind: 'dump',
      title: path.posix.basename(request.path),
      target: target.jobTarget,
      phase: 'taking-dump',
      files: file === null ? [] : [file],
      actions: ['stop-waiting'],
    })
    this.#keep(job.id)
    const estimate = preflight.estimates[request.type]
    const running = takeDump(target, preflight, {
      type: request.type,
      logging: request.logging,
      crashReport: request.crashReport,
      operatingSystem: target.operatingSystem,
      mayOverwrite: request.mayOverwrite,
      userName: this.#options.userName,
      onProgress: (bytes) => job.update({ bytes, expectedBytes: estimate?.highBytes ?? null }),
    })
    job.onAction(() => {
      running.stopWaiting()
      job.update({ phase: 'watching-file', actions: [] })
      return ok(null)
    })
    void job.endWith(async () => {
      const ended = await running.whenEnded
      this.#keep(job.id).partialFile = running.leftover()
      this.#ended(job, request, target, ended)
    })
    return ok({ jobId: job.id })
  }

  result(jobId: string): Result<Reply<'dumps.result'>, AppError> {
    const kept = this.#kept.get(jobId)
    if (kept === undefined) return err({ kind: 'not-found', what: 'dump' })
    return ok({ result: kept.result, failure: kept.failure, partialFile: kept.partialFile?.path ?? null, far: null })
  }

  /** What a failed dump has left. Never another file that has its name by now. */
  removePartial(jobId: string): Result<null, AppError> {
    const kept = this.#kept.get(jobId)
    const partial = kept?.partialFile ?? null
    if (kept === undefined || partial === null) return err({ kind: 'not-found', what: 'partial file' })
    try {
      if (!removeMadeFile(partial)) return err({ kind: 'not-found', what: 'partial file' })
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'remove', path: partial.path, code })
    }
    kept.partialFile = null
    if (kept.failure !== null) kept.failure = { ...kept.failure, leftFile: null }
    this.#options.savedFiles.forgetPath(partial.path)
    return ok(null)
  }

  async report(jobId: string): Promise<Result<Reply<'dumps.report'>, AppError>> {
    const file = this.#kept.get(jobId)?.result?.crashReportPath ?? null
    if (file === null) return err({ kind: 'not-found', what: 'crash report' })
    const read = await readForeignText(file, maxReportBytes)
    if (read.ok) return ok({ text: read.value })
    return read.error.kind === 'too-large'
      ? err({ kind: 'invalid-request', what: 'crash report', detail: 'too large to be shown' })
      : err(asIoError(read.error, file))
  }

  #ended(
    job: JobHandle,
    request: Request<'dumps.start'>,
    target: KnownTarget,
    ended: Result<DumpResult, DumpFailure>,
  ): void {
    const kept = this.#keep(job.id)
    if (!ended.ok) {
      kept.failure = ended.error
      return job.fail(ended.error.error)
    }
    const result = ended.value
    kept.result = result
    job.finish(this.#shelve(result, request, target))
  }

  /** What was written is listed under Files, with the verdict of its own headers. */
  #shelve(result: DumpResult, request: Request<'dumps.start'>, target: KnownTarget): JobResult {
    const verdict = result.verdict === 'complete' ? 'complete' : result.verdict === 'partial' ? 'partial' : 'unverified'
    const reasons = result.verdict === 'complete' ? [] : [`dump-${result.verdict}`]
    const { visiblePath, file } = result
    if (visiblePath === null || file === null) return { verdict, reasons, files: [] }
    const { id } = this.#options.savedFiles.add({
      kind: 'dump',
      path: visiblePath,
      sizeBytes: file.sizeBytes,
      createdMs: this.#options.now(),
      processName: target.name,
      pid: target.jobTarget.pid,
      runtimeVersion: target.facts.runtimeVersion,
      origin: request.type,
      verdict,
      reasons,
      facts: { format: file.format, tookMs: result.tookMs },
    })
    return { verdict, reasons, files: [{ path: visiblePath, sizeBytes: file.sizeBytes, sha256: null, fileId: id }] }
  }

  #keep(jobId: string): Kept {
    const known = this.#kept.get(jobId)
    if (known) return known
    const kept: Kept = { result: null, failure: null, partialFile: null }
    this.#kept.set(jobId, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }
}

function preflightOf(request: Request<'dumps.check'>, target: KnownTarget, isAgreed = false): Promise<DumpPreflight> {
  const { path: dumpPath, type, mayOverwrite, crashReport } = request
  const view = isElsewhere(target.endpoint) ? null : target.view()
  return checkDump(
    { path: dumpPath, type, mayOverwrite, isReportOnly: crashReport === 'only' },
    {
      facts: target.facts,
      view,
      isStopped: view?.isStopped ?? target.isStopped,
      isSameUser: target.isSameUser,
      userName: target.userName,
      isAgreed,
    },
  )
}

/** `<app>_<host>_<pid>_<UTC>_dump_<type>.dmp` in letters that every file system and shell takes. */
export function dumpFileName(parts: {
  readonly name: string
  readonly host: string
  readonly pid: number
  readonly type: DumpType
  readonly atMs: number
}): string {
  const time = new Date(parts.atMs).toISOString().replace(/[-:]|\.\d+/g, '')
  const name = clean(parts.name) || 'process'
  return `${name}_${clean(parts.host) || 'host'}_${parts.pid}_${time}_dump_${parts.type}.dmp`
}

function clean(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}

import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/index.ts'
import type { TargetRef } from '../../../../shared/contract/target-ref.ts'
import type { DumpPreflight, FetchCheck, LeftDump } from '../../../../shared/model/dump.ts'
import { machineNameOfKey } from '../../../../shared/model/machine.ts'
import type { JobTarget } from '../../../../shared/model/job.ts'
import { FarFiles } from '../../../machines/far-files.ts'
import type { SshLink } from '../../../machines/ssh-link.ts'
import type { JobRegistry } from '../../jobs/job-registry.ts'
import type { JobHandle } from '../../jobs/running-job.ts'
import type { KnownTarget } from '../../known-target.ts'
import { dumpFileName } from '../dump-service.ts'
import { checkFarDump } from './check-far-dump.ts'
import { farDumpFolder, mostFarDumps, type FarDumpList } from './far-dump-list.ts'
import type { FarFetches } from './far-fetches.ts'
import { keptOf, leftOf, listed, newKept, type Kept, type SeenFile } from './kept-far-dump.ts'
import { hasGone, lookUntilWritten } from './look-until-written.ts'
import { takeFarDump, type TakenFarDump } from './take-far-dump.ts'

export interface FarDumpServiceOptions {
  readonly targetOf: (ref: TargetRef) => Result<KnownTarget, AppError>
  /** Null: its machine is not connected. */
  readonly linkOf: (processKey: string) => SshLink | null
  readonly jobs: JobRegistry
  readonly fetches: FarFetches
  /** What lies there, for the next run. */
  readonly list: FarDumpList
  /** Where fetched dumps of this process go on this machine. */
  readonly folderOf: (process: Pick<JobTarget, 'name' | 'pid'>) => Result<string, AppError>
  readonly now: () => number
}

/** The use cases behind the `dumps.*` channels for processes on other machines. */
export class FarDumpService {
  readonly #options: FarDumpServiceOptions
  readonly #kept = new Map<string, Kept>()

  constructor(options: FarDumpServiceOptions) {
    this.#options = options
    for (const entry of options.list.entries) this.#kept.set(entry.id, keptOf(entry))
  }

  suggest({ target, type }: Request<'dumps.suggest'>): Result<Reply<'dumps.suggest'>, AppError> {
    const far = this.#farTarget(target)
    if (!far.ok) return far
    const { known, machine } = far.value
    const { name, jobTarget } = known
    const fileName = dumpFileName({ name, pid: jobTarget.pid, host: machine, type, atMs: this.#options.now() })
    return ok({ folder: farDumpFolder, fileName })
  }

  async check(request: Request<'dumps.check'>): Promise<Result<DumpPreflight, AppError>> {
    const far = this.#farTarget(request.target)
    if (!far.ok) return far
    return this.#withFiles(far.value.processKey, far.value.machine, (files) => check(files, request, far.value))
  }

  async start(request: Request<'dumps.start'>): Promise<Result<Reply<'dumps.start'>, AppError>> {
    const far = this.#farTarget(request.target)
    if (!far.ok) return far
    const { known, machine, processKey } = far.value
    if (request.crashReport !== 'none')
      return err({ kind: 'invalid-request', what: 'crash report', detail: 'on this machine only' })
    const folder = this.#options.folderOf(known.jobTarget)
    if (!folder.ok) return folder
    const opened = FarFiles.open(this.#options.linkOf(processKey), machine)
    if (!opened.ok) return opened
    const files = opened.value
    const prepared = await prepare(files, request, far.value)
    if (!prepared.ok) {
      files.dispose()
      return prepared
    }
    const { targetPath, expectedBytes, isOwnFolder } = prepared.value
    const job = this.#options.jobs.begin({
      kind: 'dump',
      title: path.posix.basename(targetPath),
      target: known.jobTarget,
      phase: 'taking-dump',
      actions: ['stop-waiting'],
    })
    const kept = this.#keep(job.id, known, processKey, request.type)
    // From now on something may lie there.
    const written = { path: targetPath, file: null }
    if (isOwnFolder) await this.#options.list.keep(listed(job.id, { ...kept, made: written, isUnseen: true }))
    job.onAction(() => {
      job.update({ phase: 'watching-file', actions: [] })
      return ok(null)
    })
    void job.endWith(async () => {
      const taken = await takeFarDump(files, known, {
        path: targetPath,
        type: request.type,
        logging: request.logging,
        userName: known.userName,
        onProgress: (bytes) => job.update({ bytes, expectedBytes }),
        onFound: (file) =>
          void this.#options.list.keep(listed(job.id, { ...kept, made: { ...written, file }, isUnseen: true })),
      })
        .then((done) => leaveNoFolder(files, known, targetPath, isOwnFolder, done))
        .finally(() => files.dispose())
      if (isOwnFolder && taken.isUnseen) kept.made = written
      note(kept, targetPath, taken)
      await this.#list(job.id, kept)
      ended(job, taken)
    })
    return ok({ jobId: job.id })
  }

  has(jobId: string): boolean {
    return this.#kept.has(jobId)
  }

  result(jobId: string): Result<Reply<'dumps.result'>, AppError> {
    const kept = this.#kept.get(jobId)
    if (kept === undefined) return err({ kind: 'not-found', what: 'dump' })
    const { result, failure, machine, made, isUnseen, isRemoved, copy } = kept
    const far =
      made === null
        ? null
        : {
            machine,
            path: made.path,
            sizeBytes: isUnseen ? null : (made.file?.sizeBytes ?? null),
            isRemoved,
            fetched: copy.done,
            fetchJobId: copy.jobId,
            partBytes: copy.partBytes,
            hasStartedOver: copy.hasStartedOver,
          }
    return ok({ result, failure, partialFile: null, far })
  }

  /** Copies it to this machine, as a job. What a fetch before has brought is not fetched again. */
  async fetch(jobId: string): Promise<Result<{ readonly jobId: string }, AppError>> {
    const found = await this.#seen(jobId)
    if (!found.ok) return found
    const { kept, made } = found.value
    if (kept === null || made === null || kept.isRemoved || kept.copy.done !== null)
      return err({ kind: 'not-found', what: 'dump to fetch' })
    const { jobTarget, processKey, machine, type, copy, isWhole } = kept
    const folder = this.#options.folderOf(jobTarget)
    if (!folder.ok) return folder
    const saved = (check: FetchCheck) => ({
      kind: 'dump' as const,
      processName: jobTarget.name,
      pid: jobTarget.pid,
      runtimeVersion: kept.runtimeVersion,
      origin: type,
      verdict: !isWhole
        ? ('partial' as const)
        : check === 'size-only'
          ? ('unverified' as const)
          : ('complete' as const),
      reasons: [...(isWhole ? [] : ['dump-partial']), ...(check === 'size-only' ? ['compared-by-size'] : [])],
      facts: { machine },
    })
    const onFetched = (): void => void this.#list(jobId, kept)
    const onPart = onFetched
    const order = { ...made, processKey, machine, pid: jobTarget.pid, jobTarget, localFolder: folder.value }
    return this.#options.fetches.start({ ...order, saved, onFetched, onPart }, copy)
  }

  /** What was written on this machine, in this run or before, and not removed. Newest first. */
  left(machineId: string): Result<readonly LeftDump[], AppError> {
    const there = [...this.#kept].filter(([, { processKey }]) => processKey.startsWith(`${machineId}/`))
    return ok(there.flatMap(([jobId, kept]) => leftOf(jobId, kept)).reverse())
  }

  /** Takes the file away on its machine, if it is still the one that the dump made. */
  async remove(jobId: string): Promise<Result<null, AppError>> {
    const found = await this.#seen(jobId)
    if (!found.ok) return found
    const { kept, made } = found.value
    if (kept === null || made === null || kept.isRemoved || kept.copy.jobId !== null)
      return err({ kind: 'not-found', what: 'dump to remove' })
    const removed = await this.#withFiles(kept.processKey, kept.machine, (files) =>
      files.remove(kept.jobTarget.pid, made.path, made.file),
    )
    if (!removed.ok) return removed
    if (removed.value === 'refused') return err({ kind: 'io', operation: 'remove', path: made.path, code: 'EACCES' })
    if (removed.value === 'other') return err({ kind: 'not-found', what: 'the unchanged dump' })
    kept.isRemoved = true
    await this.#list(jobId, kept)
    const folder = this.#options.folderOf(kept.jobTarget)
    if (folder.ok) kept.copy.removePart(folder.value, made.path)
    return ok(null)
  }

  /** For the question before it is removed. */
  madeBy(jobId: string): { readonly machine: string; readonly path: string; readonly isFetched: boolean } | null {
    const kept = this.#kept.get(jobId)
    if (kept === undefined || kept.made === null || kept.isRemoved) return null
    return { machine: kept.machine, path: kept.made.path, isFetched: kept.wasFetched || kept.copy.done !== null }
  }

  /** What a dump made, looked at again where nobody saw its end. */
  async #seen(
    jobId: string,
  ): Promise<Result<{ readonly kept: Kept | null; readonly made: SeenFile | null }, AppError>> {
    const kept = this.#kept.get(jobId) ?? null
    if (kept?.isUnseen === true) {
      const looked = await this.#lookAgain(kept)
      await this.#list(jobId, kept)
      if (!looked.ok) return looked
    }
    const made = kept?.made ?? null
    return ok({ kept, made: made === null || made.file === null ? null : { path: made.path, file: made.file } })
  }

  /** After the link broke while it was being written: it must be that very file, which nobody writes to any more. */
  #lookAgain(kept: Kept): Promise<Result<null, AppError>> {
    const { made, jobTarget, processKey, machine } = kept
    const { pid } = jobTarget
    if (made === null) return Promise.resolve(err({ kind: 'not-found', what: 'dump' }))
    return this.#withFiles(processKey, machine, async (files) => {
      const looked = await lookUntilWritten(files, pid, made.path, made.file)
      if (!looked.ok) {
        const isMissing = made.file === null && looked.error.kind === 'not-found'
        // A process that lives may still write it: the dump is paused with it, or the disk is slow.
        if (isMissing && (await hasGone(files, pid, made.path))) {
          await files.removeFolder(pid, path.posix.dirname(made.path))
          kept.made = null
          kept.isUnseen = false
        }
        return looked
      }
      kept.made = { path: made.path, file: looked.value.file }
      kept.isWhole = looked.value.isWhole
      kept.isUnseen = false
      return ok(null)
    })
  }

  #withFiles<Value>(
    processKey: string,
    machine: string,
    act: (files: FarFiles) => Promise<Result<Value, AppError>>,
  ): Promise<Result<Value, AppError>> {
    return FarFiles.use(this.#options.linkOf(processKey), machine, act)
  }

  #farTarget(ref: TargetRef): Result<FarTarget, AppError> {
    const known = this.#options.targetOf(ref)
    if (!known.ok) return known
    const processKey = known.value.jobTarget.processKey ?? ''
    const machine = machineNameOfKey(processKey)
    return machine === null
      ? err({ kind: 'not-found', what: 'machine' })
      : ok({ known: known.value, machine, processKey })
  }

  #list(jobId: string, kept: Kept): Promise<void> {
    const { made, isRemoved } = kept
    const { list } = this.#options
    return made === null || isRemoved ? list.forget(jobId) : list.keep(listed(jobId, { ...kept, made }))
  }

  #keep(jobId: string, { jobTarget, facts }: KnownTarget, processKey: string, type: Kept['type']): Kept {
    const { runtimeVersion } = facts
    const startedMs = this.#options.now()
    const kept = newKept({ jobTarget: { ...jobTarget, processKey }, runtimeVersion, type, startedMs })
    this.#kept.set(jobId, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostFarDumps && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }
}

interface FarTarget {
  readonly known: KnownTarget
  readonly machine: string
  readonly processKey: string
}

interface Prepared {
  readonly targetPath: string
  readonly expectedBytes: number | null
  /** Its folder was made for it, and nobody else writes there. */
  readonly isOwnFolder: boolean
}

/** Checked again at the start, because a page may have skipped it. */
async function prepare(
  files: FarFiles,
  request: Request<'dumps.start'>,
  far: FarTarget,
): Promise<Result<Prepared, AppError>> {
  const checked = await check(files, request, far)
  if (!checked.ok) return checked
  const { blockers, estimates } = checked.value
  if (blockers.length > 0)
    return err({ kind: 'refused-harmful', operation: 'dump', reason: blockers.map(({ kind }) => kind).join(', ') })
  const expectedBytes = estimates[request.type]?.highBytes ?? null
  const { known } = far
  // A folder of somebody else would not be open to the process.
  if (path.posix.dirname(request.path) !== farDumpFolder || !known.isSameUser)
    return ok({ targetPath: request.path, expectedBytes, isOwnFolder: false })
  const made = await files.makeFolder(known.endpoint.pid, farDumpFolder)
  if (!made.ok) return made
  return ok({
    targetPath: path.posix.join(farDumpFolder, made.value, path.posix.basename(request.path)),
    expectedBytes,
    isOwnFolder: true,
  })
}

/** The process has answered, and wrote nothing: what was made for the dump goes again. While it has not, it may still write. */
async function leaveNoFolder(
  files: FarFiles,
  { endpoint }: KnownTarget,
  targetPath: string,
  isOwnFolder: boolean,
  taken: TakenFarDump,
): Promise<TakenFarDump> {
  const hasAnswered = taken.outcome.ok || taken.outcome.error.error.kind === 'runtime-error'
  if (isOwnFolder && taken.file === null && !taken.isUnseen && hasAnswered)
    await files.removeFolder(endpoint.pid, path.posix.dirname(targetPath))
  return taken
}

function check(
  files: FarFiles,
  { path: dumpPath, type }: Request<'dumps.check'>,
  { known, machine }: FarTarget,
): Promise<Result<DumpPreflight, AppError>> {
  return checkFarDump(files, { path: dumpPath, type, isReportOnly: false }, known, machine)
}

function note(kept: Kept, path: string, { outcome, file, isUnseen }: TakenFarDump): void {
  if (file !== null) kept.made = { path, file }
  kept.isUnseen = isUnseen
  kept.isWhole = outcome.ok && outcome.value.verdict === 'complete'
  if (outcome.ok) kept.result = outcome.value
  else kept.failure = outcome.error
}

function ended(job: JobHandle, { outcome }: TakenFarDump): void {
  if (!outcome.ok) return job.fail(outcome.error.error)
  const { verdict: found } = outcome.value
  const verdict = found === 'complete' ? 'complete' : found === 'partial' ? 'partial' : 'unverified'
  // The file is on the other machine: nothing of it is listed here until it is fetched.
  job.finish({ verdict, reasons: found === 'complete' ? [] : [`dump-${found}`], files: [] })
}

import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { CasesState } from '../../../shared/model/cases.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { PrivateWords } from '../../logging/redact.ts'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import type { DumpService } from '../dumps/dump-service.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import { reservePath } from '../files/free-path.ts'
import { diskRoom } from '../recordings/recording-files.ts'
import type { RecordingPlaces } from '../recordings/recording-places.ts'
import { CaseFolder, isCutShort } from './case-folder.ts'
import { createCollection } from './collect/create-collection.ts'
import type { CaseList, ListedCase } from './case-list.ts'
import { caseName } from './case-names.ts'
import { CaseRun, type CaseRunParts } from './case-run.ts'
import { removeCollected, removeHalves } from './export-case.ts'
import { type KnownOfProcess, planSteps } from './plan-case.ts'

export interface CaseServiceParts extends Omit<CaseRunParts, 'jobs' | 'savedFiles' | 'list' | 'onChange'> {
  readonly jobs: Pick<JobRegistry, 'begin' | 'addInterrupted'>
  readonly savedFiles: Pick<SavedFiles, 'add' | 'get' | 'list'>
  readonly list: CaseList
  readonly dumps: Pick<DumpService, 'suggest' | 'check'>
  readonly places: Pick<RecordingPlaces, 'folderOf'>
  /** A flight recorder runs for it. */
  readonly hasFlight: (key: string) => boolean
  readonly words: PrivateWords
  /** What another machine calls itself; null: not known. */
  readonly hostNameOf: (machineId: string) => string | null
}

const notFound: AppError = { kind: 'not-found', what: 'case' }

/** The use cases behind `cases.*` but for opened packages: every case of this run, and those that an earlier one left. */
export class CaseService {
  readonly #parts: CaseServiceParts
  readonly #runs = new Map<string, CaseRun>()
  readonly #listeners = new Set<() => void>()

  constructor(parts: CaseServiceParts) {
    this.#parts = parts
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  state(): CasesState {
    return { cases: [...this.#runs.values()].map((run) => run.state()).reverse() }
  }

  /** What an earlier run left: packed ones go, the others can be finished. */
  async restore(): Promise<void> {
    for (const listed of this.#parts.list.cases) {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other
      await removeHalves(listed.zipPath)
      // oxlint-disable-next-line no-await-in-loop -- as above
      const folder = await CaseFolder.open(listed.folder)
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (folder.ok) await (listed.isPacked ? this.#remove(folder.value) : this.#restoreOne(folder.value, listed))
      // oxlint-disable-next-line no-await-in-loop -- as above
      else if ((await isForeignThere(listed.folder)) === false) await this.#parts.list.forget(listed.folder)
    }
  }

  async #restoreOne(folder: CaseFolder, { zipPath }: ListedCase): Promise<void> {
    const { collection } = folder
    const isInterrupted = isCutShort(collection)
    const run = this.#add(folder, zipPath, isInterrupted)
    const [process] = collection.processes
    const target = process === undefined ? null : { pid: process.pid, name: process.name, processKey: process.key }
    const reasons = [isInterrupted ? 'interrupted' : 'not-exported']
    this.#parts.jobs.addInterrupted({ kind: 'case', title: path.basename(zipPath), target }, collection.createdMs, {
      verdict: 'partial',
      reasons,
      files: [],
      facts: { caseId: collection.id },
    })
    if (isInterrupted) await run.recover()
  }

  async plan({ processKeys, checklist, dump }: Request<'cases.plan'>): Promise<Result<Reply<'cases.plan'>, AppError>> {
    const rows = this.#rowsOf(processKeys)
    if (!rows.ok) return rows
    const folder = this.#folderOf(rows.value)
    if (!folder.ok) return folder
    const { files } = await this.#parts.savedFiles.list()
    const known = await Promise.all(
      rows.value.map(async (row): Promise<KnownOfProcess> => {
        const earlier = files.filter(({ kind, processName }) => kind === 'trace' && processName === row.name)
        const hasFlight = this.#hasFlight(row)
        return { row, earlier, hasFlight, dump: await this.#dumpOf(row, dump ?? 'heap') }
      }),
    )
    const room = await diskRoom(folder.value)
    return ok({
      folder: folder.value,
      freeBytes: room?.freeBytes ?? null,
      steps: planSteps(checklist, dump, known),
    })
  }

  #hasFlight({ key }: ProcessRow): boolean {
    return this.#parts.hasFlight(key)
  }

  async #dumpOf(row: ProcessRow, type: NonNullable<Request<'cases.plan'>['dump']>): Promise<KnownOfProcess['dump']> {
    if (row.machine !== undefined) return null
    const target = { kind: 'process', key: row.key } as const
    const suggested = this.#parts.dumps.suggest({ target, type })
    if (!suggested.ok) return null
    const { folder, fileName } = suggested.value
    const plan = { target, type, crashReport: 'none', mayOverwrite: false } as const
    const checked = await this.#parts.dumps.check({ ...plan, path: path.posix.join(folder, fileName) })
    return checked.ok ? checked.value : null
  }

  async start(request: Request<'cases.start'>): Promise<Result<Reply<'cases.start'>, AppError>> {
    const rows = this.#rowsOf(request.processKeys)
    if (!rows.ok) return rows
    const place = this.#folderOf(rows.value)
    if (!place.ok) return place
    const { now, words, hostNameOf, list } = this.#parts
    const reserved = await reservePath(place.value, `${caseName(request.ticket, rows.value[0]?.name ?? '', now())}.zip`)
    if (!reserved.ok) return reserved
    const zipPath = reserved.value
    const added = request.addedFileIds.flatMap((id) => this.#parts.savedFiles.get(id)?.path ?? [])
    const { checklist, ticket, notes, answers, skipped, wantsLogs, wantsHeap, resumes, dump } = request
    const folder = await createCollection(zipPath, {
      createdMs: now(),
      ticket,
      notes,
      ...(answers === undefined ? {} : { answers }),
      checklist,
      skipped,
      hasFlight: rows.value.some((row) => this.#hasFlight(row)),
      wantsLogs,
      wantsHeap,
      resumes,
      dump,
      rows: rows.value,
      added,
      words,
      hostNameOf,
    })
    if (!folder.ok) return folder
    await list.keep({ folder: folder.value.path, zipPath, isPacked: false })
    const run = this.#add(folder.value, zipPath, false)
    const begun = run.collect(request.exports)
    return begun.ok ? ok({ caseId: run.id }) : begun
  }

  skip({ caseId, kind, process }: Request<'cases.skip'>): Result<null, AppError> {
    return this.#with(caseId, (run) => run.skip(kind, process))
  }

  retry({ caseId, kind, process }: Request<'cases.retry'>): Result<null, AppError> {
    return this.#with(caseId, (run) => run.retry(kind, process))
  }

  describe({ caseId, ...said }: Request<'cases.describe'>): Result<null, AppError> {
    return this.#with(caseId, (run) => run.describe(said))
  }

  preview({ caseId, privacy }: Request<'cases.preview'>): Promise<Result<Reply<'cases.preview'>, AppError>> {
    const run = this.#runs.get(caseId)
    return run === undefined ? Promise.resolve(err(notFound)) : run.preview(privacy)
  }

  export({ caseId, ...choice }: Request<'cases.export'>): Result<null, AppError> {
    return this.#with(caseId, (run) => run.export(choice))
  }

  addFiles({ caseId, fileIds }: Request<'cases.addFiles'>): Result<null, AppError> {
    return this.addPaths(
      caseId,
      fileIds.flatMap((id) => this.#parts.savedFiles.get(id)?.path ?? []),
    )
  }

  /** Paths that a person named to main. */
  addPaths(caseId: string, paths: readonly string[]): Result<null, AppError> {
    return this.#with(caseId, (run) => run.add(paths))
  }

  removeFile({ caseId, name }: Request<'cases.removeFile'>): Result<null, AppError> {
    return this.#with(caseId, (run) => run.removeAdded(name))
  }

  async discard({ caseId }: Request<'cases.discard'>): Promise<Result<null, AppError>> {
    const run = this.#runs.get(caseId)
    if (run === undefined) return err(notFound)
    if (run.isBusy) return err({ kind: 'invalid-request', what: 'case', detail: 'something is being done with it' })
    this.#runs.delete(caseId)
    this.#changed()
    await this.#remove(run.folder)
    return ok(null)
  }

  runOf(caseId: string): CaseRun | null {
    return this.#runs.get(caseId) ?? null
  }

  /** When Pipescope ends: nothing unmasked is left of what is in a package. */
  async end(): Promise<void> {
    for (const { folder, isPacked } of this.#parts.list.cases) {
      const run = [...this.#runs.values()].find((one) => one.folder.path === folder)
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other
      if (isPacked && run !== undefined && !run.isBusy) await this.#remove(run.folder)
    }
  }

  async #remove(folder: CaseFolder): Promise<void> {
    await removeCollected(folder)
    await this.#parts.list.forget(folder.path)
  }

  #add(folder: CaseFolder, zipPath: string, isInterrupted: boolean): CaseRun {
    const { list, jobs, savedFiles, ...others } = this.#parts
    const parts: CaseRunParts = { ...others, jobs, savedFiles, list, onChange: () => this.#changed() }
    const run = new CaseRun(parts, folder, zipPath, isInterrupted)
    this.#runs.set(run.id, run)
    this.#changed()
    return run
  }

  #with(caseId: string, use: (run: CaseRun) => Result<null, AppError>): Result<null, AppError> {
    const run = this.#runs.get(caseId)
    return run === undefined ? err(notFound) : use(run)
  }

  #rowsOf(keys: readonly string[]): Result<readonly ProcessRow[], AppError> {
    const rows = [...new Set(keys)].map((key) => this.#parts.directory.rowOf(asProcessKey(key)))
    const found = rows.flatMap((row) => (row === null || row.state === 'exited' ? [] : [row]))
    return found.length === rows.length ? ok(found) : err({ kind: 'not-found', what: 'process' })
  }

  #folderOf([row]: readonly ProcessRow[]): Result<string, AppError> {
    return row === undefined ? err({ kind: 'not-found', what: 'process' }) : this.#parts.places.folderOf(null, row)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

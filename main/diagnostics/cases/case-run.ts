import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { type CaseStep, isFine, type StepKind } from '../../../shared/case/case-document.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import type { CasePackage, CasePhase, CaseState, RedactionPreview } from '../../../shared/model/cases.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { CaseHost } from '../../workers/case/case-host.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import { abortOnAction } from '../jobs/abort-on-action.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { reservePath } from '../files/free-path.ts'
import { CaseCollector } from './collect/case-collector.ts'
import type { CaseFolder, CollectedFile } from './case-folder.ts'
import type { CaseList } from './case-list.ts'
import { processFolder } from './case-names.ts'
import { collectedParts, isSameDescription, packageOf, stepKey, stepStates } from './case-state.ts'
import { collectWithinLimit } from './collect/collect-limit.ts'
import { EarlierFiles } from './collect/earlier-files.ts'
import { type CaseDescription, exportCase, holdsEverything, type ExportParts } from './export-case.ts'
import { addedFile } from './collect/new-collection.ts'
import { previewCase } from './preview-case.ts'
import { recoverCollection } from './collect/recover-collection.ts'
import type { CollectorParts } from './collect/step-context.ts'

export interface ExportChoice {
  readonly privacy: readonly PrivacyPart[]
  /** Names of files that are left out. */
  readonly excluded: readonly string[]
  readonly password: string | null
  readonly partBytes: number | null
}

export interface CaseRunParts extends Omit<CollectorParts & ExportParts, 'host'> {
  /** The bundled thread, `out/main/case-files.cjs`; there only while something is done. */
  readonly workerPath: string
  readonly jobs: Pick<JobRegistry, 'begin'>
  readonly savedFiles: Pick<SavedFiles, 'add'>
  readonly list: Pick<CaseList, 'keep' | 'forget'>
  readonly onChange: () => void
}

const isBusyError: AppError = { kind: 'invalid-request', what: 'case', detail: 'something is being done with it' }
const jobPhases = { masking: 'masking', packing: 'packing', verifying: 'verifying' } as const

/**
 * One case of this run: the folder it is collected in, the job that works on it, and its package. What is collected stays until it is
 * discarded or, once there is a package, until Pipescope quits, so that a step can be tried again and the package made anew.
 */
export class CaseRun {
  readonly folder: CaseFolder
  readonly #parts: CaseRunParts
  readonly #zipPath: string
  readonly #bytes = new Map<string, number>()
  readonly #sizes = new Map<string, number>()
  readonly #isInterrupted: boolean
  #phase: CasePhase = 'collected'
  #readBytes: number | null = null
  #package: Omit<CasePackage, 'isDescriptionOld'> | null = null
  /** All of it is in the package. */
  #isPacked = false
  /** What the package says. */
  #described: CaseDescription | null = null
  #choice: ExportChoice | null = null
  /** Files that can't be masked, and that main has asked about: what comes later waits for the next question. */
  #askedAbout: ReadonlySet<string> = new Set()
  /** Asked about before it was taken. */
  #isDumpAskedAbout = false
  #error: AppError | null = null

  /** @param zipPath where its package goes; a number is added to one that is taken */
  constructor(parts: CaseRunParts, folder: CaseFolder, zipPath: string, isInterrupted: boolean) {
    this.#parts = parts
    this.folder = folder
    this.#zipPath = zipPath
    this.#isInterrupted = isInterrupted
    this.#changed()
  }

  get id(): string {
    return this.folder.collection.id
  }

  get isBusy(): boolean {
    return this.#phase !== 'collected' && this.#phase !== 'packed'
  }

  get hasPackage(): boolean {
    return this.#package !== null
  }

  state(): CaseState {
    const { collection } = this.folder
    const { id, createdMs, ticket, notes, answers, checklist, processes } = collection
    return {
      id,
      createdMs,
      phase: this.#phase,
      ticket,
      notes,
      answers,
      checklist,
      processes,
      steps: stepStates(this.folder, this.#bytes),
      files: collectedParts(this.folder, this.#sizes),
      folder: this.folder.path,
      name: path.basename(this.#zipPath),
      bytes: this.#readBytes,
      package: this.#packageState(),
      error: this.#error,
      isInterrupted: this.#isInterrupted,
    }
  }

  /** Every step, then the package if that is wanted. */
  collect(exports: ExportChoice | null): Result<null, AppError> {
    if (exports !== null) this.#noteAsked()
    this.#isDumpAskedAbout = exports !== null
    return this.#begin('collecting', async (job, host) => {
      const stop = abortOnAction(job, 'stopped')
      await collectWithinLimit(this.#collector(host, job, stop.signal), this.folder.collection.checklist, stop)
      if (exports === null) this.#endCollected(job)
      else await this.#export(job, host, exports)
    })
  }

  /** What an interrupted run had written becomes a part of the case. */
  recover(): Promise<void> {
    return this.#withHost(async (host) => {
      await recoverCollection(this.folder, { host, watchPath: this.#parts.watchPath })
      this.#changed()
    })
  }

  skip(kind: StepKind, process: number): Result<null, AppError> {
    const step = this.#step(kind, process)
    if (step?.state !== 'waiting') return err({ kind: 'invalid-request', what: 'case', detail: 'the step has begun' })
    this.folder.change(({ steps }) => ({
      steps: steps.map((one) => (one === step ? { ...one, state: 'not-requested' } : one)),
    }))
    this.#parts.onChange()
    return ok(null)
  }

  retry(kind: StepKind, process: number): Result<null, AppError> {
    const step = this.#step(kind, process)
    if (step === undefined || isFine(step.state))
      return err({ kind: 'invalid-request', what: 'case', detail: 'there is nothing to try again' })
    return this.#begin('collecting', async (job, host) => {
      const stop = abortOnAction(job, 'stopped')
      const place = processFolder(this.folder.collection.processes, process)
      // What it brings is in no package yet.
      const wasPacked = this.#isPacked
      await this.#list(false)
      const earlier = await EarlierFiles.setAside(this.folder, { kind, process, place })
      try {
        await this.#collector(host, job, stop.signal).runStep(kind, process)
      } finally {
        if (!(await earlier.settle(kind, process))) await this.#list(wasPacked)
      }
      if (this.#choice === null) this.#endCollected(job)
      else await this.#export(job, host, this.#choice)
    })
  }

  #noteAsked(): void {
    this.#askedAbout = new Set(this.#dumps().map(({ name }) => name))
  }

  #dumps(): readonly CollectedFile[] {
    return this.folder.collection.files.filter(({ redaction }) => redaction === 'not-possible')
  }

  /** Dumps that nobody was asked about. */
  #unasked(): readonly string[] {
    return this.#dumps()
      .filter(({ name, step }) => !this.#askedAbout.has(name) && !(this.#isDumpAskedAbout && step === 'dump'))
      .map(({ name }) => name)
  }

  export(choice: ExportChoice): Result<null, AppError> {
    this.#noteAsked()
    return this.#begin('masking', (job, host) => this.#export(job, host, choice))
  }

  preview(privacy: readonly PrivacyPart[]): Promise<Result<RedactionPreview, AppError>> {
    if (this.isBusy) return Promise.resolve(err(isBusyError))
    return this.#withHost((host) => previewCase({ ...this.#parts, host }, this.folder, privacy))
  }

  describe({ ticket, notes, answers }: CaseDescription): Result<null, AppError> {
    this.folder.change(() => ({ ticket, notes, answers: [...answers] }))
    this.#parts.onChange()
    return ok(null)
  }

  add(paths: readonly string[]): Result<null, AppError> {
    this.folder.change(({ files }) => {
      const before = files.filter(({ step }) => step === null).map((file) => file.path)
      const fresh = paths.filter((file) => !before.includes(file))
      return {
        files: [...files, ...fresh.map((file, index) => addedFile(file, [...before, ...fresh.slice(0, index)]))],
      }
    })
    this.#changed()
    return ok(null)
  }

  removeAdded(name: string): Result<null, AppError> {
    this.folder.change(({ files }) => ({ files: files.filter((file) => file.step !== null || file.name !== name) }))
    this.#changed()
    return ok(null)
  }

  #begin(phase: CasePhase, work: (job: JobHandle, host: CaseHost) => Promise<void>): Result<null, AppError> {
    if (this.isBusy) return err(isBusyError)
    const [process] = this.folder.collection.processes
    const job = this.#parts.jobs.begin({
      kind: 'case',
      title: path.basename(this.#zipPath),
      target: process === undefined ? null : { pid: process.pid, name: process.name, processKey: process.key },
      phase: phase === 'collecting' ? 'collecting-case' : 'masking',
      actions: phase === 'collecting' ? ['stop'] : ['cancel'],
    })
    this.#error = null
    this.#set(phase)
    void job.endWith(async () => {
      try {
        await this.#withHost((host) => work(job, host))
      } finally {
        this.#readBytes = null
        this.#set(this.#package === null ? 'collected' : 'packed')
      }
    })
    return ok(null)
  }

  #collector(host: CaseHost, job: JobHandle, signal: AbortSignal): CaseCollector {
    this.#bytes.clear()
    this.#sizes.clear()
    return new CaseCollector({ ...this.#parts, host }, this.folder, {
      signal,
      onSteps: () => this.#changed(),
      onBytes: (kind, process, bytes) => {
        this.#bytes.set(stepKey(kind, process), bytes)
        job.update({ bytes })
        this.#parts.onChange()
      },
    })
  }

  #endCollected(job: JobHandle): void {
    job.finish({ verdict: 'unverified', reasons: ['not-exported'], files: [], facts: { caseId: this.id } })
  }

  async #export(job: JobHandle, host: CaseHost, choice: ExportChoice): Promise<void> {
    const reserved = await reservePath(path.dirname(this.#zipPath), path.basename(this.#zipPath))
    if (!reserved.ok) return this.#failExport(job, reserved.error)
    job.update({ phase: 'masking', actions: ['cancel'], bytes: null })
    const cancelling = abortOnAction(job)
    const excluded = [...new Set([...choice.excluded, ...this.#unasked()])]
    const exported = await exportCase({ ...this.#parts, host }, this.folder, {
      ...choice,
      excluded,
      zipPath: reserved.value,
      signal: cancelling.signal,
      onPhase: (phase) => {
        job.update({ phase: jobPhases[phase], bytes: null })
        this.#readBytes = null
        this.#set(phase)
      },
      onBytes: (bytes) => {
        job.update({ bytes })
        this.#readBytes = bytes
        this.#parts.onChange()
      },
    })
    if (!exported.ok) return this.#failExport(job, exported.error)
    // A password is not kept: without it another try would make a package that anybody can open.
    this.#choice = choice.password === null ? choice : null
    const made = await packageOf(exported.value, this.#parts.savedFiles, { nowMs: this.#parts.now(), excluded })
    this.folder.change(() => ({ steps: [...exported.value.steps] }))
    this.#package = made
    this.#described = exported.value.described
    await this.#list(holdsEverything(exported.value.document, this.folder))
    const file = made.paths.at(-1) ?? ''
    job.finish({
      verdict: made.verdict,
      reasons: made.verdict === 'complete' ? [] : ['case-steps-failed'],
      files: [{ path: file, sizeBytes: made.sizeBytes, sha256: null, fileId: made.fileId }],
      facts: { caseId: this.id },
    })
  }

  #list(isPacked: boolean): Promise<void> {
    this.#isPacked = isPacked
    return this.#parts.list.keep({ folder: this.folder.path, zipPath: this.#zipPath, isPacked })
  }

  #failExport(job: JobHandle, error: AppError): void {
    if (error.kind === 'cancelled') return job.cancel()
    this.#error = error
    job.fail(error)
  }

  #packageState(): CasePackage | null {
    if (this.#package === null) return null
    const { ticket, notes, answers } = this.folder.collection
    return { ...this.#package, isDescriptionOld: !isSameDescription({ ticket, notes, answers }, this.#described) }
  }

  #step(kind: StepKind, process: number): CaseStep | undefined {
    return this.folder.collection.steps.find((step) => step.kind === kind && step.process === process)
  }

  async #withHost<Value>(use: (host: CaseHost) => Promise<Value>): Promise<Value> {
    const host = new CaseHost(this.#parts.workerPath)
    try {
      return await use(host)
    } finally {
      await host.close()
    }
  }

  #set(phase: CasePhase): void {
    this.#phase = phase
    this.#changed()
  }

  /** Added files lie anywhere, also where no answer comes from: their sizes are told when they are known. */
  #changed(): void {
    this.#parts.onChange()
    for (const file of this.folder.collection.files) {
      const place = this.folder.pathOf(file)
      if (this.#sizes.has(place)) continue
      this.#sizes.set(place, 0)
      void lookAtForeign(place).then((look) => {
        if (look.ok) this.#sizes.set(place, look.value.sizeBytes)
        this.#parts.onChange()
      })
    }
  }
}

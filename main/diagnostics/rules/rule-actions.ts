import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpType } from '../../../shared/model/dump.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { RecordingRequest } from '../../../shared/model/recording.ts'
import type { DoneFile, RuleProblem } from '../../../shared/model/rules.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import type { RuleAction } from '../../../shared/rules/rule.ts'
import { snapshotText } from '../../../shared/words/stack-text.ts'
import type { DumpService } from '../dumps/dump-service.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import type { HeapCaptures } from '../heaps/heap-captures.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import { noStop } from '../recordings/recording-part.ts'
import type { RecordingPlaces } from '../recordings/recording-places.ts'
import type { RecordingService } from '../recordings/recording-service.ts'
import { reservePath } from '../files/free-path.ts'
import type { UnattendedCase } from '../cases/collect/collect-unattended.ts'
import { doneFile, filesOfJob, whenJob } from './job-files.ts'
import { planDump, type RuleDumpParts } from './plan-dump.ts'
import { filledArguments, runProgram, type ArgumentValues } from './run-program.ts'

export interface RuleActionParts extends RuleDumpParts {
  readonly jobs: Pick<JobRegistry, 'running' | 'list' | 'get' | 'subscribe' | 'act' | 'dismiss'>
  readonly recordings: Pick<RecordingService, 'start' | 'saveFlight' | 'flightGapMs' | 'stacks'>
  readonly heapCaptures: Pick<HeapCaptures, 'start'>
  readonly dumps: Pick<DumpService, 'suggest' | 'check' | 'start'>
  readonly places: Pick<RecordingPlaces, 'folderOf' | 'fileName'>
  readonly savedFiles: Pick<SavedFiles, 'add'>
  readonly collectCase: (order: UnattendedCase) => Promise<Result<string, AppError>>
  /** `onClick`: what a click on it does; null: it brings the window to the front. */
  readonly notify: (title: string, body: string, onClick: (() => void) | null) => void
  readonly now: () => number
}

/** What fired, for an action. */
export interface Occasion {
  readonly row: ProcessRow
  readonly ruleName: string
  readonly sentence: string
  /** Program arguments; the file is the first one that the actions before it made. */
  readonly values: Omit<ArgumentValues, '{file}'>
  readonly files: readonly DoneFile[]
}

const template = '{process}_{pid}_{date}_{time}_rule'

/** Does what a rule says, through the services a person uses: their checks, jobs and places hold here as well. */
export class RuleActions {
  readonly #parts: RuleActionParts

  constructor(parts: RuleActionParts) {
    this.#parts = parts
  }

  hasFlight(row: ProcessRow): boolean {
    return this.#parts.jobs.running().some(({ kind, target }) => kind === 'ring' && target?.processKey === row.key)
  }

  /** The flight recorder of a process that one of its rules saves. When the process ends it asks whether what it keeps is wanted. */
  async keepFlight(
    row: ProcessRow,
    lastMs: number,
    keepsAtExit: () => Promise<boolean>,
  ): Promise<Result<string, AppError>> {
    this.#forgetFailed(row)
    const request = { ...recordingOf(row, 'time'), keeping: { kind: 'ring', lastMs, maxBytes: null } } as const
    const started = await this.#parts.recordings.start(request, keepsAtExit)
    return started.ok ? ok(started.value.jobId) : started
  }

  /** Of those that were kept for rules and left no file the newest is enough: tries would push other jobs off the list. */
  #forgetFailed(row: ProcessRow): void {
    for (const { id, kind, state, startedBy, target, result } of this.#parts.jobs.list()) {
      const isOfRules = kind === 'ring' && startedBy === 'rule' && target?.processKey === row.key
      if (isOfRules && state === 'failed' && (result?.files.length ?? 0) === 0) this.#parts.jobs.dismiss(id)
    }
  }

  /** Why one that was kept for rules ended by itself: the disk, its folder, the process. Null: it runs, a person ended it, or its process did. */
  flightProblem(jobId: string): RuleProblem | null {
    const job = this.#parts.jobs.get(jobId)
    if (job === null || job.state === 'running' || job.state === 'cancelled') return null
    if (job.state === 'failed' && job.error !== null) return { kind: 'failed', error: job.error }
    const folder = path.dirname(job.result?.files[0]?.path ?? '')
    if (job.result?.facts?.['stoppedBy'] === 'disk-low') return { kind: 'disk-low', folder }
    // What it had was saved.
    const code = job.result?.reasons.includes('disk-full') === true ? 'ENOSPC' : null
    return code === null ? null : { kind: 'failed', error: { kind: 'io', operation: 'write', path: folder, code } }
  }

  async dropFlight(jobId: string): Promise<void> {
    await this.#parts.jobs.act(jobId, 'cancel')
  }

  do(action: RuleAction, occasion: Occasion): Promise<Result<readonly DoneFile[], AppError>> {
    const { row } = occasion
    switch (action.kind) {
      case 'save-flight':
        return this.#saveFlight(row)
      case 'record':
        return this.#record(row, action)
      case 'stacks':
        return this.#stacks(row)
      case 'heap-graph':
        return this.#captureHeap(row)
      case 'dump':
        return this.#dump(row, action.type)
      case 'case':
        return this.#case(row, action.checklist, occasion.sentence)
      case 'notify':
        this.#notify(occasion)
        return Promise.resolve(ok([]))
      case 'program':
        return this.#run(action, occasion)
    }
  }

  /** Of a process whose last seconds are kept, a click keeps them for good. */
  #notify({ row, ruleName, sentence, files }: Occasion): void {
    const flight = files.length > 0 ? null : this.#flightOf(row)
    if (flight?.state !== 'running') return this.#parts.notify(ruleName, sentence, null)
    const save = (): void => void this.#parts.recordings.saveFlight(flight.id)
    this.#parts.notify(ruleName, `${sentence}. Click to save the last seconds.`, save)
  }

  async #run({ path: program, args }: Extract<RuleAction, { kind: 'program' }>, { values, files }: Occasion) {
    const ran = await runProgram(program, filledArguments(args, { ...values, '{file}': files[0]?.path ?? '' }))
    return ran.ok ? ok([]) : ran
  }

  /** One that has just ended with its process has saved what it kept. */
  async #saveFlight(row: ProcessRow): Promise<Result<readonly DoneFile[], AppError>> {
    const flight = this.#flightOf(row)
    if (flight === null) return err({ kind: 'not-found', what: 'flight recorder' })
    // It may still be starting, or save for somebody else.
    const ready = await whenJob(this.#parts.jobs, flight.id, mayBeSaved)
    if (ready?.state === 'running') {
      const saved = await this.#parts.recordings.saveFlight(flight.id)
      if (saved.ok && saved.value === null) return err({ kind: 'not-found', what: 'kept events' })
      if (saved.ok && saved.value !== null) return ok([{ ...doneFile(saved.value), ...this.#gapOf(flight.id) }])
    }
    return filesOfJob(this.#parts.jobs, flight.id)
  }

  /** What a save of .NET Core 3 costs the next one. */
  #gapOf(jobId: string): Pick<DoneFile, 'gapMs'> {
    const gapMs = this.#parts.recordings.flightGapMs(jobId)
    return gapMs === 0 ? {} : { gapMs }
  }

  #flightOf(row: ProcessRow): Job | null {
    const all = this.#parts.jobs.list().filter(({ kind, target }) => kind === 'ring' && target?.processKey === row.key)
    return all.find(({ state }) => state === 'running') ?? all.find(({ endedMs }) => this.#isRecent(endedMs)) ?? null
  }

  #isRecent(endedMs: number | null): boolean {
    return endedMs !== null && this.#parts.now() - endedMs < 60_000
  }

  async #record(row: ProcessRow, { durationMs, preset }: Extract<RuleAction, { kind: 'record' }>) {
    const started = await this.#parts.recordings.start({
      ...recordingOf(row, preset),
      stop: { ...noStop, afterMs: durationMs },
      keeping: { kind: 'whole' },
    })
    return started.ok ? filesOfJob(this.#parts.jobs, started.value.jobId) : started
  }

  async #captureHeap(row: ProcessRow): Promise<Result<readonly DoneFile[], AppError>> {
    const started = await this.#parts.heapCaptures.start({ processKey: row.key })
    return started.ok ? filesOfJob(this.#parts.jobs, started.value.jobId) : started
  }

  async #stacks(row: ProcessRow): Promise<Result<readonly DoneFile[], AppError>> {
    const taken = await this.#parts.recordings.stacks({ processKey: row.key })
    if (!taken.ok) return taken
    const folder = this.#parts.places.folderOf(null, row)
    if (!folder.ok) return folder
    const name = this.#parts.places.fileName(`${template}_stacks`, '', row).replace(/\.nettrace$/, '.txt')
    const file = await reservePath(folder.value, name)
    if (!file.ok) return file
    return this.#keepText(row, file.value, snapshotText(`${row.name} (PID ${row.pid})`, taken.value))
  }

  async #keepText(row: ProcessRow, file: string, content: string): Promise<Result<readonly DoneFile[], AppError>> {
    try {
      await fs.promises.writeFile(file, content, { flag: 'wx', mode: 0o600 })
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'write', path: file, code })
    }
    return ok([this.#shelve(row, 'Stack snapshot', { path: file, sizeBytes: Buffer.byteLength(content) })])
  }

  #shelve(row: ProcessRow, origin: string, file: Pick<DoneFile, 'path' | 'sizeBytes'>): DoneFile {
    const { id } = this.#parts.savedFiles.add({
      kind: 'other',
      ...file,
      createdMs: this.#parts.now(),
      processName: row.name,
      pid: row.pid,
      runtimeVersion: row.runtimeVersion,
      origin,
      verdict: 'complete',
      reasons: [],
      facts: {},
    })
    return { ...file, fileId: id }
  }

  async #case(row: ProcessRow, checklist: string, notes: string): Promise<Result<readonly DoneFile[], AppError>> {
    const folder = this.#parts.places.folderOf(null, row)
    if (!folder.ok) return folder
    const made = await this.#parts.collectCase({ row, checklist, folder: folder.value, notes })
    if (!made.ok) return made
    const { size: sizeBytes } = await fs.promises.stat(made.value)
    return ok([this.#shelve(row, 'Case', { path: made.value, sizeBytes })])
  }

  async #dump(row: ProcessRow, type: DumpType): Promise<Result<readonly DoneFile[], AppError>> {
    const plan = await planDump(this.#parts, row, type)
    if (!plan.ok) return plan
    const started = await this.#parts.dumps.start({ ...plan.value, logging: false })
    return started.ok ? filesOfJob(this.#parts.jobs, started.value.jobId) : started
  }
}

function recordingOf(row: ProcessRow, presetId: string): Omit<RecordingRequest, 'keeping'> {
  const preset = presetById(presetId)!
  return {
    processKey: row.key,
    spec: specOfPreset(preset),
    stop: noStop,
    folder: null,
    nameTemplate: template,
    presetId,
    resumes: false,
  }
}

/** Or has ended, and so saved what it kept. */
function mayBeSaved({ state, actions }: Job): boolean {
  return state !== 'running' || actions.includes('save')
}

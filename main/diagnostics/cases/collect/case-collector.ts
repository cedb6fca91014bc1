import fs from 'node:fs'
import path from 'node:path'
import type { CaseStep, StepKind } from '../../../../shared/case/case-document.ts'
import { machineNameOfKey } from '../../../../shared/model/machine.ts'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import { lookAtForeign } from '../../../foreign/foreign-files.ts'
import { CasePrivacy } from '../../../workers/case/case-privacy.ts'
import { ShortRecordings } from '../../recordings/short-recordings.ts'
import type { CaseFolder } from '../case-folder.ts'
import { withMarks } from '../case-marks.ts'
import { processFolder } from '../case-names.ts'
import { steps } from './collect-steps.ts'
import { notApplicable } from './step-results.ts'
import type { CollectorParts, StepContext, StepOutcome } from './step-context.ts'
import { errorText, farRefusal, reasons } from '../case-words.ts'

export interface CollectWatch {
  /** Ends the step that runs, with what it has, and skips the rest. */
  readonly signal: AbortSignal
  readonly onSteps: (steps: readonly CaseStep[]) => void
  readonly onBytes?: (kind: StepKind, process: number, bytes: number) => void
}

/** Steps that the package itself takes, when it is made. */
export const packingSteps: readonly StepKind[] = ['logs', 'findings']

/** Runs the steps of a collection, every process at the same time, each one's steps in their order. */
export class CaseCollector {
  readonly #parts: CollectorParts
  readonly #folder: CaseFolder
  readonly #watch: CollectWatch

  constructor(parts: CollectorParts, folder: CaseFolder, watch: CollectWatch) {
    this.#parts = parts
    this.#folder = folder
    this.#watch = watch
  }

  async run(): Promise<void> {
    const { processes, steps: planned } = this.#folder.collection
    this.#takeMarks()
    await Promise.all(
      processes.map(async (_process, index) => {
        for (const { kind, process } of planned) {
          if (process !== index || !this.#isWaiting(kind, index) || packingSteps.includes(kind)) continue
          // oxlint-disable-next-line no-await-in-loop -- what disturbs the process most comes last
          await this.runStep(kind, index)
        }
      }),
    )
    // Set while it was collected; a view that was closed meanwhile has none any more.
    this.#takeMarks()
    this.#folder.change(() => ({ finishedMs: this.#parts.now() }))
    await this.#folder.settled()
  }

  #takeMarks(): void {
    const { marksOf } = this.#parts
    if (marksOf === undefined) return
    this.#folder.change(({ processes, marks }) => ({
      marks: processes.reduce((all, { key }, process) => withMarks(all, process, marksOf(asProcessKey(key))), marks),
    }))
  }

  /** Asked when its turn has come: it may have been skipped meanwhile. */
  #isWaiting(kind: StepKind, process: number): boolean {
    const step = this.#folder.collection.steps.find((one) => one.kind === kind && one.process === process)
    return step?.state === 'waiting'
  }

  /** One step, also again: what it made before is replaced. */
  async runStep(kind: StepKind, process: number): Promise<void> {
    if (this.#watch.signal.aborted)
      return this.#end(kind, process, { state: 'cancelled', reason: reasonOf(this.#watch.signal) })
    this.#change(kind, process, { state: 'running', reason: null, startedAt: this.#time(), endedAt: null })
    await this.#folder.settled()
    this.#end(kind, process, await this.#outcome(kind, process))
    await this.#folder.settled()
  }

  async #outcome(kind: StepKind, process: number): Promise<StepOutcome> {
    try {
      const context = await this.#context(kind, process)
      // By its key: when the link is gone there is no row, and the process ID means another process here.
      const refusal = machineNameOfKey(context.key) === null ? null : farRefusal(kind)
      return refusal === null ? await steps[kind](context) : notApplicable(refusal)
    } catch (cause) {
      // A write to an open file, on a full disk, says no path; what Node itself refuses has no number.
      const { code, errno, path: file = this.#folder.path } = cause as NodeJS.ErrnoException
      if (code !== undefined && errno !== undefined)
        return { state: 'failed', reason: errorText({ kind: 'io', operation: 'write', path: file, code }) }
      const reference = this.#parts.reportBug(`case step ${kind}`, cause)
      return { state: 'failed', reason: errorText({ kind: 'internal', reference }) }
    }
  }

  async #context(kind: StepKind, process: number): Promise<StepContext> {
    const { collection } = this.#folder
    const { key: processKey, name, pid } = collection.processes[process]!
    const { directory, registry, recorderPath, watchPath } = this.#parts
    const own = processFolder(collection.processes, process)
    const place = own === '' ? '' : `${own}/`
    const work = path.join(this.#folder.path, place)
    await fs.promises.mkdir(work, { recursive: true, mode: 0o700 })
    const privacy = new CasePrivacy({ key: collection.key, parts: [], words: [] })
    const key = asProcessKey(processKey)
    const parts = { registry, recorderPath, watchPath }
    return {
      ...this.#parts,
      kind,
      key,
      pid,
      name,
      row: () => directory.rowOf(key),
      parts,
      short: new ShortRecordings(parts, path.join(this.#folder.path, 'short')),
      collection,
      work,
      privacy,
      signal: this.#watch.signal,
      stopReason: () => reasonOf(this.#watch.signal),
      onBytes: (bytes) => this.#watch.onBytes?.(kind, process, bytes),
      otherBytes: () => sumOf(this.#folder),
      noteElsewhere: async (noted) => {
        this.#folder.change(({ elsewhere }) => ({ elsewhere: [...elsewhere, { ...noted, process }] }))
        await this.#folder.settled()
      },
      fileOf: (file) => ({
        ...file,
        name: `${place}${file.name}`,
        path: path.join(place, file.path),
        process,
        step: kind,
      }),
      addCounts: () => this.#folder.change(({ counts }) => ({ counts: [...counts, ...privacy.counts()] })),
    }
  }

  #end(kind: StepKind, process: number, { state, reason, files = [] }: StepOutcome): void {
    this.#folder.change((collection) => ({
      files: [...collection.files.filter((file) => file.step !== kind || file.process !== process), ...files],
      elsewhere: collection.elsewhere.filter((noted) => noted.step !== kind || noted.process !== process),
    }))
    const because = reason ?? (state === 'cancelled' ? reasonOf(this.#watch.signal) : null)
    this.#change(kind, process, { state, reason: because, endedAt: this.#time() })
  }

  #change(kind: StepKind, process: number, change: Partial<CaseStep>): void {
    this.#folder.change(({ steps: all }) => ({
      steps: all.map((step) => (step.kind === kind && step.process === process ? { ...step, ...change } : step)),
    }))
    this.#watch.onSteps(this.#folder.collection.steps)
  }

  #time(): string {
    return new Date(this.#parts.now()).toISOString()
  }
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason === 'time-limit' ? reasons.timeLimit : reasons.stopped
}

/** Added files lie anywhere, also where no answer comes from: those count as nothing. */
async function sumOf(folder: CaseFolder): Promise<number> {
  const looks = await Promise.all(folder.collection.files.map((file) => lookAtForeign(folder.pathOf(file))))
  return looks.reduce((sum, look) => sum + (look.ok ? look.value.sizeBytes : 0), 0)
}

import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  type CaseDocument,
  type CaseFinding,
  type CaseProcess,
  type CaseStep,
  isFine,
  type StepKind,
} from '../../../shared/case/case-document.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import { removeMadeFile, madeFileAt } from '../dumps/made-file.ts'
import { removePartsOf } from '../../os/atomic-file.ts'
import { makeNewFolder } from '../../os/private-folder.ts'
import type { CaseHost } from '../../workers/case/case-host.ts'
import { CasePrivacy } from '../../workers/case/case-privacy.ts'
import type { PackedFile, VerifyReport } from '../../workers/case/case-protocol.ts'
import { caseDocument, type ToolFacts } from './case-document-of.ts'
import type { CaseFolder, CollectedFile, Collection } from './case-folder.ts'
import { ioError } from '../../os/io-error.ts'
import { howtoText, redactionText, summaryText } from './case-texts.ts'
import { errorText, reasons } from './case-words.ts'
import { lookAtMasked } from './look-at-masked.ts'
import { maskFile } from './mask-file.ts'
import { damagedBefore, describedFiles, notVerified, placesOf, type ReadyFile } from './ready-files.ts'

export interface ExportParts {
  readonly host: CaseHost
  readonly tool: ToolFacts
  readonly now: () => number
  /** The newest records of the own log, redacted, a line of JSON each. */
  readonly ownLog: () => string
}

export interface ExportOrder {
  /** Ends in `.zip`; must not exist. */
  readonly zipPath: string
  readonly privacy: readonly PrivacyPart[]
  /** Names of files that are left out. */
  readonly excluded?: readonly string[]
  readonly password: string | null
  readonly partBytes: number | null
  readonly signal?: AbortSignal
  readonly onPhase?: (phase: ExportPhase) => void
  readonly onBytes?: (bytes: number) => void
}

export type ExportPhase = 'masking' | 'packing' | 'verifying'

/** What a person said about a case. */
export type CaseDescription = Readonly<Pick<Collection, 'ticket' | 'notes' | 'answers'>>

export interface ExportedCase {
  /** The `.zip` comes last; before it its parts, if there are any. */
  readonly paths: readonly string[]
  /** Masked, reasons of its steps too. */
  readonly document: CaseDocument
  /** How they went, for whoever collects. */
  readonly steps: readonly CaseStep[]
  readonly report: VerifyReport
  readonly summary: string
  /** What was said by then, unmasked: whatever changes later is not in the package. */
  readonly described: CaseDescription
}

/** A whole package that has no name yet. */
type Closed = Omit<ExportedCase, 'paths'>

/**
 * Masks what was collected, packs it, reads the package again, and only then gives it its name. The collection stays as it was, so that
 * it can be done again with other choices.
 */
export async function exportCase(
  parts: ExportParts,
  folder: CaseFolder,
  order: ExportOrder,
): Promise<Result<ExportedCase, AppError>> {
  await removeHalves(order.zipPath)
  const masked = maskedPathOf(order.zipPath)
  try {
    await makeNewFolder(masked)
  } catch (cause) {
    return err(ioError(cause, 'write', masked))
  }
  try {
    return await new CaseExport(parts, folder, order).run()
  } finally {
    await removeHalves(order.zipPath)
  }
}

/** Masked copies and halves of this package: of a run that was killed nobody else removes them. */
export async function removeHalves(zipPath: string): Promise<void> {
  await removePartsOf(zipPath)
  // EACCES, EBUSY: masked, and in the way of nothing.
  await fs.promises.rm(maskedPathOf(zipPath), { recursive: true, force: true }).catch(() => undefined)
}

/** Beside the package: it may go to another disk because the collection's is full. */
function maskedPathOf(zipPath: string): string {
  return zipPath.replace(/\.zip$/, '.masking')
}

/** Only then may what was collected go without being asked for. */
export function holdsEverything(document: Pick<CaseDocument, 'files'>, folder: CaseFolder): boolean {
  return folder.collection.files.every(({ name }) => document.files.some((file) => file.name === name))
}

/** What a verified package holds: the collection, and dumps that the process wrote elsewhere. */
export async function removeCollected(folder: CaseFolder): Promise<void> {
  for (const { path: file, step } of folder.collection.files) {
    const made = step === 'dump' && path.isAbsolute(file) ? madeFileAt(file) : null
    try {
      if (made !== null) removeMadeFile(made)
    } catch {
      // EACCES, EPERM: it belongs to the process's user and stays.
    }
  }
  await folder.remove()
}

class CaseExport {
  readonly #parts: ExportParts
  readonly #folder: CaseFolder
  readonly #order: ExportOrder
  readonly #privacy: CasePrivacy
  readonly #masked: string
  readonly #steps: CaseStep[]
  readonly #findings: CaseFinding[] = []

  constructor(parts: ExportParts, folder: CaseFolder, order: ExportOrder) {
    const { key, words, counts, steps } = folder.collection
    this.#parts = parts
    this.#folder = folder
    this.#order = order
    this.#privacy = new CasePrivacy({ key, parts: order.privacy, words })
    this.#privacy.add(counts)
    this.#masked = maskedPathOf(order.zipPath)
    this.#steps = [...steps]
  }

  async run(): Promise<Result<ExportedCase, AppError>> {
    this.#order.onPhase?.('masking')
    const { excluded = [], signal } = this.#order
    const files = this.#folder.collection.files.filter(({ name }) => !excluded.includes(name))
    // Traces have a thread of their own.
    const [traces, others] = await Promise.all([
      this.#maskAll(files.filter(({ form }) => form === 'trace')),
      this.#maskAll(files.filter(({ form }) => form !== 'trace')),
    ])
    if (signal?.aborted === true) return err({ kind: 'cancelled' })
    const made = new Map([...traces, ...others].map((file) => [file.name, file]))
    return this.#pack(files.flatMap(({ name }) => made.get(name) ?? []))
  }

  async #maskAll(files: readonly CollectedFile[]): Promise<readonly ReadyFile[]> {
    const ready: ReadyFile[] = []
    for (const file of files) {
      if (this.#order.signal?.aborted === true) break
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const made = await this.#ready(file)
      if (made !== null) ready.push(made)
    }
    return ready
  }

  /** What is masked is packed while others of it are looked at: both take as long as the trace is large. */
  async #packFiles(ready: ReadyFile[]): Promise<Result<readonly PackedFile[], AppError>> {
    const { host } = this.#parts
    const stop = new AbortController()
    const looking = this.#lookAtAll(ready, stop.signal)
    const packed = await this.#beginPackage(ready)
    if (!packed.ok) stop.abort()
    const found = await looking
    if (!packed.ok || found.length === 0) return packed
    ready.push(...found)
    return host.ask('pack-more', { files: placesOf(found) }, this.#signal())
  }

  async #lookAtAll(ready: readonly ReadyFile[], packing: AbortSignal): Promise<readonly ReadyFile[]> {
    const signal = AbortSignal.any([packing, ...(this.#order.signal === undefined ? [] : [this.#order.signal])])
    const masked = [...ready]
    const found: ReadyFile[] = []
    for (const [process] of this.#folder.collection.processes.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one trace in memory at a time
      found.push(...(await this.#look(process, masked, signal)))
    }
    return found
  }

  /** Null: it can't be handed over; its step says why. */
  async #ready(file: CollectedFile): Promise<ReadyFile | null> {
    const { form: _form, path: _path, ...described } = file
    const { privacy, signal } = this.#order
    const masked = await maskFile(this.#parts.host, this.#folder, file, {
      into: this.#masked,
      privacy,
      ...(signal === undefined ? {} : { signal }),
    })
    if (!masked.ok) return this.#lost(file, errorText(masked.error))
    const { path: place, counts, redaction, isSourceWhole } = masked.value
    this.#privacy.add(counts)
    return { ...described, verdict: isSourceWhole ? described.verdict : 'partial', redaction, path: place }
  }

  #lost({ step, process }: CollectedFile, reason: string): null {
    if (step !== null && process !== null) this.#set(step, process, 'failed', reason)
    return null
  }

  #set(kind: StepKind, process: number, state: CaseStep['state'], reason: string | null): void {
    const at = this.#steps.findIndex((step) => step.kind === kind && step.process === process)
    const known = this.#steps[at]
    if (known !== undefined) this.#steps[at] = { ...known, state, reason }
  }

  /** What it says of itself already, that it was interrupted for example, stays. */
  #setDamaged(kind: StepKind, process: number, reason: string): void {
    const known = this.#steps.find((step) => step.kind === kind && step.process === process)
    if (known === undefined || isFine(known.state)) return this.#set(kind, process, 'partial', reason)
    this.#set(kind, process, known.state, [known.reason, reason].filter((text) => text !== null).join(' '))
  }

  async #look(process: number, ready: readonly ReadyFile[], signal: AbortSignal): Promise<readonly ReadyFile[]> {
    const { wantsLogs } = this.#folder.collection
    const looked = await lookAtMasked(this.#parts.host, { process, ready, wantsLogs, into: this.#masked, signal })
    for (const { kind, state, reason } of looked.steps) this.#set(kind, process, state, reason)
    this.#findings.push(...looked.findings)
    return looked.files
  }

  async #pack(ready: ReadyFile[]): Promise<Result<ExportedCase, AppError>> {
    const { host } = this.#parts
    const { zipPath, onPhase } = this.#order
    onPhase?.('packing')
    const packed = await this.#packFiles(ready)
    if (!packed.ok) return packed
    const first = await this.#close(ready, packed.value)
    if (!first.ok) return first
    const damaged = damagedBefore(first.value.report, packed.value)
    if (damaged?.size === 0) return this.#keep(first)
    await host.ask('pack-discard', null)
    if (damaged === null) return err(notVerified(zipPath, first.value.report))
    // Packed once more, with a word about them: the rest of the case must not be lost for a file that nothing can open, and nobody is to be
    // sent to one.
    onPhase?.('packing')
    const told = ready.map((file) => this.#withFault(file, damaged.get(file.name)))
    const again = await this.#beginPackage(told)
    if (!again.ok) return again
    return this.#keep(await this.#close(told, again.value))
  }

  #withFault(file: ReadyFile, fault: string | undefined): ReadyFile {
    if (fault === undefined) return file
    const reason = reasons.doesNotOpen(fault)
    if (file.step !== null && file.process !== null) this.#setDamaged(file.step, file.process, reason)
    return { ...file, verdict: 'unverified', reasons: [...file.reasons, reason] }
  }

  async #keep(closed: Result<Closed, AppError>): Promise<Result<ExportedCase, AppError>> {
    if (!closed.ok) return closed
    const { host } = this.#parts
    const { report, ...exported } = closed.value
    if (!report.isVerified) {
      await host.ask('pack-discard', null)
      return err(notVerified(this.#order.zipPath, report))
    }
    const kept = await host.ask('pack-keep', null)
    return kept.ok ? ok({ ...exported, report, paths: kept.value }) : kept
  }

  /** Adds what the package says about itself, and reads all of it again. */
  async #close(ready: readonly ReadyFile[], packed: readonly PackedFile[]): Promise<Result<Closed, AppError>> {
    const { host } = this.#parts
    const { password, onPhase } = this.#order
    // Looked at now: what is typed while files are masked and packed goes along.
    const { collection } = this.#folder
    const described = { ticket: collection.ticket, notes: collection.notes, answers: collection.answers }
    const answers = collection.answers.map((answer) => this.#privacy.text(answer))
    const marks = collection.marks.map((mark) => ({ ...mark, text: this.#privacy.text(mark.text) }))
    const document = caseDocument(collection, {
      processes: collection.processes.map(({ key: _key, ...process }) => this.#withMachine(process)),
      answers,
      marks,
      // They name machines and paths.
      steps: this.#steps.map((step) => ({ ...step, reason: this.#reason(step.reason) })),
      files: describedFiles(ready, packed).map((file) => ({
        ...file,
        reasons: file.reasons.map((reason) => this.#privacy.text(reason)),
      })),
      findings: this.#findings,
      redaction: { rules: [...this.#privacy.parts, 'secrets'], counts: [...this.#privacy.counts()] },
      tool: this.#parts.tool,
      finishedMs: this.#parts.now(),
    })
    const summary = summaryText(document)
    const notes = collection.notes === null ? [] : [{ name: 'notes.md', text: this.#privacy.text(collection.notes) }]
    const closed = await host.ask('pack-close', {
      texts: [
        ...notes,
        { name: 'pipescope-log.ndjson', text: this.#parts.ownLog() },
        { name: 'REDACTION.md', text: redactionText(document, this.#order.excluded) },
        { name: 'HOWTO-OPEN.md', text: howtoText(document, password !== null) },
        { name: 'case.json', text: `${JSON.stringify(document, null, 2)}\n` },
        { name: 'SUMMARY.md', text: summary },
      ],
    })
    if (!closed.ok) return closed
    onPhase?.('verifying')
    const verified = await host.ask('verify', { paths: closed.value.paths, password }, this.#watch())
    if (!verified.ok) {
      await host.ask('pack-discard', null)
      return verified
    }
    return ok({ document, steps: this.#steps, report: verified.value, summary, described })
  }

  #reason(reason: string | null): string | null {
    return reason === null ? null : this.#privacy.text(reason)
  }

  #withMachine({ machine, ...process }: CaseProcess): CaseProcess {
    if (machine === undefined) return process
    return { ...process, machine: this.#privacy.whole('hosts', machine) }
  }

  #beginPackage(ready: readonly ReadyFile[]): Promise<Result<readonly PackedFile[], AppError>> {
    const { zipPath, password, partBytes } = this.#order
    return this.#parts.host.ask('pack', { zipPath, files: placesOf(ready), password, partBytes }, this.#watch())
  }

  #watch(): { readonly signal?: AbortSignal; readonly onProgress?: (bytes: number) => void } {
    const { onBytes } = this.#order
    return { ...this.#signal(), ...(onBytes === undefined ? {} : { onProgress: onBytes }) }
  }

  #signal(): { readonly signal?: AbortSignal } {
    const { signal } = this.#order
    return signal === undefined ? {} : { signal }
  }
}

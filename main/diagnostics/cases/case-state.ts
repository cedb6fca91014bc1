import fs from 'node:fs'
import path from 'node:path'
import type { Checklist } from '../../../shared/case/checklist.ts'
import type { StepKind } from '../../../shared/case/case-document.ts'
import type { CasePackage, CaseStepState, CollectedPart } from '../../../shared/model/cases.ts'
import { ownFileTitle } from '../../../shared/words/package-files.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import type { CaseFolder } from './case-folder.ts'
import { redactionText } from './case-texts.ts'
import type { CaseDescription, ExportedCase } from './export-case.ts'

export function isSameDescription(one: CaseDescription, other: CaseDescription | null): boolean {
  if (other === null) return true
  return one.ticket === other.ticket && one.notes === other.notes && isSameList(one.answers, other.answers)
}

/** An answer that was never given is an empty one. */
function isSameList(one: readonly string[], other: readonly string[]): boolean {
  const longer = one.length > other.length ? one : other
  return longer.every((_answer, at) => (one[at] ?? '') === (other[at] ?? ''))
}

/** How long a step takes by its checklist; null: as long as it takes. */
export function secondsOf({ steps }: Pick<Checklist, 'steps'>, kind: StepKind): number | null {
  const step = steps.find((one) => one.kind === kind)
  if (step?.kind === 'counters' || step?.kind === 'trace') return step.seconds
  return step?.kind === 'stacks' ? (step.count - 1) * step.secondsApart + step.count : null
}

/** Of the key of a step in figures that change while it runs. */
export function stepKey(kind: StepKind, process: number): string {
  return `${kind} ${process}`
}

export function stepStates(
  { collection }: Pick<CaseFolder, 'collection'>,
  bytes: ReadonlyMap<string, number>,
): readonly CaseStepState[] {
  return collection.steps.map((step) => ({
    ...step,
    bytes: bytes.get(stepKey(step.kind, step.process)) ?? null,
    seconds: secondsOf(collection.checklist, step.kind),
  }))
}

/** `sizes`: of files on the disk, by their paths; those that were not looked at yet have none. */
export function collectedParts(folder: CaseFolder, sizes: ReadonlyMap<string, number>): readonly CollectedPart[] {
  return folder.collection.files.map(({ name, title, step, process, redaction, verdict, path: place }) => ({
    name,
    title,
    step,
    process,
    redaction,
    verdict,
    sizeBytes: sizes.get(folder.pathOf({ path: place })) ?? 0,
  }))
}

/** A verified package, as a saved file and for the page. */
export async function packageOf(
  { paths, document, report, summary }: ExportedCase,
  savedFiles: Pick<SavedFiles, 'add'>,
  { nowMs, excluded }: { readonly nowMs: number; readonly excluded: readonly string[] },
): Promise<Omit<CasePackage, 'isDescriptionOld'>> {
  const stats = await Promise.all(paths.map((file) => fs.promises.stat(file)))
  const sizeBytes = stats.reduce((sum, { size }) => sum + size, 0)
  const [process] = document.processes
  const { id } = savedFiles.add({
    kind: 'case',
    path: paths.at(-1) ?? '',
    sizeBytes,
    createdMs: nowMs,
    processName: process?.name ?? null,
    pid: process?.pid ?? null,
    runtimeVersion: process?.runtimeVersion ?? null,
    origin: document.checklist.title,
    verdict: document.verdict,
    reasons: document.verdict === 'complete' ? [] : ['case-steps-failed'],
    facts: { fileCount: document.files.length },
  })
  const described = new Map(document.files.map((file) => [file.name, file]))
  return {
    paths,
    sizeBytes,
    fileId: id,
    verdict: document.verdict,
    files: report.files.map(({ name, sizeBytes: size, sha256, fault }) => {
      const file = described.get(name)
      return {
        name,
        title: file?.title ?? ownFileTitle(name) ?? path.posix.basename(name),
        sizeBytes: size,
        sha256,
        redaction: file?.redaction ?? 'masked',
        verdict: file?.verdict ?? 'complete',
        fault,
      }
    }),
    rules: document.redaction.rules,
    counts: document.redaction.counts,
    summary,
    redactionText: redactionText(document, excluded),
  }
}

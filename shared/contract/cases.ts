import * as v from 'valibot'
import { type Checklist, checklistSchema, dumpTypes, longestAnswer } from '../case/checklist.ts'
import { stepKinds } from '../case/case-document.ts'
import { privacyParts } from '../case/privacy.ts'
import type { CasePackageDocument, CasePlan, RedactionPreview } from '../model/cases.ts'
import { defineChannel } from './channel.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const filePath = v.pipe(v.string(), v.maxLength(4096))
const processKeys = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1), v.maxLength(8))
const privacy = v.array(v.picklist(privacyParts))
const ticket = v.nullable(v.pipe(v.string(), v.maxLength(100)))
const notes = v.nullable(v.pipe(v.string(), v.maxLength(100_000)))
/** To the questions of the checklist, in their order; may be fewer. */
const answers = v.pipe(v.array(v.pipe(v.string(), v.maxLength(longestAnswer))), v.maxLength(30))
const step = { kind: v.picklist(stepKinds), process: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)) }
/** Names of files in the package. */
const names = v.pipe(v.array(v.pipe(v.string(), v.maxLength(4000))), v.maxLength(1000))

const exportChoice = {
  privacy,
  /** Left out of the package; they stay where they were collected. */
  excluded: names,
  /** AES-256; null: none. Never kept. */
  password: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  /** Of each part; null: one file. */
  partBytes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1024 * 1024), v.maxValue(2 ** 41))),
}

/** What there is comes over the stream `cases.state`. */
export const casesChannels = {
  /** What each step would cost. Asks the processes nothing. */
  'cases.plan': defineChannel(
    v.strictObject({ processKeys, checklist: checklistSchema, dump: v.nullable(v.picklist(dumpTypes)) }),
  )<CasePlan>(),
  /** Collects as a job. `exports`: makes the package as soon as everything is there. */
  'cases.start': defineChannel(
    v.strictObject({
      processKeys,
      checklist: checklistSchema,
      ticket,
      notes,
      answers: v.optional(answers, []),
      /** Steps that are not wanted. */
      skipped: v.pipe(v.array(v.picklist(stepKinds)), v.maxLength(stepKinds.length)),
      wantsLogs: v.boolean(),
      wantsHeap: v.boolean(),
      resumes: v.boolean(),
      dump: v.nullable(v.picklist(dumpTypes)),
      /** Saved files, by their ids. */
      addedFileIds: v.pipe(v.array(id), v.maxLength(100)),
      exports: v.nullable(v.strictObject(exportChoice)),
    }),
  )<{ readonly caseId: string }>(),
  /** One that did not begin yet. */
  'cases.skip': defineChannel(v.strictObject({ caseId: id, ...step }))<null>(),
  /** Once more, at its place in the order; where there was a package it is built anew. */
  'cases.retry': defineChannel(v.strictObject({ caseId: id, ...step }))<null>(),
  /** What is said of it until its package is written; later it is for the next one. */
  'cases.describe': defineChannel(v.strictObject({ caseId: id, ticket, notes, answers }))<null>(),
  'cases.preview': defineChannel(v.strictObject({ caseId: id, privacy }))<RedactionPreview>(),
  /** Masks, packs and verifies as a job. Main asks before a dump goes along. */
  'cases.export': defineChannel(v.strictObject({ caseId: id, ...exportChoice }))<null>(),
  'cases.addFiles': defineChannel(
    v.strictObject({ caseId: id, fileIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(100)) }),
  )<null>(),
  /** Asks for files in a dialog. */
  'cases.chooseFiles': defineChannel(v.strictObject({ caseId: id }))<null>(),
  /** One that was added; the file itself stays. */
  'cases.removeFile': defineChannel(
    v.strictObject({ caseId: id, name: v.pipe(v.string(), v.maxLength(4000)) }),
  )<null>(),
  /** Deletes what was collected; packages stay. */
  'cases.discard': defineChannel(v.strictObject({ caseId: id }))<null>(),
  /** Reads one from a file; null when the dialog was closed. */
  'cases.importChecklist': defineChannel(v.strictObject({}))<Checklist | null>(),
  /** Those that were imported on this machine. */
  'cases.checklists': defineChannel(v.strictObject({}))<readonly Checklist[]>(),
  /** From the list; files stay. */
  'cases.removeChecklist': defineChannel(v.strictObject({ id }))<readonly Checklist[]>(),
  'cases.exportChecklist': defineChannel(v.strictObject({ checklist: checklistSchema }))<{
    readonly path: string
  } | null>(),
  /** Reads and verifies a package; asks for one when `path` is null. Null: the dialog was closed. */
  'cases.open': defineChannel(
    v.strictObject({ path: v.nullable(filePath), password: v.nullable(v.pipe(v.string(), v.maxLength(1000))) }),
  )<{ readonly documentId: string; readonly path: string; readonly name: string; readonly sizeBytes: number } | null>(),
  'cases.progress': defineChannel(v.strictObject({ documentId: id }))<{
    readonly readBytes: number
    readonly totalBytes: number
  }>(),
  /** When it is read to its end. */
  'cases.document': defineChannel(v.strictObject({ documentId: id }))<CasePackageDocument>(),
  /** A text in it, as far as a page shows one. */
  'cases.text': defineChannel(v.strictObject({ documentId: id, name: v.pipe(v.string(), v.maxLength(4000)) }))<{
    readonly text: string
    readonly isCut: boolean
  }>(),
  /** Unpacks one verified file into a folder of Pipescope's own, where it can be opened from. */
  'cases.unpack': defineChannel(v.strictObject({ documentId: id, name: v.pipe(v.string(), v.maxLength(4000)) }))<{
    readonly path: string
  }>(),
  'cases.close': defineChannel(v.strictObject({ documentId: id }))<null>(),
}

import path from 'node:path'
import type { Checklist } from '../../../../shared/case/checklist.ts'
import { type CaseStep, type StepKind, stepKinds } from '../../../../shared/case/case-document.ts'
import type { DumpType } from '../../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { PrivateWords } from '../../../logging/redact.ts'
import { collectionKind, type CollectedFile, type Collection } from '../case-folder.ts'
import { plainFileName } from '../case-names.ts'
import { stepTitles } from '../case-words.ts'

export interface NewCase {
  readonly id: string
  readonly key: string
  readonly createdMs: number
  readonly ticket: string | null
  readonly notes: string | null
  /** To the questions of the checklist, in their order. */
  readonly answers?: readonly string[]
  readonly checklist: Checklist
  /** A flight recorder runs for one of them. */
  readonly hasFlight?: boolean
  /** Steps that were taken off the plan. */
  readonly skipped?: readonly StepKind[]
  readonly wantsLogs: boolean
  readonly wantsHeap: boolean
  readonly resumes: boolean
  readonly dump: DumpType | null
  readonly rows: readonly ProcessRow[]
  /** Absolute paths of other files. */
  readonly added: readonly string[]
  /** Of whoever collects. */
  readonly words: PrivateWords
  /** What another machine calls itself; null: not known. */
  readonly hostNameOf?: (machineId: string) => string | null
}

const flavours = { coreclr: '.NET', nativeaot: 'NativeAOT', mono: 'Mono', unknown: '.NET' } as const

/** What a case is before its first step. */
export function newCollection(options: NewCase): Collection {
  const { words, rows, ...given } = options
  const hosts = new Set([
    words.hostName,
    ...rows.flatMap(({ machine }) => (machine === undefined ? [] : (given.hostNameOf?.(machine.id) ?? []))),
    ...rows.flatMap(({ machine }) => machine?.name ?? []),
  ])
  const users = new Set([words.userName, ...rows.flatMap(({ userName }) => userName ?? [])])
  return {
    kind: collectionKind,
    version: 1,
    id: given.id,
    key: given.key,
    createdMs: given.createdMs,
    finishedMs: null,
    ownerPid: process.pid,
    ticket: given.ticket,
    notes: given.notes,
    answers: [...(given.answers ?? [])],
    checklist: given.checklist,
    wantsLogs: given.wantsLogs,
    wantsHeap: given.wantsHeap,
    resumes: given.resumes,
    dump: given.dump,
    processes: rows.map((row) => ({
      key: row.key,
      name: row.name,
      pid: row.pid,
      runtimeVersion: row.runtimeVersion,
      runtime: `${flavours[row.runtimeFlavour]} ${row.runtimeVersion ?? ''}`.trim(),
      architecture: row.architecture,
      operatingSystem: row.operatingSystem,
      startedAt: row.startTimeMs === null ? null : new Date(row.startTimeMs).toISOString(),
      machine: row.machine?.name ?? words.hostName,
    })),
    steps: rows.flatMap((_row, process) => stepKinds.map((kind) => firstState(kind, process, given))),
    files: given.added.map((file, index) => addedFile(file, given.added.slice(0, index))),
    counts: [],
    marks: [],
    elsewhere: [],
    earlier: [],
    words: [
      { rule: 'home-folder', word: words.homeFolder },
      ...[...hosts].map((word) => ({ rule: 'host' as const, word })),
      ...[...users].map((word) => ({ rule: 'user' as const, word })),
    ],
  }
}

type Wants = Pick<NewCase, 'checklist' | 'hasFlight' | 'skipped' | 'wantsLogs' | 'wantsHeap' | 'dump'>

function firstState(kind: StepKind, process: number, wants: Wants): CaseStep {
  const state = isRequested(kind, wants) && wants.skipped?.includes(kind) !== true ? 'waiting' : 'not-requested'
  return { kind, process, title: stepTitles[kind], state, reason: null, startedAt: null, endedAt: null }
}

/** Logs, heap graph and dump only where they were asked for, whatever the checklist suggests. */
function isRequested(kind: StepKind, { checklist, hasFlight, wantsLogs, wantsHeap, dump }: Wants): boolean {
  switch (kind) {
    case 'counters':
    case 'stacks':
    case 'trace':
      return checklist.steps.some((step) => step.kind === kind)
    case 'flight':
      return hasFlight === true
    case 'logs':
      return wantsLogs
    case 'heap-graph':
      return wantsHeap
    case 'dump':
      return dump !== null
    case 'process':
    case 'environment':
    case 'machine':
    case 'modules':
    case 'findings':
      return true
  }
}

/** As Pipescope, createdump and kernels name dumps, compressed or not: they hold the memory of a process, whoever made them. */
const dumpNames = /(?:\.(?:m?dmp|core)|^core(?:\.\d+)?)(?:\.(?:gz|zst|br|zip))?$/i

/** By its name: a case is not asked to read what it may not keep. */
export function holdsMemory(file: string): boolean {
  return dumpNames.test(plainFileName(path.basename(file)))
}

/** Texts and traces are masked like those that were collected; other files are handed over as they are. */
export function addedFile(file: string, before: readonly string[]): CollectedFile {
  const name = plainFileName(path.basename(file))
  const sameCount = before.filter((other) => plainFileName(path.basename(other)) === name).length
  const form = formOf(name)
  return {
    name: `added/${sameCount === 0 ? name : `${sameCount + 1}-${name}`}`,
    title: 'Added',
    process: null,
    step: null,
    redaction: form !== 'none' ? 'masked' : holdsMemory(file) ? 'not-possible' : 'not-done',
    verdict: 'unverified',
    reasons: [],
    path: file,
    form,
  }
}

function formOf(name: string): CollectedFile['form'] {
  if (name.endsWith('.nettrace')) return 'trace'
  if (name.endsWith('.json')) return 'json'
  if (name.endsWith('.ndjson') || name.endsWith('.jsonl')) return 'json-lines'
  return /\.(?:txt|log|md|csv|yml|yaml|ini|conf|config|xml)$/.test(name) ? 'lines' : 'none'
}

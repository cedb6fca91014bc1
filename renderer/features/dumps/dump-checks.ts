import type { DumpBlocker, DumpPreflight } from '../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { blockerText, sizeText } from './dump-words.ts'

export type CheckState = 'stops' | 'note' | 'passed'

/** Something a person can do about a failed check without leaving the page. */
export type CheckFix = 'overwrite' | 'new-name' | 'suggested-folder' | 'choose-full' | 'resume'

export interface Check {
  readonly id: string
  readonly title: string
  readonly state: CheckState
  readonly text: string
  readonly fixes: readonly CheckFix[]
}

interface Subject {
  readonly id: string
  readonly title: string
  readonly blockers: readonly DumpBlocker['kind'][]
  readonly fixes?: readonly CheckFix[]
  /** What is said when nothing stops it. */
  /** Null: there is nothing to look at, because another check has stopped it before. */
  readonly passed: (found: DumpPreflight, row: ProcessRow | null) => string | Note | null
}

/** Passed, but worth to know. */
interface Note {
  readonly note: string
}

const subjects: readonly Subject[] = [
  {
    id: 'runtime',
    title: 'Runtime',
    blockers: ['flavour'],
    passed: (_found, row) =>
      `${row?.runtimeVersion == null ? 'This runtime' : `.NET ${row.runtimeVersion}`} writes dumps`,
  },
  {
    id: 'state',
    title: 'It answers',
    blockers: ['suspended', 'stopped'],
    fixes: ['resume'],
    passed: () => 'It runs, neither suspended nor stopped',
  },
  {
    id: 'writer',
    title: 'Dump writer',
    blockers: ['createdump-missing', 'createdump-not-executable', 'only-full'],
    fixes: ['choose-full'],
    passed: (found) =>
      found.createdumpPath === null
        ? 'Inside the program itself'
        : found.visiblePath === null
          ? { note: 'Could not be looked at from here' }
          : `${found.createdumpPath}, executable`,
  },
  {
    id: 'tracing',
    title: 'Security settings',
    blockers: ['tracing-forbidden'],
    passed: () => 'createdump may read the memory of its parent',
  },
  {
    id: 'folder',
    title: 'Folder',
    blockers: ['path-not-absolute', 'folder-missing', 'folder-not-writable', 'path-is-folder'],
    fixes: ['suggested-folder'],
    passed: (found, row) =>
      found.visiblePath === null
        ? { note: 'The files of the process cannot be seen from here: neither folder nor dump can be checked' }
        : `Writable for ${row?.userName ?? 'the user of the process'}`,
  },
  {
    id: 'place',
    title: 'Same files as here',
    blockers: [],
    passed(found) {
      const other = found.warnings.find((warning) => warning.kind === 'other-file-system')
      if (other === undefined) return 'The path means the same for the process'
      if (other.visiblePath === null)
        return { note: 'The path is one inside its container; the file will not be seen from here' }
      return { note: `The path is one inside its container; from here it is ${other.visiblePath}` }
    },
  },
  {
    id: 'file',
    title: 'File name',
    blockers: ['file-exists'],
    fixes: ['new-name', 'overwrite'],
    passed(found) {
      if (hasNoFolder(found)) return null
      return found.visiblePath === null ? { note: 'Could not be looked at from here' } : 'Not taken'
    },
  },
  {
    id: 'space',
    title: 'Free space',
    blockers: ['not-enough-space'],
    fixes: ['suggested-folder'],
    passed(found) {
      if (hasNoFolder(found)) return null
      const low = found.warnings.find((warning) => warning.kind === 'space-low')
      if (low !== undefined)
        return {
          note: `${sizeText(low.freeBytes)} are free, up to ${sizeText(low.neededBytes)} are needed: it will be tight`,
        }
      return found.freeBytes === null ? { note: 'Not known' } : `${sizeText(found.freeBytes)} are free`
    },
  },
  {
    id: 'owner',
    title: 'Owner',
    blockers: [],
    passed(found) {
      const other = found.warnings.find((warning) => warning.kind === 'other-owner')
      if (other === undefined) return 'Your own process: the file will be yours'
      return {
        note: `The file will belong to ${other.userName ?? 'another user'}. Only that user or root can restrict who reads it`,
      }
    },
  },
]

function hasNoFolder({ blockers }: DumpPreflight): boolean {
  return blockers.some(({ kind }) => kind === 'folder-missing' || kind === 'path-not-absolute')
}

/** Every check with its outcome: what stops the dump first, then what is worth to know. */
export function checksOf(
  found: DumpPreflight,
  row: ProcessRow | null,
  { isRecording, suggestedFolder, folder }: CheckContext,
): readonly Check[] {
  const checks = subjects.flatMap((subject) => checkOf(subject, found, row))
  if (isRecording)
    checks.push({
      id: 'recording',
      title: 'Recording in progress',
      state: 'note',
      text: 'The process stands still meanwhile, so the recording shows a gap',
      fixes: [],
    })
  const isFolderSuggested = suggestedFolder === null || suggestedFolder === folder
  return checks
    .map((check) => ({
      ...check,
      fixes: check.fixes.filter((fix) => fix !== 'suggested-folder' || !isFolderSuggested),
    }))
    .toSorted((a, b) => rank[a.state] - rank[b.state])
}

const rank: Readonly<Record<CheckState, number>> = { stops: 0, note: 1, passed: 2 }

export interface CheckContext {
  readonly isRecording: boolean
  readonly suggestedFolder: string | null
  readonly folder: string
}

/** One row per blocker; one in all when there is none. */
function checkOf(subject: Subject, found: DumpPreflight, row: ProcessRow | null): Check[] {
  const { id, title } = subject
  const blockers = found.blockers.filter(({ kind }) => subject.blockers.includes(kind))
  if (blockers.length > 0)
    return blockers.map((blocker) => ({
      id: `${id}-${blocker.kind}`,
      title,
      state: 'stops',
      text: blockerText(blocker),
      fixes: (subject.fixes ?? []).filter((fix) => fitsBlocker(fix, blocker.kind)),
    }))
  const passed = subject.passed(found, row)
  if (passed === null) return []
  return typeof passed === 'string'
    ? [{ id, title, state: 'passed', text: passed, fixes: [] }]
    : [{ id, title, state: 'note', text: passed.note, fixes: [] }]
}

function fitsBlocker(fix: CheckFix, kind: DumpBlocker['kind']): boolean {
  if (fix === 'choose-full') return kind === 'only-full'
  if (fix === 'resume') return kind === 'suspended'
  return true
}

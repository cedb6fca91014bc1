import type { DumpBlocker, DumpPreflight } from '../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { dumpLabels } from './dump-labels.ts'
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
      `${row?.runtimeVersion == null ? 'This runtime' : `.NET ${row.runtimeVersion}`} can write dumps`,
  },
  {
    id: 'state',
    title: 'Responsive',
    blockers: ['suspended', 'stopped'],
    fixes: ['resume'],
    passed: () => 'Running, neither suspended nor stopped',
  },
  {
    id: 'writer',
    title: 'createdump',
    blockers: ['createdump-missing', 'createdump-not-executable', 'only-full'],
    fixes: ['choose-full'],
    passed: (found) =>
      found.createdumpPath === null
        ? 'Built into the single-file program'
        : isUnseen(found)
          ? { note: 'Can’t be checked from here' }
          : `${found.createdumpPath}, executable`,
  },
  {
    id: 'tracing',
    title: 'Security settings',
    blockers: ['tracing-forbidden'],
    passed: () => 'createdump can read the process’s memory',
  },
  {
    id: 'folder',
    title: 'Folder',
    blockers: ['path-not-absolute', 'folder-missing', 'folder-not-writable', 'path-is-folder'],
    fixes: ['suggested-folder'],
    passed: (found, row) =>
      isUnseen(found)
        ? { note: 'The process’s file system isn’t visible from here: neither folder nor dump can be checked' }
        : `Writable by ${row?.userName ?? 'the process’s user'}`,
  },
  {
    id: 'place',
    title: 'Same file system',
    blockers: [],
    passed(found) {
      if (found.machine !== undefined) return { note: dumpLabels.farDump.writtenThere(found.machine) }
      const other = found.warnings.find((warning) => warning.kind === 'other-file-system')
      if (other === undefined) return 'The process sees the same files as Pipescope'
      if (other.visiblePath === null)
        return { note: 'The path is inside the process’s container; the file won’t be visible from here' }
      return { note: `The path is inside the process’s container; from here it is ${other.visiblePath}` }
    },
  },
  {
    id: 'file',
    title: 'File name',
    blockers: ['file-exists'],
    fixes: ['new-name', 'overwrite'],
    passed(found) {
      if (hasNoFolder(found)) return null
      return isUnseen(found) ? { note: 'Can’t be checked from here' } : 'Available'
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
          note: `${sizeText(low.freeBytes)} free, up to ${sizeText(low.neededBytes)} needed: this may not be enough`,
        }
      return found.freeBytes === null ? { note: 'Unknown' } : `${sizeText(found.freeBytes)} free`
    },
  },
  {
    id: 'owner',
    title: 'Owner',
    blockers: [],
    passed(found) {
      const other = found.warnings.find((warning) => warning.kind === 'other-owner')
      if (other === undefined) return 'You own the process, so you will own the file'
      return {
        note: `The file will be owned by ${other.userName ?? 'another user'}. Only that user or root can restrict access to it`,
      }
    },
  },
]

/** On another machine it is that machine that was asked. */
function isUnseen({ visiblePath, machine }: DumpPreflight): boolean {
  return visiblePath === null && machine === undefined
}

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
      text: 'The process is suspended during the dump, so the recording will have a gap',
      fixes: [],
    })
  const isFolderSuggested = suggestedFolder === null || suggestedFolder === folder
  return checks
    .map((check) => ({
      ...check,
      fixes: check.fixes.filter(
        (fix) =>
          (fix !== 'suggested-folder' || !isFolderSuggested) && (fix !== 'overwrite' || found.machine === undefined),
      ),
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

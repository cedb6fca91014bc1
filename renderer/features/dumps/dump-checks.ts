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

/** Passed, but worth knowing. */
interface Note {
  readonly note: string
}

const words = dumpLabels.checks

const subjects: readonly Subject[] = [
  {
    id: 'runtime',
    title: words.runtime,
    blockers: ['flavour'],
    passed: (_found, row) =>
      row?.runtimeVersion == null ? words.thisRuntimeCan : words.runtimeCan(row.runtimeVersion),
  },
  {
    id: 'state',
    title: words.state,
    blockers: ['suspended', 'stopped'],
    fixes: ['resume'],
    passed: () => words.running,
  },
  {
    id: 'writer',
    title: words.createdump,
    blockers: ['createdump-missing', 'createdump-not-executable', 'only-full'],
    fixes: ['choose-full'],
    passed: (found) =>
      found.createdumpPath === null
        ? words.builtIn
        : isUnseen(found)
          ? { note: words.cantBeChecked }
          : words.executable(found.createdumpPath),
  },
  {
    id: 'tracing',
    title: words.security,
    blockers: ['tracing-forbidden'],
    passed: () => words.canRead,
  },
  {
    id: 'folder',
    title: words.folder,
    blockers: ['path-not-absolute', 'folder-missing', 'folder-not-writable', 'path-is-folder'],
    fixes: ['suggested-folder'],
    passed: (found, row) =>
      isUnseen(found)
        ? { note: words.folderUnseen }
        : row?.userName == null
          ? words.writable
          : words.writableBy(row.userName),
  },
  {
    id: 'place',
    title: words.place,
    blockers: [],
    passed(found) {
      if (found.machine !== undefined) return { note: dumpLabels.farDump.writtenThere(found.machine) }
      const other = found.warnings.find((warning) => warning.kind === 'other-file-system')
      if (other === undefined) return words.samePlace
      return { note: other.visiblePath === null ? words.insideContainer : words.insideContainerAt(other.visiblePath) }
    },
  },
  {
    id: 'file',
    title: words.fileName,
    blockers: ['file-exists'],
    fixes: ['new-name', 'overwrite'],
    passed(found) {
      if (hasNoFolder(found)) return null
      return isUnseen(found) ? { note: words.cantBeChecked } : words.available
    },
  },
  {
    id: 'space',
    title: words.space,
    blockers: ['not-enough-space'],
    fixes: ['suggested-folder'],
    passed(found) {
      if (hasNoFolder(found)) return null
      const low = found.warnings.find((warning) => warning.kind === 'space-low')
      if (low !== undefined) return { note: words.maybeTooLittle(sizeText(low.freeBytes), sizeText(low.neededBytes)) }
      return found.freeBytes === null ? { note: words.unknown } : words.free(sizeText(found.freeBytes))
    },
  },
  {
    id: 'owner',
    title: words.owner,
    blockers: [],
    passed(found) {
      const other = found.warnings.find((warning) => warning.kind === 'other-owner')
      if (other === undefined) return words.yours
      return { note: other.userName === null ? words.othersUnknown : words.others(other.userName) }
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

/** Every check with its outcome: what stops the dump first, then what is worth knowing. */
export function checksOf(
  found: DumpPreflight,
  row: ProcessRow | null,
  { isRecording, suggestedFolder, folder }: CheckContext,
): readonly Check[] {
  const checks = subjects.flatMap((subject) => checkOf(subject, found, row))
  if (isRecording)
    checks.push({
      id: 'recording',
      title: words.recording,
      state: 'note',
      text: words.recordingGap,
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

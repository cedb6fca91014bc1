import { recordingKinds, type JobFile, type JobKind } from '../../../shared/model/job.ts'
import type { FileKind } from '../../../shared/model/saved-file.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { removePartsOf } from '../../os/atomic-file.ts'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import type { JobRegistry } from './job-registry.ts'
import type { JobJournal, JournalEntry } from './job-journal.ts'

const fileKinds: Readonly<Partial<Record<JobKind, FileKind>>> = {
  recording: 'trace',
  'rolling-recording': 'trace',
  ring: 'trace',
  dump: 'dump',
  fetch: 'dump',
  'heap-graph': 'heap-graph',
}

/** Makes a file of the folder of a flight recorder; null when it is none. */
export type RestoreFolder = (folder: string, processName: string | null) => Promise<string | null>

/**
 * What an earlier run could not end, because it crashed or was killed: its half-written files become partial saved files, and
 * each job is shown as interrupted. Jobs without a file are forgotten; a folder that no file could be made of is tried again at the next start.
 */
export async function recoverJobs(
  journal: JobJournal,
  jobs: Pick<JobRegistry, 'addInterrupted'>,
  savedFiles: Pick<SavedFiles, 'add'>,
  restore: RestoreFolder = () => Promise.resolve(null),
): Promise<void> {
  const again: JournalEntry[] = []
  for (const entry of journal.leftovers) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the jobs
    const kept = await Promise.all(entry.files.map((path) => keep(path, entry, savedFiles, restore)))
    if (kept.includes('folder')) again.push(entry)
    const files = kept.filter((file) => file !== null && file !== 'folder')
    if (files.length === 0) continue
    const { kind, title, target, question, startedMs } = entry
    const result = { verdict: 'partial', reasons: ['interrupted'], files } as const
    jobs.addInterrupted({ kind, title, target, question }, startedMs, result)
  }
  journal.forgetLeftovers(again)
}

async function keep(
  listed: string,
  { kind, target, cookie, startedMs }: JournalEntry,
  savedFiles: Pick<SavedFiles, 'add'>,
  restore: RestoreFolder,
): Promise<JobFile | 'folder' | null> {
  if (recordingKinds.has(kind)) await removePartsOf(symbolsPathOf(listed))
  const path = kind === 'ring' ? ((await restore(listed, target?.name ?? null)) ?? listed) : listed
  const looked = await lookAtForeign(path)
  if (kind === 'ring' && looked.ok && looked.value.type === 'folder') return 'folder'
  // Never created, or somebody took it away: nothing is left to be shown.
  const sizeBytes = looked.ok && looked.value.type === 'file' ? looked.value.sizeBytes : 0
  if (sizeBytes === 0) return null
  const { id } = savedFiles.add({
    kind: fileKinds[kind] ?? 'other',
    path,
    sizeBytes,
    createdMs: startedMs,
    processName: target?.name ?? null,
    pid: target?.pid ?? null,
    runtimeVersion: null,
    origin: null,
    verdict: 'partial',
    reasons: ['interrupted'],
    facts: {},
    ...(recordingKinds.has(kind) && target?.processKey ? { recordedProcess: { key: target.processKey, cookie } } : {}),
  })
  return { path, sizeBytes, sha256: null, fileId: id }
}

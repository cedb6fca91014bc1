import fs from 'node:fs'
import type { JobFile, JobKind } from '../../../shared/model/job.ts'
import type { FileKind } from '../../../shared/model/shelf.ts'
import type { FileShelf } from '../files/file-shelf.ts'
import type { JobBook } from './job-book.ts'
import type { JobJournal, JournalEntry } from './job-journal.ts'

const fileKinds: Readonly<Partial<Record<JobKind, FileKind>>> = {
  recording: 'trace',
  'rolling-recording': 'trace',
  ring: 'trace',
  dump: 'dump',
}

/**
 * What an earlier run could not end, because it crashed or was killed: its half-written files are put on the shelf as partial, and
 * each job is shown as interrupted. Jobs without a file are forgotten.
 */
export function recoverJobs(
  journal: JobJournal,
  jobs: Pick<JobBook, 'addInterrupted'>,
  shelf: Pick<FileShelf, 'add'>,
): void {
  for (const entry of journal.leftovers) {
    const files = entry.files.flatMap((path) => keep(path, entry, shelf) ?? [])
    if (files.length === 0) continue
    const { kind, title, target, startedMs } = entry
    jobs.addInterrupted({ kind, title, target }, startedMs, { verdict: 'partial', reasons: ['interrupted'], files })
  }
  journal.forgetLeftovers()
}

function keep(path: string, { kind, target, startedMs }: JournalEntry, shelf: Pick<FileShelf, 'add'>): JobFile | null {
  const sizeBytes = sizeOf(path)
  if (sizeBytes === 0) return null
  const { id } = shelf.add({
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
  })
  return { path, sizeBytes, sha256: null, fileId: id }
}

function sizeOf(path: string): number {
  try {
    return fs.statSync(path).size
  } catch {
    // It was never created, or somebody took it away: nothing is left to be shown.
    return 0
  }
}

import type { ProcessRow } from '../../shared/model/process.ts'
import { appStore } from './create-store.ts'
import type { DocumentId } from './navigation-slice.ts'
import type { RecordTarget } from './record-slice.ts'

/**
 * Who is asked next after a recording: the process itself while it is listed, else the newest one of the same name. Null: there
 * is nobody to be asked.
 */
export function nextTarget(
  rows: readonly ProcessRow[],
  target: Pick<RecordTarget, 'processKey' | 'name'>,
): RecordTarget | null {
  const same = rows.find((row) => row.key === target.processKey && isThere(row))
  const [newest] = rows
    .filter((row) => row.name === target.name && isThere(row))
    .toSorted((a, b) => (b.startTimeMs ?? 0) - (a.startTimeMs ?? 0))
  const row = same ?? newest
  return row === undefined ? null : { processKey: row.key, pid: row.pid, name: row.name }
}

function isThere({ state }: ProcessRow): boolean {
  return state !== 'exited'
}

/** The record sheet of a process, with its questions. A recording that ran there stays on the list of jobs. Returns its document's id. */
export function openRecordSheet(target: RecordTarget): DocumentId {
  const { openForProcess, changeRecord } = appStore.getState()
  const documentId = openForProcess('record', target)
  changeRecord(documentId, { jobId: null, startError: null })
  return documentId
}

import { appStore } from '../../../store/create-store.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { questionTitle } from './finding-words.ts'

const recordable = (row: ProcessRow): boolean =>
  row.state === 'ready' || row.state === 'limited' || row.state === 'suspended'

/** The record sheet with a question chosen: of the process that the trace is of while it runs, else of one the person picks. */
export function recordQuestion(question: string, pid: number | null): void {
  const state = appStore.getState()
  const open = (row: ProcessRow): void => {
    const target = { processKey: row.key, pid: row.pid, name: row.name }
    state.changeRecord(state.openForProcess('record', target), { presetId: question, rows: [], jobId: null })
  }
  const same = state.processRows.find((row) => row.pid === pid && recordable(row))
  if (same !== undefined) open(same)
  else state.askForProcess({ title: `Record: ${questionTitle(question)}`, isOffered: recordable, choose: open })
}

import type { ProcessKey } from '../../shared/model/ids.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { appStore, type AppState } from './create-store.ts'

const rowOf = ({ processRows }: AppState, processKey: ProcessKey): ProcessRow | undefined =>
  processRows.find(({ key }) => key === processKey)

/**
 * What an answer of main about a process holds for: it changes when the process is held, runs again, is resumed, is known at last
 * or has ended.
 */
export function conditionOf(row: ProcessRow | undefined): string {
  return row === undefined ? '' : `${row.state} ${row.runtimeFlavour} ${row.runtimeVersion ?? ''}`
}

/**
 * Calls `run` when a process becomes another (`conditionOf`), until what this gives back is
 * called. For pages that asked main about it: an answer holds only for the state it was given in.
 */
export function onProcessChange(processKey: ProcessKey, run: () => void): () => void {
  return appStore.subscribe((now, before) => {
    if (now.processRows === before.processRows) return
    if (conditionOf(rowOf(now, processKey)) !== conditionOf(rowOf(before, processKey))) run()
  })
}

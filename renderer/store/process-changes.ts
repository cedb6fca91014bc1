import type { ProcessKey } from '../../shared/model/ids.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { appStore, type AppState } from './create-store.ts'

const rowOf = ({ processRows }: AppState, processKey: ProcessKey): ProcessRow | undefined =>
  processRows.find(({ key }) => key === processKey)

/**
 * Calls `run` when a process becomes another (held, running again, resumed, known at last, ended), until what this gives back is
 * called. For pages that asked main about it: an answer holds only for the state it was given in.
 */
export function onProcessChange(processKey: ProcessKey, run: () => void): () => void {
  return appStore.subscribe((now, before) => {
    if (now.processRows === before.processRows) return
    const [row, old] = [rowOf(now, processKey), rowOf(before, processKey)]
    if (row?.state !== old?.state || row?.runtimeVersion !== old?.runtimeVersion) run()
  })
}

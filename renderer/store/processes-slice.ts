import type { StateCreator } from 'zustand'
import type { ProcessMessage, ProcessRow } from '../../shared/model/process.ts'
import type { AppState } from './create-store.ts'

/** Rows of the process list. Usage figures and their history live outside the store. */
export interface ProcessesSlice {
  readonly processRows: readonly ProcessRow[]
  readonly isProcessScanComplete: boolean
  readonly receiveProcesses: (message: ProcessMessage) => void
}

export const createProcessesSlice: StateCreator<AppState, [], [], ProcessesSlice> = (set) => ({
  processRows: [],
  isProcessScanComplete: false,
  receiveProcesses(message) {
    switch (message.kind) {
      case 'snapshot':
        set({ processRows: message.rows, isProcessScanComplete: message.isScanComplete })
        break
      case 'changes':
        set((state) => ({ processRows: mergeRows(state.processRows, message) }))
        break
      case 'usage':
        break
    }
  },
})

function mergeRows(
  rows: readonly ProcessRow[],
  { upserted, removed }: Extract<ProcessMessage, { kind: 'changes' }>,
): readonly ProcessRow[] {
  const changed = new Map(upserted.map((row) => [row.key, row]))
  const gone = new Set(removed)
  const kept = rows.filter((row) => !gone.has(row.key)).map((row) => take(changed, row))
  return [...kept, ...changed.values()]
}

function take(changed: Map<string, ProcessRow>, row: ProcessRow): ProcessRow {
  const newer = changed.get(row.key)
  changed.delete(row.key)
  return newer ?? row
}

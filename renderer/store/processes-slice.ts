import type { StateCreator } from 'zustand'
import type { AppError } from '../../shared/base/errors.ts'
import type { ProcessKey } from '../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow, SeenProcess } from '../../shared/model/process.ts'
import type { AppState } from './create-store.ts'

export type ProcessSortColumn = 'name' | 'pid' | 'runtime' | 'user' | 'cpu' | 'workingSet' | 'up'
export interface ProcessSort {
  readonly column: ProcessSortColumn
  readonly direction: 'ascending' | 'descending'
}

/** Rows of the process list and how it is looked at. Usage figures and their history live outside the store. */
export interface ProcessesSlice {
  readonly processRows: readonly ProcessRow[]
  /** False until the first look at the machine is finished; what is listed before is true, but not all. */
  readonly isProcessScanComplete: boolean
  /** Why no rows come; null while the stream is open or opening. */
  readonly processStreamError: AppError | null
  /** When rows came in that were not there at the first look (they are highlighted for a moment). */
  readonly processArrivals: ReadonlyMap<ProcessKey, number>
  readonly processQuery: string
  readonly processSort: ProcessSort | null
  /** Keys of closed rows and ids of closed groups. */
  readonly foldedProcesses: ReadonlySet<string>
  /** Applications that ran here before, also those that run now; null until asked. */
  readonly seenProcesses: readonly SeenProcess[] | null

  readonly receiveProcesses: (message: ProcessMessage, nowMs?: number) => void
  readonly failProcessStream: (error: AppError | null) => void
  readonly searchProcesses: (query: string) => void
  /** Click on a column head: first its natural direction, then the other, then the order of the list again. */
  readonly sortProcesses: (column: ProcessSortColumn) => void
  readonly foldProcesses: (ids: readonly string[], isFolded: boolean) => void
  readonly receiveSeen: (seen: readonly SeenProcess[]) => void
}

export const createProcessesSlice: StateCreator<AppState, [], [], ProcessesSlice> = (set) => ({
  processRows: [],
  isProcessScanComplete: false,
  processStreamError: null,
  processArrivals: new Map(),
  processQuery: '',
  processSort: null,
  foldedProcesses: new Set(),
  seenProcesses: null,

  receiveProcesses(message, nowMs = Date.now()) {
    switch (message.kind) {
      case 'snapshot':
        set((state) => ({
          processRows: message.rows,
          isProcessScanComplete: message.isScanComplete,
          processStreamError: null,
          processArrivals: keepArrivals(state.processArrivals, message.rows),
        }))
        break
      case 'changes':
        set((state) => applyChanges(state, message, nowMs))
        break
      case 'usage':
        // Once a second for every process: kept outside the store, see features/processes/usage-feed.ts.
        break
    }
  },

  failProcessStream(error) {
    set({ processStreamError: error })
  },

  searchProcesses(query) {
    set({ processQuery: query })
  },

  sortProcesses(column) {
    set((state) => ({ processSort: nextSort(state.processSort, column) }))
  },

  foldProcesses(ids, isFolded) {
    set((state) => {
      const folded = new Set(state.foldedProcesses)
      for (const id of ids) {
        if (isFolded) folded.add(id)
        else folded.delete(id)
      }
      return { foldedProcesses: folded }
    })
  },

  receiveSeen(seen) {
    set({ seenProcesses: seen })
  },
})

function keepArrivals(
  arrivals: ProcessesSlice['processArrivals'],
  rows: readonly ProcessRow[],
): ProcessesSlice['processArrivals'] {
  const listed = new Set(rows.map((row) => row.key))
  return new Map([...arrivals].filter(([key]) => listed.has(key)))
}

type Changes = Extract<ProcessMessage, { kind: 'changes' }>
type Listed = Pick<ProcessesSlice, 'processRows' | 'processArrivals'>

function applyChanges(state: ProcessesSlice, { upserted, removed }: Changes, nowMs: number): Listed {
  const newer = new Map(upserted.map((row) => [row.key, row]))
  const gone = new Set(removed)
  const arrivals = new Map([...state.processArrivals].filter(([key]) => !gone.has(key)))
  const kept: ProcessRow[] = []
  for (const row of state.processRows) {
    if (!gone.has(row.key)) kept.push(newer.get(row.key) ?? row)
    newer.delete(row.key)
  }
  // Before the first look is finished everything would be "new".
  if (state.isProcessScanComplete) for (const key of newer.keys()) arrivals.set(key, nowMs)
  return { processRows: [...kept, ...newer.values()], processArrivals: arrivals }
}

/** Where the eye wants the largest first, the first click gives that. */
function firstDirection(column: ProcessSortColumn): ProcessSort['direction'] {
  return column === 'cpu' || column === 'workingSet' ? 'descending' : 'ascending'
}

function nextSort(current: ProcessSort | null, column: ProcessSortColumn): ProcessSort | null {
  const first = firstDirection(column)
  if (current?.column !== column) return { column, direction: first }
  if (current.direction !== first) return null
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' }
}

export const selectSelectedRow = (state: AppState): ProcessRow | null =>
  state.processRows.find((row) => row.key === state.selectedProcessKey) ?? null

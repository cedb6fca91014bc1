import type { StateCreator } from 'zustand'
import type { AppError } from '../../shared/base/errors.ts'
import type { DumpFailure, DumpPreflight, DumpResult, DumpType, FarDump } from '../../shared/model/dump.ts'
import type { AppState } from './create-store.ts'

export type CrashReport = 'none' | 'as-well' | 'only'

/** What is chosen on one dump page, what was found out before, and the dump it became. */
export interface DumpView {
  readonly type: DumpType
  readonly crashReport: CrashReport
  /** createdump's own lines on the target's console. */
  readonly logging: boolean
  readonly folder: string
  readonly fileName: string
  /** The name was typed: another type does not change it any more. */
  readonly isNameOwn: boolean
  readonly mayOverwrite: boolean
  readonly wantsChecksum: boolean
  /** What the target itself would take: where a folder cannot be used. */
  readonly suggestedFolder: string | null
  readonly preflight: DumpPreflight | null
  readonly checkError: AppError | null
  readonly isChecking: boolean
  readonly isStarting: boolean
  readonly startError: AppError | null
  /** Of the dump that runs or ran here; null = the choices are shown. */
  readonly jobId: string | null
  readonly result: DumpResult | null
  readonly failure: DumpFailure | null
  /** What a dump has left that is not whole. */
  readonly partialFile: string | null
  /** What is there of a dump that was written on another machine. */
  readonly far: FarDump | null
}

export interface DumpSlice {
  /** By document id. */
  readonly dumps: Readonly<Record<string, DumpView>>
  readonly changeDump: (documentId: string, change: Partial<DumpView>) => void
}

/** Before a dump is taken, or taken again. */
export const noOutcome: Pick<DumpView, 'result' | 'failure' | 'partialFile' | 'far'> = {
  result: null,
  failure: null,
  partialFile: null,
  far: null,
}

export const emptyDumpView: DumpView = {
  type: 'heap',
  crashReport: 'none',
  logging: false,
  folder: '',
  fileName: '',
  isNameOwn: false,
  mayOverwrite: false,
  wantsChecksum: true,
  suggestedFolder: null,
  preflight: null,
  checkError: null,
  isChecking: false,
  isStarting: false,
  startError: null,
  jobId: null,
  ...noOutcome,
}

export const createDumpSlice: StateCreator<AppState, [], [], DumpSlice> = (set) => ({
  dumps: {},
  changeDump(documentId, change) {
    set((state) => ({
      dumps: { ...state.dumps, [documentId]: { ...(state.dumps[documentId] ?? emptyDumpView), ...change } },
    }))
  },
})

export const selectDumpView =
  (documentId: string) =>
  (state: AppState): DumpView =>
    state.dumps[documentId] ?? emptyDumpView

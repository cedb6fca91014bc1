import type { StateCreator } from 'zustand'
import type { AppError } from '../../shared/base/errors.ts'
import type { ProbeReport, RecordingPlace } from '../../shared/contract/recordings.ts'
import type { ProcessKey } from '../../shared/model/ids.ts'
import type { Keeping, OwnPreset, ProviderSpec, RecordingSpec, StopConditions } from '../../shared/model/recording.ts'
import type { AppState } from './create-store.ts'

/** One thing that will be collected: a switch and a provider that can be edited. */
export interface CollectRow {
  readonly id: string
  readonly title: string
  readonly help: string
  /** First .NET that sends it. */
  readonly since: string | null
  readonly provider: ProviderSpec
  readonly isOn: boolean
}

export interface RecordTarget {
  readonly processKey: ProcessKey
  readonly pid: number
  readonly name: string
}

/** What is chosen on one record sheet, and the recording it became. */
export interface RecordView {
  readonly presetId: string
  readonly rows: readonly CollectRow[]
  readonly options: Omit<RecordingSpec, 'providers'>
  readonly stop: StopConditions
  readonly keeping: Keeping
  readonly folder: string | null
  readonly nameTemplate: string
  readonly resumes: boolean
  readonly place: RecordingPlace | null
  readonly placeError: AppError | null
  readonly probe: ProbeReport | null
  readonly isProbing: boolean
  readonly isStarting: boolean
  readonly startError: AppError | null
  /** Of the recording that runs or ran here; null = the sheet is shown. */
  readonly jobId: string | null
}

export interface RecordSlice {
  /** By document id. */
  readonly record: Readonly<Record<string, RecordView>>
  readonly changeRecord: (documentId: string, change: Partial<RecordView>) => void
  readonly endRecord: (documentId: string) => void
  readonly ownPresets: readonly OwnPreset[]
  readonly receivePresets: (presets: readonly OwnPreset[]) => void
}

export const emptyRecordView: RecordView = {
  presetId: 'time',
  rows: [],
  options: { bufferMB: 256, rundown: 'default', stacks: true, whenFull: 'drop' },
  stop: { afterMs: 120_000, atBytes: 500 * 1024 * 1024, onEvent: null, onCounter: null },
  keeping: { kind: 'whole' },
  folder: null,
  nameTemplate: '{process}_{date}_{time}',
  resumes: true,
  place: null,
  placeError: null,
  probe: null,
  isProbing: false,
  isStarting: false,
  startError: null,
  jobId: null,
}

export const createRecordSlice: StateCreator<AppState, [], [], RecordSlice> = (set) => ({
  record: {},
  changeRecord(documentId, change) {
    set((state) => ({
      record: {
        ...state.record,
        [documentId]: { ...(state.record[documentId] ?? emptyRecordView), ...change },
      },
    }))
  },
  endRecord(documentId) {
    set((state) => {
      const { [documentId]: _ended, ...others } = state.record
      return { record: others }
    })
  },
  ownPresets: [],
  receivePresets(ownPresets) {
    set({ ownPresets })
  },
})

export const selectRecordView =
  (documentId: string) =>
  (state: AppState): RecordView =>
    state.record[documentId] ?? emptyRecordView

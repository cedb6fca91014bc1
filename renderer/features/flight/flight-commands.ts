import type { AppError } from '../../../shared/base/errors.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { invoke } from '../../bridge/bridge.ts'
import { actOnJob } from '../../commands/page-actions.ts'
import { appStore, type AppState } from '../../store/create-store.ts'
import { flightLabels } from './flight-labels.ts'

/** At the same time, as main has it. */
export const mostFlightRecorders = 8

export interface FlightChoice {
  readonly presetId: string
  readonly lastMs: number
  readonly maxBytes: number
}

const state = () => appStore.getState()

export function selectFlights({ mainJobs }: AppState): readonly Job[] {
  return mainJobs.filter((job) => job.kind === 'ring' && job.state === 'running')
}

export interface Failed {
  readonly row: ProcessRow
  readonly error: AppError
}

/** One after the other, so that the limit is told for those that come too late. */
export async function startFlights(rows: readonly ProcessRow[], choice: FlightChoice): Promise<readonly Failed[]> {
  const preset = presetById(choice.presetId)
  const failed: Failed[] = []
  if (preset === null) return failed
  const { nameTemplate } = state().settings.recordings
  for (const row of rows) {
    const request = {
      processKey: row.key,
      spec: specOfPreset(preset),
      stop: { afterMs: null, atBytes: null, onEvent: null, onCounter: null },
      keeping: { kind: 'ring', lastMs: choice.lastMs, maxBytes: choice.maxBytes },
      folder: null,
      nameTemplate,
      presetId: choice.presetId,
      resumes: false,
    } as const
    // oxlint-disable-next-line no-await-in-loop -- see above
    await invoke('recordings.start', request).catch((error: AppError) => void failed.push({ row, error }))
  }
  return failed
}

export function saveAll(): void {
  const flights = selectFlights(state()).filter(({ actions }) => actions.includes('save'))
  for (const job of flights) actOnJob(job, 'save')
  const title =
    flights.length === 0
      ? flightLabels.commands.noneRunning
      : flights.length === 1
        ? flightLabels.commands.savingOne(flights[0]!.title)
        : flightLabels.commands.savingMany(String(flights.length))
  state().addNotice({ tone: 'note', title })
}

/** The page of one recorder, with everything it collects. */
export function openFlight(job: Job): void {
  const key = job.target?.processKey
  if (key == null || job.target === null) return
  const row = state().processRows.find((known) => known.key === key)
  if (row === undefined) return
  const id = state().openForProcess('record', { processKey: row.key, pid: row.pid, name: row.name })
  state().changeRecord(id, { jobId: job.id })
}

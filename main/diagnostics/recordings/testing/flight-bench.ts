import { vi } from 'vitest'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { JobAction, JobFile } from '../../../../shared/model/job.ts'
import type { StopConditions } from '../../../../shared/model/recording.ts'
import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import { JobRegistry } from '../../jobs/job-registry.ts'
import { FlightFile, type KeepsAtExit } from '../flight/flight-file.ts'
import { FlightNames } from '../flight/flight-names.ts'
import { FlightRecorder, type FlightBounds } from '../flight/flight-recorder.ts'
import { noStop } from '../recording-part.ts'
import { FakeParts, Gate, keeper, recordingRequest, recordingTarget } from './fake-part.ts'

interface FlightScene {
  readonly bounds?: FlightBounds
  readonly row?: Parameters<typeof recordingTarget>[0]
  readonly stop?: Partial<StopConditions>
  readonly keepsAtExit?: KeepsAtExit
  /** What a short session for names brings. */
  readonly names?: KeptStream
  readonly refusal?: AppError
}

type Making = Parameters<FlightFile['make']>

export type FlightBench = Awaited<ReturnType<typeof beginFlight>>

export const diskFull: AppError = { kind: 'io', operation: 'write', path: '/f', code: 'ENOSPC' }

/** A flight recorder over made-up sessions, which says what it would make files of. Real files are in `folder`. */
export async function beginFlight(folder: string, scene: FlightScene = {}) {
  const parts = new FakeParts()
  parts.refusal = scene.refusal ?? null
  const job = new JobRegistry({ journal: null, now: () => 0 }).begin({ kind: 'ring', title: 'a' })
  const { keepFile } = keeper(folder)
  const target = recordingTarget(scene.row)
  const made: { readonly stretch: Making[0]; readonly part: unknown; readonly making: Making[2] }[] = []
  let failure: AppError | null = null
  let makes: Promise<void> = Promise.resolve()
  vi.spyOn(FlightFile.prototype, 'lastError', 'get').mockImplementation(() => failure)
  vi.spyOn(FlightFile.prototype, 'make').mockImplementation(async (stretch, part, making) => {
    made.push({ stretch, part, making })
    await makes
    const judged = { verdict: failure === null ? 'complete' : 'partial', reasons: [], facts: making.facts } as const
    if (failure !== null) return { ...judged, file: null }
    return {
      ...judged,
      file: await keepFile({ path: `s${made.length}.nettrace`, target, presetId: 'mine', ...judged }),
    }
  })
  const names = { looked: 0, removed: 0 }
  vi.spyOn(FlightNames.prototype, 'look').mockImplementation(() => {
    names.looked += 1
    return Promise.resolve(scene.names ?? null)
  })
  vi.spyOn(FlightNames.prototype, 'remove').mockImplementation(() => {
    names.removed += 1
    return Promise.resolve()
  })
  const told: (AppError | null)[] = []
  const options = {
    request: recordingRequest({ stop: { ...noStop, ...scene.stop } }),
    target,
    folder,
    nextName: () => 'a.nettrace',
    keepFile: (): Promise<JobFile | null> => Promise.resolve(null),
    ...(scene.keepsAtExit && { keepsAtExit: scene.keepsAtExit }),
    onSaveError: (error: AppError | null) => void told.push(error),
  }
  const bounds = scene.bounds ?? { lastMs: 60_000, maxBytes: null }
  const started = await FlightRecorder.start({} as never, job, options, bounds)
  if (!started.ok) throw new Error(started.error.kind)
  return {
    parts,
    job,
    flight: started.value,
    /** What files were to be made of, in order. */
    made,
    names,
    /** Errors of saves, as they were told. */
    told,
    act: (action: JobAction) =>
      (job as unknown as { act(what: JobAction): Promise<Result<null, AppError>> }).act(action),
    /** Files can't be made from now on; null: they can. */
    setFailure: (error: AppError | null) => void (failure = error),
    /** Making a file takes until what this gives is called. */
    whileMaking: () => {
      const gate = new Gate()
      makes = gate.passed
      return () => gate.open()
    },
  }
}

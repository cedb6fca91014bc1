import type { Job, JobFile, JobResult } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { CpuWindow } from '../../../shared/recording/overhead.ts'
import { processAgeMs } from '../../os/process-age.ts'
import type { Endpoint } from '../../transport/endpoint.ts'

/** Of the target, 100 = one core; null while it is not measured. */
export interface CpuReading {
  readonly percent: number | null
  readonly beforePercent: number | null
  /** The readings that these are of. */
  readonly window?: CpuWindow | null
  readonly before?: CpuWindow | null
}

/** Whom a recording is about, as it was when it began. */
export interface RecordingTarget {
  readonly row: ProcessRow
  readonly endpoint: Endpoint
  readonly cpu: CpuReading
  /** Whether a session may come and go beside the recording now: the process runs, and is not being dumped. */
  readonly mayLook: () => boolean
}

export interface FileToKeep {
  readonly path: string
  readonly target: RecordingTarget
  readonly presetId: string
  readonly verdict: JobResult['verdict']
  readonly reasons: readonly string[]
  readonly facts: NonNullable<JobResult['facts']>
}

/** Lists a finished file under Files, as it is on the disk. Null: it is not there (any more). */
export type KeepFile = (file: FileToKeep) => Promise<JobFile | null>

/** Whether a session may come and go in a process now (docs/decisions/0111): not where it stands still. */
export function mayLookInto(row: ProcessRow | null, runningJobs: readonly Job[]): boolean {
  if (row === null || ['stopped', 'suspended', 'silent'].includes(row.state)) return false
  return !runningJobs.some(({ kind, target }) => kind === 'dump' && target?.pid === row.pid)
}

/** A runtime that sets itself up is left alone: no session that comes and goes beside its recording. */
const settlingMs = 5000

/** What every session of a recording needs of its target (`PartOptions`). */
export function partOfTarget({ endpoint, row, mayLook }: RecordingTarget) {
  return { endpoint, runtimeVersion: row.runtimeVersion, mayLook, ...namesBeside(row, Date.now()) }
}

/** Whether and when names may be looked up beside a recording of this process (`PartOptions`). */
export function namesBeside(row: ProcessRow, nowMs: number): { wantsNames: boolean; firstLookAfterMs: number } {
  const ageMs = row.state === 'suspended' || row.startTimeMs === null ? 0 : processAgeMs(row.startTimeMs, nowMs)
  return {
    wantsNames: row.runtimeFlavour !== 'nativeaot',
    firstLookAfterMs: Math.min(settlingMs, Math.max(0, settlingMs - ageMs)),
  }
}

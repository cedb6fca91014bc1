import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { RecordingRequest } from '../../../shared/model/recording.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { RecordingTarget } from './recording-target.ts'

/** Flight recorders at a time, each with a thread that writes and one that follows. */
export const mostFlightRecorders = 8

/**
 * .NET Core 3 can lock up when sessions are stopped and started in quick succession: it gets one session, which a flight recorder ends when
 * it saves. What may be .NET Core 3 gets one file.
 */
export function allowKeeping(
  { keeping }: RecordingRequest,
  { row }: RecordingTarget,
  runningJobs: readonly Pick<Job, 'kind'>[],
): Result<null, AppError> {
  if (keeping.kind === 'whole') return ok(null)
  const version = row.runtimeVersion
  const neededVersion = keeping.kind === 'ring' ? '3.0' : '5.0'
  // A runtime that waits at its start for Pipescope is .NET 5 or newer, whatever it says of its version.
  const isNewEnough = version === null ? row.state === 'suspended' : isAtLeast(version, neededVersion)
  if (!isNewEnough)
    return err({
      kind: 'unsupported',
      feature: `recording-${keeping.kind}`,
      neededVersion,
      actualVersion: version,
    })
  const isFull = runningJobs.filter(({ kind }) => kind === 'ring').length >= mostFlightRecorders
  return keeping.kind === 'ring' && isFull ? err({ kind: 'recorder-limit', limit: mostFlightRecorders }) : ok(null)
}

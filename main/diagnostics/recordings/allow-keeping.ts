import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { RecordingRequest } from '../../../shared/model/recording.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { RecordingTarget } from './recording-target.ts'

/** .NET Core 3 can lock up when sessions are stopped and started in quick succession: it gets one session, into one file. */
export function allowKeeping({ keeping }: RecordingRequest, { row }: RecordingTarget): Result<null, AppError> {
  const version = row.runtimeVersion
  if (keeping.kind === 'whole' || (version !== null && isAtLeast(version, '5.0'))) return ok(null)
  return err({
    kind: 'unsupported',
    feature: `recording-${keeping.kind}`,
    neededVersion: '5.0',
    actualVersion: version,
  })
}

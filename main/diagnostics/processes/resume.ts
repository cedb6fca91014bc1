import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { resumeRuntime } from '../client.ts'
import { isWaitingAtStart, type SuspensionSettings } from './suspension.ts'
import { pause } from '../../os/pause.ts'

const resumedWithinMs = 3000
const lookEveryMs = 100

/** Lets a runtime that waits at its start go on, and makes sure that it did: the answer is the same when it waits for another port. */
export async function resumeAndWait(
  endpoint: Endpoint,
  suspension: SuspensionSettings | null,
  os: OperatingSystem,
): Promise<Result<null, AppError>> {
  const resumed = suspension?.isDefaultPortSuspended === true ? await resumeRuntime(endpoint) : ok(null)
  if (!resumed.ok) return resumed
  for (let waitedMs = 0; waitedMs < resumedWithinMs; waitedMs += lookEveryMs) {
    if (isWaitingAtStart(suspension, os.hasRuntimeStarted(endpoint.pid)) !== true) return ok(null)
    await pause(lookEveryMs)
  }
  // Each suspending port has to be resumed by the tool that owns it.
  return err({ kind: 'unsupported', feature: 'resume-other-port', neededVersion: null, actualVersion: null })
}

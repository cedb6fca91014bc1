import { ok } from '../../../shared/base/result.ts'
import type { JobHandle } from './running-job.ts'

/** Aborted when a person stops or cancels the job, with that reason. */
export function abortOnAction(job: Pick<JobHandle, 'onAction'>, reason?: string): AbortController {
  const controller = new AbortController()
  job.onAction(() => {
    controller.abort(reason)
    return ok(null)
  })
  return controller
}

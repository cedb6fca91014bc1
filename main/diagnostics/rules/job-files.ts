import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { DoneFile } from '../../../shared/model/rules.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'

/** Longer than the longest recording and the largest dump. */
const jobLimitMs = 45 * 60_000

/** What a job has made, once it has ended. */
export async function filesOfJob(
  jobs: Pick<JobRegistry, 'subscribe'>,
  jobId: string,
): Promise<Result<readonly DoneFile[], AppError>> {
  const job = await whenJob(jobs, jobId, ({ state }) => state !== 'running')
  if (job === null) return err({ kind: 'timeout', operation: 'rule', timeoutMs: jobLimitMs })
  const files = (job.result?.files ?? []).map(doneFile)
  if (files.length > 0) return ok(files)
  return err(job.error ?? { kind: 'cancelled' })
}

/** The job when it is so. Null: it is gone, or it took too long. */
export function whenJob(
  jobs: Pick<JobRegistry, 'subscribe'>,
  jobId: string,
  isSo: (job: Job) => boolean,
): Promise<Job | null> {
  return new Promise((resolve) => {
    const end = (job: Job | null): void => {
      clearTimeout(timer)
      // The subscription tells its snapshot before it is there.
      setImmediate(() => subscription.dispose())
      resolve(job)
    }
    const timer = setTimeout(() => end(null), jobLimitMs)
    const look = (job: Job): void => {
      if (job.id === jobId && isSo(job)) end(job)
    }
    const subscription = jobs.subscribe((message) => {
      if (message.kind === 'snapshot') for (const job of message.jobs) look(job)
      else if (message.kind === 'changed') look(message.job)
      else if (message.id === jobId) end(null)
    })
  })
}

export function doneFile({ path: file, fileId, sizeBytes }: DoneFile): DoneFile {
  return { path: file, fileId, sizeBytes }
}

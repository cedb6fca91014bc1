import { ok } from '../../../shared/base/result.ts'
import type { QuitChoice } from '../../../shared/model/job.ts'
import type { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'
import type { Handlers } from '../request-context.ts'

type JobChannels = Extract<keyof Handlers, `jobs.${string}`>

export interface JobHandlerParts {
  readonly jobs: JobRegistry
  readonly answerQuit: (choice: QuitChoice) => void
  readonly quitShown: () => void
}

export function jobHandlers({ jobs, answerQuit, quitShown }: JobHandlerParts): Pick<Handlers, JobChannels> {
  return {
    'jobs.act': ({ jobId, action }) => jobs.act(jobId, action),
    'jobs.dismiss': ({ jobId }) => jobs.dismiss(jobId),
    'jobs.quitShown': () => {
      quitShown()
      return ok(null)
    },
    'jobs.answerQuit': ({ choice }) => {
      answerQuit(choice)
      return ok(null)
    },
  }
}

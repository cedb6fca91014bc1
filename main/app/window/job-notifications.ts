import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Job } from '../../../shared/model/job.ts'
import { jobKindWords } from '../../../shared/words/job-words.ts'
import type { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'

export interface SystemNotice {
  readonly title: string
  readonly body: string
}

/** One notification of the operating system for each job that ends while nobody looks at a window of ours. */
export function notifyEndedJobs(
  jobs: Pick<JobRegistry, 'subscribe'>,
  isAnyFocused: () => boolean,
  show: (notice: SystemNotice) => void,
): Disposable {
  const running = new Set<string>()
  return jobs.subscribe((message) => {
    if (message.kind === 'snapshot') for (const job of message.jobs) note(running, job)
    if (message.kind !== 'changed') return
    const { job } = message
    const hasRun = running.has(job.id)
    note(running, job)
    if (hasRun && job.state !== 'running' && !isToldByRules(job) && !isAnyFocused()) show(wordEnd(job))
  })
}

/** Rules try again and again, and say once what is wrong. */
function isToldByRules({ startedBy, state, result }: Job): boolean {
  return startedBy === 'rule' && state === 'failed' && (result?.files.length ?? 0) === 0
}

function note(running: Set<string>, job: Job): void {
  if (job.state === 'running') running.add(job.id)
  else running.delete(job.id)
}

/** No path and no command line: a notification may be read by others. */
function wordEnd(job: Job): SystemNotice {
  const noun = jobKindWords[job.kind]
  if (job.state === 'failed') return { title: `${noun} failed`, body: job.title }
  if (job.state === 'cancelled') return { title: `${noun} cancelled`, body: job.title }
  const isPartial = job.result !== null && job.result.verdict === 'partial'
  return { title: isPartial ? `${noun} partly saved` : `${noun} finished`, body: job.title }
}

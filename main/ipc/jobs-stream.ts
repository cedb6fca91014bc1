import { toDisposable } from '../../shared/base/disposable.ts'
import { ok } from '../../shared/base/result.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import type { JobRegistry } from '../diagnostics/jobs/job-registry.ts'

/** The stream `jobs.changes`: of each job only the newest state waits for a page that is slow. */
export class JobsStream implements StreamSource {
  readonly #jobs: JobRegistry

  constructor(jobs: JobRegistry) {
    this.#jobs = jobs
  }

  open(_parameter: string | null, sink: StreamSink): ReturnType<StreamSource['open']> {
    const subscription = this.#jobs.subscribe((message) => {
      if (message.kind === 'changed') sink.post(message, message.job.id)
      else sink.post(message)
    })
    return ok(toDisposable(() => subscription.dispose()))
  }
}

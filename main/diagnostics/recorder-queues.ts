import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import type { QueueReport } from '../../shared/model/app.ts'
import type { RecorderHost } from '../workers/recorder/recorder-host.ts'

/** What waits for the disk in every recording that is being written, for the app's own diagnostics page. */
export class RecorderQueues {
  readonly #owners = new Map<RecorderHost, string>()
  #count = 0

  /** Until it is disposed of. Told apart by number: names of files may say what they should not. */
  follow(recorder: RecorderHost): Disposable {
    this.#count += 1
    this.#owners.set(recorder, `recording ${String(this.#count)}`)
    return toDisposable(() => this.#owners.delete(recorder))
  }

  reports(): readonly QueueReport[] {
    return [...this.#owners].map(([recorder, owner]) => ({
      name: 'recording-bytes',
      owner,
      limit: recorder.limitBytes,
      fill: recorder.queuedBytes,
      peak: recorder.peakQueuedBytes,
      droppedCount: recorder.discardedBytes,
      unit: 'bytes',
    }))
  }
}

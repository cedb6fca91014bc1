import type { Disposable } from '../../../shared/base/disposable.ts'
import type { StopConditions } from '../../../shared/model/recording.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { RecordingEnd, RecordingProgress } from '../session-recording.ts'
import { diskRoom, leastFreeBytes } from './recording-files.ts'

export type StoppedBy =
  | 'person'
  | 'time'
  | 'size'
  | 'event'
  | 'counter'
  | 'disk-low'
  | 'target-ended'
  | 'link-lost'
  | 'disconnected'
  | 'quit'
  | 'failure'

/** When nothing in the recording asked for it: sessions on another machine are stopped before its connection is closed, too. */
export function stoppedByItself(reason: RecordingEnd['reason'], { transport }: Pick<Endpoint, 'transport'>): StoppedBy {
  if (reason === 'stopped' && transport === 'ssh') return 'disconnected'
  return reason === 'target-ended' || reason === 'link-lost' ? reason : 'failure'
}

const diskEveryMs = 1000
/** With so much more room than has to stay free the disk is asked each fifth time: nothing fills that in five seconds. */
const ampleBytes = 16 * 1024 ** 3
const looksSkipped = 4

/** Time, size and room on the disk. Events and counters are found by the watcher. */
export class StopWatch implements Disposable {
  readonly #stop: StopConditions
  readonly #folder: string
  readonly #onReached: (by: StoppedBy) => void
  readonly #timer: NodeJS.Timeout | null
  readonly #diskTimer: NodeJS.Timeout
  #skips = 0

  constructor(stop: StopConditions, folder: string, onReached: (by: StoppedBy) => void) {
    this.#stop = stop
    this.#folder = folder
    this.#onReached = onReached
    // Longer than setTimeout can count: nobody records for 24 days with a limit in mind.
    const afterMs = stop.afterMs === null || stop.afterMs > 0x7fff_ffff ? null : stop.afterMs
    this.#timer = afterMs === null ? null : setTimeout(() => onReached('time'), afterMs)
    this.#diskTimer = setInterval(() => void this.#lookAtDisk(), diskEveryMs)
  }

  note(progress: RecordingProgress): void {
    if (this.#stop.atBytes !== null && progress.receivedBytes >= this.#stop.atBytes) this.#onReached('size')
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    clearInterval(this.#diskTimer)
  }

  async #lookAtDisk(): Promise<void> {
    if (this.#skips > 0) return void (this.#skips -= 1)
    const room = await diskRoom(this.#folder)
    if (room === null) return
    const spareBytes = room.freeBytes - leastFreeBytes(room.totalBytes)
    if (spareBytes < 0) this.#onReached('disk-low')
    else if (spareBytes > ampleBytes) this.#skips = looksSkipped
  }
}

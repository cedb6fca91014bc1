import type { Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import { windowOf, type CpuWindow } from '../../../shared/recording/overhead.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'

/** Readings kept per process: enough for "before" and "now", and for how much they vary. */
const maxReadings = 5

/** Processor time of processes as the process list measures it, once a second while somebody can see a window. */
export class CpuFeed implements Disposable {
  readonly #readings = new Map<ProcessKey, number[]>()
  readonly #subscription: Disposable

  constructor(directory: Pick<TargetDirectory, 'subscribe'>) {
    this.#subscription = directory.subscribe((message) => {
      if (message.kind !== 'usage') return
      for (const { key, cpuPercent } of message.entries) {
        if (cpuPercent === null) continue
        const readings = this.#readings.get(key) ?? []
        readings.push(cpuPercent)
        if (readings.length > maxReadings) readings.shift()
        this.#readings.set(key, readings)
      }
      for (const key of this.#readings.keys())
        if (!message.entries.some((entry) => entry.key === key)) this.#readings.delete(key)
    })
  }

  /** Mean of the last few seconds; null when nothing was measured. */
  mean(key: ProcessKey): number | null {
    return this.window(key)?.mean ?? null
  }

  /** The last readings; null when there are none. */
  window(key: ProcessKey): CpuWindow | null {
    return windowOf(this.#readings.get(key) ?? [])
  }

  newest(key: ProcessKey): number | null {
    return this.#readings.get(key)?.at(-1) ?? null
  }

  dispose(): void {
    this.#subscription.dispose()
  }
}

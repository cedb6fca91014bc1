import type { Disposable } from '../../../shared/base/disposable.ts'

const sliceMs = 4
const pauseMs = 40
/** What is urgent (answers, rows) gets this long before the first job. */
const firstDelayMs = 250

/** Small synchronous jobs that are not urgent (memory maps, files), in slices, so that the main thread never stalls for them. */
export class IdleQueue implements Disposable {
  readonly #jobs: (() => void)[] = []
  #timer: NodeJS.Timeout | null = null

  get length(): number {
    return this.#jobs.length
  }

  add(job: () => void): void {
    this.#jobs.push(job)
    this.#timer ??= setTimeout(() => this.#run(), firstDelayMs)
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#jobs.length = 0
  }

  #run(): void {
    this.#timer = null
    const endMs = performance.now() + sliceMs
    do this.#jobs.shift()?.()
    while (this.#jobs.length > 0 && performance.now() < endMs)
    if (this.#jobs.length > 0) this.#timer = setTimeout(() => this.#run(), pauseMs)
  }
}

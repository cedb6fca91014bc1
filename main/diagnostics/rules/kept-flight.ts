import type { ProcessRow } from '../../../shared/model/process.ts'
import { diskRoom } from '../recordings/recording-files.ts'
import type { RuleActions } from './rule-actions.ts'

/** Between two tries to keep one running; doubled with each that ended by itself, up to the longest. */
const retryMs = 15_000
const longestRetryMs = 600_000
/** The process list notices an exit within that time of the stream's end. */
const exitNoticedMs = 5000

export interface KeptFlightOptions {
  readonly row: ProcessRow
  readonly lastMs: number
  /** Nothing is kept while less than this is free. */
  readonly leastFreeBytes: number
  readonly folder: () => string | null
  readonly actions: Pick<RuleActions, 'hasFlight' | 'keepFlight' | 'dropFlight'>
  readonly ticks?: () => number
}

/**
 * The flight recorder of a process that rules save: started when there is none, started again when it ended by itself (a full disk, a person),
 * ever more rarely. One that the person started is left to the person.
 */
export class KeptFlight {
  readonly #options: KeptFlightOptions
  readonly #ticks: () => number
  #jobId: string | null = null
  #problem: string | null = null
  #starting: Promise<void> | null = null
  #tries = 0
  #nextMs = Number.NEGATIVE_INFINITY
  /** Saves that were asked for and are not over. */
  #wantedCount = 0
  #isDropped = false
  #noteExit: () => void = () => undefined
  readonly #exit = new Promise<void>((resolve) => (this.#noteExit = resolve))

  constructor(options: KeptFlightOptions) {
    this.#options = options
    this.#ticks = options.ticks ?? (() => performance.now())
  }

  get lastMs(): number {
    return this.#options.lastMs
  }

  /** Of the one that was started here. */
  get jobId(): string | null {
    return this.#jobId
  }

  /** Why nothing is kept, by name. */
  get problem(): string | null {
    return this.#problem
  }

  /** Looks whether one runs. */
  tend(): void {
    if (this.#isDropped || this.#starting !== null || this.#ticks() < this.#nextMs) return
    if (this.#options.actions.hasFlight(this.#options.row)) {
      // It has run for long enough to be trusted again.
      if (this.#ticks() - this.#nextMs > longestRetryMs) this.#tries = 0
      return
    }
    this.#nextMs = this.#ticks() + Math.min(longestRetryMs, retryMs * 2 ** this.#tries)
    this.#tries += 1
    this.#starting = this.#start().finally(() => (this.#starting = null))
  }

  /** What is kept is about to be saved, also if the process ends before. The answer says that it has been. */
  want(): () => void {
    this.#wantedCount += 1
    return () => void (this.#wantedCount -= 1)
  }

  exited(): void {
    this.#isDropped = true
    this.#noteExit()
  }

  async drop(): Promise<void> {
    this.#isDropped = true
    this.#noteExit()
    await this.#starting
    if (this.#jobId !== null) await this.#options.actions.dropFlight(this.#jobId)
  }

  async #start(): Promise<void> {
    const { row, lastMs, leastFreeBytes, folder, actions } = this.#options
    const path = folder()
    const room = path === null ? null : await diskRoom(path)
    if (room !== null && room.freeBytes < leastFreeBytes) {
      this.#problem = 'disk-low'
      return
    }
    if (this.#isDropped) return
    const kept = await actions.keepFlight(row, lastMs, () => this.#keepsAtExit())
    this.#problem = kept.ok ? null : kept.error.kind
    if (kept.ok) this.#jobId = kept.value
  }

  /** The end of the stream comes before the process list tells the rules that the process is gone. */
  async #keepsAtExit(): Promise<boolean> {
    const late = setTimeout(() => this.#noteExit(), exitNoticedMs)
    await this.#exit
    clearTimeout(late)
    return this.#wantedCount > 0
  }
}

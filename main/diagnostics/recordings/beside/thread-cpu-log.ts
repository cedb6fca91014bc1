import type { ThreadCpuReader } from '../../../os/operating-system.ts'
import { appendToSidecar } from '../../../workers/recorder/sidecar-file.ts'

const everyMs = 1000
/** Thousands of threads take their time: no more than this part of ours. */
const mostShare = 0.02
/** A disk that is full may have room again; one that never takes a line is left alone. */
const mostFailures = 30

interface ThreadCpuLogOptions {
  readonly append?: typeof appendToSidecar
  /** When it begins, by the clock that marks go by; later readings follow at the pace of a clock that never jumps. */
  readonly startUnixMs: number
}

/** Keeps the CPU time of a process's threads beside its recording, once a second, until the process or the recording ends. */
export class ThreadCpuLog {
  readonly #reader: ThreadCpuReader
  readonly #path: string
  readonly #append: typeof appendToSidecar
  readonly #startUnixMs: number
  readonly #startedMs = performance.now()
  #last: ReadonlyMap<number, number> = new Map()
  #failureCount = 0
  #timer: NodeJS.Timeout | null = null
  #isOver = false
  #costMs = 0
  #kept: Promise<void>

  constructor(reader: ThreadCpuReader, recordingPath: string, options: ThreadCpuLogOptions) {
    this.#reader = reader
    this.#path = recordingPath
    this.#append = options.append ?? appendToSidecar
    this.#startUnixMs = options.startUnixMs
    this.#kept = this.#tick()
  }

  /** With a last reading. */
  async end(): Promise<void> {
    await this.#kept
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (!this.#isOver) await this.#keep(performance.now())
    this.#isOver = true
  }

  /** One at a time: the next one is due a second after the disk has taken this one. */
  async #tick(): Promise<void> {
    const fromMs = performance.now()
    this.#isOver = !(await this.#keep(fromMs))
    if (this.#isOver) return
    this.#timer = setTimeout(
      () => {
        this.#kept = this.#tick()
      },
      Math.max(everyMs, this.#costMs / mostShare),
    )
    this.#timer.unref()
  }

  /** False: there will be nothing more. */
  async #keep(nowMs: number): Promise<boolean> {
    const reading = this.#reader.read()
    this.#costMs = performance.now() - nowMs
    if (reading === null) return false
    const changed = [...reading.threads].filter(([id, ms]) => this.#last.get(id) !== ms)
    const ended = [...this.#last.keys()].filter((id) => !reading.threads.has(id))
    const cpu = {
      unixMs: Math.round(this.#startUnixMs + nowMs - this.#startedMs),
      processMs: reading.processMs,
      threads: Object.fromEntries(changed),
      ...(ended.length === 0 ? {} : { ended }),
    }
    // What the disk did not take is part of the next line.
    if (await this.#append(this.#path, { cpu })) this.#last = reading.threads
    else this.#failureCount++
    return this.#failureCount < mostFailures
  }
}

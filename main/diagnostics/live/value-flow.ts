import type { Disposable } from '../../../shared/base/disposable.ts'
import type { LiveDocument } from './live-document.ts'
import type { ProblemList } from './problems.ts'
import { SilenceWatch } from './target/silence.ts'
import type { TargetLife } from './target/target-life.ts'

export interface ValueFlowOptions {
  readonly document: LiveDocument
  readonly problems: ProblemList
  readonly life: TargetLife
  readonly intervalMs: number
  /** By the clock of the samples. */
  readonly now: () => number
}

/** Whether values come from a target: the first one, silence after it, and the gap in the document for as long as none come. */
export class ValueFlow implements Disposable {
  readonly #options: ValueFlowOptions
  readonly #silence: SilenceWatch
  #hasValues = false

  constructor(options: ValueFlowOptions) {
    const { intervalMs, now } = options
    this.#options = options
    this.#silence = new SilenceWatch({ intervalMs, now, onChange: (sinceMs) => this.#silenceChanged(sinceMs) })
  }

  /** A value came since the sessions were first opened, or opened again after a loss. */
  get hasValues(): boolean {
    return this.#hasValues
  }

  get isSilent(): boolean {
    return this.#silence.isSilent
  }

  /** A session was opened: its first values are due an interval from now. */
  expect(intervalMs: number): void {
    this.#silence.expect(intervalMs)
  }

  /** Bytes came. */
  heard(): void {
    this.#silence.heard()
  }

  /** The first value of a session came. */
  delivered(timeMs: number): void {
    this.#hasValues = true
    this.#closeGap(timeMs)
  }

  /** Values end here, until sessions are open again. */
  lost(): void {
    this.#hasValues = false
  }

  /** No session is open: nothing is expected. */
  rest(): void {
    this.#silence.rest()
    this.#options.problems.clear('silent')
  }

  dispose(): void {
    this.#silence.dispose()
  }

  #silenceChanged(sinceMs: number | null): void {
    const { document, problems, now } = this.#options
    if (sinceMs === null) {
      problems.clear('silent')
      this.#closeGap(now())
    } else {
      problems.set({ kind: 'silent', sinceMs })
      document.openGap(sinceMs, 'paused')
    }
    document.touch()
  }

  /** What a process sent before its end may be read after it: that gap lasts until its successor sends. */
  #closeGap(toMs: number): void {
    const { document, life } = this.#options
    if (life.exit === null) document.closeGap(toMs)
  }
}

import type { Disposable } from '../../../shared/base/disposable.ts'

/** A disk that gives nothing for so long is not waited for; progress comes every 32 MiB, 3 MB/s are enough. */
export const verifySilenceMs = 12_000
const shortestMs = 30_000
/** In all, also for a disk that moves: slower than this, reading the file is left to whoever opens it. */
const slowestBytesPerMs = 2000

export function verifyLimitMs(sizeBytes: number): number {
  return shortestMs + Math.ceil(sizeBytes / slowestBytesPerMs)
}

/** Fires once: after the silence without a beat, or after the limit in spite of all beats. */
export class VerifyDeadline implements Disposable {
  readonly #onOver: (waitedMs: number) => void
  readonly #limitTimer: NodeJS.Timeout
  #silenceTimer: NodeJS.Timeout

  constructor(sizeBytes: number, onOver: (waitedMs: number) => void) {
    this.#onOver = onOver
    const limitMs = verifyLimitMs(sizeBytes)
    this.#limitTimer = setTimeout(() => this.#end(limitMs), limitMs)
    this.#silenceTimer = this.#listen()
  }

  /** Progress was made. */
  beat(): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = this.#listen()
  }

  dispose(): void {
    clearTimeout(this.#limitTimer)
    clearTimeout(this.#silenceTimer)
  }

  #listen(): NodeJS.Timeout {
    return setTimeout(() => this.#end(verifySilenceMs), verifySilenceMs)
  }

  #end(waitedMs: number): void {
    this.dispose()
    this.#onOver(waitedMs)
  }
}

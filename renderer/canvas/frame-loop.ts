import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'

/**
 * One animation frame for all canvases of a window.
 *
 * Each frame first calls every painter's `move` (cheap: transforms, positions), then hands out `paint` turns until the budget is
 * used; painters that had no turn keep their place and go first in the next frame, and so does one whose last paintings were too long
 * for what is left of this frame, unless it would be the first in it. Of large pictures one is painted in a frame. A chart that is painted a frame later than its
 * neighbour shows no seam, because its layer carries the time it was painted for and `move` shifts it to the current one.
 */
export interface FramePainter {
  /** Called in every frame; must stay under a tenth of a millisecond. */
  move?(nowMs: number): void
  /** True when the painter has something to draw; asked once per frame. */
  wantsPaint?(nowMs: number): boolean
  paint?(nowMs: number): void
  /** Rasterising what it has painted, which comes after the frame, takes as long as painting it: two of them have no room in a frame. */
  readonly isLarge?: boolean
}

export interface FrameStatistics {
  readonly frameCount: number
  readonly framesPerSecond: number
  readonly intervalP99Ms: number
  readonly longIntervalShare: number
  readonly workMedianMs: number
  readonly workP99Ms: number
  readonly workMaxMs: number
}

export interface FrameScheduler {
  now(): number
  request(callback: (nowMs: number) => void): number
  cancel(handle: number): void
}

const windowScheduler: FrameScheduler = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
}

/** Half a 60 Hz frame is ours; half of that is painting, the rest is left to React and to layout. */
const paintBudgetMs = 4
/** A painting that is not the first of its frame is not begun when it would probably end after this. */
const paintLimitMs = 6
/** What a painting cost is forgotten slowly: whole ones are rare among those of a strip, and cost five times as much. */
const costDecay = 0.8
const ringLength = 2048
export const longIntervalMs = 25

export class FrameLoop {
  readonly #painters: FramePainter[] = []
  readonly #scheduler: FrameScheduler
  readonly #workMs = new Float32Array(ringLength)
  readonly #intervalMs = new Float32Array(ringLength)
  readonly #costMs = new WeakMap<FramePainter, number>()
  #frameCount = 0
  #handle: number | null = null
  #previousMs: number | null = null
  #firstTurn = 0

  constructor(scheduler: FrameScheduler = windowScheduler) {
    this.#scheduler = scheduler
  }

  /**
   * The loop runs while it has painters and rests otherwise. `isLeading`: moved before all others, because they read where it has moved
   * to; behind one of them, what should stand on one line would stand apart for a frame.
   */
  add(painter: FramePainter, isLeading = false): Disposable {
    if (isLeading) this.#painters.unshift(painter)
    else this.#painters.push(painter)
    this.#schedule()
    return toDisposable(() => {
      const at = this.#painters.indexOf(painter)
      if (at >= 0) this.#painters.splice(at, 1)
      if (this.#painters.length === 0) this.#rest()
    })
  }

  /** Of the last 2,048 frames. Intervals over a second are a hidden window, not a slow frame, and are not counted. */
  statistics(): FrameStatistics {
    const count = Math.min(this.#frameCount, ringLength)
    const work = this.#workMs.slice(0, count).sort()
    const intervals = this.#intervalMs
      .slice(0, count)
      .filter((ms) => ms > 0 && ms < 1000)
      .sort()
    const total = intervals.reduce((sum, ms) => sum + ms, 0)
    return {
      frameCount: this.#frameCount,
      framesPerSecond: total > 0 ? (intervals.length * 1000) / total : 0,
      intervalP99Ms: quantile(intervals, 0.99),
      longIntervalShare:
        intervals.length > 0 ? intervals.filter((ms) => ms > longIntervalMs).length / intervals.length : 0,
      workMedianMs: quantile(work, 0.5),
      workP99Ms: quantile(work, 0.99),
      workMaxMs: quantile(work, 1),
    }
  }

  resetStatistics(): void {
    this.#frameCount = 0
    this.#previousMs = null
  }

  #schedule(): void {
    if (this.#handle !== null || this.#painters.length === 0) return
    this.#handle = this.#scheduler.request((nowMs) => this.#frame(nowMs))
  }

  #rest(): void {
    if (this.#handle !== null) this.#scheduler.cancel(this.#handle)
    this.#handle = null
    this.#previousMs = null
  }

  #frame(nowMs: number): void {
    this.#handle = null
    const startedMs = this.#scheduler.now()
    const painters = [...this.#painters]
    try {
      for (const painter of painters) painter.move?.(nowMs)
      this.#paint(painters, nowMs, startedMs)
    } finally {
      // Also after a painter that throws: a bug, reported by the window's handler, does not stop the others for good.
      this.#schedule()
    }
    const slot = this.#frameCount % ringLength
    this.#workMs[slot] = this.#scheduler.now() - startedMs
    this.#intervalMs[slot] = this.#previousMs === null ? 0 : nowMs - this.#previousMs
    this.#previousMs = nowMs
    this.#frameCount += 1
  }

  #paint(painters: readonly FramePainter[], nowMs: number, startedMs: number): void {
    const count = painters.length
    const first = this.#firstTurn
    let beganMs = this.#scheduler.now()
    let hasPainted = false
    let hasPaintedLarge = false
    for (let turn = 0; turn < count; turn++) {
      const at = (first + turn) % count
      const painter = painters[at]
      if (painter?.paint === undefined || painter.wantsPaint?.(nowMs) === false) continue
      const costMs = this.#costMs.get(painter) ?? 0
      const isLarge = painter.isLarge === true
      if ((hasPainted && beganMs - startedMs + costMs > paintLimitMs) || (isLarge && hasPaintedLarge)) {
        this.#firstTurn = at
        return
      }
      painter.paint(nowMs)
      hasPainted = true
      hasPaintedLarge ||= isLarge
      const endedMs = this.#scheduler.now()
      this.#costMs.set(painter, Math.max(endedMs - beganMs, costMs * costDecay))
      if (endedMs - startedMs >= paintBudgetMs) {
        this.#firstTurn = (at + 1) % count
        return
      }
      beganMs = endedMs
    }
  }
}

function quantile(sorted: Float32Array, q: number): number {
  if (sorted.length === 0) return 0
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
}

/** The window's loop. */
export const frameLoop = new FrameLoop()

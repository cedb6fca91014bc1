import type { FramePainter } from '../../../canvas/frame-loop.ts'
import { GlidingEdge } from '../../../canvas/timeline/gliding-edge.ts'
import type { TimeRange } from '../../../canvas/timeline/time-scale.ts'
import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import type { LivePace, LivePhase } from '../../../../shared/model/live.ts'
import { paceSteps, stepAt } from '../series/paces.ts'

/** What a board view needs to know of its feed. */
export interface ViewSource {
  readonly newestMs: number | null
  /** When that came, by `performance.now()`; null before the first. */
  readonly newestArrivedMs: number | null
  readonly firstSampleMs: number | null
  readonly status: {
    readonly phase: LivePhase
    readonly intervalMs: number
    readonly paces?: readonly LivePace[]
    readonly exit: { readonly timeMs: number } | null
  } | null
}

export interface ViewOptions {
  readonly spanMs: number
  readonly isFrozen: boolean
  /** A fixed stretch somebody looks at; null follows the newest sample. */
  readonly zoom: TimeRange | null
  readonly isReducedMotion: boolean
}

/**
 * Charts are painted again when this much new time has come, at the earliest: three pixels more of a line are worth a repaint, one
 * is not. In software rendering the repaint, not the scrolling, is what a frame costs.
 */
export function repaintMs(range: TimeRange, widthPx: number): number {
  const pixelMs = (range.toMs - range.fromMs) / Math.max(1, widthPx)
  return Math.min(1000, Math.max(100, 3 * pixelMs))
}

/** One sample has no length. */
const shortestFileMs = 1000

/** A view shows at least this many intervals, filled or not. */
const firstIntervals = 10

/** Width that stands for a chart's before one is laid out. */
const usualWidthPx = 700

/** Texts (legends, tiles, explorer) are written four times a second: faster cannot be read. */
const tickMs = 250
/** Of one frame for texts; what had no turn is written in the next ones. */
const tickBudgetMs = 1.5

/**
 * Which stretch of time one board shows now, and where its cursor is. All charts, lanes and tiles of the board read the same view, so
 * they can never disagree. Moves in the frame loop, outside React.
 */
export class BoardView implements FramePainter {
  readonly #source: ViewSource
  readonly #wallMs: () => number
  readonly #edge = new GlidingEdge()
  readonly #tickers = new Set<() => void>()
  #options: ViewOptions = { spanMs: 300_000, isFrozen: false, zoom: null, isReducedMotion: false }
  #frozenEdgeMs: number | null = null
  #cursorShare: number | null = null
  #tickedAtMs = -Infinity
  #waiting: (() => void)[] = []
  #range: TimeRange

  constructor(source: ViewSource, wallMs: () => number = Date.now) {
    this.#source = source
    this.#wallMs = wallMs
    this.#range = { fromMs: wallMs() - this.#options.spanMs, toMs: wallMs() }
  }

  update(options: ViewOptions): void {
    if (options.isFrozen && !this.#options.isFrozen) this.#frozenEdgeMs = this.#range.toMs
    if (!options.isFrozen) this.#frozenEdgeMs = null
    this.#options = options
    this.#range = this.#rangeNow()
    this.#tickedAtMs = -Infinity
  }

  /** What is visible in this frame. */
  get range(): TimeRange {
    return this.#range
  }

  /** True while the right edge follows the newest sample. */
  get isFollowing(): boolean {
    return this.#options.zoom === null && this.#frozenEdgeMs === null
  }

  /** Interval the values come at; files have none and are read as if at one second. */
  get intervalMs(): number {
    const intervalMs = this.#source.status?.intervalMs ?? 1000
    return intervalMs > 0 ? intervalMs : 1000
  }

  /** Every pace there was, so that older values are read by theirs. */
  get paces(): readonly LivePace[] {
    return this.#source.status?.paces ?? [{ sinceMs: -Infinity, intervalMs: this.intervalMs }]
  }

  /** How old a value may be to be the one of the time that is read. */
  get maxStepMs(): number {
    return stepAt(paceSteps(this.paces), this.readingMs)
  }

  /** Part of the width, 0 to 1: the pointer stands still while time moves below it. null = no cursor. */
  get cursorShare(): number | null {
    return this.#cursorShare
  }

  setCursor(share: number | null): void {
    const next = share === null ? null : Math.min(1, Math.max(0, share))
    if (next === this.#cursorShare) return
    this.#cursorShare = next
    this.#tick()
  }

  get cursorMs(): number | null {
    if (this.#cursorShare === null) return null
    return this.#range.fromMs + this.#cursorShare * (this.#range.toMs - this.#range.fromMs)
  }

  /** Time whose values legends and table show: the cursor's, else the newest visible. */
  get readingMs(): number {
    return this.cursorMs ?? this.newestVisibleMs
  }

  get newestVisibleMs(): number {
    const newest = this.#source.newestMs
    if (newest === null) return this.#range.toMs
    // While the edge glides, the newest sample is already true although its pixel is not drawn yet.
    return this.isFollowing ? Math.max(newest, this.#range.fromMs) : Math.min(newest, this.#range.toMs)
  }

  onTick(listener: () => void): Disposable {
    this.#tickers.add(listener)
    return toDisposable(() => this.#tickers.delete(listener))
  }

  move(nowMs: number): void {
    const target = this.#targetMs(nowMs)
    if (target !== null) {
      const isFar = this.#edge.edgeMs === null || Math.abs(target - this.#edge.edgeMs) > this.#options.spanMs / 2
      const glideMs = this.#options.isReducedMotion || isFar ? 0 : Math.min(this.intervalMs, 1000)
      this.#edge.setTarget(target, glideMs, nowMs)
      this.#edge.step(nowMs)
    }
    this.#range = this.#rangeNow()
    if (nowMs - this.#tickedAtMs >= tickMs) {
      this.#tickedAtMs = nowMs
      this.#waiting = [...this.#tickers]
    }
    this.#notifyWaiting()
  }

  /** At once: the pointer has moved, and what it points at must follow. */
  #tick(): void {
    this.#waiting = []
    for (const listener of this.#tickers) listener()
  }

  #notifyWaiting(): void {
    if (this.#waiting.length === 0) return
    const untilMs = performance.now() + tickBudgetMs
    do {
      const listener = this.#waiting.shift()
      if (listener !== undefined && this.#tickers.has(listener)) listener()
    } while (this.#waiting.length > 0 && performance.now() < untilMs)
  }

  /**
   * Where the right edge wants to be. Silence of a target that should be talking moves on with time, so that the missing stretch is seen to
   * grow; an ended one stands still at its end. Samples have the clock of their machine, and people set ours: time is what has passed since
   * the newest sample came.
   */
  #targetMs(nowMs: number): number | null {
    const { newestMs, newestArrivedMs, status } = this.#source
    if (status === null || newestMs === null) return newestMs
    // Samples that come faster than charts are painted stay beyond the edge until they are on the picture.
    const paceMs = repaintMs(this.#range, usualWidthPx)
    const paintedMs = this.intervalMs < paceMs ? newestMs - paceMs : newestMs
    if (status.phase === 'live' || status.phase === 'paused' || status.phase === 'waiting') {
      const silentMs = nowMs - (newestArrivedMs ?? nowMs)
      return Math.max(paintedMs, newestMs + silentMs - Math.max(1.5 * this.intervalMs, this.intervalMs + paceMs))
    }
    if (status.phase === 'exited' && status.exit !== null) return Math.max(newestMs, status.exit.timeMs)
    return newestMs
  }

  #rangeNow(): TimeRange {
    if (this.#options.zoom !== null) return this.#options.zoom
    const edgeMs = this.#frozenEdgeMs ?? this.#edge.edgeMs ?? this.#wallMs()
    return { fromMs: edgeMs - this.#spanMs(edgeMs), toMs: edgeMs }
  }

  /**
   * Charts begin where the data does. A file that is shorter than the chosen span fills them; nothing will ever come before or behind
   * it. A view that began a moment ago doubles its stretch whenever it is full, so that the scale changes only now and then.
   */
  #spanMs(edgeMs: number): number {
    const { firstSampleMs, status } = this.#source
    const { spanMs } = this.#options
    if (firstSampleMs === null) return spanMs
    const dataMs = edgeMs - firstSampleMs
    if (status?.phase === 'file') return Math.min(spanMs, Math.max(shortestFileMs, dataMs))
    let shownMs = firstIntervals * this.intervalMs
    while (shownMs < dataMs) shownMs *= 2
    return Math.min(spanMs, shownMs)
  }
}

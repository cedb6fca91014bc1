import type { ChartTheme } from '../../canvas/chart-theme.ts'
import type { PolylineBuffer } from '../../canvas/decimate.ts'
import type { FramePainter } from '../../canvas/frame-loop.ts'
import { ScrollingCanvas, sizedContext, type PaintedStretch } from '../../canvas/scrolling-canvas.ts'
import { timeStep, timeTicks } from '../../canvas/ticks.ts'
import { xOfTime, type TimeRange } from '../../canvas/time-scale.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { BoardChart } from '../../../shared/model/settings.ts'
import { repaintMs, type BoardView } from './board-view.ts'
import { paintChartFrame } from './chart-frame-painter.ts'
import { layoutChart, type ChartLayout, type PreviousRanges } from './chart-layout.ts'
import type { ChartLine } from './chart-lines.ts'
import { gutterLeftPx, gutterRightPx, paintChartContent, type Backdrop } from './chart-painter.ts'
import type { LiveFeed } from './live-feed.ts'

export interface LayerScene {
  readonly theme: ChartTheme
  /** Local time ahead of UTC; 0 shows UTC. */
  readonly timeOffsetMs: number
  readonly selection: TimeRange | null
}

/** What stands behind the lines of every chart and in the lanes, for one stretch of time. */
export function backdropOf(feed: LiveFeed, range: TimeRange, widthPx: number, timeOffsetMs: number): Backdrop {
  const stepMs = timeStep(range.toMs - range.fromMs, Math.max(1, Math.floor(widthPx / 110)))
  return {
    timeTicksMs: timeTicks(range.fromMs, range.toMs, stepMs, timeOffsetMs),
    collections: feed.lanes.gcIn(range.fromMs - 10_000, range.toMs),
    exceptions: feed.lanes.exceptionsIn(range.fromMs, range.toMs),
    marks: feed.marks.filter((mark) => mark.timeMs >= range.fromMs && mark.timeMs <= range.toMs),
    gaps: feed.gaps.filter((gap) => gap.fromMs <= range.toMs && (gap.toMs ?? Infinity) >= range.fromMs),
    exitMs: feed.status?.phase === 'exited' ? (feed.status.exit?.timeMs ?? null) : null,
  }
}

/**
 * One chart on screen: a still canvas with axes and newest values, a scrolling one with everything that has a time, and the cursor
 * and selection above them. Lives in the frame loop; React only hands over what to draw.
 */
export class ChartLayer implements FramePainter, Disposable {
  readonly #host: HTMLElement
  readonly #feed: LiveFeed
  readonly #view: BoardView
  readonly #frame: HTMLCanvasElement
  readonly #content: ScrollingCanvas
  readonly #overlay: CursorOverlay
  readonly #observer: ResizeObserver
  readonly #pool: PolylineBuffer[] = []
  readonly #ranges: PreviousRanges = { left: null, right: null, signature: '' }
  #chart: BoardChart | null = null
  #lines: readonly ChartLine[] = []
  #scene: LayerScene | null = null
  #layout: ChartLayout | null = null
  #paintedRevision = -1
  #paintedAtMs = -Infinity
  #isDirty = true
  #isServed = false
  #onLayout: ((layout: ChartLayout) => void) | null = null

  /** Draws nothing until it has been given a chart and a scene. */
  constructor(host: HTMLElement, feed: LiveFeed, view: BoardView) {
    this.#host = host
    this.#feed = feed
    this.#view = view
    this.#frame = document.createElement('canvas')
    this.#frame.setAttribute('aria-hidden', 'true')
    this.#frame.style.cssText = 'position:absolute;left:0;top:0;display:block;pointer-events:none'
    // Newest values stand above the lines, the lines above the grid: the still canvas is the upper one.
    this.#content = new ScrollingCanvas(host, gutterLeftPx, gutterRightPx)
    host.append(this.#frame)
    this.#overlay = new CursorOverlay(host)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
    this.#resize()
  }

  /** Newest layout; null until the first paint. */
  get layout(): ChartLayout | null {
    return this.#layout
  }

  setChart(chart: BoardChart, lines: readonly ChartLine[]): void {
    this.#chart = chart
    this.#lines = lines
    this.#isDirty = true
  }

  setScene(scene: LayerScene): void {
    this.#scene = scene
    this.#isDirty = true
  }

  onLayout(listener: ((layout: ChartLayout) => void) | null): void {
    this.#onLayout = listener
  }

  move(): void {
    this.#isServed = !this.#content.moveTo(this.#view.range)
    this.#overlay.move(this.#view, this.#content.widthPx, this.#scene?.selection ?? null)
  }

  wantsPaint(nowMs: number): boolean {
    if (this.#content.widthPx === 0 || this.#chart === null || this.#scene === null) return false
    if (this.#isDirty || !this.#isServed) return true
    if (this.#feed.revision === this.#paintedRevision) return false
    return nowMs - this.#paintedAtMs >= repaintMs(this.#view.range, this.#content.widthPx)
  }

  paint(nowMs: number): void {
    const [chart, scene] = [this.#chart, this.#scene]
    if (chart === null || scene === null) return
    this.#isDirty = false
    this.#paintedRevision = this.#feed.revision
    this.#paintedAtMs = nowMs
    const range = this.#view.range
    this.#ensureHistory(range)
    const target = this.#content.begin(range)
    if (target === null) return
    const { stretch, context } = target
    const layout = this.#layOut(chart, stretch, range)
    this.#layout = layout
    paintChartContent(
      context,
      layout,
      backdropOf(this.#feed, stretch, this.#content.widthPx, scene.timeOffsetMs),
      scene.theme,
    )
    const still = sizedContext(this.#frame, this.#host.clientWidth, this.#host.clientHeight)
    if (still !== null) paintChartFrame(still, layout, this.#content.widthPx, scene.theme)
    this.#onLayout?.(layout)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#feed.history.forget(this)
    this.#content.dispose()
    this.#overlay.dispose()
    this.#frame.remove()
  }

  #layOut(chart: BoardChart, stretch: PaintedStretch, range: TimeRange): ChartLayout {
    return layoutChart({
      chart,
      lines: this.#lines,
      samples: this.#feed.history,
      fromMs: stretch.fromMs,
      toMs: stretch.toMs,
      edgeMs: Math.max(range.toMs, this.#view.isFollowing ? this.#view.newestVisibleMs : range.toMs),
      pxPerMs: stretch.pxPerMs,
      heightPx: this.#content.heightPx,
      // A bin of an older stretch holds two points at any place in it: they are up to two bins apart.
      maxStepMs: Math.max(this.#view.maxStepMs, 2.5 * this.#feed.history.binMs),
      previousRanges: this.#ranges,
      pool: this.#pool,
    })
  }

  #ensureHistory(range: TimeRange): void {
    this.#feed.history.ensure(
      this,
      {
        seriesIndexes: this.#lines.map((line) => line.seriesIndex),
        fromMs: range.fromMs,
        toMs: range.toMs,
        widthPx: this.#content.widthPx,
      },
      this.#feed.firstSampleMs,
    )
  }

  #resize(): void {
    this.#content.resize(this.#host.clientWidth, this.#host.clientHeight)
    this.#isDirty = true
  }
}

/** Cursor line and selected stretch over one plot: two elements that are only ever moved. */
export class CursorOverlay implements Disposable {
  readonly #cursor: HTMLDivElement
  readonly #selection: HTMLDivElement
  readonly #clip: HTMLDivElement
  #cursorX: number | null = null

  constructor(host: HTMLElement) {
    this.#clip = document.createElement('div')
    this.#clip.style.cssText = 'position:absolute;top:0;bottom:0;overflow:hidden;pointer-events:none;contain:strict'
    this.#clip.style.left = `${gutterLeftPx}px`
    this.#clip.style.right = `${gutterRightPx}px`
    this.#selection = document.createElement('div')
    this.#selection.style.cssText =
      'position:absolute;top:0;bottom:0;left:0;width:0;background:var(--accent);opacity:.14;display:none'
    this.#cursor = document.createElement('div')
    this.#cursor.style.cssText =
      'position:absolute;top:0;bottom:0;left:0;width:1px;background:var(--text);opacity:.55;display:none'
    this.#clip.append(this.#selection, this.#cursor)
    host.append(this.#clip)
  }

  move(view: BoardView, widthPx: number, selection: TimeRange | null): void {
    const x = view.cursorShare === null ? null : Math.round(view.cursorShare * widthPx)
    if (x !== this.#cursorX) {
      this.#cursorX = x
      this.#cursor.style.display = x === null ? 'none' : 'block'
      if (x !== null) this.#cursor.style.transform = `translateX(${x}px)`
    }
    if (selection === null) {
      if (this.#selection.style.display !== 'none') this.#selection.style.display = 'none'
      return
    }
    const scale = { ...view.range, widthPx }
    const from = Math.max(0, xOfTime(scale, selection.fromMs))
    const to = Math.min(widthPx, xOfTime(scale, selection.toMs))
    this.#selection.style.display = to > from ? 'block' : 'none'
    this.#selection.style.transform = `translateX(${Math.round(from)}px)`
    this.#selection.style.width = `${Math.max(1, Math.round(to - from))}px`
  }

  dispose(): void {
    this.#clip.remove()
  }
}

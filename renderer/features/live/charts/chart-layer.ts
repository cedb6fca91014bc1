import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import type { PaceStep, PolylineBuffer } from '../../../canvas/decimate.ts'
import type { FramePainter } from '../../../canvas/frame-loop.ts'
import { ScrollingCanvas, sizedContext, type PaintedStretch } from '../../../canvas/scrolling-canvas.ts'
import { CursorOverlay } from '../../../canvas/timeline/cursor-overlay.ts'
import { gutterLeftPx, gutterRightPx } from '../../../canvas/timeline/gutters.ts'
import type { TimeRange } from '../../../canvas/timeline/time-scale.ts'
import { timeStep, timeTicks } from '../../../canvas/timeline/time-ticks.ts'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import { repaintMs, type BoardView } from '../board/board-view.ts'
import { paintChartFrame } from './chart-frame-painter.ts'
import { layoutChart, type ChartLayout, type PreviousRanges } from './chart-layout.ts'
import type { ChartLine } from './chart-lines.ts'
import { paintChartContent, type Backdrop } from './chart-painter.ts'
import { paceSteps, stepAt, stepsPerInterval } from '../series/paces.ts'
import { pictureKey, tailOf } from './chart-tail.ts'
import type { FeedGroup } from '../series/feed-group.ts'
import { FrameTexts } from './frame-texts.ts'

export interface LayerScene {
  readonly theme: ChartTheme
  /** Local time ahead of UTC; 0 shows UTC. */
  readonly timeOffsetMs: number
  readonly selection: TimeRange | null
}

export function widthOf(stretch: PaintedStretch): number {
  return (stretch.toMs - stretch.fromMs) * stretch.pxPerMs
}

/** What stands behind the lines of every chart and in the lanes, for one stretch of time. */
export function backdropOf(feed: FeedGroup, range: TimeRange, widthPx: number, timeOffsetMs: number): Backdrop {
  const stepMs = timeStep(range, widthPx)
  return {
    timeTicksMs: timeTicks(range, stepMs, timeOffsetMs),
    collections: feed.lanes.gcIn(range.fromMs - 10_000, range.toMs),
    exceptions: feed.lanes.exceptionsIn(range.fromMs, range.toMs),
    marks: feed.marks.filter((mark) => mark.timeMs >= range.fromMs && mark.timeMs <= range.toMs),
    gaps: feed.gaps.filter((gap) => gap.fromMs <= range.toMs && (gap.toMs ?? Infinity) >= range.fromMs),
    exitMs: feed.own.status?.phase === 'exited' ? (feed.own.status.exit?.timeMs ?? null) : null,
  }
}

/**
 * One chart on screen: a still canvas with axes and newest values, a scrolling one with everything that has a time, and the cursor
 * and selection above them. Lives in the frame loop; React only hands over what to draw.
 */
export class ChartLayer implements FramePainter, Disposable {
  readonly #host: HTMLElement
  readonly #feed: FeedGroup
  readonly #view: BoardView
  readonly #frame: HTMLCanvasElement
  readonly #content: ScrollingCanvas
  readonly #overlay: CursorOverlay
  readonly #observer: ResizeObserver
  readonly #watching: Disposable
  readonly #pool: PolylineBuffer[] = []
  readonly #ranges: PreviousRanges = { left: null, right: null, signature: '' }
  #chart: BoardChart | null = null
  #lines: readonly ChartLine[] = []
  #scene: LayerScene | null = null
  #layout: ChartLayout | null = null
  #widthPx = 0
  #heightPx = 0
  #paintedRevision = -1
  #paintedAtMs = -Infinity
  /** Oldest sample or event that has come since the last painting. */
  #newSinceMs = Infinity
  #pictureKey = ''
  #isDirty = true
  #isServed = false
  /** In a turn of their own: they take as long as the lines. */
  readonly #texts = new FrameTexts()
  #onLayout: ((layout: ChartLayout) => void) | null = null

  /** Draws nothing until it has been given a chart and a scene. */
  constructor(host: HTMLElement, feed: FeedGroup, view: BoardView) {
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
    this.#watching = feed.watch((oldestMs) => {
      this.#newSinceMs = Math.min(this.#newSinceMs, oldestMs)
    })
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
    if (this.#isDirty || !this.#isServed || this.#texts.areDue(nowMs)) return true
    if (this.#feed.revision === this.#paintedRevision) return false
    return nowMs - this.#paintedAtMs >= repaintMs(this.#view.range, this.#content.widthPx)
  }

  paint(nowMs: number): void {
    const [chart, scene] = [this.#chart, this.#scene]
    if (chart === null || scene === null) return
    const isNew = this.#isDirty || !this.#isServed
    const areTextsDue = this.#texts.areDue(nowMs)
    if (areTextsDue && !isNew) return this.#paintFrame(scene, nowMs)
    const range = this.#view.range
    this.#ensureHistory(range)
    if (!isNew && !this.#paintNewest(chart, scene, range)) {
      // All of it, in a turn of its own.
      this.#isDirty = true
      return
    }
    if (isNew && !this.#paintWhole(chart, scene, range)) return
    // While a range is dragged every turn is a whole one: then the texts come along.
    this.#texts.linesPainted(nowMs, isNew)
    if (isNew && areTextsDue) this.#paintFrame(scene, nowMs)
    this.#isDirty = false
    this.#paintedRevision = this.#feed.revision
    this.#paintedAtMs = nowMs
    this.#newSinceMs = Infinity
    if (this.#layout !== null) this.#onLayout?.(this.#layout)
  }

  /** False when there is nothing to paint on. */
  #paintWhole(chart: BoardChart, scene: LayerScene, range: TimeRange): boolean {
    const target = this.#content.begin(range)
    if (target === null) return false
    const layout = this.#layOut(chart, target.stretch, range)
    const backdrop = this.#backdrop(target.stretch, scene)
    paintChartContent(target.context, layout, backdrop, scene.theme)
    this.#layout = layout
    this.#pictureKey = pictureKey(layout, backdrop, this.#feed.history.revision)
    return true
  }

  /** Only what came since the last painting; false when more than that has changed. */
  #paintNewest(chart: BoardChart, scene: LayerScene, range: TimeRange): boolean {
    const stretch = this.#content.painted
    if (stretch === null) return false
    const layout = this.#layOut(chart, stretch, range)
    const backdrop = this.#backdrop(stretch, scene)
    if (pictureKey(layout, backdrop, this.#feed.history.revision) !== this.#pictureKey) return false
    this.#layout = layout
    // The line to a new sample begins at the one before it; a longer distance is a gap and has no line.
    const sinceMs = this.#newSinceMs - stepAt(this.#steps(), this.#newSinceMs)
    const fromPx = Math.max(0, Math.floor((sinceMs - stretch.fromMs) * stretch.pxPerMs) - 4)
    this.#content.repaintFrom(fromPx, (context) =>
      paintChartContent(context, tailOf(layout, fromPx), backdrop, scene.theme),
    )
    return true
  }

  #paintFrame(scene: LayerScene, nowMs: number): void {
    this.#texts.written(nowMs)
    const still = sizedContext(this.#frame, this.#widthPx, this.#heightPx)
    if (still !== null && this.#layout !== null) {
      paintChartFrame(still, this.#layout, this.#content.widthPx, scene.theme)
    }
  }

  #backdrop(stretch: PaintedStretch, scene: LayerScene): Backdrop {
    return backdropOf(this.#feed, stretch, widthOf(stretch), scene.timeOffsetMs)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#watching.dispose()
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
      steps: this.#steps(),
      previousRanges: this.#ranges,
      pool: this.#pool,
    })
  }

  /** A bin of an older stretch holds two points at any place in it: they are up to two bins apart. */
  #steps(): readonly PaceStep[] {
    return paceSteps(this.#view.paces, stepsPerInterval * this.#feed.history.binMs)
  }

  #ensureHistory(range: TimeRange): void {
    this.#feed.history.ensure(this, {
      seriesIndexes: this.#lines.map((line) => line.seriesIndex),
      fromMs: range.fromMs,
      toMs: range.toMs,
      widthPx: this.#content.widthPx,
    })
  }

  #resize(): void {
    // Kept: read while painting, they would be a layout for each chart.
    this.#widthPx = this.#host.clientWidth
    this.#heightPx = this.#host.clientHeight
    this.#content.resize(this.#widthPx, this.#heightPx)
    this.#isDirty = true
  }
}

import type { FramePainter } from '../../../canvas/frame-loop.ts'
import { ScrollingCanvas } from '../../../canvas/scrolling-canvas.ts'
import { CursorOverlay } from '../../../canvas/timeline/cursor-overlay.ts'
import { gutterLeftPx, gutterRightPx } from '../../../canvas/timeline/gutters.ts'
import type { TimeRange } from '../../../canvas/timeline/time-scale.ts'
import { timeStep, timeTicks } from '../../../canvas/timeline/time-ticks.ts'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import { writeText } from '../../../ui/text/write-text.ts'
import type { BoardView } from '../board/board-view.ts'
import { backdropOf, widthOf, type LayerScene } from './chart-layer.ts'
import { laneCount, laneHeightPx, paintLanes, paintTimeAxis } from './lanes-painter.ts'
import type { FeedGroup } from '../series/feed-group.ts'

/** Half of the widest time label at the usual text size. */
const overhangPx = 34

/** A time that moves in or out is faded, not cut through its figures. Only the row of the axis: masks cost by area. */
const fadedEnds = `clip-path:inset(${laneCount * laneHeightPx}px 0 0 0);mask-image:linear-gradient(to right,transparent 0,#000 ${2 * overhangPx}px,#000 calc(100% - ${2 * overhangPx}px),transparent 100%)`

export interface LanesScene extends LayerScene {
  readonly formatTime: (timeMs: number, stepMs?: number) => string
}

/** The event strip and the time axis. Marks' buttons and the cursor's time are page elements moved along with it. */
export class LanesLayer implements FramePainter, Disposable {
  readonly #host: HTMLElement
  readonly #feed: FeedGroup
  readonly #view: BoardView
  readonly #content: ScrollingCanvas
  /** Time labels hang over both ends of the plot, so they have a wider layer of their own. */
  readonly #axis: ScrollingCanvas
  readonly #overlay: CursorOverlay
  readonly #observer: ResizeObserver
  #markCount = 0
  #scene: LanesScene | null = null
  #paintedRevision = ''
  #paintedAtMs = -Infinity
  #isDirty = true
  #isServed = false

  /** Draws nothing until it has been given a scene. */
  constructor(host: HTMLElement, feed: FeedGroup, view: BoardView) {
    this.#host = host
    this.#feed = feed
    this.#view = view
    this.#content = new ScrollingCanvas(host, gutterLeftPx, gutterRightPx)
    this.#axis = new ScrollingCanvas(host, gutterLeftPx - overhangPx, gutterRightPx - overhangPx, fadedEnds)
    this.#overlay = new CursorOverlay(host)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
    this.#resize()
  }

  /** The page has changed its mark elements: children of `[data-marks]` with their time in `data-time-ms`. */
  placeMarks(count: number): void {
    this.#markCount = count
    this.#isDirty = true
  }

  setScene(scene: LanesScene): void {
    this.#scene = scene
    this.#isDirty = true
  }

  move(): void {
    const isContentServed = !this.#content.moveTo(this.#view.range)
    this.#isServed = !this.#axis.moveTo(this.#axisRange()) && isContentServed
    this.#overlay.move(this.#view, this.#content.widthPx, this.#scene?.selection ?? null)
    const marks = this.#markCount === 0 ? null : this.#element('[data-marks]')
    if (marks !== null) marks.style.transform = `translateX(${-this.#content.shiftPx}px)`
    const label = this.#element('[data-cursor-time]')
    const { cursorShare, cursorMs } = this.#view
    if (label === null || this.#scene === null) return
    // Written only when it changes: an attribute that is set again costs a style pass in every frame.
    if (label.hidden !== (cursorShare === null)) label.hidden = cursorShare === null
    if (cursorShare === null || cursorMs === null) return
    const text = this.#scene.formatTime(cursorMs)
    writeText(label, text)
    label.style.transform = `translateX(calc(${Math.round(gutterLeftPx + cursorShare * this.#content.widthPx)}px - 50%))`
  }

  wantsPaint(nowMs: number): boolean {
    if (this.#content.widthPx === 0 || this.#scene === null) return false
    if (this.#isDirty || !this.#isServed) return true
    return this.#revision() !== this.#paintedRevision && nowMs - this.#paintedAtMs >= 200
  }

  paint(nowMs: number): void {
    const scene = this.#scene
    if (scene === null) return
    this.#isDirty = false
    this.#paintedRevision = this.#revision()
    this.#paintedAtMs = nowMs
    const target = this.#content.begin(this.#view.range)
    if (target === null) return
    const { stretch, context } = target
    const widthPx = widthOf(stretch)
    paintLanes(
      context,
      { fromMs: stretch.fromMs, pxPerMs: stretch.pxPerMs, widthPx, formatTime: scene.formatTime },
      {
        ...backdropOf(this.#feed, stretch, widthPx, scene.timeOffsetMs),
        gaps: this.#feed.gaps.filter((gap) => gap.fromMs <= stretch.toMs && (gap.toMs ?? Infinity) >= stretch.fromMs),
      },
      scene.theme,
    )
    this.#paintAxis(scene)
    this.#setMarkPositions(stretch.fromMs, stretch.pxPerMs)
  }

  #paintAxis(scene: LanesScene): void {
    const target = this.#axis.begin(this.#axisRange())
    if (target === null) return
    const { stretch, context } = target
    const content = this.#content.painted ?? stretch
    const stepMs = timeStep(content, widthOf(content))
    const timeTicksMs = timeTicks(stretch, stepMs, scene.timeOffsetMs)
    paintTimeAxis(
      context,
      { fromMs: stretch.fromMs, pxPerMs: stretch.pxPerMs, formatTime: (timeMs) => scene.formatTime(timeMs, stepMs) },
      timeTicksMs,
      scene.theme,
    )
  }

  #axisRange(): TimeRange {
    const { fromMs, toMs } = this.#view.range
    const overhangMs = (overhangPx * (toMs - fromMs)) / Math.max(1, this.#content.widthPx)
    return { fromMs: fromMs - overhangMs, toMs: toMs + overhangMs }
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host
    this.#content.resize(clientWidth, clientHeight)
    this.#axis.resize(clientWidth, clientHeight)
    this.#isDirty = true
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#axis.dispose()
    this.#content.dispose()
    this.#overlay.dispose()
  }

  /** The end of a target is in the status, not among the events. */
  #revision(): string {
    return `${this.#feed.eventsRevision} ${this.#feed.own.status?.phase === 'exited' ? 'exited' : ''}`
  }

  #element(selector: string): HTMLElement | null {
    return this.#host.querySelector<HTMLElement>(selector)
  }

  #setMarkPositions(fromMs: number, pxPerMs: number): void {
    for (const element of this.#element('[data-marks]')?.children ?? []) {
      if (!(element instanceof HTMLElement)) continue
      const x = (Number(element.dataset['timeMs']) - fromMs) * pxPerMs
      const isVisible = x >= -200 && x <= this.#host.clientWidth
      element.hidden = !isVisible
      if (!isVisible) continue
      element.style.left = `${Math.round(x)}px`
      element.dataset['side'] = x + element.offsetWidth > this.#content.widthPx ? 'left' : 'right'
    }
  }
}

import type { FramePainter } from '../../canvas/frame-loop.ts'
import { ScrollingCanvas } from '../../canvas/scrolling-canvas.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { BoardView } from './board-view.ts'
import { backdropOf, CursorOverlay, type LayerScene } from './chart-layer.ts'
import { gutterLeftPx, gutterRightPx } from './chart-painter.ts'
import { paintLanes } from './lanes-painter.ts'
import type { LiveFeed } from './live-feed.ts'

export interface LanesScene extends LayerScene {
  readonly formatTime: (timeMs: number) => string
}

/** The event strip and the time axis. Marks' buttons and the cursor's time are page elements moved along with it. */
export class LanesLayer implements FramePainter, Disposable {
  readonly #host: HTMLElement
  readonly #feed: LiveFeed
  readonly #view: BoardView
  readonly #content: ScrollingCanvas
  readonly #overlay: CursorOverlay
  readonly #observer: ResizeObserver
  #markCount = 0
  #scene: LanesScene | null = null
  #paintedRevision = -1
  #paintedAtMs = -Infinity
  #isDirty = true
  #isServed = false

  /** Draws nothing until it has been given a scene. */
  constructor(host: HTMLElement, feed: LiveFeed, view: BoardView) {
    this.#host = host
    this.#feed = feed
    this.#view = view
    this.#content = new ScrollingCanvas(host, gutterLeftPx, gutterRightPx)
    this.#overlay = new CursorOverlay(host)
    this.#observer = new ResizeObserver(() => {
      this.#content.resize(host.clientWidth, host.clientHeight)
      this.#isDirty = true
    })
    this.#observer.observe(host)
    this.#content.resize(host.clientWidth, host.clientHeight)
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
    this.#isServed = !this.#content.moveTo(this.#view.range)
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
    if (label.textContent !== text) label.textContent = text
    label.style.transform = `translateX(calc(${Math.round(gutterLeftPx + cursorShare * this.#content.widthPx)}px - 50%))`
  }

  wantsPaint(nowMs: number): boolean {
    if (this.#content.widthPx === 0 || this.#scene === null) return false
    if (this.#isDirty || !this.#isServed) return true
    return this.#feed.revision !== this.#paintedRevision && nowMs - this.#paintedAtMs >= 200
  }

  paint(nowMs: number): void {
    const scene = this.#scene
    if (scene === null) return
    this.#isDirty = false
    this.#paintedRevision = this.#feed.revision
    this.#paintedAtMs = nowMs
    const target = this.#content.begin(this.#view.range)
    if (target === null) return
    const { stretch, context } = target
    const widthPx = (stretch.toMs - stretch.fromMs) * stretch.pxPerMs
    paintLanes(
      context,
      { fromMs: stretch.fromMs, pxPerMs: stretch.pxPerMs, widthPx, formatTime: scene.formatTime },
      {
        ...backdropOf(this.#feed, stretch, this.#content.widthPx, scene.timeOffsetMs),
        gaps: this.#feed.gaps.filter((gap) => gap.fromMs <= stretch.toMs && (gap.toMs ?? Infinity) >= stretch.fromMs),
      },
      scene.theme,
    )
    this.#setMarkPositions(stretch.fromMs, stretch.pxPerMs)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#content.dispose()
    this.#overlay.dispose()
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
      if (isVisible) element.style.left = `${Math.round(x)}px`
    }
  }
}

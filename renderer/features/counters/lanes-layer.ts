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
  #marks: HTMLElement | null = null
  #cursorLabel: HTMLElement | null = null
  #scene: LanesScene
  #paintedRevision = -1
  #paintedAtMs = -Infinity
  #isDirty = true
  #isServed = false

  constructor(host: HTMLElement, feed: LiveFeed, view: BoardView, scene: LanesScene) {
    this.#host = host
    this.#feed = feed
    this.#view = view
    this.#scene = scene
    this.#content = new ScrollingCanvas(host, gutterLeftPx, gutterRightPx)
    this.#overlay = new CursorOverlay(host)
    this.#observer = new ResizeObserver(() => {
      this.#content.resize(host.clientWidth, host.clientHeight)
      this.#isDirty = true
    })
    this.#observer.observe(host)
    this.#content.resize(host.clientWidth, host.clientHeight)
  }

  /** `marks` holds one element per mark with its time in `data-time-ms`; `cursorLabel` stands on the time axis. */
  setElements(marks: HTMLElement | null, cursorLabel: HTMLElement | null): void {
    this.#marks = marks
    this.#cursorLabel = cursorLabel
    this.#isDirty = true
  }

  setScene(scene: LanesScene): void {
    this.#scene = scene
    this.#isDirty = true
  }

  move(): void {
    this.#isServed = !this.#content.moveTo(this.#view.range)
    this.#overlay.move(this.#view, this.#content.widthPx, this.#scene.selection)
    if (this.#marks !== null) this.#marks.style.transform = `translateX(${-this.#content.shiftPx}px)`
    const label = this.#cursorLabel
    const { cursorShare, cursorMs } = this.#view
    if (label === null) return
    label.hidden = cursorShare === null
    if (cursorShare === null || cursorMs === null) return
    const text = this.#scene.formatTime(cursorMs)
    if (label.textContent !== text) label.textContent = text
    label.style.transform = `translateX(calc(${Math.round(gutterLeftPx + cursorShare * this.#content.widthPx)}px - 50%))`
  }

  wantsPaint(nowMs: number): boolean {
    if (this.#content.widthPx === 0) return false
    if (this.#isDirty || !this.#isServed) return true
    return this.#feed.revision !== this.#paintedRevision && nowMs - this.#paintedAtMs >= 200
  }

  paint(nowMs: number): void {
    this.#isDirty = false
    this.#paintedRevision = this.#feed.revision
    this.#paintedAtMs = nowMs
    const target = this.#content.begin(this.#view.range)
    if (target === null) return
    const { stretch, context } = target
    const widthPx = (stretch.toMs - stretch.fromMs) * stretch.pxPerMs
    paintLanes(
      context,
      { fromMs: stretch.fromMs, pxPerMs: stretch.pxPerMs, widthPx, formatTime: this.#scene.formatTime },
      {
        ...backdropOf(this.#feed, stretch, this.#content.widthPx, this.#scene.timeOffsetMs),
        gaps: this.#feed.gaps.filter((gap) => gap.fromMs <= stretch.toMs && (gap.toMs ?? Infinity) >= stretch.fromMs),
      },
      this.#scene.theme,
    )
    this.#placeMarks(stretch.fromMs, stretch.pxPerMs)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#content.dispose()
    this.#overlay.dispose()
  }

  #placeMarks(fromMs: number, pxPerMs: number): void {
    for (const element of this.#marks?.children ?? []) {
      if (!(element instanceof HTMLElement)) continue
      const x = (Number(element.dataset['timeMs']) - fromMs) * pxPerMs
      const isVisible = x >= -200 && x <= this.#host.clientWidth
      element.hidden = !isVisible
      if (isVisible) element.style.left = `${Math.round(x)}px`
    }
  }
}

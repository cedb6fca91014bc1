import type { Disposable } from '../../../shared/base/disposable.ts'
import type { BandedPace, BandedPicture } from '../banded-canvas.ts'
import { MovingPicture } from '../moving-picture.ts'
import type { Picture } from '../picture.ts'
import type { PictureWords } from '../titled-picture.ts'
import {
  boxAt,
  contentHeightPx,
  type FlameDirection,
  type FlameGeometry,
  type FlameGraphBoxes,
  type FlameSize,
  type FlameViewport,
  rowHeightPx,
  rowsBand,
  rowStartsOf,
  rowTopPx,
} from './flame-layout.ts'
import { type FlameLook, type FlameMarks, type FlameTheme, paintFlame } from './flame-painter.ts'
import { flamePicture } from './flame-picture.ts'
import { FlamePointer, type FlamePointerEvents } from './flame-pointer.ts'
import { FlameText } from './flame-text.ts'
import { between, clamped, isSameStretch } from './flame-viewport.ts'

export interface FlameScene {
  readonly boxes: FlameGraphBoxes
  /** Width of everything. */
  readonly total: number
  /** Rows of the whole graph. */
  readonly rowCount: number
  readonly look: FlameLook
  readonly theme: FlameTheme
  readonly direction: FlameDirection
  /** Another one comes four times a second: it is painted in a few frames, unless somebody moves the picture. */
  readonly isGrowing: boolean
}

export interface FlameCanvasEvents extends FlamePointerEvents {
  /** Another stretch is to be seen; called at once, before the picture has moved there. `path` as in `goTo`. */
  onStretch(viewport: FlameViewport, path: readonly number[]): void
  onResize(size: FlameSize): void
}

const noMarks: FlameMarks = { hovered: -1, picked: -1, found: new Uint8Array(0), cursor: -1 }

/**
 * A flame graph in a scrolling element: keeps the viewport, paints when something has changed, and tells what the pointer does. Knows no
 * functions, only boxes.
 */
export class FlameCanvas implements Disposable {
  readonly #host: HTMLElement
  readonly #events: FlameCanvasEvents
  readonly #moving = new MovingPicture<FlameViewport>({
    css: 'position:sticky;top:0;left:0',
    view: { from: 0, to: 1, topPx: 0 },
    between,
    isEmpty: () => this.#scene === null || this.#size.widthPx === 0,
    pictureAt: (nowMs) => this.#pictureAt(nowMs),
  })
  readonly #ground = document.createElement('div')
  readonly #text = new FlameText()
  readonly #observer: ResizeObserver
  readonly #pointer: FlamePointer
  readonly #onScroll = (): void => this.invalidate()
  #scene: FlameScene | null = null
  #rowStarts: Uint32Array = new Uint32Array(1)
  #marks = noMarks
  #size: FlameSize = { widthPx: 0, heightPx: 0 }
  #hasScrolled = false
  #hasNewMarks = false

  constructor(host: HTMLElement, events: FlameCanvasEvents) {
    this.#host = host
    this.#events = events
    this.#ground.setAttribute('aria-hidden', 'true')
    this.#ground.style.cssText = 'position:absolute;top:0;left:0;width:1px;visibility:hidden'
    host.append(this.#moving.element, this.#ground)
    this.#pointer = new FlamePointer(host, this.#moving.element, this, events)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
    host.addEventListener('scroll', this.#onScroll)
    this.#resize()
  }

  /** Where everything is now; null before there is something. */
  get geometry(): FlameGeometry | null {
    const unscrolled = this.#unscrolled
    if (unscrolled === null) return null
    return { ...unscrolled, viewport: { ...unscrolled.viewport, topPx: this.#host.scrollTop } }
  }

  /** As if nothing were scrolled: to ask where it is takes a layout of the page when something on it has just changed. */
  get #unscrolled(): FlameGeometry | null {
    const scene = this.#scene
    if (scene === null || this.#size.widthPx === 0) return null
    const { boxes, direction, rowCount, theme } = scene
    return {
      boxes,
      rowStarts: this.#rowStarts,
      viewport: { ...this.#moving.shownAt(performance.now()), topPx: 0 },
      size: this.#size,
      direction,
      rowPx: Math.round(rowHeightPx * theme.fontScale),
      rowCount,
    }
  }

  /** Where the picture is going to be. */
  get target(): FlameViewport {
    return this.#moving.target
  }

  /** In client coordinates. */
  get bounds(): DOMRect {
    return this.#moving.element.getBoundingClientRect()
  }

  get total(): number {
    return this.#scene?.total ?? 0
  }

  show(scene: FlameScene): void {
    const turned = this.#scene?.direction !== scene.direction
    this.#scene = scene
    this.#rowStarts = rowStartsOf(scene.boxes)
    if (turned) this.#hasScrolled = false
    this.#layGround()
    this.#hasNewMarks = false
    this.invalidate(this.#paceOfScene)
  }

  mark(marks: FlameMarks): void {
    this.#marks = marks
    // The first ones are those of the scene.
    this.invalidate(this.#hasNewMarks ? 'at-once' : this.#paceOfScene)
    this.#hasNewMarks = true
  }

  /** What the worker says is to be seen; nobody has to be told. */
  setStretch(from: number, to: number): void {
    this.#moving.jumpTo({ from, to, topPx: 0 }, this.#paceOfScene)
  }

  /** Goes there; with a motion where the person wants some. `path`: the box that this is, for those who know what boxes are; empty: none. */
  goTo(to: FlameViewport, isMoving: boolean, path: readonly number[] = []): void {
    const target = clamped(to, this.total)
    if (isSameStretch(target, this.target)) return
    if (isMoving) this.#moving.moveTo(target)
    else this.#moving.jumpTo(target)
    this.#events.onStretch(target, path)
  }

  scrollBy(deltaPx: number): void {
    this.#host.scrollTop += deltaPx
  }

  /** Scrolls no further than it takes to bring a row into sight. */
  scrollToDepth(depth: number): void {
    const { geometry } = this
    if (geometry === null) return
    const top = rowTopPx(geometry, depth)
    if (top < 0) this.scrollBy(top)
    else if (top + geometry.rowPx > geometry.size.heightPx) this.scrollBy(top + geometry.rowPx - geometry.size.heightPx)
  }

  /** Box under a point of the window. */
  boxAtPoint(clientX: number, clientY: number): number | null {
    const { geometry } = this
    if (geometry === null) return null
    const { left, top } = this.bounds
    return boxAt(geometry, clientX - left, clientY - top)
  }

  /** What is seen as a picture of its own; null: there is nothing. */
  picture(words: PictureWords): Picture | null {
    const { geometry } = this
    if (geometry === null || this.#scene === null) return null
    const { look, theme } = this.#scene
    const viewport = { ...this.target, topPx: 0 }
    return flamePicture(
      { geometry: { ...geometry, viewport }, theme, look, marks: this.#marks, text: new FlameText() },
      words,
    )
  }

  invalidate(pace: BandedPace = 'at-once'): void {
    this.#moving.invalidate(pace)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#pointer.dispose()
    this.#host.removeEventListener('scroll', this.#onScroll)
    this.#moving.dispose()
    this.#ground.remove()
  }

  get #paceOfScene(): BandedPace {
    return this.#scene?.isGrowing === true ? 'steps' : 'at-once'
  }

  #pictureAt(nowMs: number): BandedPicture {
    const known = this.geometry!
    const geometry = { ...known, viewport: { ...this.#moving.shownAt(nowMs), topPx: known.viewport.topPx } }
    const { look, theme } = this.#scene!
    const painting = { geometry, theme, look, marks: this.#marks, text: this.#text }
    return {
      ...this.#size,
      drawn: rowsBand(geometry),
      draw: (context, band) => paintFlame(context, { ...painting, band }),
    }
  }

  #resize(): void {
    const size = { widthPx: this.#host.clientWidth, heightPx: this.#host.clientHeight }
    if (size.widthPx === this.#size.widthPx && size.heightPx === this.#size.heightPx) return
    this.#size = size
    this.#layGround()
    this.invalidate()
    this.#events.onResize(size)
  }

  /** The scroll bar is the browser's: an empty element as high as all rows. */
  #layGround(): void {
    const geometry = this.#unscrolled
    if (geometry === null) return
    const height = contentHeightPx(geometry)
    const { style } = this.#ground
    // Where there was nothing, nobody has scrolled, and to say so would take a layout of the page.
    const isAtTop = style.height === ''
    style.height = `${String(height)}px`
    if (this.#hasScrolled) return
    this.#hasScrolled = true
    if (geometry.direction === 'flame') this.#host.scrollTop = height
    else if (!isAtTop) this.#host.scrollTop = 0
  }
}

import type { Disposable } from '../../../shared/base/disposable.ts'
import type { BandedPace, BandedPicture } from '../banded-canvas.ts'
import { MovingPicture } from '../moving-picture.ts'
import type { Picture } from '../picture.ts'
import type { PictureWords } from '../titled-picture.ts'
import type { TimeRange } from './time-scale.ts'
import {
  fixedBottomPx,
  rowAt,
  rowTopPx,
  timeAt,
  type TimelineGeometry,
  type TimelineRow,
  type TimelineSize,
  rulerPx as designedRulerPx,
} from './timeline-layout.ts'
import { timelinePainter } from './timeline-painter.ts'
import { timelinePicture } from './timeline-picture.ts'
import type { TimelinePainting } from './timeline-painting.ts'
import { type TimelinePoint, TimelinePointer, type TimelinePointerTarget } from './timeline-pointer.ts'
import { betweenStretches, clampedStretch, isSameStretch } from './timeline-view.ts'

export interface TimelineScene extends Pick<TimelinePainting, 'bins' | 'theme' | 'pauses' | 'losses' | 'marks'> {
  readonly extent: TimeRange
  readonly rows: readonly TimelineRow[]
  readonly selected: TimeRange | null
  readonly textOfRange: (range: TimeRange) => string
  /** Another one comes four times a second: it is painted in a few frames, unless somebody moves the picture. */
  readonly isGrowing: boolean
}

/** Where the keyboard or the pointer is. */
export interface TimelineSpot {
  readonly timeMs: number
  /** Null: the ruler. */
  readonly row: TimelineRow | null
}

export interface TimelineCanvasEvents {
  onHover(spot: TimelineSpot | null, point: TimelinePoint): void
  onPick(spot: TimelineSpot): void
  onOpen(spot: TimelineSpot): void
  onSelect(range: TimeRange): void
  /** Another stretch is to be seen; called at once, before the picture has moved there. */
  onStretch(stretch: TimeRange): void
  onResize(size: TimelineSize): void
}

const nowhere: TimelinePoint = { x: 0, y: 0 }

/**
 * The picture of a timeline: keeps the stretch in sight, paints when something has changed, and tells what the pointer does. Knows rows with
 * drawings, never what they are of.
 */
export class TimelineCanvas implements Disposable, TimelinePointerTarget {
  readonly #plot: HTMLElement
  readonly #scroller: HTMLElement
  readonly #events: TimelineCanvasEvents
  readonly #moving = new MovingPicture<TimeRange>({
    css: 'position:absolute;top:0;left:0',
    view: { fromMs: 0, toMs: 1 },
    between: betweenStretches,
    isEmpty: () => this.#scene === null || this.#size.widthPx === 0,
    pictureAt: (nowMs) => this.#pictureAt(nowMs),
  })
  readonly #observer: ResizeObserver
  readonly #pointer: TimelinePointer
  readonly #onScroll = (): void => this.invalidate()
  #scene: TimelineScene | null = null
  #size: TimelineSize = { widthPx: 0, heightPx: 0 }
  #draft: TimeRange | null = null
  #hoverMs: number | null = null
  #cursor: { readonly timeMs: number; readonly row: string } | null = null

  /** `scroller`: holds the plot in place and scrolls the rows. */
  constructor(plot: HTMLElement, scroller: HTMLElement, events: TimelineCanvasEvents) {
    this.#plot = plot
    this.#scroller = scroller
    this.#events = events
    plot.append(this.#moving.element)
    this.#pointer = new TimelinePointer(plot, this, {
      onHover: (point) => this.#hover(point),
      onPick: (point) => events.onPick(this.#spotAt(point)),
      onOpen: (point) => events.onOpen(this.#spotAt(point)),
      onDraft: (range) => this.showDraft(range),
      onSelect: (range) => {
        this.showDraft(range)
        events.onSelect(range)
      },
    })
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(plot)
    scroller.addEventListener('scroll', this.#onScroll)
    this.#resize()
  }

  /** Where everything is now; null before there is something. */
  get geometry(): TimelineGeometry | null {
    return this.#geometryAt(performance.now())
  }

  /** What is going to be seen. */
  get target(): TimeRange {
    return this.#moving.target
  }

  get extent(): TimeRange {
    return this.#scene?.extent ?? { fromMs: 0, toMs: 1 }
  }

  get selected(): TimeRange | null {
    return this.#draft ?? this.#scene?.selected ?? null
  }

  get selectedText(): string {
    const { selected } = this
    return selected === null ? '' : (this.#scene?.textOfRange(selected) ?? '')
  }

  show(scene: TimelineScene): void {
    if (this.#scene?.selected !== scene.selected && !this.#pointer.isDragging) this.#draft = null
    this.#scene = scene
    this.invalidate(this.#paceOfScene)
  }

  /** The place of the keyboard; null: it is elsewhere. */
  mark(cursor: { readonly timeMs: number; readonly row: string } | null): void {
    this.#cursor = cursor
    this.invalidate()
  }

  /** What is seen at first; nobody has to be told. */
  setStretch(stretch: TimeRange): void {
    this.#moving.jumpTo(stretch, this.#paceOfScene)
  }

  /** Goes there; with a motion where the person wants some. */
  goTo(to: TimeRange, isMoving: boolean): void {
    const target = clampedStretch(to, this.extent)
    if (isSameStretch(target, this.target)) return
    if (isMoving) this.#moving.moveTo(target)
    else this.#moving.jumpTo(target)
    this.#events.onStretch(target)
  }

  scrollBy(deltaPx: number): void {
    this.#scroller.scrollTop += deltaPx
  }

  /** Scrolls no further than it takes to bring a row into sight. */
  scrollToRow(row: TimelineRow): void {
    const { geometry } = this
    if (geometry === null || row.isFixed) return
    const top = rowTopPx(geometry, row)
    const fixed = fixedBottomPx(geometry)
    if (top < fixed) this.scrollBy(top - fixed)
    else if (top + row.heightPx > geometry.size.heightPx) this.scrollBy(top + row.heightPx - geometry.size.heightPx)
  }

  /** A range that is not selected yet; null: none. */
  showDraft(range: TimeRange | null): void {
    this.#draft = range
    this.invalidate()
  }

  /** A drag that is under way ends without an effect; false: there is none. */
  cancelDrag(): boolean {
    return this.#pointer.cancel()
  }

  /** What is seen as a picture of its own; null: there is nothing. */
  picture(words: PictureWords, nameOf: (row: TimelineRow) => string): Picture | null {
    const { geometry } = this
    return geometry === null ? null : timelinePicture(this.#paintingOf(geometry), nameOf, words)
  }

  invalidate(pace: BandedPace = 'at-once'): void {
    this.#moving.invalidate(pace)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#pointer.dispose()
    this.#scroller.removeEventListener('scroll', this.#onScroll)
    this.#moving.dispose()
  }

  get #paceOfScene(): BandedPace {
    return this.#scene?.isGrowing === true ? 'steps' : 'at-once'
  }

  #pictureAt(nowMs: number): BandedPicture {
    const painting = { ...this.#paintingOf(this.#geometryAt(nowMs)!), pixelRatio: window.devicePixelRatio || 1 }
    const { heightPx } = this.#size
    return { ...this.#size, drawn: { topPx: 0, bottomPx: heightPx }, draw: timelinePainter(painting) }
  }

  #paintingOf(geometry: TimelineGeometry): TimelinePainting {
    const { bins, theme, pauses, losses, marks } = this.#scene!
    const { selected, selectedText } = this
    const cursorMs = this.#hoverMs ?? this.#cursor?.timeMs ?? null
    const cursor = { cursorMs, cursorRow: this.#cursor?.row ?? null }
    return { geometry, bins, theme, pauses, losses, marks, selected, selectedText, ...cursor }
  }

  #geometryAt(nowMs: number): TimelineGeometry | null {
    const scene = this.#scene
    if (scene === null || this.#size.widthPx === 0) return null
    return {
      stretch: this.#moving.shownAt(nowMs),
      size: this.#size,
      rows: scene.rows,
      scrollPx: this.#scroller.scrollTop,
      rulerPx: Math.round(designedRulerPx * scene.theme.fontScale),
    }
  }

  #hover(point: TimelinePoint | null): void {
    const spot = point === null ? null : this.#spotAt(point)
    this.#hoverMs = spot?.timeMs ?? null
    this.#events.onHover(spot, point ?? nowhere)
    this.invalidate()
  }

  #spotAt({ x, y }: TimelinePoint): TimelineSpot {
    const { geometry } = this
    const { left, top } = this.#plot.getBoundingClientRect()
    if (geometry === null) return { timeMs: 0, row: null }
    return { timeMs: timeAt(geometry, x - left), row: rowAt(geometry, y - top) }
  }

  #resize(): void {
    const size = { widthPx: this.#plot.clientWidth, heightPx: this.#plot.clientHeight }
    if (size.widthPx === this.#size.widthPx && size.heightPx === this.#size.heightPx) return
    this.#size = size
    this.invalidate()
    this.#events.onResize(size)
  }
}

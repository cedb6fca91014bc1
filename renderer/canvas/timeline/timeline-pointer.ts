import type { Disposable } from '../../../shared/base/disposable.ts'
import type { TimeRange } from './time-scale.ts'
import { type DragPart, dragPartAt, draggedRange, type RangeDrag } from './timeline-drag.ts'
import { labelPlace } from './selection-painter.ts'
import { timeAt, type TimelineGeometry, xOf } from './timeline-layout.ts'
import { pannedStretch, zoomedStretch } from './timeline-view.ts'

export interface TimelinePoint {
  /** In client coordinates. */
  readonly x: number
  readonly y: number
}

/** What the pointer moves. */
export interface TimelinePointerTarget {
  readonly geometry: TimelineGeometry | null
  readonly extent: TimeRange
  readonly selected: TimeRange | null
  readonly selectedText: string
  goTo(stretch: TimeRange, isMoving: boolean): void
  scrollBy(deltaPx: number): void
}

export interface TimelinePointerEvents {
  /** Null: it has left. */
  onHover(point: TimelinePoint | null): void
  onPick(point: TimelinePoint): void
  onOpen(point: TimelinePoint): void
  /** While a range is dragged; null: the drag was given up. */
  onDraft(range: TimeRange | null): void
  onSelect(range: TimeRange): void
}

/** Moved further with the button down it is a drag. */
const clickPx = 3
/** Twice as near with about four notches of a wheel. */
const zoomPerPx = 0.0018

const cursors: Readonly<Record<DragPart, string>> = {
  from: 'ew-resize',
  to: 'ew-resize',
  label: 'grab',
  ground: 'default',
}

interface Drag {
  readonly pointerId: number
  readonly startX: number
  x: number
  isMoved: boolean
  /** Null: the picture itself is moved. */
  readonly range: RangeDrag | null
}

/** Wheel, drag, click and hover of a timeline. */
export class TimelinePointer implements Disposable {
  readonly #plot: HTMLElement
  readonly #target: TimelinePointerTarget
  readonly #events: TimelinePointerEvents
  readonly #listening = new AbortController()
  #drag: Drag | null = null

  constructor(plot: HTMLElement, target: TimelinePointerTarget, events: TimelinePointerEvents) {
    this.#plot = plot
    this.#target = target
    this.#events = events
    const { signal } = this.#listening
    // Not passive: the rows must not scroll beside the zoom.
    plot.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal })
    plot.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    plot.addEventListener('pointermove', (event) => this.#move(event), { signal })
    plot.addEventListener('pointerup', (event) => this.#up(event), { signal })
    plot.addEventListener('pointercancel', () => this.cancel(), { signal })
    plot.addEventListener('pointerleave', () => events.onHover(null), { signal })
    plot.addEventListener('dblclick', (event) => events.onOpen(pointOf(event)), { signal })
  }

  get isDragging(): boolean {
    return this.#drag?.isMoved === true
  }

  /** Gives a drag up; false: there is none. */
  cancel(): boolean {
    const { isMoved, range } = this.#drag ?? { isMoved: false, range: null }
    this.#drag = null
    if (isMoved && range !== null) this.#events.onDraft(null)
    return isMoved
  }

  dispose(): void {
    this.#listening.abort()
  }

  #wheel(event: WheelEvent): void {
    const { geometry, extent } = this.#target
    if (geometry === null) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const deltaX = event.deltaX * lines
    const deltaY = event.deltaY * lines
    const { stretch, size } = geometry
    if (event.shiftKey) this.#target.scrollBy(deltaY === 0 ? deltaX : deltaY)
    else if (Math.abs(deltaX) > Math.abs(deltaY))
      this.#target.goTo(pannedStretch(stretch, deltaX / size.widthPx, extent), false)
    else {
      const atMs = timeAt(geometry, this.#xOf(event))
      this.#target.goTo(zoomedStretch(stretch, atMs, Math.exp(-deltaY * zoomPerPx), extent), false)
    }
  }

  /** The middle button or Shift moves the picture; the left one selects. */
  #down(event: PointerEvent): void {
    const { geometry, selected } = this.#target
    if (geometry === null || event.button > 1) return
    const x = this.#xOf(event)
    const isPan = event.button === 1 || event.shiftKey
    if (event.button === 1) event.preventDefault()
    const range = isPan ? null : { part: this.#partAt(event), startMs: timeAt(geometry, x), range: selected }
    this.#drag = { pointerId: event.pointerId, startX: x, x, isMoved: false, range }
  }

  #move(event: PointerEvent): void {
    // Released outside, which tells nobody.
    if (event.buttons === 0) this.cancel()
    const drag = this.#drag
    const { geometry, extent } = this.#target
    if (geometry === null) return
    this.#events.onHover(pointOf(event))
    if (drag === null) {
      this.#plot.style.cursor = cursors[this.#partAt(event)]
      return
    }
    const x = this.#xOf(event)
    if (!drag.isMoved && Math.abs(x - drag.startX) < clickPx) return
    if (!drag.isMoved) this.#plot.setPointerCapture(drag.pointerId)
    drag.isMoved = true
    if (drag.range === null)
      this.#target.goTo(pannedStretch(geometry.stretch, (drag.x - x) / geometry.size.widthPx, extent), false)
    else this.#events.onDraft(draggedRange(drag.range, timeAt(geometry, x), extent))
    drag.x = x
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag
    const { geometry, extent } = this.#target
    this.#drag = null
    if (drag === null || geometry === null) return
    if (!drag.isMoved) {
      if (drag.range !== null) this.#events.onPick(pointOf(event))
      return
    }
    if (drag.range === null) return
    const range = draggedRange(drag.range, timeAt(geometry, this.#xOf(event)), extent)
    if (range.toMs > range.fromMs) this.#events.onSelect(range)
    else this.#events.onDraft(null)
  }

  #partAt(event: MouseEvent): DragPart {
    const { geometry, selected, selectedText } = this.#target
    if (geometry === null || selected === null) return 'ground'
    const ends = { fromPx: xOf(geometry, selected.fromMs), toPx: xOf(geometry, selected.toMs) }
    const isInRuler = event.clientY - this.#plot.getBoundingClientRect().top < geometry.rulerPx
    return dragPartAt(this.#xOf(event), isInRuler, ends, labelPlace(geometry, selected, selectedText))
  }

  #xOf({ clientX }: MouseEvent): number {
    return clientX - this.#plot.getBoundingClientRect().left
  }
}

function pointOf({ clientX, clientY }: MouseEvent): TimelinePoint {
  return { x: clientX, y: clientY }
}

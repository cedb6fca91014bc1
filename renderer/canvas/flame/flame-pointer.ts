import type { Disposable } from '../../../shared/base/disposable.ts'
import type { FlameViewport } from './flame-layout.ts'
import { panned, zoomedAt } from './flame-viewport.ts'

export interface FlamePoint {
  /** In client coordinates. */
  readonly x: number
  readonly y: number
}

export interface FlamePointerEvents {
  onHover(box: number | null, point: FlamePoint): void
  onPick(box: number | null): void
  onOpen(box: number): void
  onMenu(box: number, point: FlamePoint): void
}

/** What the pointer moves. */
export interface FlamePointerTarget {
  readonly target: FlameViewport
  readonly total: number
  goTo(viewport: FlameViewport, isMoving: boolean): void
  scrollBy(deltaPx: number): void
  boxAtPoint(clientX: number, clientY: number): number | null
}

/** Moved further with the button down it is a drag. */
const clickPx = 4
/** Twice as near with about four notches of a wheel. */
const zoomPerPx = 0.0018

/** Wheel, drag, click and hover of a flame graph. */
export class FlamePointer implements Disposable {
  readonly #host: HTMLElement
  readonly #canvas: HTMLElement
  readonly #graph: FlamePointerTarget
  readonly #events: FlamePointerEvents
  readonly #listening = new AbortController()
  #drag: { readonly startX: number; readonly startY: number; x: number; y: number; isMoved: boolean } | null = null

  constructor(host: HTMLElement, canvas: HTMLElement, graph: FlamePointerTarget, events: FlamePointerEvents) {
    this.#host = host
    this.#canvas = canvas
    this.#graph = graph
    this.#events = events
    const { signal } = this.#listening
    // Not passive: the page must not scroll beside the zoom.
    host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal })
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    host.addEventListener('pointermove', (event) => this.#move(event), { signal })
    host.addEventListener('pointerup', (event) => this.#up(event), { signal })
    host.addEventListener('pointercancel', () => (this.#drag = null), { signal })
    host.addEventListener('pointerleave', (event) => events.onHover(null, pointOf(event)), { signal })
    host.addEventListener('dblclick', (event) => this.#open(event), { signal })
    host.addEventListener('contextmenu', (event) => this.#menu(event), { signal })
  }

  dispose(): void {
    this.#listening.abort()
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const { target, total } = this.#graph
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const deltaY = event.deltaY * lines
    const deltaX = event.deltaX * lines
    if (event.shiftKey) this.#graph.scrollBy(deltaY === 0 ? deltaX : deltaY)
    else if (Math.abs(deltaX) > Math.abs(deltaY))
      this.#graph.goTo(panned(target, deltaX / this.#widthPx(), total), false)
    else {
      const { left } = this.#canvas.getBoundingClientRect()
      const share = (event.clientX - left) / this.#widthPx()
      this.#graph.goTo(zoomedAt(target, share, Math.exp(-deltaY * zoomPerPx), total), false)
    }
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || !this.#isOnCanvas(event)) return
    const { clientX: x, clientY: y } = event
    this.#drag = { startX: x, startY: y, x, y, isMoved: false }
  }

  #move(event: PointerEvent): void {
    // Released outside, which tells nobody.
    if (event.buttons === 0) this.#drag = null
    const drag = this.#drag
    if (drag === null) {
      this.#events.onHover(this.#graph.boxAtPoint(event.clientX, event.clientY), pointOf(event))
      return
    }
    const { clientX: x, clientY: y } = event
    if (!drag.isMoved && Math.hypot(x - drag.startX, y - drag.startY) < clickPx) return
    if (!drag.isMoved) this.#host.setPointerCapture(event.pointerId)
    drag.isMoved = true
    this.#events.onHover(null, pointOf(event))
    const { target, total } = this.#graph
    this.#graph.goTo(panned(target, (drag.x - x) / this.#widthPx(), total), false)
    this.#graph.scrollBy(drag.y - y)
    drag.x = x
    drag.y = y
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag
    this.#drag = null
    if (drag !== null && !drag.isMoved) this.#events.onPick(this.#graph.boxAtPoint(event.clientX, event.clientY))
  }

  #open(event: MouseEvent): void {
    const box = this.#graph.boxAtPoint(event.clientX, event.clientY)
    if (box !== null) this.#events.onOpen(box)
  }

  /** The menu key has no place of its own: the page knows where its box is. */
  #menu(event: MouseEvent): void {
    const box = this.#graph.boxAtPoint(event.clientX, event.clientY)
    if (event.button !== 2 || box === null) return
    event.preventDefault()
    this.#events.onMenu(box, pointOf(event))
  }

  /** Beside it are scroll bars. */
  #isOnCanvas({ clientX, clientY }: MouseEvent): boolean {
    const { left, right, top, bottom } = this.#canvas.getBoundingClientRect()
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom
  }

  #widthPx(): number {
    return Math.max(1, this.#host.clientWidth)
  }
}

function pointOf({ clientX, clientY }: MouseEvent): FlamePoint {
  return { x: clientX, y: clientY }
}

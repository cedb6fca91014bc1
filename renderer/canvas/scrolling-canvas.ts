import type { Disposable } from '../../shared/base/disposable.ts'
import type { TimeRange } from './timeline/time-scale.ts'

/**
 * Painted beyond the right edge, so that the picture can move on before all of it must be painted again. Empty room costs memory
 * only; a whole painting costs milliseconds.
 */
export const overscanPx = 256

export interface PaintedStretch {
  readonly fromMs: number
  readonly toMs: number
  readonly pxPerMs: number
}

/**
 * A canvas that shows a moving stretch of time. It is painted once for a stretch a little wider than what is visible and then only
 * shifted (a transform, on whole device pixels), until new samples or the end of the overscan make it paint again. `needsPaint`
 * says when; the caller paints in its turn of the frame loop.
 */
export class ScrollingCanvas implements Disposable {
  readonly #clip: HTMLDivElement
  readonly #canvas: HTMLCanvasElement
  readonly #gutterLeftPx: number
  readonly #gutterRightPx: number
  #widthPx = 0
  #heightPx = 0
  #painted: PaintedStretch | null = null
  #shiftPx = 0

  /** `clipCss`: more declarations for the visible window, for instance a mask at its ends. */
  constructor(host: HTMLElement, gutterLeftPx: number, gutterRightPx: number, clipCss = '') {
    this.#gutterLeftPx = gutterLeftPx
    this.#gutterRightPx = gutterRightPx
    this.#clip = document.createElement('div')
    this.#clip.style.cssText =
      'position:absolute;top:0;bottom:0;overflow:hidden;pointer-events:none;contain:strict;' + clipCss
    this.#clip.style.left = `${gutterLeftPx}px`
    this.#clip.style.right = `${gutterRightPx}px`
    this.#canvas = document.createElement('canvas')
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#canvas.style.cssText = 'position:absolute;left:0;top:0;display:block;will-change:transform'
    this.#clip.append(this.#canvas)
    host.append(this.#clip)
  }

  /** Visible width. */
  get widthPx(): number {
    return this.#widthPx
  }
  get heightPx(): number {
    return this.#heightPx
  }
  get painted(): PaintedStretch | null {
    return this.#painted
  }
  /** How far the painted picture is shifted to the left now. */
  get shiftPx(): number {
    return this.#shiftPx
  }

  resize(hostWidthPx: number, hostHeightPx: number): void {
    this.#widthPx = Math.max(0, Math.floor(hostWidthPx - this.#gutterLeftPx - this.#gutterRightPx))
    this.#heightPx = Math.max(0, Math.floor(hostHeightPx))
    this.#painted = null
  }

  /** Shifts to the stretch; true when what is painted does not serve it. */
  moveTo(range: TimeRange): boolean {
    if (this.#widthPx === 0 || this.#heightPx === 0) return false
    const painted = this.#painted
    if (painted === null) return true
    const pxPerMs = this.#widthPx / (range.toMs - range.fromMs)
    if (Math.abs(pxPerMs / painted.pxPerMs - 1) > 1e-9) return true
    const shift = (range.fromMs - painted.fromMs) * pxPerMs
    const isServed = shift >= 0 && shift <= overscanPx
    if (isServed) this.#shiftTo(shift)
    return !isServed
  }

  /** Clears the canvas for the stretch that begins at the visible range and gives the context to paint with (x = 0 is `fromMs`). */
  begin(range: TimeRange): { context: CanvasRenderingContext2D; stretch: PaintedStretch } | null {
    const pxPerMs = this.#widthPx / (range.toMs - range.fromMs)
    const widthPx = this.#widthPx + overscanPx
    const fromMs = pixelStartMs(range.fromMs, pxPerMs)
    const stretch = { fromMs, toMs: fromMs + widthPx / pxPerMs, pxPerMs }
    const context = sizedContext(this.#canvas, widthPx, this.#heightPx)
    if (context === null) return null
    this.#painted = stretch
    this.#shiftTo((range.fromMs - fromMs) * pxPerMs)
    return { context, stretch }
  }

  /**
   * Clears the painted stretch from `fromPx` (counted from its beginning; moved left to a whole device pixel) to its end and lets it be painted anew; what lies left of
   * it stays. Costs what the strip is wide: for samples that came after the picture was painted.
   */
  repaintFrom(fromPx: number, paint: (context: CanvasRenderingContext2D) => void): void {
    const ratio = window.devicePixelRatio || 1
    const leftPx = Math.floor(fromPx * ratio) / ratio
    const widthPx = this.#widthPx + overscanPx
    const context = this.#canvas.getContext('2d')
    if (context === null || leftPx >= widthPx) return
    context.save()
    context.beginPath()
    context.rect(leftPx, 0, widthPx - leftPx, this.#heightPx)
    context.clip()
    context.clearRect(leftPx, 0, widthPx - leftPx, this.#heightPx)
    paint(context)
    context.restore()
  }

  dispose(): void {
    this.#clip.remove()
  }

  #shiftTo(shiftPx: number): void {
    const ratio = window.devicePixelRatio || 1
    const snapped = Math.round(shiftPx * ratio) / ratio
    if (snapped === this.#shiftPx && this.#canvas.style.transform !== '') return
    this.#shiftPx = snapped
    this.#canvas.style.transform = `translateX(${-snapped}px)`
  }
}

/**
 * Where the pixel begins in which a time lies, counted from the beginning of time: canvases of the same scale then step to the next
 * pixel in the same frame. Each in a frame of its own, they would make the page lay out its layers in three times as many.
 */
export function pixelStartMs(timeMs: number, pxPerMs: number): number {
  // What a division of large numbers leaves over must not begin the picture behind the time it is painted for.
  return Math.min(timeMs, Math.floor(timeMs * pxPerMs) / pxPerMs)
}

/** A cleared context in CSS pixels on a canvas with as many device pixels as the screen has. */
export function sizedContext(
  canvas: HTMLCanvasElement,
  widthPx: number,
  heightPx: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1
  const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${widthPx}px`
    canvas.style.height = `${heightPx}px`
  }
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, widthPx, heightPx)
  return context
}

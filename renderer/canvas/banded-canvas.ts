import type { Disposable } from '../../shared/base/disposable.ts'
import { sizedContext } from './scrolling-canvas.ts'

/** A part of a picture, from side to side; px from the top of the picture. */
export interface Band {
  readonly topPx: number
  readonly bottomPx: number
}

/**
 * Where there is no graphics processor, each painting gives a canvas new memory. Up to 960 KB Chromium has some ready; more it takes from the operating
 * system each time, page by page, which costs more than the painting does.
 */
const mostBytes = 900_000
const bytesPerPixel = 4
/** Edges between bands lie on pixels of the screen at all usual scales: a picture may be this much higher than necessary. */
const longestStep = 20

export function isInBand({ topPx, bottomPx }: Band, yPx: number, heightPx: number): boolean {
  return yPx < bottomPx && yPx + heightPx > topPx
}

/** Bands of a picture from its top down: as few and as even as the memory of each allows. */
export function bandsOf(widthPx: number, heightPx: number, pixelRatio: number): readonly Band[] {
  if (widthPx <= 0 || heightPx <= 0) return []
  const mostPx = mostBytes / (bytesPerPixel * Math.ceil(widthPx * pixelRatio) * pixelRatio)
  const step = stepOf(pixelRatio)
  const count = Math.ceil(heightPx / Math.max(step, mostPx - step))
  const bandPx = Math.ceil(heightPx / count / step) * step
  const bands: Band[] = []
  for (let topPx = 0; topPx < heightPx; topPx += bandPx)
    bands.push({ topPx, bottomPx: Math.min(heightPx, topPx + bandPx) })
  return bands
}

/** The shortest length that is a whole number of pixels here and on the screen. */
function stepOf(pixelRatio: number): number {
  for (let step = 1; step < longestStep; step++) {
    const onScreen = step * pixelRatio
    if (Math.abs(onScreen - Math.round(onScreen)) < 1e-6) return step
  }
  return longestStep
}

/** One picture on canvases below each other, each small enough for memory that is ready (docs/decisions/0636). */
export class BandedCanvas implements Disposable {
  readonly element = document.createElement('div')
  readonly #canvases: HTMLCanvasElement[] = []
  readonly #blank = new Set<HTMLCanvasElement>()

  /** `css`: where the picture is. */
  constructor(css: string) {
    this.element.setAttribute('aria-hidden', 'true')
    this.element.style.cssText = css
  }

  /** Paints all bands; `drawn`: beyond it there is nothing, and a band that is blank already is left alone. The context is that of the whole picture. */
  paint(
    widthPx: number,
    heightPx: number,
    drawn: Band,
    draw: (context: CanvasRenderingContext2D, band: Band) => void,
  ): void {
    const bands = bandsOf(widthPx, heightPx, window.devicePixelRatio || 1)
    this.#takeCanvases(bands.length)
    for (const [at, band] of bands.entries()) {
      const canvas = this.#canvases[at]!
      const isBlank = !isInBand(band, drawn.topPx, drawn.bottomPx - drawn.topPx)
      const bandPx = band.bottomPx - band.topPx
      const isSized = canvas.style.width === `${widthPx}px` && canvas.style.height === `${bandPx}px`
      if (isBlank && isSized && this.#blank.has(canvas)) continue
      const context = sizedContext(canvas, widthPx, bandPx)
      if (context === null) return
      if (isBlank) {
        this.#blank.add(canvas)
        continue
      }
      this.#blank.delete(canvas)
      context.save()
      context.translate(0, -band.topPx)
      draw(context, band)
      context.restore()
    }
  }

  dispose(): void {
    this.element.remove()
  }

  #takeCanvases(count: number): void {
    while (this.#canvases.length < count) {
      const canvas = document.createElement('canvas')
      canvas.style.display = 'block'
      this.#canvases.push(canvas)
      this.element.append(canvas)
    }
    for (const canvas of this.#canvases.splice(count)) canvas.remove()
  }
}

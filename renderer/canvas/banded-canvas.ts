import type { Disposable } from '../../shared/base/disposable.ts'
import { sizedContext } from './scrolling-canvas.ts'

/** A part of a picture, from side to side; px from the top of the picture. */
export interface Band {
  readonly topPx: number
  readonly bottomPx: number
}

/**
 * Where there is no graphics processor, each painting gives a canvas new memory. Up to 960 KB Chromium has some ready; more it takes from the operating
 * system each time, page by page, which costs more than the painting does. A third of that, so that a band is a step that is soon painted.
 */
const mostBytes = 300_000
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

/** Draws what lies in a band; the context is that of the whole picture. */
export type DrawBand = (context: CanvasRenderingContext2D, band: Band) => void

export interface BandedPicture {
  readonly widthPx: number
  readonly heightPx: number
  /** Beyond it nothing is drawn. */
  readonly drawn: Band
  readonly draw: DrawBand
}

interface Coming {
  readonly picture: BandedPicture
  readonly bands: readonly Band[]
  next: number
}

/** `steps`: a band in each frame, on canvases that are shown when all of it is there. */
export type BandedPace = 'at-once' | 'steps'

/**
 * One picture on canvases below each other, each small enough for memory that is ready (docs/decisions/0636). Somebody says how soon another one is
 * wanted (`want`), and whoever paints asks for it in each frame until nothing is left to paint.
 */
export class BandedCanvas implements Disposable {
  readonly element = document.createElement('div')
  #shown = new Sheet(true)
  #hidden = new Sheet(false)
  #wanted: BandedPace | null = 'at-once'
  #coming: Coming | null = null

  /** `css`: where the picture is. */
  constructor(css: string) {
    this.element.setAttribute('aria-hidden', 'true')
    this.element.style.cssText = css
    this.element.append(this.#shown.element, this.#hidden.element)
  }

  want(pace: BandedPace): void {
    if (this.#wanted !== 'at-once') this.#wanted = pace
  }

  /** `make`: the picture as it is now. True: all that was wanted is painted. */
  paintWanted(make: () => BandedPicture): boolean {
    if (this.#wanted === 'at-once') {
      this.#wanted = null
      this.#coming = null
      const picture = make()
      const bands = this.#lay(picture)
      for (const at of bands.keys()) this.#shown.paint(at, bands, picture)
      return true
    }
    // What is coming is not begun anew: where others are wanted faster than they are painted, none would ever be shown.
    if (this.#coming === null) {
      if (this.#wanted === null) return true
      this.#wanted = null
      const picture = make()
      this.#coming = { picture, bands: this.#lay(picture), next: 0 }
      // The frame in which there is something new has its styles and its layout to do.
      return false
    }
    this.#step(this.#coming)
    return this.#coming === null && this.#wanted === null
  }

  dispose(): void {
    this.element.remove()
  }

  #step(coming: Coming): void {
    const { picture, bands, next } = coming
    if (next < bands.length) this.#hidden.paint(next, bands, picture)
    coming.next++
    if (coming.next < bands.length) return
    this.#coming = null
    ;[this.#shown, this.#hidden] = [this.#hidden, this.#shown]
    this.#shown.setShown(true)
    this.#hidden.setShown(false)
  }

  #lay({ widthPx, heightPx }: BandedPicture): readonly Band[] {
    const { style } = this.element
    style.width = `${widthPx}px`
    style.height = `${heightPx}px`
    return bandsOf(widthPx, heightPx, window.devicePixelRatio || 1)
  }
}

/** The canvases of one picture. */
class Sheet {
  readonly element = document.createElement('div')
  readonly #canvases: HTMLCanvasElement[] = []
  readonly #blank = new Set<HTMLCanvasElement>()

  constructor(isShown: boolean) {
    this.element.style.cssText = 'position:absolute;top:0;left:0'
    this.setShown(isShown)
  }

  setShown(isShown: boolean): void {
    this.element.style.visibility = isShown ? 'visible' : 'hidden'
  }

  /** A band that is blank already is left alone when there is nothing in it. */
  paint(at: number, bands: readonly Band[], { widthPx, drawn, draw }: BandedPicture): void {
    for (const canvas of this.#canvases.splice(bands.length)) canvas.remove()
    const canvas = (this.#canvases[at] ??= this.#makeCanvas())
    const band = bands[at]!
    const isBlank = !isInBand(band, drawn.topPx, drawn.bottomPx - drawn.topPx)
    const bandPx = band.bottomPx - band.topPx
    const isSized = canvas.style.width === `${widthPx}px` && canvas.style.height === `${bandPx}px`
    if (isBlank && isSized && this.#blank.has(canvas)) return
    const context = sizedContext(canvas, widthPx, bandPx)
    if (context === null) return
    if (isBlank) {
      this.#blank.add(canvas)
      return
    }
    this.#blank.delete(canvas)
    context.save()
    context.translate(0, -band.topPx)
    draw(context, band)
    context.restore()
  }

  #makeCanvas(): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.style.display = 'block'
    this.element.append(canvas)
    return canvas
  }
}

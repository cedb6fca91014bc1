import type { PaintContext } from '../paint-context.ts'
import type { RowPlace } from './row-place.ts'

/** How far above the ground of its row it begins and ends, px. */
export interface Bar {
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
}

/** Parts of bars that touch are one when no more than this lies between them. */
const touchPx = 0.01
const stripeStepPx = 3
const stripePx = 1.5

/** To the next pixel of the screen: what shines through between two rectangles that share one would be a line. */
export function snapped(px: number, { pixelRatio }: RowPlace): number {
  return Math.round(px * pixelRatio) / pixelRatio
}

/**
 * Fills bars that stand on `base`, each by itself: where there is no graphics processor, hundreds of rectangles in one path cost a hundred times as
 * much, and clipping by them even more.
 */
export function fillBars(context: PaintContext, bars: readonly Bar[], base: number, place: RowPlace): void {
  for (const { x, width, from, to } of bars) {
    const left = snapped(x, place)
    const right = Math.max(left + 1 / place.pixelRatio, snapped(x + width, place))
    context.fillRect(left, base - to, right - left, to - from)
  }
}

/** Fills every second part of them, from the ground up. */
export function fillStripes(context: PaintContext, bars: readonly Bar[], base: number, place: RowPlace): void {
  for (let y = base - 1; y > place.y; y -= stripeStepPx) {
    const above = base - y
    let start: number | null = null
    let end = 0
    const fill = (): void => {
      if (start !== null) context.fillRect(start, y - stripePx / 2, end - start, stripePx)
      start = null
    }
    for (const { x, width, from, to } of bars) {
      if (above < from || above > to) continue
      if (x > end + touchPx) fill()
      start ??= x
      end = x + width
    }
    fill()
  }
}

import type { PaintContext } from '../paint-context.ts'
import type { RowPlace } from './row-place.ts'

/** How far above the ground of its row it begins and ends, px. */
export interface Bar {
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
}

const stripeStepPx = 4
const stripePx = 2

/** To the next pixel of the screen: what shines through between two rectangles that share one would be a line. */
export function snapped(px: number, { pixelRatio }: RowPlace): number {
  return Math.round(px * pixelRatio) / pixelRatio
}

/**
 * Fills bars that stand on `base` and come from left to right, each by itself, or those that touch and are of one height as one: where there is no
 * graphics processor, hundreds of rectangles in one path cost a hundred times as much, and clipping by them even more. On whole pixels of the screen,
 * which need no smoothing.
 */
export function fillBars(context: PaintContext, bars: readonly Bar[], base: number, place: RowPlace): void {
  const leastPx = 1 / place.pixelRatio
  let [start, end, top, bottom] = [0, 0, 0, 0]
  const fill = (): void => {
    if (end > start) context.fillRect(start, top, end - start, bottom - top)
  }
  for (const { x, width, from, to } of bars) {
    const left = snapped(x, place)
    const right = Math.max(left + leastPx, snapped(x + width, place))
    const below = snapped(base - from, place)
    const above = Math.min(below - leastPx, snapped(base - to, place))
    if (left > end || above !== top || below !== bottom) {
      fill()
      ;[start, top, bottom] = [left, above, below]
    }
    end = right
  }
  fill()
}

/** Fills every second part of them, from the ground up; on whole pixels of the screen as well. */
export function fillStripes(context: PaintContext, bars: readonly Bar[], base: number, place: RowPlace): void {
  const leastPx = 1 / place.pixelRatio
  for (let above = stripePx / 2; base - above > place.y; above += stripeStepPx) {
    const top = snapped(base - above - stripePx / 2, place)
    const height = snapped(base - above + stripePx / 2, place) - top
    let [start, end] = [0, 0]
    const fill = (): void => {
      if (end > start) context.fillRect(start, top, end - start, height)
    }
    for (const { x, width, from, to } of bars) {
      if (above < from || above > to) continue
      const left = snapped(x, place)
      if (left > end) {
        fill()
        start = left
      }
      end = Math.max(left + leastPx, snapped(x + width, place))
    }
    fill()
  }
}

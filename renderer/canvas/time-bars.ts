import { formatCount } from '../../shared/base/format.ts'
import type { ChartTheme } from './chart-theme.ts'
import type { PaintContext } from './paint-context.ts'
import type { Picture } from './picture.ts'
import { paintPictureText } from './picture-text.ts'
import { linearTicks, niceCeiling } from './ticks.ts'
import { type PictureWords, titledPicture } from './titled-picture.ts'

/** How many there are in each of equal parts of a time. */
export interface TimeBars {
  readonly counts: ArrayLike<number>
  readonly fromMs: number
  readonly toMs: number
}

/** A bar that stands for anything is seen. */
const leastBarPx = 1

/** Outlines of bars, one unit wide each, from the bottom of a box of `heightPx` up; the highest fills `roomPx`. */
export function barsPath(counts: ArrayLike<number>, heightPx: number, roomPx = heightPx, barWidth = 1): string {
  const most = mostOf(counts)
  return Array.from(counts, (count, bar) => {
    if (count === 0) return ''
    const barPx = Math.max(leastBarPx, (count / most) * roomPx)
    return `M${String(bar)} ${String(heightPx)}v${String(-barPx)}h${String(barWidth)}V${String(heightPx)}z`
  }).join('')
}

const axisPx = 56
const plotWidthPx = 900
const plotHeightPx = 200
const timesPx = 20

/** The bars with axes, as a document of its own. */
export function timeBarsPicture(
  theme: ChartTheme,
  words: PictureWords,
  { counts, fromMs, toMs }: TimeBars,
  color: string,
): Picture {
  const top = niceCeiling(0, mostOf(counts), 4)
  const size = { widthPx: axisPx + plotWidthPx, heightPx: plotHeightPx + timesPx }
  return titledPicture(theme, words, size, (context) => {
    for (const value of linearTicks(0, top, 4)) {
      // Half an event is none.
      if (!Number.isInteger(value)) continue
      const y = plotHeightPx * (1 - value / top)
      line(context, theme, axisPx, y, plotWidthPx, 1)
      paintPictureText(context, theme, formatCount(value), axisPx - 8, Math.max(6, y), theme.muted, 'right')
    }
    for (const second of linearTicks(fromMs / 1000, toMs / 1000, 8)) {
      const x = axisPx + ((second * 1000 - fromMs) / Math.max(toMs - fromMs, Number.MIN_VALUE)) * plotWidthPx
      line(context, theme, x, 0, 1, plotHeightPx)
      paintPictureText(context, theme, `${String(second)} s`, x + 3, plotHeightPx + timesPx / 2, theme.muted)
    }
    context.fillStyle = color
    const barPx = plotWidthPx / counts.length
    for (let bar = 0; bar < counts.length; bar++) {
      if (counts[bar] === 0) continue
      const height = Math.max(leastBarPx, (counts[bar]! / top) * plotHeightPx)
      context.fillRect(axisPx + bar * barPx, plotHeightPx - height, barPx, height)
    }
  })
}

function mostOf(counts: ArrayLike<number>): number {
  let most = 1
  for (let bar = 0; bar < counts.length; bar++) most = Math.max(most, counts[bar]!)
  return most
}

function line(context: PaintContext, theme: ChartTheme, x: number, y: number, width: number, height: number): void {
  context.fillStyle = theme.grid
  context.fillRect(x, y, width, height)
}

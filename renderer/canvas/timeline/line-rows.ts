import type { PaintContext } from '../paint-context.ts'
import { columnsOf, roomAbovePx, type RowPlace, xIn } from './row-place.ts'

const areaAlpha = 0.14
const linePx = 1.5
/** A line of more points is as thin as the screen has it: any other one costs fifty times as much where there is no graphics processor. */
const mostPoints = 200

/** A line with a soft area below. */
function paintLine(
  context: PaintContext,
  points: readonly (readonly [number, number])[],
  colour: string,
  base: number,
) {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return
  const trace = (): void => {
    context.beginPath()
    for (const [at, [x, y]] of points.entries()) {
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
  }
  trace()
  context.lineTo(last[0], base)
  context.lineTo(first[0], base)
  context.closePath()
  context.fillStyle = colour
  context.globalAlpha = areaAlpha
  context.fill()
  context.globalAlpha = 1
  trace()
  context.strokeStyle = colour
  context.lineWidth = points.length > mostPoints ? 1 : linePx
  context.lineJoin = 'round'
  context.stroke()
}

export function paintPoints(
  context: PaintContext,
  drawing: { readonly timeMs: Float64Array; readonly values: Float64Array; readonly most: number },
  colour: string,
  place: RowPlace,
): void {
  const base = place.y + place.heightPx - 1
  const scale = (place.heightPx - roomAbovePx - 2) / Math.max(drawing.most, Number.MIN_VALUE)
  const points = Array.from(
    drawing.timeMs,
    (timeMs, at) => [xIn(place, timeMs), base - Math.max(0, drawing.values[at]! * scale)] as const,
  )
  paintLine(context, points, colour, base)
}

/** A value holds from bin to bin; where there is none, there is no line. */
export function paintSteps(
  context: PaintContext,
  bins: Float64Array,
  most: number,
  colour: string,
  place: RowPlace,
): void {
  const { first, end, left } = columnsOf(place)
  const base = place.y + place.heightPx - 1
  const scale = (place.heightPx - roomAbovePx - 2) / Math.max(most, Number.MIN_VALUE)
  let points: (readonly [number, number])[] = []
  for (let bin = first; bin <= end; bin++) {
    const value = bin < end ? bins[bin]! : Number.NaN
    if (Number.isNaN(value)) {
      paintLine(context, points, colour, base)
      points = []
      continue
    }
    const y = base - value * scale
    points.push([left(bin), y], [left(bin + 1), y])
  }
}

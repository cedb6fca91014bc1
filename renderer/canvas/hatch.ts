import type { PaintContext } from './paint-context.ts'

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Diagonal lines in rectangles: a stretch without data, a change to more. Drawn as lines, so that canvas and SVG look the same; each ends where its
 * rectangle does, since clipping costs more than all of them where there is no graphics processor.
 */
export function paintHatch(context: PaintContext, areas: readonly Area[], colour: string, stepPx = 8): void {
  context.save()
  context.beginPath()
  for (const { x, y, width, height } of areas) {
    if (width <= 0 || height <= 0) continue
    // Lines start on a fixed raster, so that neighbouring charts continue each other's hatch.
    const first = Math.floor((x - height) / stepPx) * stepPx
    for (let at = first; at < x + width; at += stepPx) {
      const from = Math.max(0, x - at)
      const to = Math.min(height, x + width - at)
      if (to <= from) continue
      context.moveTo(at + from, y + height - from)
      context.lineTo(at + to, y + height - to)
    }
  }
  context.strokeStyle = colour
  context.globalAlpha = 0.38
  context.lineWidth = 1
  context.stroke()
  context.restore()
}

const dotPx = 1.5
const dotStepPx = 5

/** Dots in a rectangle, on a fixed raster, every second row shifted: what is to be told apart from hatched without a color. */
export function paintDots(context: PaintContext, { x, y, width, height }: Area, colour: string): void {
  context.fillStyle = colour
  for (let row = 0; row * dotStepPx + dotPx + 1 < height; row++) {
    const shift = (row % 2) * (dotStepPx / 2)
    const first = Math.ceil((x - shift) / dotStepPx) * dotStepPx + shift
    for (let at = first; at + dotPx < x + width; at += dotStepPx)
      context.fillRect(at, y + row * dotStepPx + 2, dotPx, dotPx)
  }
}

import type { PaintContext } from './paint-context.ts'

/** Diagonal lines in a rectangle: a stretch without data. Drawn as lines, so that canvas and SVG look the same. */
export function paintHatch(
  context: PaintContext,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colour: string,
  stepPx = 8,
): void {
  const { x, y, width, height } = area
  if (width <= 0 || height <= 0) return
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  context.beginPath()
  // Lines start on a fixed raster, so that neighbouring charts continue each other's hatch.
  const first = Math.floor((x - height) / stepPx) * stepPx
  for (let at = first; at < x + width; at += stepPx) {
    context.moveTo(at, y + height)
    context.lineTo(at + height, y)
  }
  context.strokeStyle = colour
  context.globalAlpha = 0.38
  context.lineWidth = 1
  context.stroke()
  context.restore()
}

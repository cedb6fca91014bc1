import type { PaintContext } from './paint-context.ts'
import { sizedContext } from './scrolling-canvas.ts'
import { SvgContext } from './svg-context.ts'

/** Something painted as a document of its own, by the same code as on screen. */
export interface Picture {
  readonly widthPx: number
  readonly heightPx: number
  /** For those who do not see it. */
  readonly title: string
  /** Of a file, without extension. */
  readonly name: string
  readonly paint: (context: PaintContext) => void
}

/** As many pixels as every browser paints in one direction. */
const mostPx = 16_000

/** Twice the size on screen where there is room, so that it stays sharp in a document. */
export async function toPng({ widthPx, heightPx, paint }: Picture): Promise<ArrayBuffer | null> {
  const canvas = document.createElement('canvas')
  const context = sizedContext(canvas, widthPx, heightPx)
  if (context === null) return null
  const scale = Math.min(2, mostPx / Math.max(widthPx, heightPx))
  canvas.width = Math.round(widthPx * scale)
  canvas.height = Math.round(heightPx * scale)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  paint(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob === null ? null : await blob.arrayBuffer()
}

export function toSvg({ widthPx, heightPx, title, paint }: Picture): string {
  const ruler = document.createElement('canvas').getContext('2d')
  const svg = new SvgContext(widthPx, heightPx, (text, font) => {
    if (ruler === null) return text.length * 6
    ruler.font = font
    return ruler.measureText(text).width
  })
  paint(svg)
  return svg.toSvg(title)
}

/** Names from a target may hold anything; a file name may not. */
export function fileNameOf(name: string, extension: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120)
  return `${safe === '' ? 'picture' : safe}.${extension}`
}

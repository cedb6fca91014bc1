import { canvasFont, type ChartTheme } from '../../../canvas/chart-theme.ts'
import { fittedText } from '../../../canvas/fitted-text.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { gutterLeftPx, gutterRightPx } from '../../../canvas/timeline/gutters.ts'
import { paintTimes } from '../../../canvas/timeline/time-axis.ts'
import { paintChartFrame } from './chart-frame-painter.ts'
import { legendText } from './chart-lines.ts'
import type { ChartLayout } from './chart-layout.ts'
import { paintChartContent, type Backdrop } from './chart-painter.ts'
import { colourOf } from './line-painter.ts'

/** A chart as a picture of its own: title, legend, axes and lines, painted by the same code as on screen. */
export interface ChartPicture {
  readonly title: string
  readonly subtitle: string
  /** Stretch of time in words; stands below the plot, because a picture has no lanes with an axis. */
  readonly caption: string
  readonly layout: ChartLayout
  readonly plotWidthPx: number
  readonly backdrop: Backdrop
  readonly theme: ChartTheme
  readonly formatTime: (timeMs: number, stepMs?: number) => string
}

const headPx = 44
const legendRowPx = 18
const legendColumnPx = 180
const swatchPx = 16
const edgePx = 12
const footPx = 40

function pictureSize(picture: ChartPicture): { widthPx: number; heightPx: number } {
  const rows = Math.ceil(picture.layout.lines.length / legendColumns(picture))
  return {
    widthPx: gutterLeftPx + picture.plotWidthPx + gutterRightPx,
    heightPx: headPx + picture.layout.heightPx + footPx + rows * legendRowPx,
  }
}

function legendColumns(picture: ChartPicture): number {
  return Math.max(1, Math.floor(picture.plotWidthPx / legendColumnPx))
}

function paintPicture(context: PaintContext, picture: ChartPicture): void {
  const { layout, theme, plotWidthPx } = picture
  const { widthPx, heightPx } = pictureSize(picture)
  context.fillStyle = theme.surface
  context.fillRect(0, 0, widthPx, heightPx)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.font = canvasFont(theme, 13, 600)
  context.fillStyle = theme.text
  context.fillText(fittedText(context, picture.title, widthPx - 2 * edgePx), edgePx, 16)
  context.font = canvasFont(theme, 11)
  context.fillStyle = theme.muted
  context.fillText(fittedText(context, picture.subtitle, widthPx - 2 * edgePx), edgePx, 33)

  context.save()
  context.translate(0, headPx)
  context.save()
  context.beginPath()
  context.rect(gutterLeftPx, 0, plotWidthPx, layout.heightPx)
  context.clip()
  context.translate(gutterLeftPx, 0)
  paintChartContent(context, layout, picture.backdrop, theme)
  context.restore()
  paintChartFrame(context, layout, plotWidthPx, theme)
  context.translate(0, layout.heightPx)
  paintFoot(context, picture)
  context.restore()
}

function paintFoot(context: PaintContext, picture: ChartPicture): void {
  const { layout, theme, backdrop } = picture
  const [firstTick = 0, secondTick = firstTick + 1000] = backdrop.timeTicksMs
  const x = (timeMs: number) => gutterLeftPx + (timeMs - layout.fromMs) * layout.pxPerMs
  const isInSight = (timeMs: number) => x(timeMs) >= gutterLeftPx && x(timeMs) <= gutterLeftPx + picture.plotWidthPx
  const textOf = (timeMs: number) => picture.formatTime(timeMs, secondTick - firstTick)
  paintTimes(context, backdrop.timeTicksMs.filter(isInSight), { x, y: 10 }, textOf, theme)
  context.textAlign = 'left'
  context.fillText(picture.caption, edgePx, 28)
  const columns = legendColumns(picture)
  layout.lines.forEach(({ line }, at) => {
    const x = edgePx + (at % columns) * legendColumnPx
    const y = footPx + Math.floor(at / columns) * legendRowPx
    context.fillStyle = colourOf(theme, line)
    context.fillRect(x, y - 4, 10, 8)
    context.fillStyle = theme.text
    const roomPx = legendColumnPx - swatchPx - edgePx
    context.fillText(fittedText(context, legendText(line), roomPx), x + swatchPx, y)
  })
}

/** The chart as something that can be copied and saved. */
export function asPicture(picture: ChartPicture): Picture {
  return {
    ...pictureSize(picture),
    title: `${picture.title}, ${picture.caption}`,
    name: picture.title,
    paint: (context) => paintPicture(context, picture),
  }
}

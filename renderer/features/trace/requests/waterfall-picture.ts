import type { TraceWaterfall, WaterfallKind } from '../../../../shared/model/trace/trace-waterfall.ts'
import { waterfallKinds } from '../../../../shared/model/trace/trace-waterfall.ts'
import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import { paintClippedText } from '../../../canvas/clipped-text.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { paintPictureText } from '../../../canvas/picture-text.ts'
import { linearTicks } from '../../../canvas/ticks.ts'
import { titledPicture } from '../../../canvas/titled-picture.ts'
import type { WaterfallBar, WaterfallRow } from './waterfall-rows.ts'
import { durationOf, durationWords, kindWords, percentWords, secondsWords } from './waterfall-words.ts'

const namesPx = 280
const plotPx = 900
const rowPx = 24
const barPx = 14
const legendPx = 26
const axisPx = 22
const tickCount = 8
const leastBarPx = 1
const indentPx = 12

type Part = WaterfallKind | 'child' | 'failed'

/** The request with its threads and what was sent for it, with the sums of its parts as legend; `file` is what was recorded. */
export function waterfallPicture(
  theme: ChartTheme,
  found: TraceWaterfall,
  rows: readonly WaterfallRow[],
  file: string,
): Picture {
  const { request } = found
  const words = {
    title: request.label,
    subtitle: [
      file,
      `${secondsWords(request.startMs)} – ${secondsWords(request.endMs)}`,
      durationWords(durationOf(request)),
    ].join(', '),
    name: `${file}-request`,
  }
  const size = { widthPx: namesPx + plotPx, heightPx: legendPx + axisPx + rows.length * rowPx }
  return titledPicture(theme, words, size, (context) => {
    paintLegend(context, theme, found)
    paintAxis(context, theme, durationOf(request), size.heightPx)
    for (const [at, row] of rows.entries()) paintRow(context, theme, found, row, legendPx + axisPx + at * rowPx)
  })
}

function paintLegend(context: PaintContext, theme: ChartTheme, { request, sums }: TraceWaterfall): void {
  let x = 0
  for (const kind of waterfallKinds) {
    if (sums[kind] === 0 && kind !== 'unknown') continue
    paintPart(context, theme, kind, x, 4, 14, 10)
    const text = `${kindWords[kind]} ${durationWords(sums[kind])} (${percentWords(sums[kind], durationOf(request))})`
    paintPictureText(context, theme, text, x + 20, 9, theme.text)
    x += 20 + context.measureText(text).width + 18
  }
}

function paintAxis(context: PaintContext, theme: ChartTheme, widthMs: number, heightPx: number): void {
  for (const ms of linearTicks(0, widthMs, tickCount)) {
    const x = namesPx + (ms / Math.max(widthMs, Number.MIN_VALUE)) * plotPx
    context.fillStyle = theme.grid
    context.fillRect(x, legendPx + axisPx, 1, heightPx - legendPx - axisPx)
    paintPictureText(context, theme, ms === 0 ? '0' : durationWords(ms), x + 3, legendPx + axisPx / 2, theme.muted)
  }
}

function paintRow(
  context: PaintContext,
  theme: ChartTheme,
  { request }: TraceWaterfall,
  { label, depth, kind, bars }: WaterfallRow,
  y: number,
): void {
  paintClippedText(context, theme, {
    text: label,
    left: 0,
    top: y,
    width: namesPx - 10,
    height: rowPx,
    indent: depth * indentPx,
    color: theme.text,
    sizePx: 11,
    weight: kind === 'request' ? 600 : 400,
  })
  context.fillStyle = theme.line
  context.fillRect(0, y + rowPx - 1, namesPx + plotPx, 1)
  const scale = plotPx / Math.max(durationOf(request), Number.MIN_VALUE)
  for (const bar of bars) {
    const x = namesPx + (bar.fromMs - request.startMs) * scale
    const width = Math.max(leastBarPx, (bar.toMs - bar.fromMs) * scale)
    paintPart(context, theme, partOf(bar), x, y + (rowPx - barPx) / 2, width, barPx)
  }
}

function partOf({ span, child }: WaterfallBar): Part {
  return span?.kind ?? (child?.isFailed === true ? 'failed' : 'child')
}

/** Each has a pattern of its own beside its color, as on the page. */
function paintPart(
  context: PaintContext,
  theme: ChartTheme,
  part: Part,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const { series, muted, bad, gc } = theme
  const stripes = (color: string, stripePx: number, stepPx: number): void => {
    context.fillStyle = color
    for (let from = 0; from < width; from += stepPx)
      context.fillRect(x + from, y, Math.min(stripePx, width - from), height)
  }
  const line = (color: string, linePx: number, hasEnd: boolean): void => {
    context.fillStyle = color
    context.fillRect(x, y + (height - linePx) / 2, width, linePx)
    context.fillRect(x, y, Math.min(2, width), height)
    if (hasEnd) context.fillRect(x + Math.max(0, width - 2), y, Math.min(2, width), height)
  }
  switch (part) {
    case 'running':
      return stripes(series[1]!, width, width)
    case 'gc':
      return stripes(gc, width, width)
    case 'lock':
      return stripes(series[4]!, 4, 6)
    case 'wait':
      return stripes(muted, 1, 5)
    case 'queue':
      return stripes(series[6]!, 2, 4)
    case 'awaiting':
      return line(series[0]!, 2, false)
    case 'child':
      return line(series[0]!, 4, true)
    case 'failed':
      return line(bad, 4, true)
    case 'unknown':
      context.save()
      context.strokeStyle = muted
      context.lineWidth = 1
      context.setLineDash([3, 2])
      context.beginPath()
      context.rect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1)
      context.stroke()
      context.restore()
  }
}

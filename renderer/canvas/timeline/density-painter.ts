import { paintHatch } from '../hatch.ts'
import type { PaintContext } from '../paint-context.ts'
import { type Bar, fillBars, fillStripes, snapped } from './bars.ts'
import { barPx, type BinColumns, columnsOf, roomAbovePx, type RowPlace } from './row-place.ts'
import type { DensityLayer } from './timeline-layout.ts'

const dimmed = 0.3

/** Shares of a row’s height from which a bar is a step warmer. */
const warmSteps = [0, 0.45, 0.8] as const

/** What a thread did, from the bottom up; where it waits, the ground of its row is hatched. */
export function paintDensity(
  context: PaintContext,
  layers: readonly DensityLayer[],
  most: Uint32Array | number,
  place: RowPlace,
): void {
  const columns = columnsOf(place)
  const mostOf = (bin: number): number => (typeof most === 'number' ? most : most[bin]!)
  paintGround(context, layers, place, columns, 'plain')
  paintGround(context, layers, place, columns, 'hatch')
  const room = place.heightPx - roomAbovePx
  const base = place.y + place.heightPx
  // What stands on what: by bin, how high the bars are so far.
  const raised = new Float32Array(Math.max(0, columns.end - columns.first))
  for (const layer of layers) {
    if (layer.look === 'hatch' || layer.look === 'plain') continue
    const bars = barsOf(layer, columns, raised, (bin) => room / Math.max(1, mostOf(bin)))
    context.save()
    if (layer.isDimmed) context.globalAlpha = dimmed
    if (layer.look === 'solid') paintWarm(context, bars, room, base, place)
    else {
      // Striped, so that nobody needs the colour to tell them from the ones below.
      context.fillStyle = layer.look === 'grey' ? place.theme.muted : place.theme.series[1]!
      fillStripes(context, bars, base, place)
    }
    context.restore()
  }
}

function barsOf(
  { bins }: DensityLayer,
  { first, end, left, binPx }: BinColumns,
  raised: Float32Array,
  pxOf: (bin: number) => number,
): Bar[] {
  const bars: Bar[] = []
  const width = barPx(binPx)
  for (let bin = first; bin < end; bin++) {
    const count = bins[bin]!
    if (count === 0) continue
    const from = raised[bin - first]!
    const to = from + Math.max(1, count * pxOf(bin))
    raised[bin - first] = to
    bars.push({ x: left(bin), width, from, to })
  }
  return bars
}

function paintWarm(context: PaintContext, bars: readonly Bar[], room: number, base: number, place: RowPlace): void {
  const { theme } = place
  const colours = [theme.series[1]!, theme.series[3]!, theme.bad]
  for (const [step, least] of warmSteps.entries()) {
    const below = warmSteps[step + 1] ?? Number.POSITIVE_INFINITY
    const warm = bars.filter(({ to }) => to / room >= least && to / room < below)
    context.fillStyle = colours[step]!
    fillBars(context, warm, base, place)
  }
}

/** The thread is there and does not get on: the ground of its row, hatched where something keeps it. */
function paintGround(
  context: PaintContext,
  layers: readonly DensityLayer[],
  place: RowPlace,
  columns: BinColumns,
  look: 'hatch' | 'plain',
): void {
  const there = layers.filter((layer) => layer.look === look)
  if (there.length === 0) return
  const { first, end, left } = columns
  const isThere = (bin: number): boolean => there.some(({ bins }) => bins[bin]! > 0)
  context.save()
  if (there.every(({ isDimmed }) => isDimmed)) context.globalAlpha = 0.55
  context.fillStyle = place.theme.line
  const [y, height] = [place.y + roomAbovePx, place.heightPx - roomAbovePx]
  const areas: { x: number; y: number; width: number; height: number }[] = []
  for (let bin = first; bin < end; bin++) {
    if (!isThere(bin)) continue
    let last = bin
    while (last + 1 < end && isThere(last + 1)) last++
    const x = Math.max(0, snapped(left(bin), place))
    const width = Math.min(place.widthPx, snapped(left(last + 1), place)) - x
    context.fillRect(x, y, width, height)
    areas.push({ x, y, width, height })
    bin = last
  }
  if (look === 'hatch' && areas.length > 0) paintHatch(context, areas, place.theme.muted, 6)
  context.restore()
}

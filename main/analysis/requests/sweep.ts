import { work } from '../../nettrace/work-steps.ts'

/** Something that holds for a time. Of those that hold together the one with the smallest rank counts. */
export interface Layer {
  readonly fromTicks: number
  readonly toTicks: number
  readonly rank: number
}

/**
 * Parts of a time, without gap or overlap: for each moment the layer that counts. `rest` counts where there is none. Neighbours that belong
 * to one layer are one part.
 */
export function sweep<Of extends Layer>(
  fromTicks: number,
  toTicks: number,
  layers: readonly Of[],
  rest: Of,
): readonly { readonly layer: Of; readonly fromTicks: number; readonly toTicks: number }[] {
  const open = new OpenLayers<Of>()
  const parts: { layer: Of; fromTicks: number; toTicks: number }[] = []
  const edges = edgesOf(fromTicks, toTicks, layers)
  let at = fromTicks
  for (const [next, edge] of edges.entries()) {
    const layer = open.first ?? rest
    const last = parts.at(-1)
    if (edge.ticks > at) {
      if (last?.layer === layer) last.toTicks = edge.ticks
      else parts.push({ layer, fromTicks: at, toTicks: edge.ticks })
      at = edge.ticks
    }
    if (next === edges.length - 1) break
    if (edge.isStart) open.add(edge.layer!)
    else open.remove(edge.layer!)
  }
  return parts
}

interface Edge<Of> {
  readonly ticks: number
  readonly isStart: boolean
  readonly layer: Of | null
}

/** The last one is the end of the time. */
function edgesOf<Of extends Layer>(fromTicks: number, toTicks: number, layers: readonly Of[]): readonly Edge<Of>[] {
  const edges: Edge<Of>[] = []
  for (const layer of layers) {
    const [start, end] = [Math.max(fromTicks, layer.fromTicks), Math.min(toTicks, layer.toTicks)]
    if (!(end > start)) continue
    edges.push({ ticks: start, isStart: true, layer }, { ticks: end, isStart: false, layer })
  }
  work.steps += edges.length
  edges.sort((a, b) => a.ticks - b.ticks)
  edges.push({ ticks: toTicks, isStart: false, layer: null })
  return edges
}

/** A handful of ranks, and of each the layers that hold, the one that began first in front. */
class OpenLayers<Of extends Layer> {
  readonly #byRank: Set<Of>[] = []

  get first(): Of | undefined {
    for (const layers of this.#byRank) {
      if (layers === undefined) continue
      for (const layer of layers) return layer
    }
    return undefined
  }

  add(layer: Of): void {
    ;(this.#byRank[layer.rank] ??= new Set()).add(layer)
  }

  remove(layer: Of): void {
    this.#byRank[layer.rank]?.delete(layer)
  }
}

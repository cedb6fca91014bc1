import { SampleBuffer } from './sample-buffer.ts'

/**
 * Stacked layers on common time columns. Samples of different series rarely carry the same timestamp (each tag set is its own
 * event), so they are put into columns of one interval or one pixel, whichever is longer; the last sample of a column counts.
 */
export interface StackedLayers {
  /** Time of each column: that of its newest sample. NaN = nothing was measured: the stack breaks here. */
  readonly timeMs: Float64Array
  /** Upper edge of each layer, bottom layer first; layer i lies between edges i-1 and i. */
  readonly edges: readonly Float64Array[]
  readonly columnCount: number
}

export interface SampleSource {
  /** From the samples' unit to that of the stack. */
  readonly factor: number
  /** Appends the samples in [fromMs, toMs] in time order. */
  read(fromMs: number, toMs: number, into: SampleBuffer): void
}

export interface StackOptions {
  readonly fromMs: number
  readonly toMs: number
  readonly columnMs: number
  /** How long a layer keeps its last value when it has no sample; also the length from which silence is a gap. */
  readonly holdMs: number
  /** Samples of another time are not this stack's, although they may lie in its first and last column. Default: all. */
  readonly sinceMs?: number
  readonly untilMs?: number
  /** What is one column on screen: of all columns in it the lowest and the highest sum are kept. Default: every column. */
  readonly bucketMs?: number
}

/** Layers are read one after the other, and nothing of it is kept. */
const samples = new SampleBuffer()

export function stackLayers(sources: readonly SampleSource[], options: StackOptions): StackedLayers {
  const { fromMs, toMs, columnMs, sinceMs = -Infinity, untilMs = Infinity } = options
  // Columns are counted from the epoch, not from the view's edge: otherwise samples would change columns while the view scrolls.
  const firstColumn = Math.floor(fromMs / columnMs)
  const columnCount = Math.max(0, Math.floor(toMs / columnMs) - firstColumn + 1)
  const timeMs = new Float64Array(columnCount).fill(Number.NaN)
  const layers = sources.map((source) => {
    const values = new Float64Array(columnCount).fill(Number.NaN)
    samples.clear()
    source.read(fromMs, toMs, samples)
    for (let index = 0; index < samples.count; index++) {
      const time = samples.timeMs[index] ?? Number.NaN
      const value = (samples.value[index] ?? Number.NaN) * source.factor
      const column = Math.floor(time / columnMs) - firstColumn
      if (column < 0 || column >= columnCount || !Number.isFinite(value)) continue
      if (time < sinceMs || time >= untilMs) continue
      values[column] = value
      const known = timeMs[column] ?? Number.NaN
      if (Number.isNaN(known) || time > known) timeMs[column] = time
    }
    return values
  })
  const holdColumns = Math.max(1, Math.round(options.holdMs / columnMs))
  const stacked = addUp(layers, timeMs, holdColumns)
  const bucketMs = options.bucketMs ?? columnMs
  return bucketMs < 2 * columnMs
    ? stacked
    : envelope(stacked, (column) => Math.floor(((firstColumn + column) * columnMs) / bucketMs))
}

/**
 * At most two columns a bucket, those with the lowest and the highest sum, at their own times: a short dip stays as deep and becomes no
 * wider than its bucket. A bucket in which nothing was measured stays as one empty column.
 */
function envelope(stacked: StackedLayers, bucketOf: (column: number) => number): StackedLayers {
  const sums = stacked.edges.at(-1)
  const kept: number[] = []
  for (let column = 0; column < stacked.columnCount;) {
    const bucket = bucketOf(column)
    let lowest = -1
    let highest = -1
    const first = column
    for (; column < stacked.columnCount && bucketOf(column) === bucket; column++) {
      if (Number.isNaN(stacked.timeMs[column])) continue
      const sum = sums?.[column] ?? 0
      if (lowest < 0 || sum < (sums?.[lowest] ?? 0)) lowest = column
      if (highest < 0 || sum > (sums?.[highest] ?? 0)) highest = column
    }
    if (lowest < 0) kept.push(first)
    else kept.push(...(lowest === highest ? [lowest] : [Math.min(lowest, highest), Math.max(lowest, highest)]))
  }
  const pick = (values: Float64Array) => Float64Array.from(kept, (column) => values[column] ?? Number.NaN)
  return { timeMs: pick(stacked.timeMs), edges: stacked.edges.map(pick), columnCount: kept.length }
}

/** One behind the other, with a break between two. */
export function joinStacks(parts: readonly StackedLayers[], layerCount: number): StackedLayers {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const columnCount = parts.reduce((sum, part) => sum + part.columnCount + 1, 0)
  const timeMs = new Float64Array(columnCount).fill(Number.NaN)
  const edges = Array.from({ length: layerCount }, () => new Float64Array(columnCount))
  let at = 0
  for (const part of parts) {
    timeMs.set(part.timeMs, at)
    part.edges.forEach((edge, layer) => edges[layer]?.set(edge, at))
    at += part.columnCount + 1
  }
  return { timeMs, edges, columnCount }
}

function addUp(layers: readonly Float64Array[], timeMs: Float64Array, holdColumns: number): StackedLayers {
  const columnCount = timeMs.length
  const edges: Float64Array[] = []
  let below = new Float64Array(columnCount)
  for (const values of layers) {
    const edge = new Float64Array(columnCount)
    let held = 0
    let heldFor = Infinity
    for (let column = 0; column < columnCount; column++) {
      const value = values[column] ?? Number.NaN
      heldFor = Number.isNaN(value) ? heldFor + 1 : 0
      if (heldFor === 0) held = value
      // A stack of negative values has no meaning as areas; such a layer lies flat and its line chart shows the truth.
      const height = heldFor <= holdColumns ? Math.max(0, held) : 0
      edge[column] = (below[column] ?? 0) + height
    }
    edges.push(edge)
    below = edge
  }
  return { timeMs, edges, columnCount }
}

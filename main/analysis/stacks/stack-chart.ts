import { work } from '../../nettrace/work-steps.ts'
import type { CodeTree } from './trees/code-tree.ts'
import { endUpTo, passesFilter, type PreparedSamples, type SampleFilter } from './prepared-samples.ts'

/** Samples of one thread in the order of their times. Columns. */
export interface ThreadSamples {
  readonly ticks: Float64Array
  /** Until the next sample, or as long as usual where that is late; what the file says where it does. */
  readonly endTicks: Float64Array
  /** Node of the tree; 0: the sample is not selected. */
  readonly node: Uint32Array
  readonly depth: Uint32Array
  /** Frames from the first down that go on from the sample before. */
  readonly common: Uint32Array
}

export interface ThreadQuestion {
  readonly tree: CodeTree
  readonly samples: PreparedSamples
  /** As in SelectedStacks. */
  readonly places: Int32Array | null
  readonly filter: SampleFilter
  /** Time between two samples, where the thread has too few to say it. */
  readonly nominalTicks: number
}

export function threadSamples(question: ThreadQuestion, thread: number): ThreadSamples {
  const { tree, samples, places, filter, nominalTicks } = question
  const { classes, ...others } = filter
  const only = { ...others, threads: new Set([thread]) }
  const rows: number[] = []
  work.steps += samples.count
  for (let row = 0; row < samples.count; row++) if (passesFilter(samples, row, only)) rows.push(row)
  // The runtime writes the samples of a thread in their order.
  rows.sort((a, b) => samples.ticks[a]! - samples.ticks[b]!)
  const ticks = Float64Array.from(rows, (row) => samples.ticks[row]!)
  const node = Uint32Array.from(rows, (row) => {
    if (classes !== undefined && !classes.has(samples.sampleClass[row]!)) return 0
    const own = samples.node[row]!
    return Math.max(0, places === null ? own : places[own]!)
  })
  const endTicks =
    samples.ticksPerWeight === undefined
      ? untilNext(ticks, nominalTicks)
      : Float64Array.from(rows, (row, place) => endUpTo(samples, row, ticks[place + 1] ?? Number.POSITIVE_INFINITY))
  return { ticks, endTicks, node, ...sharedFrames(tree, ticks, endTicks, node) }
}

/** Samples that do not say how long they last. */
function untilNext(ticks: Float64Array, nominalTicks: number): Float64Array {
  const usual = medianGap(ticks) ?? nominalTicks
  return ticks.map((start, row) => {
    const next = ticks[row + 1] ?? Number.POSITIVE_INFINITY
    return next - start <= latest * usual ? next : start + usual
  })
}

function sharedFrames(tree: CodeTree, ticks: Float64Array, endTicks: Float64Array, node: Uint32Array) {
  const depth = new Uint32Array(node.length)
  const common = new Uint32Array(node.length)
  for (let row = 0; row < node.length; row++) {
    const isSame = row > 0 && node[row] === node[row - 1]
    depth[row] = isSame ? depth[row - 1]! : depthOf(tree, node[row]!)
    if (row === 0 || endTicks[row - 1]! < ticks[row]!) continue
    common[row] = isSame ? depth[row]! : commonDepth(tree, node[row - 1]!, depth[row - 1]!, node[row]!, depth[row]!)
  }
  return { depth, common }
}

function depthOf(tree: CodeTree, node: number): number {
  let depth = 0
  for (let at = node; at !== 0; at = tree.parentOf(at)) depth++
  work.steps += depth
  return depth
}

function commonDepth(tree: CodeTree, one: number, oneDepth: number, other: number, otherDepth: number): number {
  let [a, b, depth] = [one, other, Math.min(oneDepth, otherDepth)]
  for (let above = oneDepth; above > depth; above--) a = tree.parentOf(a)
  for (let above = otherDepth; above > depth; above--) b = tree.parentOf(b)
  for (; a !== b; depth--) {
    a = tree.parentOf(a)
    b = tree.parentOf(b)
  }
  return depth
}

/** Samples further apart than this many times as usual have a gap between them. On a busy machine a few are always late. */
const latest = 10
const mostGaps = 10_000

function medianGap(ticks: Float64Array): number | undefined {
  const step = Math.max(1, Math.ceil(ticks.length / mostGaps))
  const gaps: number[] = []
  for (let row = 1; row < ticks.length; row += step) {
    const gap = ticks[row]! - ticks[row - 1]!
    if (gap > 0) gaps.push(gap)
  }
  return gaps.sort((a, b) => a - b)[gaps.length >>> 1]
}

export interface ChartStretch {
  readonly fromTicks: number
  readonly toTicks: number
  /** Shorter calls side by side become one box. */
  readonly smallestTicks: number
}

/** One row of boxes, from left to right. */
export class ChartRow {
  readonly node: number[] = []
  readonly start: number[] = []
  readonly end: number[] = []
  readonly calls: number[] = []
  #column = Number.NaN
  #longest = 0

  add(node: number, start: number, end: number, smallest: number): void {
    const length = end - start
    const column = length < smallest ? Math.floor(start / smallest) : Number.NaN
    const last = this.node.length - 1
    if (column === this.#column) {
      this.end[last] = end
      this.calls[last]!++
      if (length <= this.#longest) return
      this.node[last] = node
      this.#longest = length
      return
    }
    this.node.push(node)
    this.start.push(start)
    this.end.push(end)
    this.calls.push(1)
    this.#column = column
    this.#longest = length
  }
}

/** Rows of boxes from the first frame down. A box is as long as its call, in the stretch or not. */
export function chartRows(tree: CodeTree, thread: ThreadSamples, stretch: ChartStretch): readonly ChartRow[] {
  const { ticks, endTicks, node, depth, common } = thread
  const open = new OpenCalls(stretch)
  work.steps += ticks.length
  for (let row = 0; row < ticks.length; row++) {
    const end = row === 0 ? 0 : endTicks[row - 1]!
    open.closeTo(common[row]!, end)
    const isBeyond = ticks[row]! >= stretch.toTicks
    if (isBeyond && open.count === 0) break
    // Of what begins behind the stretch, nothing is seen.
    if (!isBeyond && depth[row]! > common[row]!) open.begin(tree, node[row]!, depth[row]! - common[row]!, ticks[row]!)
  }
  open.closeTo(0, endTicks.at(-1) ?? 0)
  return open.rows
}

/** Calls that go on from one sample to the next. */
class OpenCalls {
  readonly rows: ChartRow[] = []
  readonly #stretch: ChartStretch
  /** Nodes from the first frame down, and when each began. */
  readonly #nodes: number[] = []
  readonly #starts: number[] = []

  constructor(stretch: ChartStretch) {
    this.#stretch = stretch
  }

  get count(): number {
    return this.#nodes.length
  }

  begin(tree: CodeTree, node: number, count: number, start: number): void {
    work.steps += count
    const first = this.#nodes.length
    for (let at = node, place = first + count - 1; place >= first; place--, at = tree.parentOf(at)) {
      this.#nodes[place] = at
      this.#starts[place] = start
    }
  }

  closeTo(depth: number, end: number): void {
    const { fromTicks, smallestTicks } = this.#stretch
    for (let at = this.#nodes.length - 1; at >= depth; at--) {
      const node = this.#nodes.pop()!
      const start = this.#starts.pop()!
      if (end <= fromTicks) continue
      // Callers are closed last, but their rows come first.
      while (this.rows.length <= at) this.rows.push(new ChartRow())
      this.rows[at]!.add(node, start, end, smallestTicks)
    }
  }
}

import type { TraceRange } from '../../../shared/model/trace/trace-selection.ts'
import type {
  StackChartThread,
  TraceStackChart,
  TraceStackChartQuestion,
} from '../../../shared/model/trace/trace-stack-chart.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { CallTree } from './trees/call-tree.ts'
import { functionsOfBoxes } from './frames/frame-functions.ts'
import { passesFilter, type PreparedSamples, type SampleFilter } from './prepared-samples.ts'
import { type ChartRow, chartRows, type ThreadSamples, threadSamples } from './stack-chart.ts'

const mostThreads = 1000
/** More are painted slowly, and nobody reads them. */
const mostBoxes = 100_000
/** Calls side by side that are shorter are one box. */
const smallestPx = 2

export interface StackChartSource {
  readonly calls: CallTree
  /** Where samples of a node count; null: at that node. */
  readonly places: Int32Array | null
  readonly samples: PreparedSamples
  readonly filter: SampleFilter
  /** What the whole chart spans. */
  readonly range: TraceRange
  readonly ticksPerMs: number
  /** Time between two samples of a thread as the file states it; null: it does not. */
  readonly intervalMs: number | null
  readonly threadOf: (index: number) => { readonly id: number; readonly name: string } | undefined
}

interface ChartThread extends StackChartThread {
  readonly index: number
}

/** Stacks of one thread at a time in order of time, of one selection. */
export class StackChart {
  readonly #source: StackChartSource
  readonly #threads: readonly ChartThread[]
  #samples: { readonly thread: number; readonly of: ThreadSamples } | null = null

  constructor(source: StackChartSource) {
    this.#source = source
    this.#threads = threadsOf(source)
  }

  answer({ thread, from, to, widthPx }: Omit<TraceStackChartQuestion, 'selection'>): TraceStackChart {
    const { calls, range, ticksPerMs } = this.#source
    const totalUs = (range.toMs - range.fromMs) * 1000
    const left = Math.min(Math.max(0, from), totalUs)
    const right = Math.min(to ?? totalUs, totalUs)
    const seen = right > left ? { from: left, to: right } : { from: 0, to: totalUs }
    const shown = this.#threads.find(({ id }) => id === thread) ?? this.#threads[0]
    const ticksAt = (us: number): number => (range.fromMs + us / 1000) * ticksPerMs
    const usAt = (ticks: number): number => (ticks / ticksPerMs - range.fromMs) * 1000
    // Half a screen more on both sides: a picture that is moved has something to show until the next one is there.
    const margin = (seen.to - seen.from) / 2
    const stretch = {
      fromTicks: ticksAt(Math.max(0, seen.from - margin)),
      toTicks: ticksAt(Math.min(totalUs, seen.to + margin)),
      smallestTicks: ((seen.to - seen.from) / 1000 / widthPx) * smallestPx * ticksPerMs,
    }
    const rows = shown === undefined ? [] : chartRows(calls.tree, this.#samplesOf(shown.index), stretch)
    return {
      threads: this.#threads.slice(0, mostThreads).map(({ id, name, samples }) => ({ id, name, samples })),
      threadCount: this.#threads.length,
      thread: shown?.id ?? null,
      ...range,
      ...seen,
      ...columnsOf(calls, rows, totalUs, usAt),
      maxDepth: rows.length,
      sampleCount: shown?.samples ?? 0,
    }
  }

  #samplesOf(thread: number): ThreadSamples {
    if (this.#samples?.thread !== thread) {
      const { calls, samples, places, filter, intervalMs, ticksPerMs } = this.#source
      const nominalTicks = (intervalMs ?? 1) * ticksPerMs
      this.#samples = { thread, of: threadSamples({ tree: calls.tree, samples, places, filter, nominalTicks }, thread) }
    }
    return this.#samples.of
  }
}

/** Threads that wait in the runtime for work have many samples, too: application code comes first. */
function threadsOf({ calls, places, samples, filter, threadOf }: StackChartSource): readonly ChartThread[] {
  const isOwn = nodesOfOwnCode(calls)
  const counts = new Map<number, { samples: number; own: number }>()
  work.steps += samples.count
  for (let row = 0; row < samples.count; row++) {
    const node = samples.node[row]!
    const place = places === null ? node : places[node]!
    if (place < 0 || !passesFilter(samples, row, filter)) continue
    const index = samples.threadIndex[row]!
    let count = counts.get(index)
    if (count === undefined) counts.set(index, (count = { samples: 0, own: 0 }))
    count.samples++
    count.own += isOwn[place]!
  }
  const heaviest = [...counts].sort(
    ([a, one], [b, other]) => other.own - one.own || other.samples - one.samples || a - b,
  )
  return heaviest.map(([index, count]) => {
    const { id, name } = threadOf(index) ?? { id: 0, name: '' }
    return { index, id, name, samples: count.samples }
  })
}

function nodesOfOwnCode({ tree, total, isOwn: isOwnFunction }: CallTree): Uint8Array {
  const count = total.length
  const isOwn = new Uint8Array(count)
  work.steps += count
  for (let node = 1; node < count; node++)
    if (isOwn[tree.parentOf(node)] === 1 || isOwnFunction(tree.functions.get(tree.functionOf(node)))) isOwn[node] = 1
  return isOwn
}

/** The rows one after the other, under a box for the thread. */
function columnsOf(source: CallTree, rows: readonly ChartRow[], totalUs: number, usAt: (ticks: number) => number) {
  const all = rows.reduce((sum, { node }) => sum + node.length, 1)
  const nodes = [0]
  const kept: ChartRow[] = []
  for (const row of rows) {
    if (nodes.length + row.node.length > mostBoxes) break
    kept.push(row)
    for (const node of row.node) nodes.push(node)
  }
  const { functions, functionAt, count } = functionsOfBoxes(source, nodes, nodes.length)
  const parent = new Uint32Array(count)
  const depth = new Uint32Array(count)
  const start = new Float64Array(count)
  const width = new Float64Array(count)
  const calls = new Uint32Array(count)
  width[0] = totalUs
  calls[0] = 1
  let box = 1
  let above = 0
  for (const [at, row] of kept.entries()) {
    const first = box
    for (let place = 0; place < row.node.length && box < count; place++, box++) {
      // A call lies under the last one of the row above that began before it.
      while (above + 1 < first && start[above + 1]! <= usAt(row.start[place]!)) above++
      parent[box] = above
      depth[box] = at + 1
      start[box] = Math.max(0, usAt(row.start[place]!))
      width[box] = Math.min(totalUs, usAt(row.end[place]!)) - start[box]!
      calls[box] = row.calls[place]!
    }
    above = first
  }
  return { parent, depth, start, width, calls, function: functionAt, functions, omittedBoxCount: all - count }
}

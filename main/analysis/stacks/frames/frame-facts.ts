import type {
  TraceFrameFacts,
  TraceFrameRow,
  TraceFrameRows,
} from '../../../../shared/model/trace/trace-frame-facts.ts'
import type { NamedFrame, TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import { sampleRules } from '../../../../shared/model/sample-rules.ts'
import { work } from '../../../nettrace/work-steps.ts'
import { calleeSteps, callerSteps, type CallStep, stepOf } from '../call-steps.ts'
import type { CallTree } from '../trees/call-tree.ts'
import { endOf, passesFilter, type PreparedSamples, type SampleFilter, weightIn } from '../prepared-samples.ts'
import { namedFrame } from '../../code/function-table.ts'

/** Callers, callees and threads that are listed. */
const mostRows = 10
const binCount = 100
/** A stack is copied to be read; names may be long. */
const mostStackCharacters = 200_000

export interface FrameSource {
  readonly calls: CallTree
  /** Where samples of a node count; null: at that node. */
  readonly places: Int32Array | null
  readonly samples: PreparedSamples
  readonly filter: SampleFilter
  /** What the time line spans. */
  readonly range: TraceRange
  readonly ticksPerMs: number
}

type StackFacts = Pick<
  TraceFrameFacts,
  'sampleCount' | 'self' | 'total' | 'placeCount' | 'callers' | 'callees' | 'stack'
>

/** What the tree of calls says of a function. */
export function stackFacts(calls: CallTree, functionIndex: number): StackFacts {
  const { tree, self, total } = calls
  const step = stepOf(calls, functionIndex)
  let own = 0
  work.steps += total.length
  for (let node = 1; node < total.length; node++) if (tree.functionOf(node) === functionIndex) own += self[node]!
  return {
    sampleCount: total[0]!,
    self: own,
    total: step.weight,
    placeCount: step.nodes.length,
    callers: listed(calls, callerSteps(calls, step)),
    callees: listed(calls, calleeSteps(calls, step)),
    stack: heaviestStack(calls, step),
  }
}

function listed({ tree }: CallTree, steps: readonly CallStep[]): TraceFrameRows<TraceFrameRow> {
  const rows = steps.slice(0, mostRows).map(({ functionIndex, weight }) => {
    return { ...namedFrame(tree.functions.get(functionIndex)), samples: weight }
  })
  return { rows, count: steps.length }
}

function heaviestStack({ tree }: CallTree, { nodes, weights }: CallStep): readonly NamedFrame[] {
  let heaviest = 0
  for (const [index, weight] of weights.entries()) if (weight > weights[heaviest]!) heaviest = index
  const stack: NamedFrame[] = []
  let room = mostStackCharacters
  for (let node = nodes[heaviest] ?? 0; node !== 0; node = tree.parentOf(node)) {
    const frame = namedFrame(tree.functions.get(tree.functionOf(node)))
    room -= frame.method.length + frame.module.length + frame.name.length
    if (room < 0) break
    stack.push(frame)
  }
  return stack
}

export interface SampleFacts {
  /** Samples by index of the thread. */
  readonly threads: ReadonlyMap<number, number>
  readonly bins: Uint32Array
  readonly rules: TraceFrameFacts['rules']
}

/** What the samples with a function say: when, on which threads, doing what. */
export function sampleFacts(source: FrameSource, functionIndex: number): SampleFacts {
  const { calls, places, samples, filter, range, ticksPerMs } = source
  const isWithin = nodesWithin(calls, functionIndex)
  const threads = new Map<number, number>()
  const bins = new Uint32Array(binCount)
  const counts = sampleRules.map(({ id }) => ({ rule: id, count: 0, correctedCount: 0 }))
  const { classes: chosen, ...otherwise } = filter
  const binTicks = ((range.toMs - range.fromMs) * ticksPerMs) / binCount
  const binAt = (ticks: number): number =>
    Math.min(binCount - 1, Math.max(0, Math.floor((ticks - range.fromMs * ticksPerMs) / binTicks)))
  work.steps += samples.count
  for (let index = 0; index < samples.count; index++) {
    const node = samples.node[index]!
    const place = places === null ? node : places[node]!
    if (place < 0 || isWithin[place] !== 1 || !passesFilter(samples, index, otherwise)) continue
    const counted = counts[samples.rule[index]!]!
    counted.count++
    counted.correctedCount += samples.isCorrected[index]!
    if (chosen !== undefined && !chosen.has(samples.sampleClass[index]!)) continue
    const thread = samples.threadIndex[index]!
    threads.set(thread, (threads.get(thread) ?? 0) + weightIn(samples, index, filter))
    const last = binAt(endOf(samples, index))
    // One that does not say how long it lasts is in one bin.
    for (let bin = binAt(samples.ticks[index]!); bin <= last; bin++) bins[bin]!++
  }
  const rules = counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  return { threads, bins, rules }
}

function nodesWithin({ tree, total }: CallTree, functionIndex: number): Uint8Array {
  const isWithin = new Uint8Array(total.length)
  work.steps += total.length
  for (let node = 1; node < total.length; node++)
    if (tree.functionOf(node) === functionIndex || isWithin[tree.parentOf(node)] === 1) isWithin[node] = 1
  return isWithin
}

/** The threads with the most samples. */
export function threadRows(
  threads: ReadonlyMap<number, number>,
  threadOf: (index: number) => { readonly id: number; readonly name: string } | undefined,
): TraceFrameFacts['threads'] {
  const heaviest = [...threads].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, mostRows)
  const rows = heaviest.map(([index, samples]) => {
    const { id, name } = threadOf(index) ?? { id: 0, name: '' }
    return { id, name, samples }
  })
  return { rows, count: threads.size }
}

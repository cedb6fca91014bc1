import type { TraceSelection, TraceTransform } from '../../../shared/model/trace-selection.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { FunctionEntry } from '../code/function-table.ts'
import { sampleFilter } from '../trace/sample-question.ts'
import { type CallTree, callTree } from './call-tree.ts'
import type { CodeTree } from './code-tree.ts'
import { type PreparedSamples, type SampleFilter, weigh } from './prepared-samples.ts'
import { ReshapedTree } from './reshaped-tree.ts'
import type { SampledStacks } from './sampled-stacks.ts'
import { type WeightedEvents, weighEvents } from './weigh-events.ts'
import { reshapingOf } from './transforms.ts'

/** Trees kept: a person goes back and forth between a few. */
const keptShapes = 4
const keptTrees = 8

interface Shape {
  readonly tree: CodeTree
  /** By node of the trace's own tree; -1: counts no more. Null: the tree is the trace's own. */
  readonly placeOf: Int32Array | null
}

/** The samples of a selection one by one, with their places in its tree. */
export interface SelectedSamples extends Shape {
  readonly samples: PreparedSamples
  readonly filter: SampleFilter
}

/**
 * Samples of one trace added up for a selection. The shape of the tree depends on the transforms only, so another range, other threads or
 * classes cost one pass over the samples.
 */
export class SelectedStacks {
  readonly #sampled: SampledStacks
  readonly #trace: Trace
  readonly #isOwnCode: (entry: FunctionEntry) => boolean
  readonly #shapes = new Map<string, Shape>()
  readonly #trees = new Map<string, CallTree>()
  #nodeCount = 0

  constructor(sampled: SampledStacks, trace: Trace, isOwnCode: (entry: FunctionEntry) => boolean) {
    this.#sampled = sampled
    this.#trace = trace
    this.#isOwnCode = isOwnCode
  }

  /** Its `total[0]` is the number of samples that count. */
  callTree(selection: TraceSelection): CallTree {
    this.#forgetIfGrown()
    const { range, threads, classes, transforms } = selection
    const key = JSON.stringify([range, threads, classes, transforms])
    const known = this.#trees.get(key)
    if (known !== undefined) return known
    const { tree, samples } = this.#sampled.prepare()
    const self = weigh(samples, selectionFilter(this.#trace, selection), tree.count)
    const made = this.#shaped(self, transforms)
    keep(this.#trees, key, made, keptTrees)
    return made
  }

  /** The same samples that `callTree` adds up. */
  samples(selection: TraceSelection): SelectedSamples {
    this.#forgetIfGrown()
    const { samples } = this.#sampled.prepare()
    return { ...this.#shape(selection.transforms), samples, filter: selectionFilter(this.#trace, selection) }
  }

  /** The same for events with a stack and a weight; classes are of samples only. */
  eventTree(events: WeightedEvents, selection: TraceSelection): CallTree {
    const { tree } = this.#sampled.prepare()
    const self = weighEvents(events, selectionFilter(this.#trace, selection), this.#sampled.stacks, tree)
    this.#forgetIfGrown()
    return this.#shaped(self, selection.transforms)
  }

  #shaped(self: Float64Array, transforms: readonly TraceTransform[]): CallTree {
    const { tree, placeOf } = this.#shape(transforms)
    return callTree(tree, placeOf === null ? self : moved(self, placeOf, tree.count))
  }

  #shape(transforms: readonly TraceTransform[]): Shape {
    if (transforms.length === 0) return { tree: this.#sampled.prepare().tree, placeOf: null }
    const key = JSON.stringify(transforms)
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    // The one before is likely to be there: transforms are added and taken back one by one.
    const before = this.#shape(transforms.slice(0, -1))
    const { functions } = this.#sampled.prepare().tree
    const context = { functions, isOwnCode: this.#isOwnCode }
    const reshaping = reshapingOf(transforms.at(-1)!, before.tree, context)
    const tree = new ReshapedTree(before.tree, reshaping, functions.internGroup(remainderName, ''))
    const shape = { tree, placeOf: composed(before.placeOf, tree, before.tree.count) }
    keep(this.#shapes, key, shape, keptShapes)
    return shape
  }

  /** Events that are no samples may bring code of other times into the tree. */
  #forgetIfGrown(): void {
    const { count } = this.#sampled.prepare().tree
    if (count === this.#nodeCount) return
    this.#nodeCount = count
    this.#shapes.clear()
    this.#trees.clear()
  }
}

/** Frame of samples whose own frames were all left out. */
export const remainderName = 'Other code'

/** What of the samples counts, before any transform. */
export function selectionFilter(trace: Trace, { range, threads, classes }: TraceSelection) {
  return sampleFilter(trace, {
    ...range,
    ...(threads === null ? {} : { threadIds: threads }),
    ...(classes === null ? {} : { classes }),
  })
}

function composed(first: Int32Array | null, then: ReshapedTree, count: number): Int32Array {
  if (first === null) return Int32Array.from({ length: count }, (_, node) => then.placeOf(node))
  return first.map((node) => (node < 0 ? -1 : then.placeOf(node)))
}

function moved(self: Float64Array, placeOf: Int32Array, nodeCount: number): Float64Array {
  const there = new Float64Array(nodeCount)
  for (let node = 0; node < self.length; node++) {
    const place = placeOf[node]!
    if (place >= 0) there[place]! += self[node]!
  }
  return there
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= most) map.delete(oldest)
  map.set(key, value)
}

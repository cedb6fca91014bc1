import type { TraceSelection, TraceTransform, OwnCodeRules } from '../../../shared/model/trace/trace-selection.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { AwaitEvents } from '../reports/await-events.ts'
import type { IsOwnCode } from './frames/own-code.ts'
import { sampleFilter } from '../trace/sample-question.ts'
import { type CallTree, callTree } from './trees/call-tree.ts'
import type { CodeTree } from './trees/code-tree.ts'
import { type PreparedSamples, type SampleFilter, weigh } from './prepared-samples.ts'
import { JoinedStacks } from './joined-stacks.ts'
import { reshapedTree } from './trees/reshaped-tree.ts'
import type { SampledStacks } from './sampled-stacks.ts'
import { type WeightedEvents, weighEvents } from './weigh-events.ts'
import { reshapingOf } from './transforms.ts'

/** Whose code is what, by the rules of a selection. */
type OwnCodeBy = (rules: OwnCodeRules | undefined) => IsOwnCode

/** Trees kept: a person goes back and forth between a few. */
const keptShapes = 4
const keptTrees = 8

/** What the shape of a tree depends on. */
type ShapedBy = Pick<TraceSelection, 'transforms' | 'ownCode'>

interface Shape {
  readonly tree: CodeTree
  /** By node of the tree that samples have their nodes in; -1: counts no more. Null: that is the tree. */
  readonly placeOf: Int32Array | null
}

/** What the samples and the tree are when stacks are joined over awaits. */
interface Joined {
  readonly stacks: JoinedStacks
  readonly tree: CodeTree
  readonly samples: PreparedSamples
  readonly of: PreparedSamples
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
  readonly #ownCode: OwnCodeBy
  readonly #awaits: AwaitEvents
  readonly #shapes = new Map<string, Shape>()
  readonly #trees = new Map<string, CallTree>()
  #nodeCount = 0
  #joined: Joined | null = null

  constructor(sampled: SampledStacks, trace: Trace, ownCode: OwnCodeBy, awaits: AwaitEvents) {
    this.#sampled = sampled
    this.#trace = trace
    this.#ownCode = ownCode
    this.#awaits = awaits
  }

  /** Its `total[0]` is the number of samples that count. */
  callTree(selection: TraceSelection): CallTree {
    this.#forgetIfGrown()
    const { range, threads, classes, transforms, ownCode } = selection
    const key = JSON.stringify([range, threads, classes, transforms, ownCode])
    const known = this.#trees.get(key)
    if (known !== undefined) return known
    const { tree, samples } = this.#base(transforms)
    const self = weigh(samples, selectionFilter(this.#trace, selection), tree.count)
    const made = this.#shaped(self, selection)
    keep(this.#trees, key, made, keptTrees)
    return made
  }

  /** The same samples that `callTree` adds up. */
  samples(selection: TraceSelection): SelectedSamples {
    this.#forgetIfGrown()
    const { samples } = this.#base(selection.transforms)
    return { ...this.#shape(selection), samples, filter: selectionFilter(this.#trace, selection) }
  }

  /** The same for events with a stack and a weight; classes are of samples only. */
  eventTree(events: WeightedEvents, selection: TraceSelection): CallTree {
    const { tree } = this.#sampled.prepare()
    const filter = selectionFilter(this.#trace, selection)
    const plain = (row: number): number =>
      tree.nodeAt(this.#sampled.stacks.nodeOf(events.stackIndex[row]!), events.ticks[row]!)
    if (!isJoined(selection.transforms)) {
      const self = weighEvents(events, filter, tree, plain)
      this.#forgetIfGrown()
      return this.#shaped(self, selection)
    }
    const { stacks, tree: joined } = this.#join()
    const self = weighEvents(events, filter, joined, (row) =>
      stacks.placeOf(plain(row), events.threadIndex[row]!, events.ticks[row]!),
    )
    this.#forgetIfGrown()
    return this.#shaped(self, selection)
  }

  /** Awaits are joined before anything else is done to stacks, whenever they were. */
  #base(transforms: readonly TraceTransform[]): { readonly tree: CodeTree; readonly samples: PreparedSamples } {
    return isJoined(transforms) ? this.#join() : this.#sampled.prepare()
  }

  #join(): Joined {
    const { tree, samples } = this.#sampled.prepare()
    if (this.#joined?.of === samples) return this.#joined
    const stacks = new JoinedStacks(tree, this.#sampled.stacks, this.#awaits)
    const { node, threadIndex, ticks } = samples
    const joinedNodes = node.map((of, sample) => stacks.placeOf(of, threadIndex[sample]!, ticks[sample]!))
    return (this.#joined = { stacks, tree: stacks.tree, samples: { ...samples, node: joinedNodes }, of: samples })
  }

  #shaped(self: Float64Array, selection: ShapedBy): CallTree {
    const { tree, placeOf } = this.#shape(selection)
    return callTree(tree, placeOf === null ? self : moved(self, placeOf, tree.count), this.#ownCode(selection.ownCode))
  }

  #shape({ transforms: all, ownCode }: ShapedBy): Shape {
    const isOfJoined = isJoined(all)
    const transforms = all.filter(({ kind }) => kind !== 'join-async')
    if (transforms.length === 0) return { tree: this.#base(all).tree, placeOf: null }
    const key = JSON.stringify([isOfJoined, transforms, ownCode])
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    // The one before is likely to be there: transforms are added and taken back one by one.
    const before = this.#shape({
      transforms: [...(isOfJoined ? [joinAsync] : []), ...transforms.slice(0, -1)],
      ownCode,
    })
    const { functions } = this.#sampled.prepare().tree
    const context = { functions, isOwnCode: this.#ownCode(ownCode) }
    const reshaping = reshapingOf(transforms.at(-1)!, before.tree, context)
    const { tree, placeOf } = reshapedTree(before.tree, reshaping, functions.internGroup(remainderName, ''))
    const shape = { tree, placeOf: composed(before.placeOf, placeOf) }
    keep(this.#shapes, key, shape, keptShapes)
    return shape
  }

  /** Events that are no samples may bring code of other times into the tree. */
  #forgetIfGrown(): void {
    const count = this.#sampled.prepare().tree.count + (this.#joined?.tree.count ?? 0)
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

const joinAsync: TraceTransform = { kind: 'join-async' }

function isJoined(transforms: readonly TraceTransform[]): boolean {
  return transforms.some(({ kind }) => kind === 'join-async')
}

function composed(first: Int32Array | null, then: Int32Array): Int32Array {
  return first === null ? then : first.map((node) => (node < 0 ? -1 : then[node]!))
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

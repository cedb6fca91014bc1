import { unresolvedFunction } from '../code/function-table.ts'
import type { FunctionTree } from './function-tree.ts'
import { SampleClassifier } from './sample-class.ts'
import type { Samples } from './samples.ts'
import type { StackTree } from './stack-tree.ts'

/** Samples with the node of their stack in the function tree and their class, ready to be added up. Columns of `count` rows. */
export interface PreparedSamples {
  readonly count: number
  readonly ticks: Float64Array
  readonly threadIndex: Uint32Array
  readonly node: Uint32Array
  /** Index into `sampleClasses`. */
  readonly sampleClass: Uint8Array
}

/** Afterwards the function tree does not grow any more. */
export function prepareSamples(samples: Samples, stacks: StackTree, tree: FunctionTree): PreparedSamples {
  const { count } = samples
  const node = new Uint32Array(count)
  const sampleClass = new Uint8Array(count)
  const classifier = new SampleClassifier(tree.functions)
  const { ticks, stackIndex, kind } = samples
  for (let index = 0; index < count; index++) {
    const leaf = tree.nodeAt(stacks.nodeOf(stackIndex[index]!), ticks[index]!)
    node[index] = leaf
    sampleClass[index] = classifier.classOf(kind[index]!, callingFunction(tree, leaf))
  }
  return {
    count,
    ticks: ticks.slice(0, count),
    threadIndex: samples.threadIndex.slice(0, count),
    node,
    sampleClass,
  }
}

/** Calls into native code go through stubs that nobody names: what is waited for is told by who called them. */
function callingFunction(tree: FunctionTree, leaf: number): number {
  const of = tree.functionOf(leaf)
  return of === unresolvedFunction ? tree.functionOf(tree.parentOf(leaf)) : of
}

/** Which samples count. Everything left out means no restriction. */
export interface SampleFilter {
  /** Ticks since sync, `[from, to)`. */
  readonly fromTicks?: number
  readonly toTicks?: number
  readonly threads?: ReadonlySet<number>
  /** Indexes into `sampleClasses`. */
  readonly classes?: ReadonlySet<number>
}

/** Samples per node of the function tree, at the leaf of each. */
export function weigh(samples: PreparedSamples, filter: SampleFilter, nodeCount: number): Float64Array {
  const self = new Float64Array(nodeCount)
  forEachSample(samples, filter, (index) => self[samples.node[index]!]!++)
  return self
}

/** Samples per class that pass the filter. */
export function countClasses(samples: PreparedSamples, filter: SampleFilter): Float64Array {
  const counts = new Float64Array(3)
  forEachSample(samples, filter, (index) => counts[samples.sampleClass[index]!]!++)
  return counts
}

/** One row at a time; `weigh` and `countClasses` do the same in one go. */
export function passesFilter(samples: PreparedSamples, index: number, filter: SampleFilter): boolean {
  const at = samples.ticks[index]!
  if (at < (filter.fromTicks ?? Number.NEGATIVE_INFINITY) || at >= (filter.toTicks ?? Number.POSITIVE_INFINITY))
    return false
  const { threads, classes } = filter
  if (threads !== undefined && !threads.has(samples.threadIndex[index]!)) return false
  return classes === undefined || classes.has(samples.sampleClass[index]!)
}

function forEachSample(samples: PreparedSamples, filter: SampleFilter, visit: (index: number) => void): void {
  const from = filter.fromTicks ?? Number.NEGATIVE_INFINITY
  const to = filter.toTicks ?? Number.POSITIVE_INFINITY
  const { threads, classes } = filter
  const { count, ticks, threadIndex, sampleClass } = samples
  for (let index = 0; index < count; index++) {
    const at = ticks[index]!
    if (at < from || at >= to) continue
    if (threads !== undefined && !threads.has(threadIndex[index]!)) continue
    if (classes !== undefined && !classes.has(sampleClass[index]!)) continue
    visit(index)
  }
}

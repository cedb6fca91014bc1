import { type SampleRuleCount, sampleRules } from '../../../shared/model/sample-rules.ts'
import { traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceSampleCounts } from '../../../shared/model/trace/trace.ts'
import type { FunctionTree } from './trees/function-tree.ts'
import { classIndex, classOfRule, isCorrected, ruleIndex, SampleClassifier } from './sample-class.ts'
import { sampleKinds, type Samples } from './samples.ts'
import type { StackTree } from './trees/stack-tree.ts'

/** Samples with the node of their stack in the function tree and their class, ready to be added up. Columns of `count` rows. */
export interface PreparedSamples {
  readonly count: number
  readonly ticks: Float64Array
  readonly threadIndex: Uint32Array
  readonly node: Uint32Array
  /** Index into `traceSampleClasses`. */
  readonly sampleClass: Uint8Array
  /** Index into `sampleRules`: why the sample is of its class. */
  readonly rule: Uint8Array
  /** 1: not what the runtime reported. */
  readonly isCorrected: Uint8Array
  /** Of files that other tools wrote; without it every sample counts once. */
  readonly weight?: Float64Array
  /** Weights are times: a sample lasts for its weight, and not until the next one. */
  readonly ticksPerWeight?: number
}

/** Where the samples count that ended in a poll for a garbage collection: where the stack ends, or where it was called. */
export type PollPlace = 'leaf' | 'caller'

/** Afterwards the function tree does not grow any more. */
export function prepareSamples(
  samples: Samples,
  stacks: StackTree,
  tree: FunctionTree,
  polls: PollPlace = 'caller',
): PreparedSamples {
  const { count } = samples
  const node = new Uint32Array(count)
  const sampleClass = new Uint8Array(count)
  const rule = new Uint8Array(count)
  const corrected = new Uint8Array(count)
  const classifier = new SampleClassifier(tree)
  const { ticks, stackIndex, kind } = samples
  for (let index = 0; index < count; index++) {
    const leaf = tree.nodeAt(stacks.nodeOf(stackIndex[index]!), ticks[index]!)
    if (kind[index] === sampleKinds.imported) {
      node[index] = leaf
      rule[index] = ruleIndex.imported
      sampleClass[index] = classIndex.unknown
      continue
    }
    const found = classifier.ruleOf(kind[index]!, leaf)
    node[index] = polls === 'caller' ? classifier.placeOf(leaf) : leaf
    rule[index] = found
    sampleClass[index] = classOfRule[found]!
    corrected[index] = isCorrected(kind[index]!, found) ? 1 : 0
  }
  return {
    count,
    // Rows that are there do not change any more.
    ticks: ticks.subarray(0, count),
    threadIndex: samples.threadIndex.subarray(0, count),
    node,
    sampleClass,
    rule,
    isCorrected: corrected,
    ...(samples.weight === null ? {} : { weight: samples.weight.subarray(0, count) }),
    ...(samples.ticksPerWeight === null ? {} : { ticksPerWeight: samples.ticksPerWeight }),
  }
}

/** Which samples count. Everything left out means no restriction. */
export interface SampleFilter {
  /** Ticks since sync, `[from, to)`. */
  readonly fromTicks?: number
  readonly toTicks?: number
  readonly threads?: ReadonlySet<number>
  /** Indexes into `traceSampleClasses`. */
  readonly classes?: ReadonlySet<number>
}

/** Samples, or their weights, per node of the function tree, at the leaf of each. */
export function weigh(samples: PreparedSamples, filter: SampleFilter, nodeCount: number): Float64Array {
  const { node, weight } = samples
  if (weight === undefined) return countBy(node, samples, filter, nodeCount)
  const self = new Float64Array(nodeCount)
  forEachSample(samples, filter, (index) => void (self[node[index]!]! += weightIn(samples, index, filter)))
  return self
}

/** What a sample that passes the filter counts: of one that says how long it lasts, the part within the range. */
export function weightIn(
  { ticks, weight, ticksPerWeight }: PreparedSamples,
  index: number,
  { fromTicks, toTicks }: SampleFilter,
): number {
  if (weight === undefined) return 1
  const all = weight[index]!
  if (ticksPerWeight === undefined || (fromTicks === undefined && toTicks === undefined)) return all
  const start = Math.max(ticks[index]!, fromTicks ?? Number.NEGATIVE_INFINITY)
  const end = Math.min(ticks[index]! + all * ticksPerWeight, toTicks ?? Number.POSITIVE_INFINITY)
  return Math.max(0, end - start) / ticksPerWeight
}

/** When a sample is over; one that does not say it has no length. */
export function endOf({ ticks, weight, ticksPerWeight }: PreparedSamples, index: number): number {
  return ticks[index]! + (weight === undefined || ticksPerWeight === undefined ? 0 : weight[index]! * ticksPerWeight)
}

/** Times and lengths of a file are added up with fractions: a shorter gap is none. */
const roundingTicks = 2

/** The same where the next sample of the thread follows at once. */
export function endUpTo(samples: PreparedSamples, index: number, nextTicks: number): number {
  const end = endOf(samples, index)
  return nextTicks - end < roundingTicks ? nextTicks : end
}

/** Samples per class that pass the filter. */
export function countClasses(samples: PreparedSamples, filter: SampleFilter): Float64Array {
  return countBy(samples.sampleClass, samples, filter, traceSampleClasses.length)
}

/** The same with the names of the classes. */
export function classCounts(samples: PreparedSamples, filter: SampleFilter): TraceSampleCounts {
  const counts = countClasses(samples, filter)
  const [running = 0, spinning = 0, waiting = 0, idle = 0, unknown = 0] = counts
  return { running, spinning, waiting, idle, unknown }
}

/**
 * Samples by the rule that classified them, the most first; of a frame with `isAt`, which is asked for the node of each sample. Rules
 * without a sample are left out.
 */
export function ruleCounts(
  samples: PreparedSamples,
  filter: SampleFilter,
  isAt: ((node: number) => boolean) | null = null,
): readonly SampleRuleCount[] {
  const counts = new Float64Array(sampleRules.length)
  const corrected = new Float64Array(sampleRules.length)
  const { count, node, rule } = samples
  const isWhole = isEverySample(filter)
  for (let index = 0; index < count; index++) {
    if (!isWhole && !passesFilter(samples, index, filter)) continue
    if (isAt !== null && !isAt(node[index]!)) continue
    const of = rule[index]!
    counts[of]!++
    corrected[of]! += samples.isCorrected[index]!
  }
  return sampleRules
    .map(({ id }, of) => ({ rule: id, count: counts[of]!, correctedCount: corrected[of]! }))
    .filter((one) => one.count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** One row at a time; `weigh` and `countClasses` do the same in one go. */
export function passesFilter(samples: PreparedSamples, index: number, filter: SampleFilter): boolean {
  if (!isInTime(samples, index, filter)) return false
  const { threads, classes } = filter
  if (threads !== undefined && !threads.has(samples.threadIndex[index]!)) return false
  return classes === undefined || classes.has(samples.sampleClass[index]!)
}

/** What began before the range and lasts into it is in it, too. */
function isInTime(samples: PreparedSamples, index: number, { fromTicks, toTicks }: SampleFilter): boolean {
  const at = samples.ticks[index]!
  if (at >= (toTicks ?? Number.POSITIVE_INFINITY)) return false
  return at >= (fromTicks ?? Number.NEGATIVE_INFINITY) || endOf(samples, index) > fromTicks!
}

function isEverySample({ fromTicks, toTicks, threads, classes }: SampleFilter): boolean {
  return fromTicks === undefined && toTicks === undefined && threads === undefined && classes === undefined
}

/** Samples that pass the filter by what a column says of them, below `size`. All of them are the usual question, and there may be millions. */
function countBy(
  column: Uint8Array | Uint32Array,
  samples: PreparedSamples,
  filter: SampleFilter,
  size: number,
): Float64Array {
  const counts = new Float64Array(size)
  if (!isEverySample(filter)) forEachSample(samples, filter, (index) => counts[column[index]!]!++)
  else for (let index = 0; index < samples.count; index++) counts[column[index]!]!++
  return counts
}

function forEachSample(samples: PreparedSamples, filter: SampleFilter, visit: (index: number) => void): void {
  const from = filter.fromTicks ?? Number.NEGATIVE_INFINITY
  const to = filter.toTicks ?? Number.POSITIVE_INFINITY
  const { threads, classes } = filter
  const { count, ticks, threadIndex, sampleClass, ticksPerWeight } = samples
  for (let index = 0; index < count; index++) {
    const at = ticks[index]!
    if (at >= to || (at < from && (ticksPerWeight === undefined || endOf(samples, index) <= from))) continue
    if (threads !== undefined && !threads.has(threadIndex[index]!)) continue
    if (classes !== undefined && !classes.has(sampleClass[index]!)) continue
    visit(index)
  }
}

import { type SampleRuleId, sampleRules } from '../../../shared/model/sample-rules.ts'
import { traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import { unresolvedFunction } from '../code/function-table.ts'
import { type FrameFacts, frameFacts } from './frames/blocking-frames.ts'
import { sampleKinds } from './samples.ts'

export const classIndex = indexes(traceSampleClasses)
export const ruleIndex = indexes(sampleRules.map(({ id }) => id))

/** Class of each rule, by its number. */
export const classOfRule = Uint8Array.from(sampleRules, ({ sampleClass }) => classIndex[sampleClass])

/** Frames between the leaf and the method that waits; .NET needs fewer than ten. */
const mostWaitFrames = 16
const mostPollFrames = 4

/** A tree of stacks, as far as classes need it. A node of 0 is the root of all. */
export interface ClassifiedTree {
  /** Nodes whose rule is kept once it is found; 0 where the names of frames are still to come. */
  readonly count: number
  parentOf(node: number): number
  functionOf(node: number): number
  readonly functions: { get(index: number): { readonly name: string } }
}

/** Finds the rule of a sample by its flag and the frames at its leaf; each function and each node is looked at once. */
export class SampleClassifier {
  readonly #tree: ClassifiedTree
  readonly #facts: (FrameFacts | undefined)[] = []
  /** By node and kind of the sample; the rule's number + 1. */
  readonly #known: readonly [Uint8Array, Uint8Array, Uint8Array]

  constructor(tree: ClassifiedTree) {
    this.#tree = tree
    this.#known = [new Uint8Array(tree.count), new Uint8Array(tree.count), new Uint8Array(tree.count)]
  }

  /** Index into `sampleRules`. */
  ruleOf(kind: number, leaf: number): number {
    const known = this.#known[kind as 0 | 1 | 2]
    if (known === undefined) return ruleIndex[this.#find(kind, leaf)]
    // The tree grows where the function of an address depends on the time: what lies beyond is found anew each time.
    return (known[leaf] ||= ruleIndex[this.#find(kind, leaf)] + 1) - 1
  }

  /** Where a sample counts: polls for a collection are no place where time goes. */
  placeOf(leaf: number): number {
    let node = leaf
    for (let level = 0; level < mostPollFrames && node !== 0 && this.#factsOf(node).isGcPoll; level++)
      node = this.#tree.parentOf(node)
    return node === 0 ? leaf : node
  }

  #find(kind: number, leaf: number): SampleRuleId {
    const place = this.placeOf(leaf)
    const blocked = this.#blockedRule(kind, place)
    if (blocked !== null) return blocked
    if (place !== leaf) return 'gc-poll'
    if (kind === sampleKinds.managed) return 'managed-code'
    return kind === sampleKinds.external ? 'native-code' : 'no-state'
  }

  /** Null: the frames say nothing. */
  #blockedRule(kind: number, leaf: number): SampleRuleId | null {
    const { leaf: rule } = this.#factsOf(this.#callingNode(leaf))
    const runs = kind === sampleKinds.managed && leaf === this.#callingNode(leaf) ? rule?.runs : undefined
    if (runs !== undefined) return runs === 'managed-code' ? null : runs
    const waiter = rule !== null || kind !== sampleKinds.managed ? this.#waiterAbove(leaf) : null
    return waiter ?? rule?.rule ?? null
  }

  /** Calls into native code go through stubs that nobody names: what is waited for is known by who called them. */
  #callingNode(leaf: number): number {
    return this.#tree.functionOf(leaf) === unresolvedFunction ? this.#tree.parentOf(leaf) : leaf
  }

  #waiterAbove(leaf: number): SampleRuleId | null {
    let node = leaf
    for (let level = 0; level < mostWaitFrames && node !== 0; level++) {
      const { waiter, isWaitFrame } = this.#factsOf(node)
      if (waiter !== null) return waiter
      if (!isWaitFrame) return null
      node = this.#tree.parentOf(node)
    }
    return null
  }

  #factsOf(node: number): FrameFacts {
    const of = this.#tree.functionOf(node)
    return (this.#facts[of] ??= frameFacts(this.#tree.functions.get(of).name))
  }
}

/** The runtime reported running for a thread that did not, or the other way round. */
export function isCorrected(kind: number, rule: number): boolean {
  const found = classOfRule[rule]
  const runs = found === classIndex.running || found === classIndex.spinning
  return kind === sampleKinds.managed ? !runs : kind === sampleKinds.external && runs
}

function indexes<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>
}

import { CodeEvents } from '../code/code-events.ts'
import { CodeIndex } from '../code/code-index.ts'
import { FunctionNumbers, FunctionTable } from '../code/function-table.ts'
import { combineListeners } from '../trace/combine-listeners.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { type CallTree, callTree } from './trees/call-tree.ts'
import { FunctionTree, type WantedNodes } from './trees/function-tree.ts'
import { type PollPlace, type PreparedSamples, prepareSamples, type SampleFilter, weigh } from './prepared-samples.ts'
import { isSampleType, Samples } from './samples.ts'
import { StackTree } from './trees/stack-tree.ts'

/** More take more memory than their tree does. */
const mostWaitingBytes = 128 * 2 ** 20

/** Everything about samples that is collected while a trace is read, and what can be asked when it is. */
export class SampledStacks {
  readonly code = new CodeEvents()
  readonly stacks = new StackTree(mostWaitingBytes)
  readonly samples = new Samples()
  readonly listener: TraceListener = combineListeners([
    this.code,
    this.stacks,
    this.samples,
    // They are all wanted then, and better at hand than kept.
    { onEventType: (type) => void (isSampleType(type) && this.stacks.begin()) },
  ])
  readonly #polls: PollPlace
  readonly #numbers = new FunctionNumbers()
  #prepared: { readonly tree: FunctionTree; readonly samples: PreparedSamples } | null = null

  constructor(polls: PollPlace = 'caller') {
    this.#polls = polls
  }

  /** More was read or named: the next `prepare` begins anew. What was made from the last one must not be used any more. */
  renew(): void {
    this.#prepared = null
  }

  /** Of what was read until now. */
  prepare(): { readonly tree: FunctionTree; readonly samples: PreparedSamples } {
    if (this.#prepared !== null) return this.#prepared
    const { methods, modules } = this.code
    const functions = new FunctionTable(methods, modules, new CodeIndex(methods), this.#numbers)
    const tree = new FunctionTree(this.stacks, functions, sampledNodes(this.samples, this.stacks))
    this.#prepared = { tree, samples: prepareSamples(this.samples, this.stacks, tree, this.#polls) }
    return this.#prepared
  }

  callTree(filter: SampleFilter = {}): CallTree {
    const { tree, samples } = this.prepare()
    return callTree(tree, weigh(samples, filter, tree.count))
  }
}

/** Where a sample was taken. Most stacks of a recording may be those of other events. */
function sampledNodes({ stackIndex, count: sampleCount }: Samples, stacks: StackTree): WantedNodes {
  if (sampleCount === 0) return { isWanted: new Uint8Array(0), count: 0 }
  const isWanted = new Uint8Array(stacks.count)
  for (let sample = 0; sample < sampleCount; sample++) isWanted[stacks.nodeOf(stackIndex[sample]!)] = 1
  isWanted[0] = 0
  let count = 0
  for (let node = stacks.count - 1; node > 0; node--) {
    if (isWanted[node] === 0) continue
    count++
    isWanted[stacks.parentOf(node)] = 1
  }
  return { isWanted, count }
}

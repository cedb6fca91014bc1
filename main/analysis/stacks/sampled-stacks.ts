import { CodeEvents } from '../code/code-events.ts'
import { CodeIndex } from '../code/code-index.ts'
import { FunctionNumbers, FunctionTable } from '../code/function-table.ts'
import { combineListeners } from '../trace/combine-listeners.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { type CallTree, callTree } from './call-tree.ts'
import { FunctionTree } from './function-tree.ts'
import { type PollPlace, type PreparedSamples, prepareSamples, type SampleFilter, weigh } from './prepared-samples.ts'
import { Samples } from './samples.ts'
import { StackTree } from './stack-tree.ts'

/** Everything about samples that is collected while a trace is read, and what can be asked when it is. */
export class SampledStacks {
  readonly code = new CodeEvents()
  readonly stacks = new StackTree()
  readonly samples = new Samples()
  readonly listener: TraceListener = combineListeners([this.code, this.stacks, this.samples])
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

/** By node of the stack tree: 1 where a sample was taken, or below. Most stacks of a recording may be those of other events. */
function sampledNodes({ stackIndex, count }: Samples, stacks: StackTree): Uint8Array {
  const isSampled = new Uint8Array(stacks.count)
  for (let sample = 0; sample < count; sample++) isSampled[stacks.nodeOf(stackIndex[sample]!)] = 1
  isSampled[0] = 0
  if (count > 0)
    for (let node = stacks.count - 1; node > 0; node--) if (isSampled[node] === 1) isSampled[stacks.parentOf(node)] = 1
  return isSampled
}

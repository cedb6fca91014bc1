import { unresolvedFunction, type FunctionEntry } from '../code/function-table.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'

const noFunction: FunctionEntry = { name: '', module: '', kind: 'unresolved' }
/** Code that waits on behalf of others. */
const waitingCode = /^(?:System\.Threading\.|Interop)/
/** Code that carries exceptions about. */
const throwingCode = /^System\.Runtime\.(?:EH|ExceptionServices)\./

/** Methods of the stacks of events that are no samples. */
export class Frames {
  readonly #sampled: SampledStacks

  constructor(sampled: SampledStacks) {
    this.#sampled = sampled
  }

  /** Number of the method that had to wait: the innermost one outside of the code of locks and handles; -1 without a stack. */
  waiterOf(stackIndex: number, ticks: number): number {
    return this.#innermost(stackIndex, ticks, ({ name }) => !waitingCode.test(name))
  }

  /** Number of the method that threw: the runtime's own handling of exceptions is managed code from .NET 9 on. */
  throwerOf(stackIndex: number, ticks: number): number {
    return this.#innermost(stackIndex, ticks, ({ name }) => !throwingCode.test(name))
  }

  /** Empty names for -1. */
  get(functionIndex: number): FunctionEntry {
    return functionIndex < 0 ? noFunction : this.#sampled.prepare().tree.functions.get(functionIndex)
  }

  #innermost(stackIndex: number, ticks: number, isWanted: (entry: FunctionEntry) => boolean): number {
    if (stackIndex === 0) return -1
    const { tree } = this.#sampled.prepare()
    let innermost = -1
    let node = tree.nodeAt(this.#sampled.stacks.nodeOf(stackIndex), ticks)
    for (; node !== 0; node = tree.parentOf(node)) {
      const of = tree.functionOf(node)
      if (of === unresolvedFunction) continue
      if (innermost < 0) innermost = of
      if (isWanted(tree.functions.get(of))) return of
    }
    return innermost
  }
}

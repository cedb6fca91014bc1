import { unresolvedFunction, type FunctionEntry } from '../code/function-table.ts'
import { work } from '../../nettrace/work-steps.ts'
import { grownColumn } from '../grown-column.ts'
import type { OwnCodeRules } from '../../../shared/model/trace/trace-selection.ts'
import { ownCode } from '../stacks/frames/own-code.ts'
import type { FunctionTree } from '../stacks/trees/function-tree.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'

const noFunction: FunctionEntry = { name: '', displayName: '', module: '', kind: 'unresolved' }
/** Code that waits on behalf of others. */
const waitingCode =
  /^(?:System\.Threading\.|Interop|System\.Runtime\.CompilerServices\.\w*TaskAwaiter|System\.Diagnostics\.Tracing\.NativeRuntimeEventSource\.)/
/** Code that carries exceptions about. */
const throwingCode = /^System\.Runtime\.(?:EH|ExceptionServices)\./

/** Number of the innermost function of the application on the stack of an event; -1: there is none. */
export type OwnerOf = (stackIndex: number, ticks: number) => number

/** Methods of the stacks of events that are no samples. */
export class Frames {
  readonly #sampled: SampledStacks
  readonly #named = new NearestFunction(() => true)
  readonly #waiters = new NearestFunction(({ name }) => !waitingCode.test(name))
  readonly #throwers = new NearestFunction(({ name }) => !throwingCode.test(name))
  /** By the rules that were asked for last. */
  #owners: { readonly key: string; readonly nearest: NearestFunction } | null = null

  constructor(sampled: SampledStacks) {
    this.#sampled = sampled
  }

  /** Number of the method that had to wait: the innermost one outside of the code of locks and handles; -1 without a stack. */
  waiterOf(stackIndex: number, ticks: number): number {
    return this.#innermost(stackIndex, ticks, this.#waiters)
  }

  /** Number of the method that threw: the runtime's own handling of exceptions is managed code from .NET 9 on. */
  throwerOf(stackIndex: number, ticks: number): number {
    return this.#innermost(stackIndex, ticks, this.#throwers)
  }

  /** Whose code is what is said by the rules. */
  owners(rules: OwnCodeRules | undefined): OwnerOf {
    const key = JSON.stringify([rules])
    if (this.#owners?.key !== key) this.#owners = { key, nearest: new NearestFunction(ownCode(rules)) }
    const { nearest } = this.#owners
    return (stackIndex, ticks) => {
      if (stackIndex === 0) return -1
      const { tree } = this.#sampled.prepare()
      return nearest.at(tree, tree.nodeAt(this.#sampled.stacks.nodeOf(stackIndex), ticks))
    }
  }

  /** Empty names for -1. */
  get(functionIndex: number): FunctionEntry {
    return functionIndex < 0 ? noFunction : this.#sampled.prepare().tree.functions.get(functionIndex)
  }

  #innermost(stackIndex: number, ticks: number, wanted: NearestFunction): number {
    if (stackIndex === 0) return -1
    const { tree } = this.#sampled.prepare()
    const node = tree.nodeAt(this.#sampled.stacks.nodeOf(stackIndex), ticks)
    const found = wanted.at(tree, node)
    return found < 0 ? this.#named.at(tree, node) : found
  }
}

/** The nearest function of a kind from a node up, for every node of the tree in one go: deep stacks are looked at once, not per event. */
class NearestFunction {
  readonly #isOfKind: (entry: FunctionEntry) => boolean
  readonly #isOfKindByFunction: (boolean | undefined)[] = []
  /** Function and one by node; 0: none. */
  #found = new Int32Array(1)
  #count = 1

  constructor(isOfKind: (entry: FunctionEntry) => boolean) {
    this.#isOfKind = isOfKind
  }

  /** -1: there is none. */
  at(tree: FunctionTree, node: number): number {
    if (node >= this.#count) this.#fill(tree)
    return this.#found[node]! - 1
  }

  /** Parents have smaller numbers. The tree grows where the function of an address depends on the time. */
  #fill(tree: FunctionTree): void {
    while (this.#found.length < tree.count) this.#found = grownColumn(this.#found, Int32Array)
    work.steps += tree.count - this.#count
    for (; this.#count < tree.count; this.#count++) {
      const of = tree.functionOf(this.#count)
      const isFound = (this.#isOfKindByFunction[of] ??=
        of !== unresolvedFunction && this.#isOfKind(tree.functions.get(of)))
      this.#found[this.#count] = isFound ? of + 1 : this.#found[tree.parentOf(this.#count)]!
    }
  }
}

import { asyncMethodOf, nameWithoutArguments } from '../../names/async-names.ts'
import { grownColumn } from '../../grown-column.ts'
import type { CodeTree } from '../trees/code-tree.ts'

/**
 * What starts the state machine of an asynchronous method, and what goes on with it. In optimized code the box of the machine may be part of
 * what runs the continuations of a task that has ended.
 */
const starter =
  /^System\.Runtime\.CompilerServices\.Async\w*MethodBuilder\w*(?:`1)?(?:\[.*\])?\.Start(?:$|\[|<)|^System\.Runtime\.CompilerServices\.AsyncMethodBuilderCore\.Start(?:$|\[|<)/
const resumer =
  /AsyncStateMachineBox|^System\.Threading\.Tasks\.(?:Task|AwaitTaskContinuation)\.Run(?:Continuations|OrScheduleAction)$|^System\.Runtime\.CompilerServices\.TaskAwaiter\+<>c\w*\.<OutputWaitEtwEvents>/
/** Between a body and what called it, or went on with it. */
const mostBetween = 4

interface FunctionFacts {
  readonly name: string
  /** Of the body of an asynchronous method: the method; null: another function. */
  readonly method: string | null
}

/** Which frames of a tree are bodies of asynchronous methods, and how each came to run. Grows with the tree. */
export class AsyncFrames {
  readonly #tree: CodeTree
  readonly #facts: (FunctionFacts | undefined)[] = []
  /** By node: the innermost body from there up; 0: none. */
  #body = new Int32Array(1024)
  /** The same for bodies that were resumed. */
  #resumed = new Int32Array(1024)
  /** Nodes that were looked at. A tree grows by a few at a time: the columns have room ahead of it. */
  #count = 1

  constructor(tree: CodeTree) {
    this.#tree = tree
  }

  bodyAt(node: number): number {
    this.#follow(node)
    return this.#body[node]!
  }

  /** Everything above it on the stack is the thread pool, or a method that ended. */
  resumedAt(node: number): number {
    this.#follow(node)
    return this.#resumed[node]!
  }

  /** The caller of a node; of a body that was started, the caller of its method. */
  callerOf(node: number): number {
    const parent = this.#tree.parentOf(node)
    const { method } = this.#factsOf(node)
    if (method === null) return parent
    let at = parent
    for (let level = 0; level < mostBetween && at !== 0; level++, at = this.#tree.parentOf(at)) {
      const { name } = this.#factsOf(at)
      const isMethod = name === method || name.startsWith(`${method}[`)
      if (!isMethod && !starter.test(name)) return at
    }
    return at
  }

  #follow(node: number): void {
    if (node < this.#count) return
    const { count } = this.#tree
    while (count > this.#body.length) {
      this.#body = grownColumn(this.#body, Int32Array)
      this.#resumed = grownColumn(this.#resumed, Int32Array)
    }
    for (let at = this.#count; at < count; at++) {
      const parent = this.#tree.parentOf(at)
      const isBody = this.#factsOf(at).method !== null
      this.#body[at] = isBody ? at : this.#body[parent]!
      this.#resumed[at] = isBody && this.#wasResumed(at) ? at : this.#resumed[parent]!
    }
    this.#count = count
  }

  #wasResumed(body: number): boolean {
    let at = this.#tree.parentOf(body)
    for (let level = 0; level < mostBetween && at !== 0; level++, at = this.#tree.parentOf(at)) {
      const { name, method } = this.#factsOf(at)
      // Of what is no framework code nobody knows what it does with a continuation.
      if (method !== null || !name.startsWith('System.')) return false
      if (resumer.test(name)) return true
    }
    return false
  }

  #factsOf(node: number): FunctionFacts {
    const of = this.#tree.functionOf(node)
    let facts = this.#facts[of]
    if (facts === undefined) {
      const { name } = this.#tree.functions.get(of)
      this.#facts[of] = facts = { name: nameWithoutArguments(name), method: asyncMethodOf(name) }
    }
    return facts
  }
}

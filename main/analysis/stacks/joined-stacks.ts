import { work } from '../../nettrace/work-steps.ts'
import type { AwaitEvents } from '../reports/await-events.ts'
import { AsyncFrames } from './frames/async-frames.ts'
import { CallPaths } from './call-paths.ts'
import type { FunctionTree } from './trees/function-tree.ts'
import type { StackTree } from './trees/stack-tree.ts'
import { TaskContexts } from './task-contexts.ts'

/** Stands above asynchronous methods of which no event says who awaits them. */
export const unknownCallersName = 'Unknown awaiting callers'

/** A method that awaits itself without end; each level is a few calls here. */
const mostLevels = 500
/** More than that by awaits: the rest is left with unknown callers, of which there are no more than nodes before. */
const mostJoinedNodes = 2_000_000

/**
 * Stacks as they would be without awaits: above an asynchronous method that was resumed stand the methods that await it, and not the thread pool.
 * Where nobody awaits it, as in `Task.WhenAll`, those that called it. An await is recorded with the stack of the method that awaits, so
 * nothing is guessed; of a method without such events the callers are unknown.
 */
export class JoinedStacks {
  readonly tree: CallPaths
  readonly #plain: FunctionTree
  readonly #stacks: StackTree
  readonly #awaits: AwaitEvents
  readonly #contexts: TaskContexts
  readonly #frames: AsyncFrames
  readonly #unknown: number
  /** By node of the plain tree that lies under no resumed method. */
  readonly #placeOfPlain = new Map<number, number>()
  /** By task: the place of its method; `inWork` while it is looked for. */
  readonly #placeOfTask = new Map<number, number>()
  readonly #placesUnder = new Map<number, Map<number, number>>()
  readonly #bodyFunctions = new Map<number, number>()
  #level = 0

  constructor(plain: FunctionTree, stacks: StackTree, awaits: AwaitEvents) {
    this.#plain = plain
    this.#stacks = stacks
    this.#awaits = awaits
    this.tree = new CallPaths(plain.functions)
    this.#contexts = new TaskContexts(awaits)
    this.#frames = new AsyncFrames(plain)
    this.#unknown = plain.functions.internGroup(unknownCallersName, '')
  }

  /** Place of a node of the plain tree, for what happened on a thread at a time. */
  placeOf(node: number, threadIndex: number, ticks: number): number {
    const resumed = this.#frames.resumedAt(node)
    if (resumed === 0) return this.#below(0, 0, node, this.#placeOfPlain)
    const task = this.#taskOf(resumed, this.#contexts.at(threadIndex, ticks))
    const body = task === 0 ? this.#withoutCallers(resumed) : this.#placeOfMethod(task, resumed)
    let places = this.#placesUnder.get(body)
    if (places === undefined) this.#placesUnder.set(body, (places = new Map()))
    return this.#below(body, resumed, node, places)
  }

  /** The path from a node on that has a place already; framework calls that only start a method are left out. */
  #below(place: number, from: number, node: number, places: Map<number, number>): number {
    const path: number[] = []
    let at = node
    let known = places.get(at)
    while (known === undefined && at !== from && at !== 0) {
      path.push(at)
      at = this.#frames.callerOf(at)
      known = places.get(at)
    }
    known ??= place
    work.steps += path.length
    for (const below of path.toReversed()) {
      known = this.tree.child(known, this.#plain.functionOf(below))
      places.set(below, known)
    }
    return known
  }

  /** The task if its method is the one at the node: awaits without events come and go in between. */
  #taskOf(body: number, task: number): number {
    return task !== 0 && this.#bodyFunctionOf(task) === this.#plain.functionOf(body) ? task : 0
  }

  /** Function of the method of a task, by the stack of its first await; -1: not known. */
  #bodyFunctionOf(task: number): number {
    const known = this.#bodyFunctions.get(task)
    if (known !== undefined) return known
    const row = this.#contexts.firstAwaitOf(task)
    const body = row < 0 ? 0 : this.#frames.bodyAt(this.#nodeOf(row))
    const found = body === 0 ? -1 : this.#plain.functionOf(body)
    this.#bodyFunctions.set(task, found)
    return found
  }

  #withoutCallers(body: number): number {
    return this.tree.child(this.tree.child(0, this.#unknown), this.#plain.functionOf(body))
  }

  #placeOfMethod(task: number, body: number): number {
    const known = this.#placeOfTask.get(task)
    if (known !== undefined) return known
    const mayLook = this.#level < mostLevels && this.tree.count < mostJoinedNodes
    this.#level++
    // Found again while it is looked for: tasks that await each other.
    this.#placeOfTask.set(task, this.#withoutCallers(body))
    const callers = mayLook ? (this.#placeOfAwaiter(task) ?? this.#placeOfStarter(task)) : null
    this.#level--
    const place = callers === null ? this.#withoutCallers(body) : this.tree.child(callers, this.#plain.functionOf(body))
    this.#placeOfTask.set(task, place)
    return place
  }

  /** Of the only method that awaits the task. */
  #placeOfAwaiter(task: number): number | null {
    const row = this.#contexts.awaitOf(task)
    if (row < 0) return null
    const body = this.#frames.bodyAt(this.#nodeOf(row))
    if (body === 0) return null
    if (this.#frames.resumedAt(body) !== body) return this.#placeAt(body, row)
    const awaiting = this.#taskOf(body, this.#awaits.continuation.at(row))
    return awaiting === 0 ? this.#withoutCallers(body) : this.#placeOfMethod(awaiting, body)
  }

  /** Of what called the method of a task: at its first await it has not been resumed yet. */
  #placeOfStarter(task: number): number | null {
    const row = this.#contexts.firstAwaitOf(task)
    if (row < 0) return null
    const body = this.#frames.bodyAt(this.#nodeOf(row))
    if (body === 0 || this.#frames.resumedAt(body) === body) return null
    return this.#placeAt(this.#frames.callerOf(body), row)
  }

  #placeAt(node: number, row: number): number {
    const { threadIndex, ticks } = this.#awaits.places
    return this.placeOf(node, threadIndex.at(row), ticks.at(row))
  }

  #nodeOf(row: number): number {
    const { stackIndex, ticks } = this.#awaits.places
    return this.#plain.nodeAt(this.#stacks.nodeOf(stackIndex.at(row)), ticks.at(row))
  }
}

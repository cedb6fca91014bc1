import { work } from '../../nettrace/work-steps.ts'
import { countUpTo } from '../code/count-up-to.ts'
import { type AwaitEvents, awaitKinds } from '../reports/await-events.ts'

interface Changes {
  readonly ticks: number[]
  /** The task of the method that runs from then on; 0: none, or one that is not known. */
  readonly task: number[]
}

interface Resumed {
  readonly awaited: number
  readonly task: number
}

/**
 * Who awaits whom, and which asynchronous method a thread had resumed at a time. A method goes by the number of its task. Threads write blocks
 * of their own, so everything is put in order of time first.
 */
export class TaskContexts {
  /** By task: the row in which a method awaits it; -1: several do. */
  readonly #awaitOf = new Map<number, number>()
  /** By task: the row of the first await of its own method. */
  readonly #firstAwaitOf = new Map<number, number>()
  readonly #changes = new Map<number, Changes>()

  constructor(awaits: AwaitEvents) {
    const rows = awaits.places.inOrder()
    work.steps += rows.length
    const threads = new ThreadStacks(this.#changes)
    // An await may be recorded in a block of its own after what it led to, with the same time.
    for (const row of rows) if (awaits.kind.at(row) === awaitKinds.awaits) this.#link(awaits, row)
    for (const row of rows) this.#take(threads, awaits, row)
  }

  #link(awaits: AwaitEvents, row: number): void {
    const task = awaits.task.at(row)
    const continuation = awaits.continuation.at(row)
    this.#awaitOf.set(task, this.#awaitOf.has(task) ? -1 : row)
    if (continuation !== 0 && !this.#firstAwaitOf.has(continuation)) this.#firstAwaitOf.set(continuation, row)
  }

  #take(threads: ThreadStacks, awaits: AwaitEvents, row: number): void {
    const thread = awaits.places.threadIndex.at(row)
    const task = awaits.task.at(row)
    const ticks = awaits.places.ticks.at(row)
    switch (awaits.kind.at(row)) {
      case awaitKinds.blocks:
        threads.blocks(thread, task)
        break
      case awaitKinds.resumes: {
        const begin = this.awaitOf(task)
        threads.resumes(thread, ticks, { awaited: task, task: begin < 0 ? 0 : awaits.continuation.at(begin) })
        break
      }
      case awaitKinds.returns:
        threads.returns(thread, ticks, task)
    }
  }

  /** Row of the only await of a task; -1: nobody's, or that of several. */
  awaitOf(task: number): number {
    return this.#awaitOf.get(task) ?? -1
  }

  /** Row of the first await in the method of a task; its stack tells who called the method, unless it had been resumed. -1: none. */
  firstAwaitOf(task: number): number {
    return this.#firstAwaitOf.get(task) ?? -1
  }

  /** Task of the method that a thread had resumed last at a time; 0: none, or not known. */
  at(threadIndex: number, ticks: number): number {
    const changes = this.#changes.get(threadIndex)
    if (changes === undefined) return 0
    const count = countUpTo(changes.ticks, ticks)
    return count === 0 ? 0 : changes.task[count - 1]!
  }
}

/** What each thread has resumed, the innermost last. A method that ends may resume the one that awaits it on the same stack. */
class ThreadStacks {
  readonly #resumed = new Map<number, ResumedStack>()
  readonly #blocked = new Map<number, Set<number>>()
  readonly #changes: Map<number, Changes>

  constructor(changes: Map<number, Changes>) {
    this.#changes = changes
  }

  blocks(thread: number, task: number): void {
    const tasks = this.#blocked.get(thread)
    if (tasks === undefined) this.#blocked.set(thread, new Set([task]))
    else tasks.add(task)
  }

  resumes(thread: number, ticks: number, resumed: Resumed): void {
    // The end of a wait that blocked the thread.
    if (this.#blocked.get(thread)?.delete(resumed.awaited) === true) return
    let stack = this.#resumed.get(thread)
    if (stack === undefined) this.#resumed.set(thread, (stack = new ResumedStack()))
    stack.push(resumed)
    this.#change(thread, ticks, resumed.task)
  }

  returns(thread: number, ticks: number, awaited: number): void {
    const stack = this.#resumed.get(thread)
    if (stack?.endOf(awaited) === true) this.#change(thread, ticks, stack.innermostTask)
  }

  #change(thread: number, ticks: number, task: number): void {
    let changes = this.#changes.get(thread)
    if (changes === undefined) this.#changes.set(thread, (changes = { ticks: [], task: [] }))
    changes.ticks.push(ticks)
    changes.task.push(task)
  }
}

/** What one thread has resumed. Where ends are lost it grows and grows: what is not in it must not be searched for. */
class ResumedStack {
  readonly #rows: Resumed[] = []
  /** By awaited task: how often it is in the stack. */
  readonly #counts = new Map<number, number>()

  /** 0: none, or one that is not known. */
  get innermostTask(): number {
    return this.#rows.at(-1)?.task ?? 0
  }

  push(resumed: Resumed): void {
    this.#rows.push(resumed)
    this.#counts.set(resumed.awaited, (this.#counts.get(resumed.awaited) ?? 0) + 1)
  }

  /** Ends the innermost one that awaited a task, and what it had resumed. False: there is none. */
  endOf(awaited: number): boolean {
    if (!this.#counts.has(awaited)) return false
    let ended: number
    do {
      ended = this.#rows.pop()!.awaited
      const left = this.#counts.get(ended)! - 1
      if (left === 0) this.#counts.delete(ended)
      else this.#counts.set(ended, left)
      work.steps++
    } while (ended !== awaited)
    return true
  }
}

import { Worker } from 'node:worker_threads'
import { err } from '../../shared/base/result.ts'
import type { ForeignAnswer, ForeignQuestion } from './foreign-question.ts'

export interface ToForeignThread {
  readonly id: number
  readonly question: ForeignQuestion
}

export type FromForeignThread =
  { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly id: number; readonly answer: ForeignAnswer }

export interface ForeignThreadOptions {
  /** The bundled entry, `out/main/foreign.cjs`. */
  readonly workerPath: string
  /** For one question, from the moment its thread begins with it. */
  readonly deadlineMs?: number
  /** Threads that hang in a system call at the same time; beyond that every question is answered at once with `no-answer`. */
  readonly maxStuckThreads?: number
}

const defaultDeadlineMs = 2000
const defaultMaxStuckThreads = 4
/** Until a thread runs at all; a busy machine starts the whole app at that time. */
const startDeadlineMs = 20_000

interface Asked extends ToForeignThread {
  readonly resolve: (answer: ForeignAnswer) => void
}

/**
 * Main's side of the thread for foreign files. Questions are answered in turn. One that hangs (a dead network mount, a FUSE file system
 * of somebody else) is answered with `no-answer` when its deadline has passed; its thread is left behind, and those that waited
 * behind it are asked again in a new one. Nobody waits for the end of a thread in a system call: it may never come.
 */
export class ForeignThread {
  readonly #options: Required<ForeignThreadOptions>
  /** In the order of their questions: the first is the one the thread is at. */
  #waiting: Asked[] = []
  #worker: Worker | null = null
  #isReady = false
  #timer: NodeJS.Timeout | undefined
  #nextId = 1
  /** Left behind, with the path they hang at. */
  readonly #stuck = new Map<Worker, string>()

  constructor(options: ForeignThreadOptions) {
    this.#options = { deadlineMs: defaultDeadlineMs, maxStuckThreads: defaultMaxStuckThreads, ...options }
  }

  /** A process with such threads cannot end in the ordinary way, which joins its threads. */
  get stuckThreadCount(): number {
    return this.#stuck.size
  }

  ask(question: ForeignQuestion): Promise<ForeignAnswer> {
    const refusal = this.#refusalOf(question)
    if (refusal !== null) return Promise.resolve(refusal)
    return new Promise((resolve) => {
      const asked: Asked = { id: this.#nextId++, question, resolve }
      this.#waiting.push(asked)
      if (this.#worker === null) this.#start()
      else this.#send(asked)
    })
  }

  /** Null: it can be asked. */
  #refusalOf({ path }: ForeignQuestion): ForeignAnswer | null {
    // What hangs now hangs the next thread as well.
    if ([...this.#stuck.values()].includes(path)) return noAnswer
    return this.#stuck.size >= this.#options.maxStuckThreads ? notAsked : null
  }

  /** Starts a thread and asks it everything that waits. */
  #start(): void {
    const worker = new Worker(this.#options.workerPath, { name: 'foreign files' })
    // Nothing of the app's life depends on an answer.
    worker.unref()
    this.#worker = worker
    this.#isReady = false
    worker.on('message', (message: FromForeignThread) => this.#receive(worker, message))
    worker.on('error', () => this.#ended(worker))
    worker.on('exit', () => this.#ended(worker))
    for (const asked of this.#waiting) this.#send(asked)
    this.#watchFirst()
  }

  #send({ id, question }: Asked): void {
    this.#worker?.postMessage({ id, question } satisfies ToForeignThread)
    if (this.#waiting.length === 1) this.#watchFirst()
  }

  #receive(worker: Worker, message: FromForeignThread): void {
    if (worker !== this.#worker) return
    if (message.kind === 'ready') this.#isReady = true
    else if (this.#waiting[0]?.id === message.id) this.#waiting.shift()?.resolve(message.answer)
    this.#watchFirst()
  }

  #watchFirst(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [first] = this.#waiting
    if (first === undefined) return
    const deadlineMs = this.#isReady ? this.#options.deadlineMs : startDeadlineMs
    // Main itself may have been busy: an answer that is here already is taken first.
    this.#timer = setTimeout(() => setImmediate(() => this.#giveUp(first)), deadlineMs)
  }

  #giveUp(first: Asked): void {
    const worker = this.#worker
    if (this.#waiting[0] !== first || worker === null) return
    this.#stuck.set(worker, first.question.path)
    void worker.terminate()
    this.#replace()
  }

  /** A thread that is gone: one that was left behind, or a crash, which is the fault of the question it was at. */
  #ended(worker: Worker): void {
    this.#stuck.delete(worker)
    if (worker === this.#worker) this.#replace()
  }

  #replace(): void {
    clearTimeout(this.#timer)
    this.#worker = null
    this.#waiting.shift()?.resolve(noAnswer)
    this.#waiting = this.#waiting.filter(({ question, resolve }) => {
      const refusal = this.#refusalOf(question)
      if (refusal !== null) resolve(refusal)
      return refusal === null
    })
    if (this.#waiting.length > 0) this.#start()
  }
}

const noAnswer: ForeignAnswer = err({ kind: 'no-answer' })
const notAsked: ForeignAnswer = err({ kind: 'no-answer', wasAsked: false })

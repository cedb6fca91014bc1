import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import type {
  AsksOf,
  FromWorker,
  GetsOf,
  ProgressOf,
  QuestionName,
  ToWorker,
  WorkerProtocol,
} from './worker-protocol.ts'

export interface QuestionContext<Progress> {
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
}

export interface WorkerSide<P extends WorkerProtocol> {
  readonly send: (message: P['fromWorker'], transfer?: readonly Transferable[]) => void
  /** What the thread was started with. */
  readonly data: unknown
  /** Nothing more is received; the thread ends when nothing else holds it. */
  readonly end: () => void
}

/** One that is there at once goes out before the next message is taken. */
export type Answer<Value> = Result<Value, AppError> | Promise<Result<Value, AppError>>

export interface WorkerHandlers<P extends WorkerProtocol> {
  readonly questions: {
    readonly [Name in QuestionName<P>]: (
      request: AsksOf<P, Name>,
      context: QuestionContext<ProgressOf<P, Name>>,
    ) => Answer<GetsOf<P, Name>>
  }
  readonly onMessage: (message: P['toWorker']) => void
  readonly onClose: () => void
  /** Buffers of an answer that are handed over instead of copied. */
  readonly transferOf?: (outcome: Result<unknown, AppError>) => readonly Transferable[]
}

/** A question by its name, as it lies in the protocol's table. */
type AnyQuestion = (request: unknown, context: QuestionContext<unknown>) => Answer<unknown>

/**
 * The thread's side of a WorkerClient. Messages are taken in order; before a question is begun, what has come meanwhile is looked
 * through, so that one that was cancelled while it waited is never begun. A handler that throws is a bug and ends the thread.
 */
export function serveWorker<P extends WorkerProtocol>(make: (side: WorkerSide<P>) => WorkerHandlers<P>): void {
  const port = must(parentPort, 'this file runs as a worker thread')
  const post = (message: FromWorker | P['fromWorker'], transfer: readonly Transferable[] = []): void =>
    port.postMessage(message, transfer)
  const handlers = make({ send: post, data: workerData, end: () => port.close() })
  const questions = handlers.questions as Readonly<Record<string, AnyQuestion>>
  const running = new Map<number, AbortController>()
  const inbox: (ToWorker | P['toWorker'])[] = []
  let isTaking = false

  port.on('message', (message: ToWorker | P['toWorker']) => {
    inbox.push(message)
    if (isTaking) return
    isTaking = true
    for (let next = inbox.shift(); next !== undefined; next = inbox.shift()) take(next)
    isTaking = false
  })

  function take(message: ToWorker | P['toWorker']): void {
    if (!Array.isArray(message)) return handlers.onMessage(message as P['toWorker'])
    const request = message as unknown as ToWorker
    if (request[0] === 'ask') {
      drain()
      if (!inbox.some((later) => isCancelOf(later, request[1]))) begin(request[1], request[2], request[3])
    } else if (request[0] === 'cancel') running.get(request[1])?.abort()
    else close()
  }

  function drain(): void {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      inbox.push(next.message as ToWorker | P['toWorker'])
  }

  function begin(id: number, name: string, request: unknown): void {
    const abort = new AbortController()
    running.set(id, abort)
    const context = { signal: abort.signal, progress: (progress: unknown) => post(['progress', id, progress]) }
    const settle = (outcome: Result<unknown, AppError>): void => {
      running.delete(id)
      if (!abort.signal.aborted) post(['answer', id, outcome], handlers.transferOf?.(outcome))
    }
    const answer = must(questions[name], `question ${name}`)(request, context)
    if (!(answer instanceof Promise)) return settle(answer)
    answer.then(settle, (error: unknown) =>
      setImmediate(() => {
        throw error
      }),
    )
  }

  function close(): void {
    for (const abort of running.values()) abort.abort()
    handlers.onClose()
    port.close()
  }
}

function isCancelOf(message: unknown, id: number): boolean {
  return Array.isArray(message) && message[0] === 'cancel' && message[1] === id
}

import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'

/** One question that a thread answers; it may report progress until it does. */
export interface WorkerQuestion {
  readonly asks: unknown
  readonly gets: unknown
  readonly progress?: unknown
}

/** A message that nobody answers. */
export interface WorkerMessage {
  readonly kind: string
}

/** What main and one kind of thread say to each other: the type parameter of WorkerClient and of serveWorker. */
export interface WorkerProtocol {
  /** By name. `object` lets interfaces without an index signature in. */
  readonly questions: object
  readonly toWorker: WorkerMessage
  readonly fromWorker: WorkerMessage
}

export type QuestionName<P extends WorkerProtocol> = keyof P['questions'] & string
type QuestionOf<P extends WorkerProtocol, Name extends QuestionName<P>> = P['questions'][Name] & WorkerQuestion
export type AsksOf<P extends WorkerProtocol, Name extends QuestionName<P>> = QuestionOf<P, Name>['asks']
export type GetsOf<P extends WorkerProtocol, Name extends QuestionName<P>> = QuestionOf<P, Name>['gets']
export type ProgressOf<P extends WorkerProtocol, Name extends QuestionName<P>> = QuestionOf<P, Name>['progress']

/** Travels in an array, so that a message of the protocol, which is an object, goes over the port as it is. */
export type ToWorker =
  | readonly ['ask', id: number, name: string, request: unknown]
  | readonly ['cancel', id: number]
  /** Nothing more comes: give everything back and end. */
  | readonly ['close']
export type FromWorker =
  | readonly ['answer', id: number, outcome: Result<unknown, AppError>]
  | readonly ['progress', id: number, progress: unknown]
  /** A file that is nothing yet: removed where the thread ends before it says otherwise (`unfinished-files.ts`). */
  | readonly ['unfinished', path: string, isUnfinished: boolean]

import type { GenericSchema, InferOutput } from 'valibot'

/** One request/reply channel: the request is checked against its schema in main, the reply is typed only. */
export interface Channel<Request extends GenericSchema, Reply> {
  readonly request: Request
  /** Type carrier, never present at run time. */
  readonly reply?: Reply
}

/** `defineChannel(schema)<Reply>()`; curried because TypeScript infers either all type arguments or none. */
export function defineChannel<Request extends GenericSchema>(request: Request): <Reply>() => Channel<Request, Reply> {
  return () => ({ request })
}

export type RequestOf<C> = C extends Channel<infer Request, unknown> ? InferOutput<Request> : never
export type ReplyOf<C> = C extends Channel<GenericSchema, infer Reply> ? Reply : never

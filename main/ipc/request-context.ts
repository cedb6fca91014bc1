import type { BrowserWindow } from 'electron'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import type { ChannelName, Reply, Request } from '../../shared/contract/index.ts'
import type { AppFacts } from '../../shared/model/app.ts'

/**
 * One load of our page in one window. Whatever the page opened is added to it and disposed when the page reloads,
 * crashes, or its window closes: nothing outlives the page that asked for it.
 */
export interface PageHandle {
  /** Unique for the life of the app. */
  readonly id: number
  readonly window: BrowserWindow
  own<T extends Disposable>(item: T): T
  /** It has ended by itself. */
  disown(item: Disposable): void
  /** True once the page is gone; what it owned is disposed then, and what it is given later at once. */
  readonly hasEnded: boolean
  /** What the command line asked this window for; empty from the second call on. */
  takeStart(): AppFacts['start']
}

export interface RequestContext {
  readonly page: PageHandle
}

/** A use case behind a channel. Expected failures are returned (or thrown as DiagnosticsError); anything else is a bug. */
export type Handler<Name extends ChannelName> = (
  request: Request<Name>,
  context: RequestContext,
) => Promise<Result<Reply<Name>, AppError>> | Result<Reply<Name>, AppError>

export type Handlers = { readonly [Name in ChannelName]: Handler<Name> }

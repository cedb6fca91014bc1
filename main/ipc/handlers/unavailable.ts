import { err } from '../../../shared/base/result.ts'
import { channels, type ChannelName } from '../../../shared/contract/index.ts'
import type { Handlers } from '../request-context.ts'

/** Answers for channels whose use case is not built in: an honest "not there" instead of silence. */
export function unavailableHandlers(): Handlers {
  const names = Object.keys(channels) as ChannelName[]
  const entries = names.map((name) => [name, () => err({ kind: 'not-found', what: name })])
  return Object.fromEntries(entries) as Handlers
}

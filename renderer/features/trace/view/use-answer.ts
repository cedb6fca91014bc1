import type { ChannelName, Request } from '../../../../shared/contract/index.ts'
import { type LatestAnswer, useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { useRevision } from './trace-view.ts'

/** Asks whenever the question changes, or the recording has grown. */
export function useAnswer<Name extends ChannelName>(
  channel: Name,
  request: Request<Name>,
  /** Another one asks the same again. */
  round = 0,
): LatestAnswer<Name> {
  return useLatestAnswer(channel, request, `${String(useRevision())} ${String(round)}`)
}

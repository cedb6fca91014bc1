import { useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Reply, Request } from '../../../../shared/contract/index.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'

export type ReplyState<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: AppError }

type AboutProcess = 'processes.details' | 'processes.environment'

/** Asks main about one process when its card opens, and again when `condition` changes: the part of the row that its answer holds for. */
export function useReply<Name extends AboutProcess>(
  channel: Name,
  key: ProcessKey,
  condition: string,
): { readonly state: ReplyState<Reply<Name>>; readonly askAgain: () => void } {
  const [round, setRound] = useState(0)
  const request: Request<AboutProcess> = { key }
  const { value, error } = useLatestAnswer<Name>(channel, request as Request<Name>, `${condition} ${String(round)}`)
  const askAgain = () => setRound(round + 1)
  if (error !== null) return { state: { kind: 'failed', error }, askAgain }
  return { state: value === null ? { kind: 'waiting' } : { kind: 'done', value }, askAgain }
}

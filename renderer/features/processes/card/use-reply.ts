import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { toAppError } from '../../../bridge/bridge.ts'

export type ReplyState<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: AppError }

/**
 * Asks main about one process when its card opens, and again when `condition` changes: the part of the row that its
 * answer holds for. An answer that comes after the card has gone is dropped. `ask` must be the same function each time.
 */
export function useReply<T>(
  ask: (key: ProcessKey) => Promise<T>,
  key: ProcessKey,
  condition: string,
): { readonly state: ReplyState<T>; readonly askAgain: () => void } {
  const [state, setState] = useState<ReplyState<T>>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const settle = (next: ReplyState<T>) => {
      if (isCurrent) setState(next)
    }
    ask(key).then(
      (value) => settle({ kind: 'done', value }),
      (thrown: unknown) => settle({ kind: 'failed', error: toAppError(thrown) }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the condition and the round are reasons to ask again
  }, [ask, key, condition, round])
  return { state, askAgain: () => setRound(round + 1) }
}

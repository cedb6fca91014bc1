import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { toAppError } from '../../../bridge/bridge.ts'

export type ReplyState<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: AppError }

/**
 * Asks main about one process when its card opens, and again when its state changes (resumed, answered at last). An answer that
 * comes after the card has gone is dropped. `ask` must be the same function each time; `about` is what else of the row the answer
 * depends on: it may be found out after the card was opened.
 */
export function useReply<T>(
  ask: (key: ProcessKey) => Promise<T>,
  row: ProcessRow,
  about = '',
): { readonly state: ReplyState<T>; readonly askAgain: () => void } {
  const [state, setState] = useState<ReplyState<T>>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  const { key, state: rowState } = row
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the row's state, what it is about and the round are reasons to ask again
  }, [ask, key, rowState, about, round])
  return { state, askAgain: () => setRound(round + 1) }
}

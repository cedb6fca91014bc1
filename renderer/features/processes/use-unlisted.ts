import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { UnlistedReport } from '../../../shared/model/process.ts'
import { invoke, toAppError } from '../../bridge/bridge.ts'

export type UnlistedState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'done'; readonly report: UnlistedReport }
  | { readonly kind: 'failed'; readonly error: AppError }

/** Asks main why processes are missing: when it is first needed, and again by `lookAgain`. A late answer is dropped. */
export function useUnlisted(isWanted: boolean): { readonly state: UnlistedState; readonly lookAgain: () => void } {
  const [state, setState] = useState<UnlistedState>({ kind: 'looking' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    const settle = (next: UnlistedState) => {
      if (isCurrent) setState(next)
    }
    invoke('processes.explain', {}).then(
      (report) => settle({ kind: 'done', report }),
      (thrown: unknown) => settle({ kind: 'failed', error: toAppError(thrown) }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round asks again
  }, [isWanted, round])
  const lookAgain = () => {
    setState({ kind: 'looking' })
    setRound(round + 1)
  }
  return { state, lookAgain }
}

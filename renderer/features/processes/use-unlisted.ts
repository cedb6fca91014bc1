import { useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { UnlistedReport } from '../../../shared/model/process.ts'
import { useLatestAnswer } from '../../bridge/use-latest-answer.ts'

export type UnlistedState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'done'; readonly report: UnlistedReport }
  | { readonly kind: 'failed'; readonly error: AppError }

/** Asks main why processes are missing: when it is first needed, and again by `lookAgain`. */
export function useUnlisted(isWanted: boolean): { readonly state: UnlistedState; readonly lookAgain: () => void } {
  const [round, setRound] = useState(0)
  const { value, error, isOutdated } = useLatestAnswer('processes.explain', isWanted ? {} : null, String(round))
  const lookAgain = () => setRound(round + 1)
  if (isOutdated) return { state: { kind: 'looking' }, lookAgain }
  if (error !== null) return { state: { kind: 'failed', error }, lookAgain }
  return { state: value === null ? { kind: 'looking' } : { kind: 'done', report: value }, lookAgain }
}

import { useMemo } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceFlame, TraceFlameQuestion } from '../../../../shared/model/trace/trace-flame.ts'
import { useSettledAnswer } from '../view/use-settled-answer.ts'
import { earlyFlame } from './early-flame.ts'

export interface FlameAnswer {
  readonly question: TraceFlameQuestion
  readonly flame: TraceFlame
}

interface Asking {
  readonly answer: FlameAnswer | null
  readonly error: AppError | null
}

const known = earlyFlame.take.bind(earlyFlame)

/** The picture for the newest question; the one before stays until then. */
export function useFlame(documentId: string, question: TraceFlameQuestion | null): Asking {
  const { answer, error } = useSettledAnswer('traces.flame', question === null ? null : { documentId, question }, {
    known,
  })
  const pictured = useMemo(
    () => (answer === null ? null : { question: answer.request.question, flame: answer.reply }),
    [answer],
  )
  return { answer: pictured, error }
}

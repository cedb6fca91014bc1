import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceFlame, TraceFlameQuestion } from '../../../../shared/model/trace-flame.ts'
import { useRevision } from '../view/trace-view.ts'
import { background, invoke } from '../../../bridge/bridge.ts'

export interface FlameAnswer {
  readonly question: TraceFlameQuestion
  readonly flame: TraceFlame
}

interface Asking {
  readonly answer: FlameAnswer | null
  readonly error: AppError | null
}

/**
 * The picture for the newest question; the one before stays until then. One question is under way at a time: a wheel asks a hundred times a
 * second, and only where it has come to rest counts.
 */
export function useFlame(documentId: string, question: TraceFlameQuestion | null): Asking {
  const [asking, setAsking] = useState<Asking>({ answer: null, error: null })
  const wanted = useRef<TraceFlameQuestion | null>(null)
  const isAsking = useRef(false)
  const isOpen = useRef(true)
  const key = JSON.stringify([documentId, useRevision(), question])
  useEffect(() => {
    const ask = (): void => {
      const next = wanted.current
      if (isAsking.current || next === null || !isOpen.current) return
      wanted.current = null
      isAsking.current = true
      const asked = invoke('traces.flame', { documentId, question: next })
      background(
        asked
          .then((flame) => {
            if (isOpen.current) setAsking({ answer: { question: next, flame }, error: null })
          })
          .finally(() => {
            isAsking.current = false
            ask()
          }),
        'traces.flame',
        (error) => {
          if (isOpen.current) setAsking((before) => ({ ...before, error }))
        },
      )
    }
    wanted.current = question
    ask()
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return asking
}

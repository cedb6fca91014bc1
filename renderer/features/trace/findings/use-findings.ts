import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceFindings } from '../../../../shared/model/trace-findings.ts'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace-selection.ts'
import { useRevision } from '../view/trace-view.ts'
import { background, invoke } from '../../../bridge/bridge.ts'

export interface FindingsReading {
  readonly answer: TraceFindings | null
  readonly error: AppError | null
}

/** What the checks find in the time and on the threads that are selected; the last answer stays until the next is there. */
export function useFindings(documentId: string, { range, threads }: TraceSelection): FindingsReading {
  const [reading, setReading] = useState<FindingsReading>({ answer: null, error: null })
  const key = JSON.stringify([documentId, useRevision(), range, threads])
  useEffect(() => {
    let isWanted = true
    background(
      invoke('traces.findings', { documentId, selection: { ...wholeTrace, range, threads } }).then((answer) => {
        if (isWanted) setReading({ answer, error: null })
      }),
      'traces.findings',
      (error) => {
        if (isWanted) setReading({ answer: null, error })
      },
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  return reading
}

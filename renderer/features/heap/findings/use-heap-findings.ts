import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { HeapFindings } from '../../../../shared/model/heap-findings.ts'
import { background, invoke } from '../../../bridge/bridge.ts'

export interface HeapFindingsReading {
  readonly answer: HeapFindings | null
  readonly error: AppError | null
}

/** What the checks find; worked out once in the worker of the document. */
export function useHeapFindings(documentId: string): HeapFindingsReading {
  const [reading, setReading] = useState<HeapFindingsReading>({ answer: null, error: null })
  useEffect(() => {
    let isWanted = true
    background(
      invoke('heaps.findings', { documentId }).then((answer) => {
        if (isWanted) setReading({ answer, error: null })
      }),
      'heaps.findings',
      (error) => {
        if (isWanted) setReading({ answer: null, error })
      },
    )
    return () => {
      isWanted = false
    }
  }, [documentId])
  return reading
}

import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Reply } from '../../../shared/contract/index.ts'
import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { background, invoke } from '../../bridge/bridge.ts'

export interface HeapReading {
  readonly summary: HeapSummary | null
  readonly error: AppError | null
  readonly progress: Reply<'heaps.progress'> | null
}

const everyMs = 250

/** The document from its reading on: the graph first, then with retained sizes. It is closed with the page. */
export function useHeap(documentId: string): HeapReading {
  const [reading, setReading] = useState<HeapReading>({ summary: null, error: null, progress: null })
  useEffect(() => {
    let isOpen = true
    const take = (part: Partial<HeapReading>): void => {
      if (isOpen) setReading((before) => ({ ...before, ...part }))
    }
    const timer = setInterval(() => {
      background(
        invoke('heaps.progress', { documentId }).then((progress) => take({ progress })),
        'heaps.progress',
      )
    }, everyMs)
    background(
      summaryOf(documentId, false)
        .then((summary) => take({ summary }))
        .then(() => summaryOf(documentId, true))
        .then((summary) => take({ summary }))
        .finally(() => clearInterval(timer)),
      'heaps.summary',
      (error) => take({ error }),
    )
    return () => {
      isOpen = false
      clearInterval(timer)
      background(invoke('heaps.close', { documentId }), 'heaps.close')
    }
  }, [documentId])
  return reading
}

function summaryOf(documentId: string, isWhole: boolean): Promise<HeapSummary> {
  return invoke('heaps.summary', { documentId, isWhole })
}

import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { nextToAsk, pathKey, type TreemapAnswers } from './treemap-boxes.ts'

interface Treemap {
  readonly answers: TreemapAnswers
  readonly error: AppError | null
}

/** What is shown below a row, and the largest in it, one question after the other. */
export function useTreemap(documentId: string, top: readonly number[]): Treemap {
  const [treemap, setTreemap] = useState<Treemap>({ answers: new Map(), error: null })
  const { answers, error } = treemap
  const path = error === null ? nextToAsk(answers, top) : null
  const asked = path === null ? null : pathKey(path)
  useEffect(() => {
    if (asked === null) return
    let isOpen = true
    const keys = asked === '' ? [] : asked.split('/').map(Number)
    background(
      invoke('heaps.tree', { documentId, question: { view: 'dominators', type: null, path: keys, fromRow: 0 } }).then(
        (answer) => {
          if (isOpen) setTreemap((before) => ({ ...before, answers: new Map(before.answers).set(asked, answer) }))
        },
      ),
      'heaps.tree',
      (failed) => {
        if (isOpen) setTreemap((before) => ({ ...before, error: failed }))
      },
    )
    return () => {
      isOpen = false
    }
  }, [documentId, asked])
  return treemap
}

import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { DumpThreads } from '../../../../shared/model/dump-threads.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import type { HeapTarget } from '../../../store/navigation-slice.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Busy } from '../../../ui/layout/skeleton.tsx'
import { useHeapView } from '../heap-view.ts'
import { DumpThreadsView } from './dump-threads-view.tsx'
import { heapLabels } from '../heap-labels.ts'
import styles from './dump-threads.module.css'

/** Threads, stacks and exceptions of the dump that this heap is from. */
export function ThreadsTab() {
  return <Threads target={useHeapView().target} />
}

/** All there is in a small dump. */
export function DumpThreadsOnly({ target }: { readonly target: HeapTarget }) {
  return (
    <div className={styles.screen} data-testid="dump-without-heap">
      <h1 className="visually-hidden">{target.name}</h1>
      <p className={styles.note}>{heapLabels.threads.noHeap}</p>
      <Threads target={target} />
    </div>
  )
}

function Threads({ target: { documentId, name } }: { readonly target: HeapTarget }) {
  const [answer, setAnswer] = useState<DumpThreads | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    let isOpen = true
    background(
      invoke('heaps.threads', { documentId }).then((threads) => {
        if (isOpen) setAnswer(threads)
      }),
      'heaps.threads',
      (failure) => {
        if (isOpen) setError(failure)
      },
    )
    return () => {
      isOpen = false
    }
  }, [documentId])
  if (error !== null) return <ErrorState isCentred error={error} title={heapLabels.threads.couldntReadThreads(name)} />
  if (answer === null)
    return (
      <p className={styles.note} aria-busy="true">
        <Busy /> {heapLabels.threads.reading}
      </p>
    )
  return <DumpThreadsView answer={answer} />
}

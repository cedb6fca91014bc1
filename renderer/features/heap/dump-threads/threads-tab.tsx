import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
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
  const { value: answer, error } = useLatestAnswer('heaps.threads', { documentId })
  if (error !== null) return <ErrorState isCentred error={error} title={heapLabels.threads.couldntReadThreads(name)} />
  if (answer === null)
    return (
      <p className={styles.note} aria-busy="true">
        <Busy /> {heapLabels.threads.reading}
      </p>
    )
  return <DumpThreadsView answer={answer} />
}

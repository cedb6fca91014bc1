import { Box, FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mostOpenHeaps } from '../../../../shared/model/heap/heap-compare.ts'
import type { SavedFileEntry } from '../../../../shared/model/saved-file.ts'
import { watchSavedFiles } from '../../../bridge/watch-saved-files.ts'
import { commands } from '../../../commands/registry.ts'
import type { HeapBaseline } from '../../../store/compare-slice.ts'
import { useApp } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { useHeapView } from '../heap-view.ts'
import { compareLabels } from './compare-labels.ts'
import styles from './heap-compare.module.css'

const mostFiles = 8

interface HeapCompareChoiceProps {
  readonly chosen: readonly HeapBaseline[]
  readonly onDone: () => void
}

/** What this heap can be compared with: other open ones, those listed under Files, and any file. */
export function HeapCompareChoice({ chosen, onDone }: HeapCompareChoiceProps) {
  const { target } = useHeapView()
  const documents = useApp((state) => state.documents)
  const compareHeap = useApp((state) => state.compareHeap)
  const open = documents.flatMap((tab) => (tab.kind === 'heap' ? [tab.heapTarget] : []))
  const others = open.filter(
    ({ documentId }) => documentId !== target.documentId && !chosen.some((one) => one.documentId === documentId),
  )
  const isFull = open.length >= mostOpenHeaps
  const files = useCapturedHeaps().filter((file) => !open.some(({ path }) => path === file.path))
  const openFile = (path: string | null): void => {
    commands.runWith('files.compare', { path, documentId: target.documentId })
    onDone()
  }
  return (
    <EmptyState
      isCentred
      title={chosen.length === 0 ? compareLabels.choice.compareThisHeap : compareLabels.choice.addAnotherHeap}
      text={
        isFull
          ? compareLabels.choice.noMore(mostOpenHeaps)
          : others.length + files.length === 0
            ? compareLabels.choice.openSecond
            : compareLabels.choice.choose
      }
      action={
        <div className={styles.choices}>
          {others.map(({ documentId, name, path }) => (
            <Button
              key={documentId}
              icon={Box}
              onClick={() => {
                compareHeap(target.documentId, [...chosen, { documentId, name, path }])
                onDone()
              }}
            >
              {name}
            </Button>
          ))}
          {files.map(({ id, path }) => (
            <Button key={id} disabled={isFull} onClick={() => openFile(path)}>
              {path.split(/[/\\]/).at(-1)}
            </Button>
          ))}
          <Button icon={FolderOpen} disabled={isFull} onClick={() => openFile(null)}>
            {compareLabels.choice.openAHeapGraph}
          </Button>
          {chosen.length > 0 && (
            <Button kind="quiet" onClick={onDone}>
              {compareLabels.choice.cancel}
            </Button>
          )}
        </div>
      }
    />
  )
}

/** The newest heap graphs under Files. */
function useCapturedHeaps(): readonly SavedFileEntry[] {
  const [files, setFiles] = useState<readonly SavedFileEntry[]>([])
  useEffect(() => {
    const savedFiles = watchSavedFiles((list) =>
      setFiles(
        list.files
          .filter(({ kind, isThere }) => kind === 'heap-graph' && isThere)
          .toSorted((a, b) => b.createdMs - a.createdMs)
          .slice(0, mostFiles),
      ),
    )
    return () => savedFiles.dispose()
  }, [])
  return files
}

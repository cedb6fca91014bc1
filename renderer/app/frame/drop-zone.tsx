import { useEffect, useState } from 'react'
import { pathOfFile } from '../../bridge/bridge.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import type { AppState } from '../../store/create-store.ts'
import type { HeapTarget, TraceTarget } from '../../store/navigation-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { openBaseline, openFile } from '../open-documents.ts'
import styles from './drop-zone.module.css'
import { appLabels } from '../app-labels.ts'

type Part = 'open' | 'compare'

/**
 * A recording or a profile of another tool dropped anywhere opens; on the right half of a recording or a heap it is what that one is compared with. The keyboard way is Ctrl+O, and the
 * Compare tab.
 */
export function DropZone() {
  const [over, setOver] = useState<Part | null>(null)
  const shown = useApp(shownDocument)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes(appLabels.dropZone.files) === true
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(partAt(event.clientX))
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(null)
    }
    const drop = (event: DragEvent) => {
      setOver(null)
      if (!hasFiles(event)) return
      event.preventDefault()
      const paths = [...(event.dataTransfer?.files ?? [])].map(pathOfFile)
      const shownNow = shownDocument(appStore.getState())
      if (paths.length === 1 && shownNow !== null && partAt(event.clientX) === 'compare')
        openBaseline(paths[0]!, shownNow.documentId)
      else for (const path of paths) openFile(path)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (over === null) return null
  if (shown === null)
    return (
      <div className={styles.zones}>
        <Zone words={appLabels.dropZone.dropToOpen} isOver />
      </div>
    )
  return (
    <div className={styles.zones}>
      <Zone words={appLabels.dropZone.dropToOpen} isOver={over === 'open'} />
      <Zone words={appLabels.dropZone.dropToCompare(shown.name)} isOver={over === 'compare'} />
    </div>
  )
}

function Zone({ words, isOver }: { readonly words: string; readonly isOver: boolean }) {
  return (
    <div className={cx(styles.zone, isOver && styles.isOver)}>
      <span className={styles.words}>{words}</span>
    </div>
  )
}

function partAt(x: number): Part {
  return x < window.innerWidth / 2 ? 'open' : 'compare'
}

/** What a dropped file can be compared with. */
function shownDocument({ documents, activeDocumentId }: AppState): TraceTarget | HeapTarget | null {
  const tab = documents.find(({ id }) => id === activeDocumentId)
  if (tab?.kind === 'heap') return tab.heapTarget
  return tab?.kind === 'trace' ? tab.traceTarget : null
}

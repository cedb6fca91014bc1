import { useApp } from '../../../store/create-store.ts'
import { commands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { wholeTrace } from '../../../../shared/model/trace-selection.ts'
import { useTraceView } from '../view/trace-view.ts'
import { partWords } from '../view/selection-words.ts'
import { baselineOf } from './baseline.ts'
import styles from './compare.module.css'

/** What this recording can be compared with: other open ones, or the part of it that is selected now. */
export function CompareChoice() {
  const { target, summary, selection, compareWith } = useTraceView()
  const documents = useApp((state) => state.documents)
  const others = documents.flatMap((tab) =>
    tab.kind === 'trace' && tab.traceTarget.documentId !== target.documentId ? [tab.traceTarget] : [],
  )
  const hasPart = selection.range !== null || selection.threads !== null
  const part = partWords(summary, selection)
  return (
    <EmptyState
      isCentred
      title={summary.imported === null ? 'Compare this recording' : 'Compare this file'}
      text={
        others.length === 0
          ? 'Open a second recording or drop one here, or select a range and compare it with another range.'
          : 'It becomes B. Choose what it is compared with.'
      }
      action={
        <div className={styles.choices}>
          {others.map(({ documentId, name }) => (
            <Button key={documentId} onClick={() => compareWith({ documentId, name, selection: wholeTrace })}>
              {name}
            </Button>
          ))}
          {hasPart && (
            <Button onClick={() => compareWith(baselineOf(target, summary, selection))}>
              {`The selected part (${part}) as A`}
            </Button>
          )}
          <Button onClick={() => commands.runWith('files.compare', { path: null, documentId: target.documentId })}>
            Open a recording…
          </Button>
        </div>
      }
    />
  )
}

import { useApp } from '../../../store/create-store.ts'
import { commands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { summaryOf, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { partWords } from '../view/selection-words.ts'
import { baselineOf } from './baseline.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'

/** What this recording can be compared with: other open ones, or the part of it that is selected now. */
export function CompareChoice() {
  const { target, selection, compareWith } = useTraceView()
  const summary = useTraceContents(summaryOf)
  const documents = useApp((state) => state.documents)
  const others = documents.flatMap((tab) =>
    tab.kind === 'trace' && tab.traceTarget.documentId !== target.documentId ? [tab.traceTarget] : [],
  )
  const hasPart = selection.range !== null || selection.threads !== null
  const part = partWords(summary, selection)
  return (
    <EmptyState
      isCentred
      title={
        summary.imported === null ? compareLabels.choice.compareThisRecording : compareLabels.choice.compareThisFile
      }
      text={others.length === 0 ? compareLabels.choice.chooseText : compareLabels.choice.becomesB}
      action={
        <div className={styles.choices}>
          {others.map(({ documentId, name }) => (
            <Button key={documentId} onClick={() => compareWith({ documentId, name, selection: wholeTrace })}>
              {name}
            </Button>
          ))}
          {hasPart && (
            <Button onClick={() => compareWith(baselineOf(target, summary, selection))}>
              {compareLabels.choice.selectedPart(part)}
            </Button>
          )}
          <Button onClick={() => commands.runWith('files.compare', { path: null, documentId: target.documentId })}>
            {compareLabels.choice.openARecording}
          </Button>
        </div>
      }
    />
  )
}

import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { UnlistedProcess, UnlistedReport } from '../../../shared/model/process.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { CauseList } from './cause-list.tsx'
import styles from './explain-dialog.module.css'
import { problemWording } from './model/problem-words.ts'
import { ProblemText } from './problem-text.tsx'
import { useUnlisted } from './use-unlisted.ts'
import { processLabels } from './process-labels.ts'

interface ExplainDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** *Why is my process not listed?*: causes that were checked, .NET processes without a port with the reason, folders searched. */
export function ExplainDialog({ isOpen, onClose }: ExplainDialogProps) {
  const { state, lookAgain } = useUnlisted(isOpen)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={processLabels.explainDialog.whyNotListed}
      description={processLabels.explainDialog.explanation}
      isWide
      footer={
        <Button icon={RefreshCw} onClick={lookAgain} disabled={state.kind === 'looking'}>
          {state.kind === 'looking' ? processLabels.explainDialog.checking : processLabels.explainDialog.checkAgain}
        </Button>
      }
    >
      <CauseList state={state} onDetails={null} />
      {state.kind === 'failed' && <ErrorState error={state.error} title={processLabels.explainDialog.couldntCheck} />}
      {state.kind === 'done' && <Findings report={state.report} />}
    </Dialog>
  )
}

function Findings({ report }: { readonly report: UnlistedReport }) {
  return (
    <>
      <h3 className={styles.heading}>{processLabels.explainDialog.withoutPort}</h3>
      {report.unlisted.length === 0 ? (
        <p className={styles.nothing}>{processLabels.explainDialog.noneWithoutPort}</p>
      ) : (
        <ul className={styles.list}>
          {report.unlisted.map((process) => (
            <UnlistedRow key={process.pid} process={process} />
          ))}
        </ul>
      )}
      <h3 className={styles.heading}>{processLabels.explainDialog.folders}</h3>
      {report.searchedFolders.length === 0 ? (
        <p className={styles.nothing}>{processLabels.explainDialog.noFolders}</p>
      ) : (
        <ul className={styles.folders}>
          {report.searchedFolders.map((folder) => (
            <li key={folder} className="mono selectable">
              {folder}
            </li>
          ))}
        </ul>
      )}
      {report.unwatchedFolderCount > 0 && (
        <p className={styles.nothing}>{processLabels.explainDialog.unwatchedFolders(report.unwatchedFolderCount)}</p>
      )}
    </>
  )
}

function UnlistedRow({ process }: { readonly process: UnlistedProcess }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{process.name}</span>
        <span className="muted tabular">{process.pid}</span>
        {process.userName !== null && <span className="muted">{process.userName}</span>}
        <span className={styles.reason}>{problemWording(process.problem).short}</span>
        <Button
          kind="link"
          aria-expanded={isOpen}
          aria-label={processLabels.explainDialog.whatToDoAbout(process.name)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? processLabels.explainDialog.less : processLabels.explainDialog.whatToDo}
        </Button>
      </div>
      {isOpen && (
        <div className={styles.more}>
          <ProblemText problem={process.problem} />
        </div>
      )}
    </li>
  )
}

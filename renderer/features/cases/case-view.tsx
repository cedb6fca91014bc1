import { ClipboardCopy, FilePlus, Square } from 'lucide-react'
import { useState } from 'react'
import type { CaseState } from '../../../shared/model/cases.ts'
import { copyText } from '../../commands/page-actions.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { AddFromFiles } from './add-from-files.tsx'
import { chooseFiles, stopCase } from './case-commands.ts'
import { CaseSide } from './case-side.tsx'
import { stateWords } from './case-words.ts'
import { FilesTable } from './files-table.tsx'
import { StepList } from './step-list.tsx'
import { caseLabels } from './case-labels.ts'
import styles from './cases.module.css'
import { useNow } from '../../ui/use-now.ts'

interface CaseViewProps {
  readonly shown: CaseState
  readonly onAnother: () => void
}

/** A case that was begun: every step with its state, the files, and at the right what leaves the machine. */
export function CaseView({ shown, onAnother }: CaseViewProps) {
  const { ticket, processes, phase, checklist, package: made, error, isInterrupted } = shown
  const isBusy = phase !== 'collected' && phase !== 'packed'
  const now = useNow(isBusy)
  const names = processes.map(({ name }) => name).join(', ')
  // Of files that come while it is collected, too: what can't be masked stays here until somebody wants it.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const excluded = shown.files
    .filter(({ name, redaction }) => !(chosen.get(name) ?? redaction !== 'not-possible'))
    .map((file) => file.name)
  return (
    <div className={styles.screen} data-testid="case" data-phase={phase}>
      <div className={styles.main}>
        <PageHeader
          title={ticket === null ? caseLabels.page.titleOfProcesses(names) : caseLabels.page.titleOfTicket(ticket)}
          detail={`${names} · ${checklist.title}`}
        >
          {made !== null && (
            <Button icon={ClipboardCopy} onClick={() => copyText(made.summary, caseLabels.page.messageCopied)}>
              {caseLabels.page.copyMessage}
            </Button>
          )}
        </PageHeader>
        {isInterrupted && made === null && !isBusy && <Banner>{caseLabels.page.interrupted}</Banner>}
        {error !== null && <Banner tone="bad">{caseLabels.page.notWritten(errorSentences(error))}</Banner>}
        <div className={styles.body}>
          <section aria-label={caseLabels.page.capturePlan}>
            <header className={styles.planHead}>
              <h2 className={styles.heading}>
                {caseLabels.page.capturePlan} <span className={styles.headingNote}>{caseLabels.page.order}</span>
              </h2>
              <Counts shown={shown} />
              {isBusy && (
                <Button size="small" icon={Square} onClick={() => stopCase(processes[0]?.key ?? '')}>
                  {phase === 'collecting' ? caseLabels.page.stopCollecting : caseLabels.page.cancelExport}
                </Button>
              )}
            </header>
            <StepList shown={shown} nowMs={now} />
          </section>
          <section aria-label={caseLabels.page.files}>
            <header className={styles.planHead}>
              <h2 className={styles.heading}>{caseLabels.page.files}</h2>
              <span className="grow" />
              <AddFromFiles caseId={shown.id} present={shown.files.map(({ name }) => name)} isDisabled={isBusy} />
              <Button size="small" kind="quiet" icon={FilePlus} disabled={isBusy} onClick={() => chooseFiles(shown.id)}>
                {caseLabels.page.addFiles}
              </Button>
            </header>
            <FilesTable shown={shown} />
          </section>
        </div>
      </div>
      <CaseSide
        shown={shown}
        excluded={excluded}
        onInclude={(name, isIn) => setChosen(new Map([...chosen, [name, isIn]]))}
        isBusy={isBusy}
        onAnother={onAnother}
      />
    </div>
  )
}

/** How many steps are where; those that nobody asked for aside. */
function Counts({ shown }: { readonly shown: CaseState }) {
  const order = ['done', 'partial', 'failed', 'cancelled', 'interrupted', 'running', 'waiting'] as const
  return (
    <span className={styles.counts}>
      {order.map((state) => {
        const count = shown.steps.filter((step) => step.state === state).length
        const [word, tone] = stateWords[state]
        return count === 0 ? null : (
          <Chip key={state} tone={tone}>
            {`${String(count)} ${word.toLowerCase()}`}
          </Chip>
        )
      })}
    </span>
  )
}

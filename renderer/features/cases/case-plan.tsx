import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { Checklist } from '../../../shared/case/checklist.ts'
import { checklists } from '../../../shared/case/checklists.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import type { CasePlan as Plan } from '../../../shared/model/cases.ts'
import { errorSentences, wordError } from '../../../shared/words/error-wording.ts'
import { type LatestAnswer, useLatestAnswer } from '../../bridge/use-latest-answer.ts'
import { useApp } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import {
  addProcess,
  exportChecklist,
  importChecklist,
  loadChecklists,
  removeChecklist,
  startCase,
} from './case-commands.ts'
import { type CaseDraft, newDraft, sumOf, withChecklist } from './case-draft.ts'
import { secondsText, sizeText } from './case-words.ts'
import { DescriptionFields } from './description-fields.tsx'
import { PlanList } from './plan-list.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'

interface CasePlanProps {
  readonly target: RecordTarget
  readonly onStarted: () => void
}

/** What will be collected, what it costs, and what the case is about. */
export function CasePlan({ target, onStarted }: CasePlanProps) {
  const [draft, setDraft] = useState(() => newDraft(target))
  const [imported, setImported] = useState<readonly Checklist[]>([])
  useEffect(() => loadChecklists(setImported), [])
  const [error, setError] = useState<AppError | null>(null)
  const [isStarting, setStarting] = useState(false)
  const { value: known, error: planError } = usePlan(draft)
  const plan = planError === null ? known : null
  const start = () => {
    setStarting(true)
    setError(null)
    startCase(draft, (outcome) => {
      setStarting(false)
      if ('caseId' in outcome) onStarted()
      else setError(outcome.error)
    })
  }
  const offered = [...checklists, ...imported]
  return (
    <div className={styles.screen} data-testid="case-plan">
      <div className={styles.main}>
        <PageHeader title={caseLabels.plan.title(target.name)} detail={caseLabels.plan.pid(String(target.pid))} />
        <div className={styles.body}>
          <section aria-label={caseLabels.plan.checklist} className={styles.checklist}>
            <h2 className={styles.heading}>{caseLabels.plan.checklist}</h2>
            <Select
              label={caseLabels.plan.checklist}
              value={draft.checklist.id}
              options={offered.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(id) => {
                const chosen = offered.find((one) => one.id === id)
                if (chosen !== undefined) setDraft(withChecklist(draft, chosen))
              }}
            />
            <span className="muted grow">{draft.checklist.text}</span>
            <Button
              kind="quiet"
              size="small"
              onClick={() =>
                importChecklist((checklist) => {
                  setImported((known) => [...known.filter(({ id }) => id !== checklist.id), checklist])
                  setDraft(withChecklist(draft, checklist))
                })
              }
            >
              {caseLabels.plan.import}
            </Button>
            <Button kind="quiet" size="small" onClick={() => exportChecklist(draft.checklist)}>
              {caseLabels.plan.export}
            </Button>
            {imported.some(({ id }) => id === draft.checklist.id) && (
              <Button
                kind="quiet"
                size="small"
                onClick={() =>
                  removeChecklist(draft.checklist, (left) => {
                    setImported(left)
                    setDraft(withChecklist(draft, newDraft(target).checklist))
                  })
                }
              >
                {caseLabels.plan.removeChecklist}
              </Button>
            )}
          </section>
          <Processes draft={draft} onChange={setDraft} />
          {planError !== null && <p className={tones.bad} role="alert">{`${wordError(planError).what}.`}</p>}
          {plan !== null && <PlanList draft={draft} steps={plan.steps} onChange={setDraft} />}
        </div>
      </div>
      <aside className={styles.side} aria-label={caseLabels.plan.aboutTheCase}>
        <div className={styles.sideBody}>
          <DescriptionFields
            value={draft}
            questions={draft.checklist.questions}
            onChange={({ ticket, notes, answers }) => setDraft({ ...draft, ticket, notes, answers })}
          />
          <PrivacyChoice value={draft.privacy} onChange={(privacy) => setDraft({ ...draft, privacy })} />
        </div>
        <footer className={styles.foot}>
          {plan !== null && <Sum draft={draft} plan={plan} />}
          {error !== null && (
            <p className={tones.bad} role="alert">
              {caseLabels.plan.notStarted(errorSentences(error))}
            </p>
          )}
          <Checkbox isChecked={draft.exportsAtOnce} onChange={(exportsAtOnce) => setDraft({ ...draft, exportsAtOnce })}>
            {caseLabels.plan.exportWhenCollected}
          </Checkbox>
          <div className={styles.footButtons}>
            <Button kind="primary" disabled={isStarting || plan === null} onClick={start}>
              {caseLabels.plan.start}
            </Button>
          </div>
        </footer>
      </aside>
    </div>
  )
}

/** Asked anew when something changes that it depends on, and when the process changes. */
function usePlan({ processes, checklist, dumpType: dump }: CaseDraft): LatestAnswer<'cases.plan'> {
  const processKeys = processes.map(({ processKey }) => processKey)
  const states = useApp(({ processRows }) =>
    processRows
      .filter(({ key }) => processKeys.includes(key))
      .map(({ state }) => state)
      .join(),
  )
  return useLatestAnswer('cases.plan', { processKeys, checklist, dump }, states)
}

interface DraftProps {
  readonly draft: CaseDraft
  readonly onChange: (draft: CaseDraft) => void
}

function Processes({ draft, onChange }: DraftProps) {
  const { processes } = draft
  const add = (target: RecordTarget) => onChange({ ...draft, processes: [...processes, target] })
  return (
    <section aria-label={caseLabels.plan.processes} className={styles.processes}>
      <h2 className={styles.heading}>{caseLabels.plan.processes}</h2>
      {processes.map(({ processKey, name, pid }, index) => (
        <Chip
          key={processKey}
          {...(index === 0
            ? {}
            : {
                removeLabel: caseLabels.plan.removeProcess(name),
                onRemove: () =>
                  onChange({ ...draft, processes: processes.filter((one) => one.processKey !== processKey) }),
              })}
        >
          {[name, pid, machineNameOfKey(processKey)].filter((part) => part !== null).join(' · ')}
        </Chip>
      ))}
      <Button
        kind="quiet"
        size="small"
        icon={Plus}
        disabled={processes.length >= 8}
        onClick={() => addProcess(processes, add)}
      >
        {caseLabels.plan.addProcess}
      </Button>
    </section>
  )
}

function Sum({ draft, plan }: { readonly draft: CaseDraft; readonly plan: Plan }) {
  const sum = sumOf(draft, plan.steps)
  const isTight = plan.freeBytes !== null && plan.freeBytes < sum.highBytes * 2.2
  return (
    <p className={isTight ? tones.bad : styles.hint}>
      {[
        caseLabels.plan.timeAndSize(secondsText(sum.seconds), sizeText(sum)),
        plan.freeBytes === null ? '' : caseLabels.plan.freeSpace(quantityText(formatBytes(plan.freeBytes))),
        isTight ? caseLabels.plan.endsEarly : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

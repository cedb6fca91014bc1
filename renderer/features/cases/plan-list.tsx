import { Check, Pause } from 'lucide-react'
import { isGentle } from '../../../shared/case/step-impact.ts'
import type { PlannedStep } from '../../../shared/model/cases.ts'
import { cx } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type CaseDraft, isTicked, ticked } from './case-draft.ts'
import { basisWords, dumpWords, impactWords, planText, secondsText, sizeText } from './case-words.ts'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'

interface PlanListProps {
  readonly draft: CaseDraft
  readonly steps: readonly PlannedStep[]
  readonly onChange: (draft: CaseDraft) => void
}

/** Steps in their order, what disturbs the process most last. */
export function PlanList({ draft, steps, onChange }: PlanListProps) {
  return (
    <section aria-label={caseLabels.plan.capturePlan}>
      <h2 className={styles.heading}>
        {caseLabels.plan.capturePlan} <span className={styles.headingNote}>{caseLabels.plan.order}</span>
      </h2>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <PlanRow key={step.kind} draft={draft} step={step} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

function PlanRow({ draft, step, onChange }: Omit<PlanListProps, 'steps'> & { readonly step: PlannedStep }) {
  const { kind, title, impact, refusal, seconds, basis } = step
  const isOn = isTicked(draft, step)
  const isCalm = isGentle(impact)
  return (
    <li className={cx(styles.step, !isCalm && styles.amber)} data-step={kind}>
      <Checkbox
        className={styles.stepTitle}
        isChecked={isOn}
        isDisabled={refusal !== null}
        onChange={(isNow) => onChange(ticked(draft, kind, isNow))}
      >
        {title}
      </Checkbox>
      <span className={styles.stepText}>
        {refusal ?? planText(draft.checklist, kind)}
        {kind === 'dump' && refusal === null && (
          <Select
            size="small"
            label={caseLabels.plan.dumpType}
            value={draft.dumpType}
            options={Object.entries(dumpWords).map(([value, label]) => ({
              value: value as CaseDraft['dumpType'],
              label,
            }))}
            onChange={(dumpType) => onChange({ ...draft, dumpType })}
          />
        )}
      </span>
      <span className={cx(styles.impact, isCalm ? tones.ok : tones.warn)}>
        <Icon icon={isCalm ? Check : Pause} size={12} />
        {impactWords[impact]}
      </span>
      <span className={styles.size} title={basis === null ? undefined : basisWords[basis]}>
        {sizeText(step)}
      </span>
      <span className={styles.time}>{secondsText(seconds)}</span>
    </li>
  )
}

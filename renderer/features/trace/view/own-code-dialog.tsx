import { useState } from 'react'
import { frameworkModulePatterns } from '../../../../shared/model/module-origin.ts'
import { modulePatternsIn } from '../../../../shared/model/module-patterns.ts'
import type { OwnCodeRules } from '../../../../shared/model/trace/trace-selection.ts'
import { areSameRules, defaultOwnCodeRules, ruleCount } from '../../../../shared/model/own-code-rules.ts'
import { useApp } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { OwnCodeModules } from './own-code-modules.tsx'
import styles from './own-code-dialog.module.css'
import { patternsProblem } from './own-code-words.ts'
import { isSwitchedOn } from './switches.ts'
import { useTraceView } from './trace-view.ts'
import { viewLabels } from './view-labels.ts'

const labels = viewLabels.ownCodeRules
const groups = [
  'base',
  'microsoft',
  'desktop',
  'runtime',
  'generated',
] as const satisfies readonly (keyof typeof frameworkModulePatterns)[]
const fields = ['notMine', 'mine'] as const satisfies readonly (keyof OwnCodeRules)[]

type Typed = Readonly<Record<keyof OwnCodeRules, string>>

interface OwnCodeDialogProps {
  readonly isOpen: boolean
  /** Of the selection. */
  readonly rules: OwnCodeRules
  /** `isKept`: for recordings that are opened from now on, too. */
  readonly onApply: (rules: OwnCodeRules, isKept: boolean) => void
  readonly onClose: () => void
}

export function OwnCodeDialog({ isOpen, rules, onApply, onClose }: OwnCodeDialogProps) {
  const { selection } = useTraceView()
  const keptRules = useApp(({ settings }) => settings.ownCode)
  const [typed, setTyped] = useState(() => typedOf(rules))
  // A view of somebody else brings rules that may be none of one's own.
  const [isKept, keep] = useState(() => areSameRules(rules, keptRules))
  const problems = { mine: patternsProblem(typed.mine), notMine: patternsProblem(typed.notMine) }
  const isValid = problems.mine === null && problems.notMine === null
  const next: OwnCodeRules = { mine: modulePatternsIn(typed.mine), notMine: modulePatternsIn(typed.notMine) }
  const apply = (): void => {
    if (isValid) onApply(next, isKept)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={labels.title}
      description={labels.effect}
      isWide
      footer={
        <>
          <Button
            className={styles.reset}
            disabled={isValid && ruleCount(next) === 0}
            onClick={() => setTyped(typedOf(defaultOwnCodeRules))}
          >
            {labels.reset}
          </Button>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" disabled={!isValid} onClick={apply}>
            {isSwitchedOn(selection, 'own-code') ? labels.apply : labels.applyAndTurnOn}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {!areSameRules(next, keptRules) && !areSameRules(rules, keptRules) && (
          <p className={styles.others}>
            {labels.otherRules}
            <Button size="small" onClick={() => setTyped(typedOf(keptRules))}>
              {labels.takeKept}
            </Button>
          </p>
        )}
        {fields.map((field) => (
          <label key={field} className={styles.field}>
            <span>{labels[field]}</span>
            <Input
              label={labels[field]}
              placeholder={labels.examples[field]}
              value={typed[field]}
              problem={problems[field]}
              onChange={(text) => setTyped({ ...typed, [field]: text })}
            />
          </label>
        ))}
        <p className={styles.note}>{labels.syntax}</p>
        {isOpen && <OwnCodeModules rules={next} onChange={(changed) => setTyped(typedOf(changed))} />}
        <details className={styles.details}>
          <summary>{labels.ofDotNet}</summary>
          <dl className={styles.rules}>
            {groups.map((group) => (
              <div key={group} className={styles.rule}>
                <dt>{labels[group]}</dt>
                <dd>{frameworkModulePatterns[group].join('; ')}</dd>
              </div>
            ))}
            <div className={styles.rule}>
              <dt>{labels.unnamed}</dt>
              <dd>{labels.unnamedRule}</dd>
            </div>
          </dl>
        </details>
        <Checkbox isChecked={isKept} onChange={keep}>
          {labels.keep}
        </Checkbox>
        {/* Enter applies from every field. */}
        <button type="submit" hidden>
          {labels.apply}
        </button>
      </form>
    </Dialog>
  )
}

function typedOf({ mine, notMine }: OwnCodeRules): Typed {
  return { mine: mine.join('; '), notMine: notMine.join('; ') }
}

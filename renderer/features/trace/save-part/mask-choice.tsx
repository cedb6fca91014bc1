import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import { maxExpressions, type RedactionRule, redactionRules } from '../../../../shared/model/trace/trace-trim.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { type PartChoice, problemOf } from './part-choice.ts'
import styles from './save-part.module.css'
import { savePartLabels } from './save-part-labels.ts'

interface MaskChoiceProps {
  readonly choice: PartChoice
  /** By rule; expressions are `own-1` and on. */
  readonly counts: ReadonlyMap<string, number>
  readonly onChange: (choice: PartChoice) => void
}

/** Which secrets are masked, and how many of each there are. */
export function MaskChoice({ choice, counts, onChange }: MaskChoiceProps) {
  const { rules } = choice
  const isAll = rules.size === redactionRules.length
  const set = (chosen: Iterable<RedactionRule>): void => onChange({ ...choice, rules: new Set(chosen) })
  return (
    <section className={styles.section} aria-label={savePartLabels.maskChoice.whatIsMasked}>
      <h3 className={styles.heading}>{savePartLabels.maskChoice.mask}</h3>
      <div className={styles.list}>
        <Checkbox
          isChecked={isAll}
          isMixed={!isAll && rules.size > 0}
          onChange={(isOn) => set(isOn ? redactionRules : [])}
        >
          {savePartLabels.maskChoice.allOfThese}
        </Checkbox>
        {redactionRules.map((rule) => (
          <Checkbox
            key={rule}
            className={styles.item}
            isChecked={rules.has(rule)}
            onChange={(isOn) => set(isOn ? [...rules, rule] : [...rules].filter((other) => other !== rule))}
          >
            <span className={styles.name}>
              {savePartLabels.rules[rule].title}{' '}
              <span className={styles.muted}>{savePartLabels.rules[rule].example}</span>
            </span>
            {rules.has(rule) && <span className={styles.number}>{countText(counts.get(rule))}</span>}
          </Checkbox>
        ))}
      </div>
      <Expressions choice={choice} counts={counts} onChange={onChange} />
      <p className={styles.muted}>{savePartLabels.maskChoice.explanation}</p>
    </section>
  )
}

function Expressions({ choice, counts, onChange }: MaskChoiceProps) {
  const [typed, setTyped] = useState('')
  const { expressions } = choice
  const problem = typed === '' ? null : problemOf(typed, expressions)
  const isFull = expressions.length >= maxExpressions
  return (
    <>
      {expressions.map((expression, index) => (
        <div className={styles.expression} key={expression}>
          <code className={styles.name}>{expression}</code>
          <span className={styles.number}>{countText(counts.get(`own-${String(index + 1)}`))}</span>
          <IconButton
            icon={X}
            size="small"
            label={savePartLabels.maskChoice.remove(expression)}
            onClick={() => onChange({ ...choice, expressions: expressions.filter((other) => other !== expression) })}
          />
        </div>
      ))}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === '' || problem !== null || isFull) return
          onChange({ ...choice, expressions: [...expressions, typed] })
          setTyped('')
        }}
      >
        <Input
          label={savePartLabels.maskChoice.expressionLabel}
          placeholder={savePartLabels.maskChoice.placeholder}
          isMono
          className={styles.grow}
          value={typed}
          problem={problem}
          onChange={setTyped}
        />
        <Button icon={Plus} type="submit" disabled={typed === '' || problem !== null || isFull}>
          {savePartLabels.maskChoice.add}
        </Button>
      </form>
    </>
  )
}

function countText(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count)
}

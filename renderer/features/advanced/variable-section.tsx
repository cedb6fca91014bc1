import { Braces } from 'lucide-react'
import { useState } from 'react'
import { background, invoke } from '../../bridge/bridge.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/controls/input.tsx'
import tones from '../../ui/layout/tones.module.css'
import styles from './advanced-screen.module.css'
import { advancedLabels } from './advanced-labels.ts'

interface Outcome {
  readonly isOk: boolean
  readonly text: string
}

/** One variable of the process, at run time. */
export function VariableSection({ target }: { readonly target: RecordTarget }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const problem =
    name.trim() === ''
      ? advancedLabels.variable.enterName
      : name.includes('=')
        ? advancedLabels.variable.noEqualsSign
        : null
  const set = (next: string | null) => {
    setOutcome(null)
    background(
      invoke('environment.set', {
        target: { kind: 'process', key: target.processKey },
        name: name.trim(),
        value: next,
      }).then(() =>
        setOutcome({
          isOk: true,
          text:
            next === null ? advancedLabels.variable.deleted(name.trim()) : advancedLabels.variable.wasSet(name.trim()),
        }),
      ),
      'environment.set',
      (error) => {
        setOutcome({ isOk: false, text: errorSentences(error) })
      },
    )
  }
  return (
    <section className={styles.section} data-impact="injects" aria-labelledby="advanced-variable">
      <h2 className={styles.sectionTitle} id="advanced-variable">
        <Icon icon={Braces} />
        {advancedLabels.variable.environmentVariable}
      </h2>
      <p className={styles.text}>{advancedLabels.variable.explanation}</p>
      <label className={styles.label} htmlFor="variable-name">
        {advancedLabels.variable.name}
      </label>
      <Input id="variable-name" isMono value={name} onChange={setName} />
      <label className={styles.label} htmlFor="variable-value">
        {advancedLabels.variable.value}
      </label>
      <Input id="variable-value" isMono value={value} onChange={setValue} />
      <div className={styles.foot}>
        <Button kind="risky" disabled={problem !== null} onClick={() => set(value)}>
          {advancedLabels.variable.set}
        </Button>
        <Button kind="risky" disabled={problem !== null} onClick={() => set(null)}>
          {advancedLabels.variable.delete}
        </Button>
        {problem !== null && <span className={styles.hint}>{problem}</span>}
      </div>
      {outcome !== null && (
        <p
          role={outcome.isOk ? 'status' : 'alert'}
          className={outcome.isOk ? tones.ok : tones.bad}
          data-testid="variable-result"
        >
          {outcome.text}
        </p>
      )}
    </section>
  )
}

import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import type { PartChoice } from './part-choice.ts'
import { threadWords, timeWords } from './part-words.ts'
import styles from './save-part.module.css'
import { savePartLabels } from './save-part-labels.ts'

interface ScopeChoiceProps {
  readonly selection: TraceSelection
  readonly summary: TraceSummary
  readonly choice: PartChoice
  readonly onChange: (choice: PartChoice) => void
}

/** Time, threads and providers that are kept. */
export function ScopeChoice({ selection: { range, threads }, summary, choice, onChange }: ScopeChoiceProps) {
  const { providers } = summary
  const { leftOutProviders } = choice
  const isAll = leftOutProviders.size === 0
  const set = (leftOut: Iterable<string>): void => onChange({ ...choice, leftOutProviders: new Set(leftOut) })
  return (
    <section className={styles.section} aria-label={savePartLabels.scopeChoice.whatIsSaved}>
      {range === null && threads === null && (
        <p className={styles.muted}>{savePartLabels.scopeChoice.wholeRecording}</p>
      )}
      {range !== null && (
        <Checkbox isChecked={choice.isTimeKept} onChange={(isTimeKept) => onChange({ ...choice, isTimeKept })}>
          {timeWords(range)}
        </Checkbox>
      )}
      {threads !== null && (
        <Checkbox
          isChecked={choice.areThreadsKept}
          onChange={(areThreadsKept) => onChange({ ...choice, areThreadsKept })}
        >
          {threadWords(threads)}
        </Checkbox>
      )}
      <h3 className={styles.heading}>{savePartLabels.scopeChoice.providers}</h3>
      <div className={styles.list}>
        <Checkbox
          isChecked={isAll}
          isMixed={!isAll && leftOutProviders.size < providers.length}
          onChange={(isOn) => set(isOn ? [] : providers.map(({ name }) => name))}
        >
          {savePartLabels.scopeChoice.allProviders}
        </Checkbox>
        {providers.map(({ name, eventCount }) => (
          <Checkbox
            key={name}
            className={styles.item}
            isChecked={!leftOutProviders.has(name)}
            onChange={(isOn) =>
              set(isOn ? [...leftOutProviders].filter((other) => other !== name) : [...leftOutProviders, name])
            }
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.number}>{formatCount(eventCount)}</span>
          </Checkbox>
        ))}
      </div>
      <p className={styles.muted}>{savePartLabels.scopeChoice.symbolsKept}</p>
    </section>
  )
}

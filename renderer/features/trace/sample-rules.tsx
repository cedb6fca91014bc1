import { formatCount } from '../../../shared/base/format.ts'
import { type SampleRuleCount, sampleRules } from '../../../shared/model/sample-rules.ts'
import { cx } from '../../ui/class-names.ts'
import styles from './trace-screen.module.css'
import { classWords, correctedCount } from './trace-words.ts'
import { traceLabels } from './trace-labels.ts'

/** Why samples are of their classes, and how many are not counted as the runtime reported them. */
export function SampleRules({ rules }: { readonly rules: readonly SampleRuleCount[] }) {
  if (rules.length === 0) return null
  const corrected = correctedCount(rules)
  return (
    <>
      <h2 className={styles.section}>{traceLabels.sampleRules.sampleClasses}</h2>
      <p className={styles.sectionNote}>
        {corrected === 0 ? traceLabels.sampleRules.asReported : traceLabels.sampleRules.reclassified(corrected)}
      </p>
      <dl className={cx(styles.list, styles.counts)} aria-label={traceLabels.sampleRules.sampleClasses}>
        <div>
          <dt>{traceLabels.sampleRules.rule}</dt>
          <dd>{traceLabels.sampleRules.samples}</dd>
        </div>
        {rules.map(({ rule, count, correctedCount: changed }) => {
          const { sampleClass, sentence } = sampleRules.find(({ id }) => id === rule)!
          return (
            <div key={rule}>
              <dt title={rule}>{`${classWords[sampleClass]}: ${sentence}`}</dt>
              <dd className="tabular">
                {changed === 0 ? formatCount(count) : `${formatCount(count)} (${formatCount(changed)} reclassified)`}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

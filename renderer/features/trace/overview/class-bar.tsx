import { traceSampleClasses } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSampleCounts } from '../../../../shared/model/trace/trace.ts'
import { classHints, classWords, shareWords } from '../trace-words.ts'
import styles from './overview.module.css'
import { overviewLabels } from './overview-labels.ts'

/** Samples by class: one bar, and the words for it. */
export function ClassBar({ samples }: { readonly samples: TraceSampleCounts }) {
  const all = Object.values(samples).reduce((sum, count) => sum + count, 0)
  const shown = traceSampleClasses.filter((name) => samples[name] > 0)
  return (
    <>
      <div className={styles.classBar} aria-hidden>
        {shown.map((name) => (
          <span key={name} data-class={name} style={{ flexGrow: samples[name] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map((name) => (
          <li key={name} title={overviewLabels.classBar.samples(classHints[name], samples[name])}>
            <span className={styles.swatch} data-class={name} aria-hidden />
            {`${classWords[name]} ${shareWords(samples[name], all)}`}
          </li>
        ))}
      </ul>
    </>
  )
}

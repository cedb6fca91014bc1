import { Copy } from 'lucide-react'
import type { ProcessProblem } from '../../../shared/model/process.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { copyText } from '../../commands/page-actions.ts'
import { problemWording } from './model/problem-words.ts'
import styles from './problem-text.module.css'
import { processLabels } from './process-labels.ts'

/** Why it is so, what to do, and what can be copied. */
export function ProblemText({ problem }: { readonly problem: ProcessProblem }) {
  const wording = problemWording(problem)
  return (
    <div className={styles.problem}>
      <p>{wording.cause}</p>
      <ul className={styles.steps}>
        {wording.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      {wording.snippet !== null && (
        <div className={styles.snippet}>
          <code className="mono selectable">{wording.snippet}</code>
          <IconButton
            icon={Copy}
            label={processLabels.problemText.copy}
            size="small"
            onClick={() => copyText(wording.snippet ?? '', processLabels.problemText.copied)}
          />
        </div>
      )}
    </div>
  )
}

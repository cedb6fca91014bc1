import { useState } from 'react'
import type { CaseState } from '../../../shared/model/cases.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { CasePlan } from './case-plan.tsx'
import { CaseView } from './case-view.tsx'
import styles from './cases.module.css'
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { caseLabels } from './case-labels.ts'

/** The newest case of one process: its plan, how far it is, and what came of it. */
export function CaseScreen({ target }: { readonly target: RecordTarget }) {
  const { state, error } = useStateStream('cases.state')
  const [leftId, setLeftId] = useState<string | null>(null)
  if (error !== null) return <ErrorState isCentred error={error} title={caseLabels.page.couldntRead} />
  if (state === null) return <div className={styles.screen} aria-busy />
  const shown = state.cases.find((one) => isAbout(one, target))
  return shown === undefined || shown.id === leftId ? (
    <CasePlan target={target} onStarted={() => setLeftId(null)} />
  ) : (
    <CaseView key={shown.id} shown={shown} onAnother={() => setLeftId(shown.id)} />
  )
}

function isAbout({ processes }: CaseState, { processKey }: RecordTarget): boolean {
  return processes.some(({ key }) => key === processKey)
}

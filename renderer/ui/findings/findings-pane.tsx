import type { ReactNode } from 'react'
import type { Finding, Findings, Observation, UnjudgedCheck } from '../../../shared/model/findings.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { FindingList } from './finding-list.tsx'
import styles from './findings.module.css'
import { uiLabels } from '../ui-labels.ts'

interface FindingsPaneProps<Found extends Finding<Observation>> {
  readonly answer: Findings<Found>
  /** Null: the first. */
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  /** Below the title in the list. */
  readonly whatOf: (finding: Found) => string
  /** What it costs, beside the title. */
  readonly renderCost: (finding: Found) => ReactNode
  /** How to get what a check lacks. */
  readonly renderAction: (check: UnjudgedCheck) => ReactNode
  readonly renderDetail: (finding: Found) => ReactNode
  /** Where nothing was found. */
  readonly emptyText: string
}

/** The list of checks, and the selected finding beside it. */
export function FindingsPane<Found extends Finding<Observation>>(props: FindingsPaneProps<Found>) {
  const { answer, selectedId, onSelect, renderDetail, emptyText, ...list } = props
  const selected = answer.findings.find(({ id }) => id === selectedId) ?? answer.findings[0]
  return (
    <div className={styles.pane}>
      <FindingList answer={answer} selectedId={selected?.id ?? null} onSelect={onSelect} {...list} />
      <div className={styles.detail}>
        {selected === undefined ? (
          <EmptyState title={uiLabels.findingsPane.noProblems} text={emptyText} />
        ) : (
          renderDetail(selected)
        )}
      </div>
    </div>
  )
}

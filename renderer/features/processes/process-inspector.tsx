import { MousePointerClick } from 'lucide-react'
import { useApp } from '../../store/create-store.ts'
import { selectSelectedRow } from '../../store/processes-slice.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { CapabilityBlock } from './card/capability-block.tsx'
import { CardHead } from './card/card-head.tsx'
import { EnvironmentBlock } from './card/environment-block.tsx'
import { FactsBlock } from './card/facts-block.tsx'
import { UsageTiles } from './card/usage-tiles.tsx'
import styles from './card/card.module.css'
import { hasValues } from './model/row-look.ts'
import { processLabels } from './process-labels.ts'

/** The card of the selected process, in the inspector. */
export function ProcessInspector() {
  const row = useApp(selectSelectedRow)
  if (row === null) {
    return (
      <EmptyState
        icon={MousePointerClick}
        title={processLabels.inspector.noProcessSelected}
        text={processLabels.inspector.noProcessSelectedText}
      />
    )
  }
  // A new process gets new components: values that were revealed for another one are gone with them.
  return (
    <div className={styles.card} key={row.key} data-testid="process-card" data-pid={row.pid}>
      <CardHead row={row} />
      {hasValues(row) && <UsageTiles processKey={row.key} />}
      <FactsBlock row={row} />
      {hasValues(row) && <CapabilityBlock row={row} />}
      {hasValues(row) && <EnvironmentBlock row={row} />}
    </div>
  )
}

import { Copy, Download, Eye, EyeOff } from 'lucide-react'
import { memo } from 'react'
import { tableFormats } from '../../../shared/model/table-formats.ts'
import type { TraceTableName, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { copyTable, exportTable } from './trace-commands.ts'
import { traceLabels } from './trace-labels.ts'

export interface TableView {
  readonly table: TraceTableName
  readonly label: string
  /** Where it is chosen among the views; the label if left out. */
  readonly choice?: string
}

interface ViewChoiceProps {
  readonly views: readonly TableView[]
  /** The one that is shown. */
  readonly table: TraceTableName
  readonly onChoose: (table: TraceTableName) => void
}

export const ViewChoice = memo(function ViewChoice({ views, table, onChoose }: ViewChoiceProps) {
  return (
    <SegmentedControl
      label={traceLabels.pagedTable.rows}
      value={table}
      segments={views.map((view) => ({ value: view.table, label: view.choice ?? view.label }))}
      onChange={onChoose}
    />
  )
})

interface TableToolsProps {
  readonly documentId: string
  readonly question: TraceTableQuestion
  readonly isRevealed: boolean
  readonly hasSecrets: boolean
  readonly onReveal: () => void
}

/** What new rows change nothing of. */
export const TableTools = memo(function TableTools(props: TableToolsProps) {
  const { documentId, question, isRevealed, hasSecrets, onReveal } = props
  return (
    <>
      {(isRevealed || hasSecrets) && (
        <Button
          size="small"
          icon={isRevealed ? EyeOff : Eye}
          title={traceLabels.pagedTable.secretsHint}
          onClick={onReveal}
        >
          {isRevealed ? traceLabels.pagedTable.hideSecrets : traceLabels.pagedTable.revealSecrets}
        </Button>
      )}
      <Button size="small" icon={Copy} onClick={() => copyTable(documentId, question)}>
        {traceLabels.pagedTable.copy}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button size="small" icon={Download}>
            {traceLabels.pagedTable.save}
          </Button>
        }
        entries={tableFormats.map((format) => ({
          kind: 'item',
          label: traceLabels.pagedTable.saveAs(format.toUpperCase()),
          run: () => exportTable(documentId, question, format),
        }))}
      />
    </>
  )
})

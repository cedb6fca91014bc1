import { useLayoutEffect, useRef } from 'react'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { askAgain, resume } from '../actions.ts'
import { rowAction } from '../model/row-look.ts'
import { runtimeLabel, userLabel } from '../model/row-text.ts'
import type { ListItem, ProcessItem } from '../model/row-tree.ts'
import { isDim } from './grid-items.ts'
import { NameCell } from './name-cell.tsx'
import styles from './process-grid.module.css'
import type { PaintedMetric, ValuePainter } from './value-painter.ts'
import { processLabels } from '../process-labels.ts'

/** px at 100 % below which a column is left out: first the user and the second line, then the up time, then version and line. */
const room = { wide: 884, up: 715, runtime: 546 } as const

type Column = Omit<GridColumn, 'render' | 'text'> & {
  readonly cell: (item: ProcessItem, painter: ValuePainter) => React.ReactNode
  readonly text?: (row: ProcessRow) => string
}

const figure = (metric: PaintedMetric) => ({
  align: 'end' as const,
  isSortable: true,
  cell: ({ row }: ProcessItem, painter: ValuePainter) => <Figure row={row} metric={metric} painter={painter} />,
})

const columns: readonly Column[] = [
  {
    id: 'name',
    title: processLabels.columns.process,
    width: 'rest',
    isSortable: true,
    isRowHeader: true,
    cell: (item) => <NameCell item={item} isDim={isDim(item)} />,
    text: ({ name }) => name,
  },
  {
    id: 'pid',
    title: processLabels.columns.pid,
    width: 56,
    minWidth: 48,
    align: 'end',
    isSortable: true,
    cell: ({ row }) => row.pid,
  },
  {
    id: 'runtime',
    title: processLabels.columns.net,
    width: 84,
    minWidth: 72,
    isSortable: true,
    dropBelow: room.runtime,
    hint: processLabels.columns.runtimeVersion,
    cell: ({ row }) => <RuntimeText row={row} />,
  },
  {
    id: 'user',
    title: processLabels.columns.user,
    width: 68,
    isSortable: true,
    dropBelow: room.wide,
    cell: ({ row }) => <span title={userLabel(row) ?? undefined}>{userLabel(row) ?? '–'}</span>,
  },
  { id: 'cpu', title: processLabels.columns.cpu, width: 88, hint: processLabels.columns.cpuHint, ...figure('cpu') },
  {
    id: 'cpu-line',
    title: '60 s',
    width: 76,
    dropBelow: room.runtime,
    hint: processLabels.columns.cpuChart,
    cell: ({ row }) => <RowButton row={row} />,
  },
  {
    id: 'workingSet',
    title: processLabels.columns.workingSet,
    width: 84,
    hint: processLabels.columns.workingSetHint,
    ...figure('workingSet'),
  },
  {
    id: 'working-set-line',
    title: '60 s',
    width: 76,
    dropBelow: room.wide,
    hint: processLabels.columns.workingSetChart,
    // The line is drawn over it; its figure is in the cell before.
    cell: () => null,
  },
  {
    id: 'up',
    title: processLabels.columns.uptime,
    width: 62,
    dropBelow: room.up,
    hint: processLabels.columns.uptimeHint,
    ...figure('up'),
  },
]

export function processColumns(items: readonly ListItem[], painter: ValuePainter): readonly GridColumn[] {
  return columns.map(({ cell, text, ...column }) => ({
    ...column,
    render: (index) => {
      const item = items[index]
      return item?.kind === 'process' ? cell(item, painter) : null
    },
    text: (index) => {
      const item = items[index]
      return item?.kind === 'process' ? (text?.(item.row) ?? '') : ''
    },
  }))
}

function RuntimeText({ row }: { readonly row: ProcessRow }) {
  const label = runtimeLabel(row)
  return (
    <span className={label === null ? 'muted' : 'tabular'} title={row.runtimeVersion ?? undefined}>
      {label ?? processLabels.columns.unknown}
    </span>
  )
}

interface FigureProps {
  readonly row: ProcessRow
  readonly metric: PaintedMetric
  readonly painter: ValuePainter
}

/** Written once a second without React. */
function Figure({ row, metric, painter }: FigureProps) {
  const cell = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () => (cell.current === null ? undefined : painter.add(row, metric, cell.current)),
    [painter, row, metric],
  )
  return (
    <span className={metric === 'up' ? 'tabular muted' : 'tabular'} ref={cell}>
      –
    </span>
  )
}

/** In place of the line. */
function RowButton({ row }: { readonly row: ProcessRow }) {
  const action = rowAction(row)
  if (action === 'resume')
    return (
      <Button kind="primary" size="small" tabIndex={-1} className={styles.rowButton} onClick={() => resume(row)}>
        {processLabels.columns.resume}
      </Button>
    )
  if (action === 'retry')
    return (
      <Button size="small" tabIndex={-1} className={styles.rowButton} onClick={() => askAgain(row)}>
        {processLabels.columns.tryAgain}
      </Button>
    )
  return null
}

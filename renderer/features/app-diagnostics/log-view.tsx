import { CircleX, Info, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDateTime, formatTimeMs } from '../../../shared/base/format.ts'
import type { LogRecord } from '../../../shared/model/app.ts'
import { cx } from '../../ui/class-names.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMetrics } from '../../ui/metrics.ts'
import { PaneHeader } from '../../ui/layout/pane.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import styles from './diagnostics-screen.module.css'
import { fieldsText, filterLog, type LogLevel } from './log-model.ts'

const levelSegments = [
  { value: 'debug', label: 'All' },
  { value: 'info', label: 'Info' },
  { value: 'warn', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
] as const

/** Newest first; the records are redacted before main keeps them. */
export function LogView({ records }: { readonly records: readonly LogRecord[] }) {
  const [level, setLevel] = useState<LogLevel>('info')
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string | null>(null)
  const { timeDisplay } = useMetrics()
  const rows = useMemo(() => filterLog(records, level, search), [records, level, search])
  const rowAt = (index: number) => rows[index]
  const columns: readonly GridColumn[] = [
    {
      id: 'time',
      title: 'Time',
      width: 96,
      render: (index) => <span className="tabular">{formatTimeMs(rowAt(index)?.timeMs ?? 0, timeDisplay)}</span>,
      text: (index) => formatDateTime(rowAt(index)?.timeMs ?? 0, timeDisplay),
    },
    {
      id: 'level',
      title: 'Level',
      width: 84,
      render: (index) => <Level level={rowAt(index)?.level ?? 'debug'} />,
      text: (index) => rowAt(index)?.level ?? '',
    },
    {
      id: 'event',
      title: 'Event',
      width: 220,
      render: (index) => rowAt(index)?.event,
      text: (index) => rowAt(index)?.event ?? '',
    },
    {
      id: 'fields',
      title: 'Details',
      width: 'rest',
      minWidth: 160,
      render: (index) => <Fields record={rowAt(index)} />,
      text: (index) => fieldsText(rowAt(index)),
    },
  ]
  return (
    <section className={styles.log} aria-label="Log">
      <PaneHeader title="Log">
        <span className="grow" />
        <SearchField label="Filter log" value={search} onChange={setSearch} />
        <SegmentedControl size="small" label="Level" segments={levelSegments} value={level} onChange={setLevel} />
      </PaneHeader>
      <DataGrid
        label="Log"
        columns={columns}
        rowCount={rows.length}
        rowKey={(index) => String(records.length - (rowAt(index)?.position ?? 0))}
        selectedKey={selected}
        onSelect={setSelected}
        paddingStart={12}
        empty={<EmptyState title="No entries" text="Nothing at this level has been logged since Pipescope started." />}
      />
    </section>
  )
}

function Fields({ record }: { readonly record: LogRecord | undefined }) {
  const text = fieldsText(record)
  return (
    <span className={cx(styles.fields, 'mono')} title={text}>
      {text}
    </span>
  )
}

function Level({ level }: { readonly level: LogLevel }) {
  if (level === 'error' || level === 'warn') {
    return (
      <span className={cx(styles.level, styles[level])}>
        <Icon icon={level === 'error' ? CircleX : TriangleAlert} size={12} />
        {level === 'error' ? 'Error' : 'Warning'}
      </span>
    )
  }
  return (
    <span className={cx(styles.level, 'muted')}>
      <Icon icon={Info} size={12} />
      {level === 'info' ? 'Info' : 'Debug'}
    </span>
  )
}

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
import { diagnosticsLabels } from './diagnostics-labels.ts'

const levelSegments = [
  { value: 'debug', label: diagnosticsLabels.logView.all },
  { value: 'info', label: diagnosticsLabels.logView.info },
  { value: 'warn', label: diagnosticsLabels.logView.warnings },
  { value: 'error', label: diagnosticsLabels.logView.errors },
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
      title: diagnosticsLabels.logView.time,
      width: 96,
      render: (index) => <span className="tabular">{formatTimeMs(rowAt(index)?.timeMs ?? 0, timeDisplay)}</span>,
      text: (index) => formatDateTime(rowAt(index)?.timeMs ?? 0, timeDisplay),
    },
    {
      id: 'level',
      title: diagnosticsLabels.logView.level,
      width: 84,
      render: (index) => <Level level={rowAt(index)?.level ?? 'debug'} />,
      text: (index) => rowAt(index)?.level ?? '',
    },
    {
      id: 'event',
      title: diagnosticsLabels.logView.event,
      width: 220,
      render: (index) => rowAt(index)?.event,
      text: (index) => rowAt(index)?.event ?? '',
    },
    {
      id: 'fields',
      title: diagnosticsLabels.logView.details,
      width: 'rest',
      minWidth: 160,
      render: (index) => <Fields record={rowAt(index)} />,
      text: (index) => fieldsText(rowAt(index)),
    },
  ]
  return (
    <section className={styles.log} aria-label={diagnosticsLabels.logView.log}>
      <PaneHeader title={diagnosticsLabels.logView.log}>
        <span className="grow" />
        <SearchField label={diagnosticsLabels.logView.filterLog} value={search} onChange={setSearch} />
        <SegmentedControl
          size="small"
          label={diagnosticsLabels.logView.level}
          segments={levelSegments}
          value={level}
          onChange={setLevel}
        />
      </PaneHeader>
      <DataGrid
        label={diagnosticsLabels.logView.log}
        columns={columns}
        rowCount={rows.length}
        rowKey={(index) => String(records.length - (rowAt(index)?.position ?? 0))}
        selectedKey={selected}
        onSelect={setSelected}
        paddingStart={12}
        empty={
          <EmptyState title={diagnosticsLabels.logView.noEntries} text={diagnosticsLabels.logView.noEntriesText} />
        }
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
        {level === 'error' ? diagnosticsLabels.logView.error : diagnosticsLabels.logView.warning}
      </span>
    )
  }
  return (
    <span className={cx(styles.level, 'muted')}>
      <Icon icon={Info} size={12} />
      {level === 'info' ? diagnosticsLabels.logView.info : diagnosticsLabels.logView.debug}
    </span>
  )
}

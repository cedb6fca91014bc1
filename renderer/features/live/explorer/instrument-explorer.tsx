import { Plus, SlidersHorizontal, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { InstrumentSource } from '../../../../shared/model/live.ts'
import { applicationLiveOf } from '../../../../shared/model/settings.ts'
import { useApp } from '../../../store/create-store.ts'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn, GridTree } from '../../../ui/data-grid/types.ts'
import { Menu, MenuAt, type MenuEntry, type MenuPoint } from '../../../ui/overlay/menu.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { BudgetBars } from '../board/budget-bars.tsx'
import { putSeries } from '../board/series-drag.ts'
import { explorerRows, type ExplorerRow } from './explorer-rows.ts'
import { ExplorerRowView } from './explorer-row-view.tsx'
import { explorerRowAsTsv } from './explorer-values.ts'
import styles from './instrument-explorer.module.css'
import { instrumentEntries } from './instrument-entries.ts'
import { addProvider, removeProvider } from '../live-commands.ts'
import { useLive } from '../live-context.ts'
import { NameDialog } from '../name-dialog.tsx'
import { withNewChart } from '../board/board-changes.ts'
import { liveLabels } from '../live-labels.ts'

interface InstrumentExplorerProps {
  /** Below 1000 px it lies over the charts. */
  readonly isDrawer: boolean
  readonly onClose: () => void
}

const rowHeightPx = 24

/** Everything the target can tell: provider, instrument, tag set; each can be charted, by pointer and by key. */
export function InstrumentExplorer({ isDrawer, onClose }: InstrumentExplorerProps) {
  const context = useLive()
  const { runtime, catalogRevision, board, changeBoard, documentId, target } = context
  const [filter, setFilter] = useState('')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['p:System.Runtime']))
  const [sourceChoices, setSourceChoices] = useState<Readonly<Record<string, InstrumentSource>>>({})
  const [activeId, setActiveId] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ readonly point: MenuPoint; readonly row: ExplorerRow } | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const rows = useMemo(
    () => explorerRows(runtime.feed.catalog, { filter, expanded, starred: board.starred, sourceChoices }),
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
    [runtime, catalogRevision, filter, expanded, board.starred, sourceChoices],
  )
  const toggle = (id: string) => {
    setExpanded((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  const open = (row: ExplorerRow) => {
    if (row.kind === 'starred-heading' || row.kind === 'provider') toggle(toggleId(row))
    else changeBoard((current) => withNewChart(current, row.boardSeries, runtime.feed.catalog))
  }
  const tree: GridTree = {
    isCompact: true,
    level: (index) => levelOf(rows[index]),
    isExpandable: (index) => canExpand(rows[index]),
    isExpanded: (index) => isExpandedRow(rows[index]),
    setExpanded: (index, isExpanded) => {
      const row = rows[index]
      if (row !== undefined && isExpandedRow(row) !== isExpanded) toggle(toggleId(row))
    },
    togglesOnClick: (index) => isHeading(rows[index]),
  }
  const column: GridColumn = {
    id: 'instrument',
    title: liveLabels.instrumentExplorer.instrument,
    width: 'rest',
    render: (index) => {
      const row = rows[index]
      return row === undefined ? null : <ExplorerRowView row={row} onMenu={(point) => setMenu({ row, point })} />
    },
    text: (index) => textOf(rows[index]),
  }

  return (
    // Escape closes what lies over the charts; whatever takes it inside, such as a menu, comes first.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <aside
      className={cx(styles.explorer, isDrawer && styles.drawer)}
      aria-label={liveLabels.instrumentExplorer.instruments}
      onKeyDown={(event) => {
        if (!isDrawer || event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={styles.head} data-explorer-filter="">
        <SearchField
          label={liveLabels.instrumentExplorer.filter}
          value={filter}
          onChange={setFilter}
          className={styles.filter}
        />
        {target.kind === 'process' && (
          <IconButton icon={Plus} label={liveLabels.instrumentExplorer.addProvider} onClick={() => setIsAdding(true)} />
        )}
        <SourceMenu rows={rows} choices={sourceChoices} onChoose={setSourceChoices} />
        {isDrawer && <IconButton icon={X} label={liveLabels.instrumentExplorer.closeInstruments} onClick={onClose} />}
      </div>
      <DataGrid
        label={liveLabels.instrumentExplorer.instrumentsOfProcess}
        className={styles.rows}
        hasHeader={false}
        rowHeight={rowHeightPx}
        columns={[column]}
        rowCount={rows.length}
        rowKey={(index) => rows[index]?.id ?? String(index)}
        selectedKey={activeId}
        onSelect={setActiveId}
        onActivate={(index) => {
          const row = rows[index]
          if (row !== undefined) open(row)
        }}
        tree={tree}
        paddingEnd={8}
        rowClassName={(index) => styles[rows[index]?.kind ?? '']}
        rowAttributes={(index) => ({ 'data-row-id': rows[index]?.id })}
        contextMenu={(index) => {
          const row = rows[index]
          return row === undefined || isHeading(row) ? null : instrumentEntries(row, context)
        }}
        rowText={(index) => {
          const row = rows[index]
          return row === undefined ? '' : explorerRowAsTsv(row, runtime)
        }}
        isDraggable={(index) => !isHeading(rows[index])}
        onDragStart={(event, index) => {
          const row = rows[index]
          if (row !== undefined && 'boardSeries' in row) putSeries(event.dataTransfer, row.boardSeries)
        }}
        // Letters are commands of the live view.
        isTypeAhead={() => false}
        empty={<NoRows isFiltering={filter !== ''} />}
      />
      <MenuAt
        point={menu?.point ?? null}
        entries={menu === null ? [] : instrumentEntries(menu.row, context)}
        onClose={() => setMenu(null)}
      />
      <BudgetBars />
      {isAdding && (
        <NameDialog
          title={liveLabels.instrumentExplorer.addProvider}
          label={liveLabels.instrumentExplorer.eventSourceName}
          description={liveLabels.instrumentExplorer.addProviderText}
          initial=""
          confirm={liveLabels.instrumentExplorer.add}
          maxLength={256}
          onConfirm={(name) => addProvider(documentId, name)}
          onClose={() => setIsAdding(false)}
          extra={<AddedProviders onRemove={(name) => removeProvider(documentId, name)} />}
        />
      )}
    </aside>
  )
}

function AddedProviders({ onRemove }: { readonly onRemove: (name: string) => void }) {
  const { application } = useLive()
  const providers = useApp((state) => applicationLiveOf(state.settings, application)?.extraProviders)
  if (providers === undefined || providers.length === 0) return null
  return (
    <ul className={styles.added} aria-label={liveLabels.instrumentExplorer.providersAddedByName}>
      {providers.map((name) => (
        <li key={name}>
          <span className="ellipsis">{name}</span>
          <IconButton
            icon={X}
            size="small"
            label={liveLabels.instrumentExplorer.remove(name)}
            onClick={() => onRemove(name)}
          />
        </li>
      ))}
    </ul>
  )
}

function NoRows({ isFiltering }: { readonly isFiltering: boolean }) {
  return isFiltering ? (
    <EmptyState title={liveLabels.instrumentExplorer.noMatch} text={liveLabels.instrumentExplorer.noMatchText} />
  ) : (
    <EmptyState
      title={liveLabels.instrumentExplorer.noInstrumentsYet}
      text={liveLabels.instrumentExplorer.noInstrumentsYetText}
    />
  )
}

interface SourceMenuProps {
  readonly rows: readonly ExplorerRow[]
  readonly choices: Readonly<Record<string, InstrumentSource>>
  readonly onChoose: (choices: Readonly<Record<string, InstrumentSource>>) => void
}

/** Only there when a name exists as meter and as event counters: which of the two is listed. */
function SourceMenu({ rows, choices, onChoose }: SourceMenuProps) {
  const doubled = rows.flatMap((row) => (row.kind === 'provider' && row.sources.length > 1 ? [row] : []))
  if (doubled.length === 0) return null
  const entries = doubled.flatMap((row): MenuEntry[] => [
    { kind: 'heading', label: row.provider },
    {
      kind: 'choice',
      label: row.provider,
      value: row.shownSource,
      options: [
        { value: 'meter', label: liveLabels.instrumentExplorer.meter },
        { value: 'event-counter', label: liveLabels.instrumentExplorer.eventCounters },
      ],
      onChange: (source) => onChoose({ ...choices, [row.provider]: source === 'meter' ? 'meter' : 'event-counter' }),
    },
  ])
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={<IconButton icon={SlidersHorizontal} label={liveLabels.instrumentExplorer.metersOrCounters} />}
    />
  )
}

const levels: Readonly<Record<ExplorerRow['kind'], number>> = {
  'starred-heading': 1,
  provider: 1,
  instrument: 2,
  'tag-set': 3,
}

function levelOf(row: ExplorerRow | undefined): number {
  return row === undefined ? 1 : levels[row.kind]
}

function isHeading(row: ExplorerRow | undefined): boolean {
  return levelOf(row) === 1
}

function canExpand(row: ExplorerRow | undefined): boolean {
  return isHeading(row) || (row?.kind === 'instrument' && row.tagSetCount > 0)
}

function isExpandedRow(row: ExplorerRow | undefined): boolean {
  return row !== undefined && 'isExpanded' in row && row.isExpanded
}

/** The starred ones are open until somebody closes them. */
function toggleId(row: ExplorerRow): string {
  return row.kind === 'starred-heading' ? `closed:${row.id}` : row.id
}

function textOf(row: ExplorerRow | undefined): string {
  if (row === undefined || row.kind === 'starred-heading') return ''
  if (row.kind === 'provider') return row.provider
  return row.kind === 'instrument' ? row.shortName : row.label
}

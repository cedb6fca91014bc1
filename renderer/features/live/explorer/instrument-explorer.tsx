import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { InstrumentSource } from '../../../../shared/model/live.ts'
import { useApp } from '../../../store/create-store.ts'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { Menu, MenuAt, type MenuEntry, type MenuPoint } from '../../../ui/overlay/menu.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { BudgetBars } from '../board/budget-bars.tsx'
import { explorerKeys } from './explorer-keys.ts'
import { explorerRows, type ExplorerRow } from './explorer-rows.ts'
import { ExplorerRowView } from './explorer-row-view.tsx'
import { explorerRowAsTsv } from './explorer-values.ts'
import styles from './instrument-explorer.module.css'
import { instrumentEntries } from './instrument-entries.ts'
import { addProvider, copyText, removeProvider } from '../live-commands.ts'
import { useLive } from '../live-context.ts'
import { NameDialog } from '../name-dialog.tsx'
import { withNewChart } from '../board/board-changes.ts'

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
  const scroller = useRef<HTMLDivElement | null>(null)
  const { scale } = useMetrics()
  const rows = useMemo(
    () => explorerRows(runtime.feed.catalog, { filter, expanded, starred: board.starred, sourceChoices }),
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
    [runtime, catalogRevision, filter, expanded, board.starred, sourceChoices],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx * scale,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  useEffect(() => {
    virtual.measure()
  }, [scale, virtual])
  const activeIndex = rows.findIndex((row) => row.id === activeId)

  const toggle = (id: string) => {
    setExpanded((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  const open = (row: ExplorerRow) => {
    if (row.kind === 'starred-heading') toggle(`closed:${row.id}`)
    else if (row.kind === 'provider') toggle(row.id)
    else changeBoard((current) => withNewChart(current, row.boardSeries, runtime.feed.catalog))
  }
  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row === undefined) return
    setActiveId(row.id)
    virtual.scrollToIndex(rows.indexOf(row))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows[activeIndex]
    const run = explorerKeys(event, {
      row,
      move: (by) => moveTo(activeIndex + by),
      first: () => moveTo(0),
      last: () => moveTo(rows.length - 1),
      toggle: (id) => toggle(id),
      toParent: () => moveTo(parentIndex(rows, activeIndex)),
      open: () => row !== undefined && open(row),
      copy: () => {
        if (row !== undefined) copyText(explorerRowAsTsv(row, runtime), 'Row')
      },
      menu: () => {
        const box = scroller.current
          ?.querySelector(`[data-row-id="${CSS.escape(row?.id ?? '')}"]`)
          ?.getBoundingClientRect()
        if (row !== undefined && box !== undefined) setMenu({ row, point: { x: box.left + 24, y: box.bottom } })
      },
    })
    if (run) event.preventDefault()
  }
  const activeDomId = activeIndex >= 0 ? `${documentId}-row-${activeIndex}` : undefined

  return (
    // Escape closes what lies over the charts; whatever takes it inside, such as a menu, comes first.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <aside
      className={cx(styles.explorer, isDrawer && styles.drawer)}
      aria-label="Instruments"
      onKeyDown={(event) => {
        if (!isDrawer || event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={styles.head} data-explorer-filter="">
        <SearchField label="Filter instruments" value={filter} onChange={setFilter} className={styles.filter} />
        {target.kind === 'process' && (
          <IconButton icon={Plus} label="Add a provider by name" onClick={() => setIsAdding(true)} />
        )}
        <SourceMenu rows={rows} choices={sourceChoices} onChoose={setSourceChoices} />
        {isDrawer && <IconButton icon={X} label="Close instruments" onClick={onClose} />}
      </div>
      <div
        ref={scroller}
        className={styles.rows}
        role="tree"
        aria-label="Instruments of this process"
        tabIndex={0}
        aria-activedescendant={activeDomId}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (activeIndex < 0) moveTo(0)
        }}
      >
        {rows.length === 0 && <NoRows isFiltering={filter !== ''} />}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            return (
              <ExplorerRowView
                key={item.key}
                id={`${documentId}-row-${item.index}`}
                row={row}
                topPx={item.start}
                isActive={row.id === activeId}
                onOpen={() => open(row)}
                onToggle={() => (row.kind === 'instrument' ? toggle(row.id) : open(row))}
                onPick={() => setActiveId(row.id)}
                onMenu={(point) => {
                  setActiveId(row.id)
                  setMenu({ row, point })
                }}
              />
            )
          })}
        </div>
      </div>
      <MenuAt
        point={menu?.point ?? null}
        entries={menu === null ? [] : instrumentEntries(menu.row, context)}
        onClose={() => setMenu(null)}
      />
      <BudgetBars />
      {isAdding && (
        <NameDialog
          title="Add a provider by name"
          label="EventSource name"
          description="Event counter providers cannot be listed by a runtime. A name is tried, shown once it answers, and remembered for this application."
          initial=""
          confirm="Add"
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
  const providers = useApp((state) => state.settings.live[application]?.extraProviders)
  if (providers === undefined || providers.length === 0) return null
  return (
    <ul className={styles.added} aria-label="Providers added by name">
      {providers.map((name) => (
        <li key={name}>
          <span className="ellipsis">{name}</span>
          <IconButton icon={X} size="small" label={`Remove ${name}`} onClick={() => onRemove(name)} />
        </li>
      ))}
    </ul>
  )
}

function NoRows({ isFiltering }: { readonly isFiltering: boolean }) {
  return isFiltering ? (
    <EmptyState
      title="No instrument matches"
      text="The filter looks in provider, name, display name and description."
    />
  ) : (
    <EmptyState title="No instruments yet" text="They are listed as soon as the runtime has named them." />
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
        { value: 'meter', label: 'Meter' },
        { value: 'event-counter', label: 'Event counters' },
      ],
      onChange: (source) => onChoose({ ...choices, [row.provider]: source === 'meter' ? 'meter' : 'event-counter' }),
    },
  ])
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={<IconButton icon={SlidersHorizontal} label="Meters or event counters" />}
    />
  )
}

const levels: Readonly<Record<ExplorerRow['kind'], number>> = {
  'starred-heading': 0,
  provider: 0,
  instrument: 1,
  'tag-set': 2,
}

function parentIndex(rows: readonly ExplorerRow[], index: number): number {
  const row = rows[index]
  if (row === undefined) return 0
  for (let at = index - 1; at >= 0; at--) {
    const above = rows[at]
    if (above !== undefined && levels[above.kind] < levels[row.kind]) return at
  }
  return index
}

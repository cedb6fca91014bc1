import { memo, type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import {
  columnsOf,
  fieldOfColumn,
  mostSortedByField,
  readableColumns,
  shownColumns,
  tablesWithTexts,
  type TraceTableName,
  type TraceTableQuestion,
} from '../../../shared/model/trace/trace-tables.ts'
import { useRowPages } from '../../bridge/row-pages.ts'
import { cx } from '../../ui/class-names.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { nextSort } from '../../ui/data-grid/next-sort.ts'
import type { GridColumn, GridSort } from '../../ui/data-grid/types.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { ValueText } from '../../ui/text/value.tsx'
import { useSameValue } from '../../ui/use-same-value.ts'
import { useSteady } from '../../ui/use-steady.ts'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { type ColumnWords, columnWords, exactCell, leastWidth, dropOf, shownCell } from './table-words.ts'
import { identityPlaces, isSameRow } from './row-identity.ts'
import { TablePages } from './table-pages.ts'
import { TableTools, type TableView, ViewChoice } from './table-tools.tsx'
import styles from './trace-screen.module.css'
import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'
import { useFrameEntries } from './view/frame-entries.ts'
import { useRevision, useTraceView } from './view/trace-view.ts'
import { weightWords } from './view/weight-words.ts'
import { traceLabels } from './trace-labels.ts'
import { isTypeAhead } from './view/type-ahead.ts'

interface PagedTableProps {
  readonly documentId: string
  /** The one of the views that is shown. */
  readonly table: TraceTableName
  /** Several views of one thing are chosen above the table. */
  readonly views: readonly TableView[]
  readonly onChoose?: (table: TraceTableName) => void
  /** What is known before any row is read. */
  readonly note?: string | undefined
  readonly empty: string
  /** A row was selected; null: none any more. */
  readonly onPickRow?: (cells: readonly TraceCell[] | null) => void
  /** Enter or a double click on a row. */
  readonly onEnterRow?: (cells: readonly TraceCell[] | null) => void
  /** A search from elsewhere, instead of the table’s own field. */
  readonly query?: TableQuery
}

export interface TableQuery {
  /** What the table is searched for. */
  readonly search: string
  /** Of payloads, each a column. */
  readonly fields: readonly string[]
  /** Between the choice of views and the buttons. */
  readonly field: ReactNode
  /** Under them. */
  readonly below: ReactNode
  /** Shown instead of the cell as it is; null: as it is. Another function draws all rows anew. */
  readonly shown: (columnId: string, cell: TraceCell) => string | null
  readonly choices: TableChoices
  readonly onChoices: (choices: TableChoices) => void
  /** The event that is selected. Its place is looked at where its row isn’t here. */
  readonly picked: { readonly eventIndex: number | null; readonly place: number | null } | null
  /** An event whose row is on its way has no number yet. */
  readonly onPick: (place: number, eventIndex: number | null) => void
  readonly isMarked: (eventIndex: number) => boolean
}

/** What is chosen at a table itself. */
export interface TableChoices {
  readonly sort: GridSort | null
  /** Secrets are shown. */
  readonly isRevealed: boolean
}

export const noChoices: TableChoices = { sort: null, isRevealed: false }

const searchDelayMs = 150
const mostHintChars = 1000

/** A table that is kept in main and shown page by page: searched, sorted, copied and exported there. */
export function PagedTable(props: PagedTableProps) {
  const { documentId, table, views, onChoose, note, empty, onPickRow, onEnterRow, query } = props
  const { selection, wantedRows } = useTraceView()
  const [search, setSearch] = useState(wantedRows?.table === table ? wantedRows.search : '')
  const [takenRows, takeRows] = useState(wantedRows)
  // Somebody may want to see others while this table is shown.
  if (takenRows !== wantedRows) {
    takeRows(wantedRows)
    if (wantedRows?.table === table) setSearch(wantedRows.search)
  }
  const wanted = useDelayed(search, searchDelayMs)
  const [ownChoices, setOwnChoices] = useState(noChoices)
  const [choices, setChoices] = query === undefined ? [ownChoices, setOwnChoices] : [query.choices, query.onChoices]
  const { sort, isRevealed } = choices
  const label = views.find((view) => view.table === table)?.label ?? ''
  const question = useSameValue<TraceTableQuestion>({
    table,
    selection,
    sortBy: sort?.columnId ?? null,
    isDescending: sort?.direction === 'descending',
    search: query?.search ?? wanted,
    ...(query === undefined || query.fields.length === 0 ? {} : { fields: query.fields }),
    ...(isRevealed ? { isRevealed } : {}),
  })
  const pages = useRowPages(
    JSON.stringify([documentId, question]),
    (onChange) => new TablePages(documentId, question, onChange),
    { revision: useRevision() },
  )
  const steady = useSteady({
    onChoose: (next: TraceTableName): void => {
      onChoose?.(next)
      setChoices({ ...choices, sort: null })
    },
    onReveal: (): void => setChoices({ ...choices, isRevealed: !isRevealed }),
    onSort: (column: GridColumn): void => setChoices({ ...choices, sort: nextSort(sort, column) }),
  })
  return (
    <div className={styles.pane}>
      <Toolbar label={label} className={cx(styles.controls, query !== undefined && styles.growing)}>
        {views.length > 1 && <ViewChoice views={views} table={table} onChoose={steady.onChoose} />}
        {query === undefined ? (
          <SearchField
            label={traceLabels.pagedTable.search}
            value={search}
            onChange={setSearch}
            className={styles.search}
          />
        ) : (
          query.field
        )}
        {query === undefined && (
          <span className={styles.note} title={note}>
            {note}
          </span>
        )}
        {query === undefined && (
          <span className={styles.rows} role="status">
            {pages?.rowCount === null || pages === null ? '' : rowWords(pages.rowCount, pages.allRowCount)}
          </span>
        )}
        <TableTools
          documentId={documentId}
          question={question}
          isRevealed={isRevealed}
          hasSecrets={pages?.hasSecrets === true}
          onReveal={steady.onReveal}
        />
      </Toolbar>
      {query?.below}
      {pages?.error ? (
        <ErrorState error={pages.error} title={traceLabels.pagedTable.couldntShow} />
      ) : pages === null || pages.rowCount === null ? (
        <BusyText>{traceLabels.pagedTable.reading}</BusyText>
      ) : (
        <Rows
          key={pages.key}
          pages={pages}
          round={pages.round}
          label={label}
          sort={sort}
          onSort={steady.onSort}
          empty={pages.question.search === '' ? empty : traceLabels.pagedTable.noRowsMatch}
          query={query}
          onPickRow={onPickRow}
          onEnterRow={onEnterRow}
        />
      )}
    </div>
  )
}

interface RowsProps {
  readonly pages: TablePages
  /** Another one: something else of them is there. */
  readonly round: number
  readonly label: string
  readonly sort: GridSort | null
  readonly onSort: (column: GridColumn) => void
  readonly empty: string
  readonly query: TableQuery | undefined
  readonly onPickRow: PagedTableProps['onPickRow']
  readonly onEnterRow: PagedTableProps['onEnterRow']
}

/** Columns of what another tool’s file has not. */
const columnsOfRecordings: Partial<Record<TraceTableName, readonly string[]>> = {
  threads: ['events', 'running_ms', 'cpu_ms'],
}

const Rows = memo(function Rows({ pages, label, sort, onSort, empty, query, onPickRow, onEnterRow }: RowsProps) {
  const [selected, setSelected] = useState<SelectedRow | null>(null)
  const now = selected === null ? null : selectedNow(selected, pages)
  // A row that was on its way is there, or has moved with the file.
  if (selected !== null && now !== null && (now.place !== selected.place || now.cells !== selected.cells))
    setSelected(now)
  const { pickFrame, imported } = useTraceView()
  const weight = weightWords(imported)
  const entriesOf = useFrameEntries()
  const { table } = pages.question
  const words = columnWords[table]
  const names = readableColumns[table]
  const all = shownColumns(pages.question)
  const placeOf = (id: string): number => all.findIndex((column) => column.id === id)
  // Methods and types stand where the trace's own names are, as their author wrote them.
  const absent = [...pages.absentColumns, ...(imported === null ? [] : (columnsOfRecordings[table] ?? []))]
  const visible = all.filter(
    ({ id }) => id !== (table === 'methods' ? names?.raw : names?.readable) && !absent.includes(id),
  )
  // All fields in one text have what room is left.
  const ordered = table === 'events' ? visible.toSorted((a, b) => Number(isRest(a)) - Number(isRest(b))) : visible
  const columns = ordered.map((given): GridColumn => {
    const isName = names !== undefined && (given.id === names.raw || given.id === names.readable)
    const column = isName ? all[placeOf(names.readable)]! : given
    const at = placeOf(column.id)
    const { title, width, hint, isCutAtEnd } = words[given.id] ?? fieldWords(given.id, pages.rowCount ?? 0)
    const rawName = (index: number): string | undefined =>
      isName ? String(pages.row(index)?.[placeOf(names.raw)] ?? '') : undefined
    const shown = (index: number): string => {
      const row = pages.row(index)
      if (row === null) return '…'
      const cell = row[at] ?? null
      if (table === 'methods' && column.kind === 'count' && typeof cell === 'number') return weight.figure(cell)
      return query?.shown(column.id, cell) ?? shownCell(cell, column)
    }
    return {
      id: column.id,
      title,
      width,
      minWidth: leastWidth(width, column.kind !== 'text'),
      // Long texts get all the room there is.
      isElastic: !tablesWithTexts.has(table),
      ...dropOf(table, column.id),
      // Numbers that name something stand where names do.
      align: column.kind === 'text' || column.kind === 'identifier' ? 'start' : 'end',
      isSortable:
        column.isSortable !== false &&
        (fieldOfColumn(column.id) === null || (pages.rowCount ?? 0) <= mostSortedByField),
      ...(hint === undefined ? {} : { hint }),
      render: (index) =>
        column.kind !== 'text' ? (
          <ValueText text={shown(index)} />
        ) : isCutAtEnd === true ? (
          <CutText text={shown(index)} />
        ) : (
          <MiddleEllipsis text={shown(index)} hint={rawName(index)} />
        ),
      text: (index) => exactCell(pages.row(index)?.[at] ?? null, column),
    }
  })
  const methodMenu = (index: number): readonly MenuEntry[] => {
    const row = pages.row(index)
    return row === null ? [] : entriesOf(frameOf(row))
  }
  return (
    <DataGrid
      label={label}
      columns={columns}
      isTypeAhead={isTypeAhead}
      rowCount={pages.rowCount ?? 0}
      rowKey={String}
      indexOfKey={Number}
      reusesElements
      rowFacts={(index) => [...(pages.row(index) ?? []), query?.shown, imported]}
      selectedKey={keyOf(query === undefined ? (now?.place ?? null) : placeOfPicked(query, pages))}
      onSelect={(_key, index) => {
        setSelected({ place: index, cells: pages.row(index) })
        query?.onPick(index, pages.eventAt(index))
        onPickRow?.(pages.row(index))
        const row = table === 'methods' ? pages.row(index) : null
        if (row !== null) pickFrame(frameOf(row))
      }}
      {...(onEnterRow === undefined ? {} : { onActivate: (index: number) => onEnterRow(pages.row(index)) })}
      sort={sort}
      onSort={(columnId) => {
        const column = columns.find(({ id }) => id === columnId)
        if (column !== undefined) onSort(column)
      }}
      {...(table === 'methods' ? { contextMenu: methodMenu } : {})}
      rowClassName={(index) => (isMarked(query, pages.eventAt(index)) ? styles.marked : undefined)}
      paddingStart={16}
      empty={<EmptyState title={traceLabels.pagedTable.nothingToShow} text={empty} />}
    />
  )
})

/** By what it is, not by its place: others come before it while the file grows. */
interface SelectedRow {
  readonly place: number
  /** Null: it is on its way. */
  readonly cells: readonly TraceCell[] | null
}

/** Null: another row has its place, and it is not among the rows that are here. */
function selectedNow(selected: SelectedRow, pages: TablePages): SelectedRow | null {
  const { place, cells } = selected
  const there = pages.loadedRow(place)
  if (cells === null) return there === null ? selected : { place, cells: there }
  if (there === null || isSameRow(identityPlaces(pages.question.table), there, cells)) return selected
  const found = pages.placeOfRow(cells, place)
  return found === null ? null : { place: found, cells }
}

/** Its beginning says what it is. */
function CutText({ text }: { readonly text: string }) {
  return (
    <span className={styles.cut} title={text.slice(0, mostHintChars)}>
      {text}
    </span>
  )
}

const isRest = ({ id }: TraceColumn): boolean => id === 'fields'

/** Of a column with a field of payloads. */
function fieldWords(id: string, rowCount: number): ColumnWords {
  const name = fieldOfColumn(id) ?? id
  const hint =
    rowCount <= mostSortedByField
      ? traceLabels.pagedTable.field(name)
      : traceLabels.pagedTable.fieldSortedUpTo(name, formatCount(mostSortedByField))
  return { title: name, width: 150, hint, isCutAtEnd: true }
}

function placeOfPicked({ picked }: TableQuery, pages: TablePages): number | null {
  if (picked === null) return null
  return (picked.eventIndex === null ? null : pages.placeOfEvent(picked.eventIndex)) ?? picked.place
}

function isMarked(query: TableQuery | undefined, eventIndex: number | null): boolean {
  return eventIndex !== null && query?.isMarked(eventIndex) === true
}

function keyOf(place: number | null): string | null {
  return place === null ? null : String(place)
}

/** The function of a row of the methods. */
function frameOf(row: readonly TraceCell[]): NamedFrame {
  const cell = (id: string): string => String(row[columnsOf('methods').findIndex((column) => column.id === id)] ?? '')
  return { method: cell('rawName'), module: cell('module'), name: cell('method') }
}

/** How many the search found, of how many. */
function rowWords(rowCount: number, allRowCount: number): string {
  return rowCount === allRowCount
    ? traceLabels.pagedTable.rowCount(rowCount)
    : traceLabels.pagedTable.foundRows(formatCount(rowCount), allRowCount)
}

function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}

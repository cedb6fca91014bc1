import { useMemo, useState } from 'react'
import { formatBytes, formatCount, quantityText } from '../../../shared/base/format.ts'
import type { TraceThreadRow, TraceTypeRow } from '../../../shared/model/trace.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn, GridSort } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { ValueText } from '../../ui/text/value.tsx'

interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly width: number | 'rest'
  readonly hint?: string
  /** Text columns start at the left and sort by letters; numbers the other way. */
  readonly value: (row: Row) => string | number | null
  readonly show?: (row: Row) => string
}

interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly empty: string
}

/** A sortable table; every figure exact in a copy. */
export function Table<Row>({ label, rows, columns, empty }: TableProps<Row>) {
  const [sort, setSort] = useState<GridSort | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const order = useMemo(() => sorted(rows, columns, sort), [rows, columns, sort])
  const at = (index: number): Row | undefined => rows[order[index] ?? -1]
  const gridColumns = columns.map((column): GridColumn => {
    const isNumber = rows.some((row) => typeof column.value(row) === 'number')
    const text = (index: number): string => {
      const row = at(index)
      return row === undefined ? '' : String(column.value(row) ?? '')
    }
    const shown = (index: number): string => {
      const row = at(index)
      return row === undefined ? '' : (column.show?.(row) ?? text(index))
    }
    return {
      id: column.id,
      title: column.title,
      width: column.width,
      minWidth: leastWidth(column.width, isNumber),
      align: isNumber ? 'end' : 'start',
      isSortable: true,
      ...(column.hint === undefined ? {} : { hint: column.hint }),
      render: (index) =>
        isNumber ? (
          <ValueText text={shown(index)} />
        ) : column.width === 'rest' ? (
          <MiddleEllipsis text={shown(index)} />
        ) : (
          shown(index)
        ),
      text,
    }
  })
  return (
    <DataGrid
      label={label}
      columns={gridColumns}
      rowCount={order.length}
      rowKey={(index) => String(order[index] ?? index)}
      selectedKey={selected}
      onSelect={setSelected}
      sort={sort}
      onSort={(columnId) => setSort((current) => nextSort(current, columnId))}
      paddingStart={16}
      empty={<EmptyState title="Nothing of that in this file" text={empty} />}
    />
  )
}

/** Figures are never cut; words give way, and read in full on hover. */
export function leastWidth(width: number | 'rest', isNumber: boolean): number {
  if (isNumber && width !== 'rest') return width
  return width === 'rest' ? 110 : Math.min(width, 90)
}

function nextSort(current: GridSort | null, columnId: string): GridSort | null {
  if (current?.columnId !== columnId) return { columnId, direction: 'descending' }
  return current.direction === 'descending' ? { columnId, direction: 'ascending' } : null
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: GridSort | null): readonly number[] {
  const order = rows.map((_row, index) => index)
  const column = columns.find(({ id }) => id === sort?.columnId)
  if (column === undefined) return order
  const sign = sort?.direction === 'ascending' ? 1 : -1
  return order.sort((a, b) => sign * compare(column.value(rows[a]!), column.value(rows[b]!)) || a - b)
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}

const bytes = (size: number | null): string => (size === null ? '–' : quantityText(formatBytes(size)))

export const typeColumns: readonly Column<TraceTypeRow>[] = [
  {
    id: 'name',
    title: 'Event',
    width: 'rest',
    value: (row) => (row.name === '' ? `Event ${String(row.id)}` : row.name),
  },
  { id: 'provider', title: 'Provider', width: 260, value: (row) => row.provider },
  { id: 'id', title: 'ID', width: 56, value: (row) => row.id },
  { id: 'version', title: 'Version', width: 64, value: (row) => row.version },
  { id: 'count', title: 'Events', width: 96, value: (row) => row.count, show: (row) => formatCount(row.count) },
  {
    id: 'bytes',
    title: 'Payload',
    width: 96,
    value: (row) => row.payloadBytes,
    show: (row) => bytes(row.payloadBytes),
  },
  {
    id: 'stacks',
    title: 'With stack',
    width: 88,
    value: (row) => row.stackCount,
    show: (row) => formatCount(row.stackCount),
  },
]

export const threadColumns: readonly Column<TraceThreadRow>[] = [
  { id: 'id', title: 'Thread', width: 110, value: (row) => row.id },
  // Most traces hold no thread names.
  { id: 'name', title: 'Name', width: 'rest', value: (row) => row.name, show: (row) => row.name || '–' },
  {
    id: 'events',
    title: 'Events',
    width: 110,
    value: (row) => row.eventCount,
    show: (row) => formatCount(row.eventCount),
  },
  {
    id: 'samples',
    title: 'Samples',
    width: 110,
    value: (row) => row.sampleCount,
    show: (row) => formatCount(row.sampleCount),
  },
]

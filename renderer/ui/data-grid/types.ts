import type { ReactNode } from 'react'
import type { MenuEntry } from '../overlay/menu-entries.tsx'

/** Rows are indices into whatever the caller has: a table of a million rows needs no object per row. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  /** px at 100 % font size, or what is left. */
  readonly width: number | 'rest'
  /** px at 100 % font size; a column with a `width` gives way down to it in a narrow grid. */
  readonly minWidth?: number
  readonly align?: 'start' | 'end'
  readonly isSortable?: boolean
  /** Explains the heading on hover. */
  readonly hint?: string
  readonly render: (index: number) => ReactNode
  /** The cell in a copy (exact figure, no unit prefix) and, in the first column, what type-ahead looks at. */
  readonly text: (index: number) => string
}

export interface GridTree {
  /** 1 for the top. */
  readonly level: (index: number) => number
  readonly isExpandable: (index: number) => boolean
  readonly isExpanded: (index: number) => boolean
  readonly setExpanded: (index: number, isExpanded: boolean) => void
  /** `*`: all siblings of the row, or everything; the caller decides. */
  readonly expandAll?: () => void
}

export interface GridSort {
  readonly columnId: string
  readonly direction: 'ascending' | 'descending'
}

/** Content that runs over several columns: from `fromColumnId` to the last. */
export interface GridSpan {
  readonly fromColumnId: string
  readonly content: ReactNode
}

export interface DataGridProps {
  /** Accessible name. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  /** Stable identity; the selection follows it when rows move. */
  readonly rowKey: (index: number) => string
  readonly selectedKey: string | null
  readonly onSelect: (key: string, index: number) => void
  /** Enter, double click. */
  readonly onActivate?: (index: number) => void
  readonly tree?: GridTree
  readonly sort?: GridSort | null
  readonly onSort?: (columnId: string) => void
  /** A row that is a heading for those after it: drawn over the whole width, not selectable. */
  readonly heading?: (index: number) => ReactNode | null
  readonly span?: (index: number) => GridSpan | null
  readonly rowClassName?: (index: number) => string | undefined
  /** `data-…` attributes for tests and styling. */
  readonly rowAttributes?: (index: number) => Readonly<Record<`data-${string}`, string>>
  readonly contextMenu?: (index: number) => readonly MenuEntry[]
  /** Keys the grid does not use itself. */
  readonly onRowKey?: (event: React.KeyboardEvent, index: number) => void
  /** px between columns and at both ends. */
  readonly gap?: number
  readonly paddingStart?: number
  readonly paddingEnd?: number
  readonly className?: string
  /** Shown below the header while there is no row. */
  readonly empty?: ReactNode
}

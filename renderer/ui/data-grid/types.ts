import type { DragEvent, ReactNode } from 'react'
import type { MenuEntry } from '../overlay/menu-entries.tsx'

/** Rows are indices into whatever the caller has: a table of a million rows needs no object per row. */
export interface GridColumn {
  readonly id: string
  readonly title: string
  /** px at 100 % font size, or what is left. */
  readonly width: number | 'rest'
  /** px at 100 % font size; a column with a `width` gives way down to it in a narrow grid. */
  readonly minWidth?: number
  /** Takes its part of spare room, and no single column of the table takes all of it. */
  readonly isElastic?: boolean
  /** px at 100 % font size: in a narrower grid the column is left out. */
  readonly dropBelow?: number
  readonly align?: 'start' | 'end'
  readonly isSortable?: boolean
  /** Names its row for screen readers. */
  readonly isRowHeader?: boolean
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
  /** Rows of this level stand at the left edge; those above it are headings. 1 if left out. */
  readonly firstLevel?: number
  /** Levels are set in by a few pixels and have no lines: for narrow panes. */
  readonly isCompact?: boolean
  /** A click anywhere on the row opens and closes it. */
  readonly togglesOnClick?: (index: number) => boolean
  /** Place among the siblings, from 1. */
  readonly place?: (index: number) => { readonly position: number; readonly count: number } | null
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

/** What of the grid is on the screen. */
export interface GridView {
  readonly firstIndex: number
  readonly count: number
  readonly rowHeight: number
  /** px between the right edge of the rows and that of a column; null while the column is left out or not of fixed width. */
  readonly fromRight: (columnId: string) => number | null
}

export interface DataGridProps {
  /** Accessible name. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  /** Stable identity; the selection follows it when rows move. */
  readonly rowKey: (index: number) => string
  /** The other way round, for tables too long to look through. -1: not there. */
  readonly indexOfKey?: (key: string) => number
  /** Cells have no state of their own: a row that comes into sight takes the elements of one that left. */
  readonly reusesElements?: boolean
  /**
   * All that the cells of a row are drawn from, beside the place of the row in a tree: as long as these are the same, the cells are not drawn anew with their grid, nor
   * when their row moves or another one takes its element. So nothing in them may act by the row's index.
   */
  readonly rowFacts?: (index: number) => readonly unknown[]
  readonly selectedKey: string | null
  readonly onSelect: (key: string, index: number) => void
  /** False: keys that come into the grid pick no row, as what is selected may be one that is not known yet. Otherwise they pick the first if none is selected. */
  readonly picksFirst?: boolean
  /** Rows that are marked beside the selected one; Ctrl+click and Space mark one, Shift+click all up to it. */
  readonly isMarked?: (index: number) => boolean
  readonly onMark?: (index: number, how: 'toggle' | 'range' | 'clear') => void
  /** Enter, double click. */
  readonly onActivate?: (index: number) => void
  readonly tree?: GridTree
  readonly sort?: GridSort | null
  readonly onSort?: (columnId: string) => void
  /** False: a list without headings; with a tree it is one for screen readers, too, and no table. */
  readonly hasHeader?: boolean
  /** px at 100 % font size; that of the chosen density if left out. */
  readonly rowHeight?: number
  readonly span?: (index: number) => GridSpan | null
  readonly rowClassName?: (index: number) => string | undefined
  /** `data-…` attributes for tests and styling. */
  readonly rowAttributes?: (index: number) => Readonly<Record<`data-${string}`, string | number | undefined>>
  /** Null: the row has none. Without this each row has one that copies. */
  readonly contextMenu?: (index: number) => readonly MenuEntry[] | null
  /** What is copied of a row; its cells if left out. */
  readonly rowText?: (index: number) => string
  /** Drags the row; nothing is dragged where it returns false. */
  readonly isDraggable?: (index: number) => boolean
  readonly onDragStart?: (event: DragEvent, index: number) => void
  /** Letters that look for no row, as they mean something else. */
  readonly isTypeAhead?: (key: string, isTyping: boolean) => boolean
  /** Drawn over the rows, scrolling with them. */
  readonly overlay?: (view: GridView) => ReactNode
  /** px between columns and at both ends. */
  readonly gap?: number
  readonly paddingStart?: number
  readonly paddingEnd?: number
  readonly className?: string | undefined
  /** Shown below the header while there is no row. */
  readonly empty?: ReactNode
}

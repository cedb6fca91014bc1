import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { isCopyKey, useCopyText } from '../text/copy.ts'
import { MenuAt, type MenuPoint } from '../overlay/menu.tsx'
import { rowAsTsv, tableAsTsv } from '../text/table-text.ts'
import { uiLabels } from '../ui-labels.ts'

interface PlainTableProps {
  /** What a screen reader calls the region; without one it is only a box that scrolls. */
  readonly label?: string
  readonly className?: string | undefined
  /** One `<table>` with a `<thead>`. */
  readonly children: ReactNode
}

/**
 * The box round an ordinary `<table>`, whose rows take no focus: reached with Tab, scrolled with the arrow keys. Ctrl+C copies the row
 * that the focus is in, else the whole table; the menu (pointer or menu key) copies the row under the pointer, or all.
 */
export function PlainTable({ label, className, children }: PlainTableProps) {
  const copyText = useCopyText()
  const [menu, setMenu] = useState<{
    readonly point: MenuPoint
    readonly row: Element | null
    readonly table: Element | null
  } | null>(null)
  const copyRow = (row: Element) => {
    copyText(rowAsTsv(row), uiLabels.plainTable.rowCopied)
  }
  const copyTable = (table: Element) => {
    copyText(tableAsTsv(table), uiLabels.plainTable.tableCopied)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isCopyKey(event)) return
    // Text that was selected with the pointer is what the person means.
    if (getSelection()?.isCollapsed === false) return
    const row = rowOf(event.target)
    const table = event.currentTarget.querySelector('table')
    if (table === null) return
    event.preventDefault()
    if (row === null) copyTable(table)
    else copyRow(row)
  }
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    event.preventDefault()
    setMenu({
      point: { x: event.clientX, y: event.clientY },
      row: rowOf(event.target),
      table: event.currentTarget.querySelector('table'),
    })
  }
  const { row, table } = menu ?? { row: null, table: null }
  return (
    // A box that scrolls must take the focus, or it cannot be scrolled by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- see above
    <div
      className={className}
      tabIndex={0}
      role={label === undefined ? undefined : 'region'}
      aria-label={label}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {children}
      <MenuAt
        point={menu?.point ?? null}
        entries={[
          {
            kind: 'item',
            label: uiLabels.plainTable.copyRow,
            isDisabled: row === null,
            run: () => {
              if (row !== null) copyRow(row)
            },
          },
          {
            kind: 'item',
            label: uiLabels.plainTable.copyTable,
            run: () => {
              if (table !== null) copyTable(table)
            },
          },
        ]}
        onClose={() => {
          setMenu(null)
        }}
      />
    </div>
  )
}

function rowOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('tbody tr') : null
}

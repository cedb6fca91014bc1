import { useRef, useState, type PointerEvent } from 'react'
import { columnsOf, type TraceCell, type TraceTableName } from '../../../../shared/model/trace/trace-tables.ts'
import { PagedTable } from '../paged-table.tsx'
import type { TableView } from '../table-tools.tsx'
import { useTraceView } from '../view/trace-view.ts'
import { WaterfallPane } from './waterfall-pane.tsx'
import styles from './requests.module.css'

interface RequestsTabProps {
  readonly views: readonly TableView[]
  readonly onChoose: (table: TraceTableName) => void
  readonly note: string | undefined
  readonly empty: string
}

const rowColumn = columnsOf('requests').findIndex(({ id }) => id === 'id')
const rowOf = (cells: readonly TraceCell[] | null): number | null => (cells === null ? null : Number(cells[rowColumn]))

/**
 * Every request, and where the time of the selected one went: beside the table, or, where there is no room, instead of it from a click or
 * Enter until it is closed.
 */
export function RequestsTab({ views, onChoose, note, empty }: RequestsTabProps) {
  const { target } = useTraceView()
  const [row, setRow] = useState<number | null>(null)
  const [isOpened, setOpened] = useState(false)
  /** The keyboard goes into the waterfall. */
  const [entered, setEntered] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setRow(null)
    setOpened(false)
    // Once the table is there again.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus())
  }
  /** A row was pressed: it is a click although the table moves aside meanwhile. */
  const isPressed = useRef(false)
  const press = ({ target: pressed }: PointerEvent): void => {
    isPressed.current = pressed instanceof Element && pressed.closest('[aria-selected]') !== null
  }
  const release = (): void => {
    if (isPressed.current) setOpened(true)
    isPressed.current = false
  }
  const state = { 'data-picked': row === null ? undefined : '', 'data-opened': isOpened ? '' : undefined }
  return (
    // The same with the keyboard is onEnterRow.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.tab} {...state} onClick={release}>
      <div ref={list} className={styles.list} onPointerDown={press}>
        <PagedTable
          documentId={target.documentId}
          views={views}
          table="requests"
          onChoose={onChoose}
          note={row === null ? note : undefined}
          empty={empty}
          onPickRow={(cells) => setRow(rowOf(cells))}
          onEnterRow={(cells) => {
            setRow(rowOf(cells))
            setOpened(true)
            setEntered((count) => count + 1)
          }}
        />
      </div>
      {row !== null && <WaterfallPane row={row} entered={entered} onOpen={setRow} onClose={close} />}
    </div>
  )
}

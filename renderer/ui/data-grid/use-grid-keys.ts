import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { isCopyKey } from '../text/copy.ts'
import { findByPrefix, moveForKey, typeAheadMs } from './grid-keys.ts'
import type { DataGridProps } from './types.ts'

interface GridKeys {
  readonly grid: DataGridProps
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly selectedIndex: number
  /** Rows that fit on the screen. */
  readonly pageSize: () => number
  readonly goTo: (index: number) => void
  readonly copyRow: (index: number) => void
  readonly openMenu: (index: number, point: { readonly x: number; readonly y: number }) => void
}

/** What keys do in a grid that has the focus. */
export function useGridKeys({ grid, scroller, selectedIndex, pageSize, goTo, copyRow, openMenu }: GridKeys) {
  const { columns, rowCount, tree, onActivate } = grid
  const typed = useRef({ text: '', timeMs: Number.NEGATIVE_INFINITY })
  const openMenuByKey = (): boolean => {
    const id = scroller.current?.getAttribute('aria-activedescendant')
    const row = id == null ? undefined : document.getElementById(id)?.getBoundingClientRect()
    if (row === undefined) return false
    openMenu(selectedIndex, { x: row.left + 32, y: row.bottom })
    return true
  }
  /** Keys about the selected row. */
  const runRowKey = (event: KeyboardEvent): boolean => {
    if (selectedIndex < 0) return false
    if (isCopyKey(event)) copyRow(selectedIndex)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) return openMenuByKey()
    else if (event.key === ' ' && !hasModifier(event) && grid.onMark) grid.onMark(selectedIndex, 'toggle')
    else if (event.key === 'Enter' && !hasModifier(event) && onActivate) onActivate(selectedIndex)
    else return false
    return true
  }
  const runMove = (event: KeyboardEvent): boolean => {
    const move = moveForKey(event.key, { rowCount, index: selectedIndex, pageSize: pageSize(), tree })
    if (move === null) return false
    if (move.kind === 'go') goTo(move.index)
    else if (move.kind === 'expand') tree?.setExpanded(move.index, move.isExpanded)
    else tree?.expandAll?.()
    return true
  }
  const runTypeAhead = (event: KeyboardEvent): boolean => {
    const nowMs = performance.now()
    const isTyping = nowMs - typed.current.timeMs < typeAheadMs
    if (!/^[\p{L}\p{N}._-]$/u.test(event.key) || grid.isTypeAhead?.(event.key, isTyping) === false) return false
    const text = isTyping ? typed.current.text + event.key : event.key
    typed.current = { text, timeMs: nowMs }
    const found = findByPrefix(text, selectedIndex, rowCount, (index) => columns[0]?.text(index) ?? '')
    if (found !== null) goTo(found)
    return true
  }
  return (event: KeyboardEvent): void => {
    // Keys of controls inside a row (a button, a link) are theirs.
    if (event.target !== event.currentTarget) return
    const isTaken = runRowKey(event) || (!hasModifier(event) && (runMove(event) || runTypeAhead(event)))
    if (isTaken) event.preventDefault()
  }
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

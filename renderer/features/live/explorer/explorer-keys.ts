import type { KeyboardEvent } from 'react'
import { isCopyKey } from '../../../ui/text/copy.ts'
import type { ExplorerRow } from './explorer-rows.ts'

/** What the keys of the tree do; the row is the one that the arrow keys are on. */
export interface ExplorerKeyActions {
  readonly row: ExplorerRow | undefined
  readonly move: (by: number) => void
  readonly first: () => void
  readonly last: () => void
  readonly toggle: (id: string) => void
  readonly toParent: () => void
  readonly open: () => void
  readonly copy: () => void
  readonly menu: () => void
}

/** True when the key was taken. */
export function explorerKeys(event: KeyboardEvent, actions: ExplorerKeyActions): boolean {
  const { row } = actions
  if (isCopyKey(event)) {
    actions.copy()
    return true
  }
  const canExpand = row?.kind === 'provider' || (row?.kind === 'instrument' && row.tagSetCount > 0)
  const isExpanded = row !== undefined && 'isExpanded' in row && row.isExpanded
  switch (event.key) {
    case 'ArrowDown':
      actions.move(1)
      return true
    case 'ArrowUp':
      actions.move(-1)
      return true
    case 'PageDown':
      actions.move(20)
      return true
    case 'PageUp':
      actions.move(-20)
      return true
    case 'Home':
      actions.first()
      return true
    case 'End':
      actions.last()
      return true
    case 'ArrowRight':
      if (canExpand && !isExpanded) actions.toggle(row.id)
      else actions.move(1)
      return true
    case 'ArrowLeft':
      if (canExpand && isExpanded) actions.toggle(row.id)
      else actions.toParent()
      return true
    case 'Enter':
      actions.open()
      return true
    case 'ContextMenu':
      actions.menu()
      return true
    case 'F10':
      if (event.shiftKey) actions.menu()
      return event.shiftKey
    default:
      return false
  }
}

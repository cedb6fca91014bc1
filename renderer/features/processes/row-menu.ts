import { CircleStop, Copy, Pin, PinOff, Wrench } from 'lucide-react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { appStore } from '../../store/create-store.ts'
import { copyText } from '../../commands/page-actions.ts'
import { isMac } from '../../commands/platform.ts'
import { showKeys } from '../../commands/keys.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { copyCommandLine, copyRow, keepLast, openAdvanced, setPinned, stopDemo } from './actions.ts'
import { canOpenLive, rowAction } from './model/row-look.ts'
import { processLabels } from './process-labels.ts'
import { isPossible, remediesOf, rowActionsOf, type RowAction } from './row-actions.ts'

/** Everything a row can do, for the context menu and for the card's menu. Only what leads somewhere for this row is offered. */
export function rowMenu(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  return [...actionEntries(row, showHow), { kind: 'separator' }, ...copyEntries(row), ...demoEntries(row)]
}

function actionEntries(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  const entries = rowActionsOf(row)
    .filter((action) => isPossible(action, row) || action.namesAlternatives === true)
    .map((action) => actionEntry(action, row))
  if (canOpenLive(row))
    entries.push({ kind: 'item', label: processLabels.rowMenu.modify, icon: Wrench, run: () => openAdvanced(row) })
  for (const { label, icon, run } of remediesOf(row)) entries.push({ kind: 'item', label, icon, run: () => run(row) })
  if (rowAction(row) === 'how' && showHow !== null)
    entries.push({ kind: 'item', label: processLabels.rowMenu.howToFix, run: showHow })
  if (row.state !== 'exited') {
    entries.push({
      kind: 'item',
      label: row.isPinned ? processLabels.rowMenu.unpin : processLabels.rowMenu.pin,
      icon: row.isPinned ? PinOff : Pin,
      shortcut: 'P',
      run: () => setPinned(row, !row.isPinned),
    })
  }
  return entries
}

function actionEntry({ id, icon, run }: RowAction, row: ProcessRow): MenuEntry {
  if (id === 'live')
    return { kind: 'item', label: processLabels.rowActions.live.title, icon, shortcut: 'Enter', run: () => run(row) }
  if (id !== 'flight') return { kind: 'item', label: processLabels.rowActions[id].title, icon, run: () => run(row) }
  const kept = withMarked(row)
  const label =
    kept.length > 1 ? processLabels.rowMenu.keepLastOfMany(String(kept.length)) : processLabels.rowMenu.keepLast
  return { kind: 'item', label, icon, run: () => keepLast(kept) }
}

/** The rows that are marked, when this is one of them. */
function withMarked(row: ProcessRow): readonly ProcessRow[] {
  const { markedProcessKeys, processRows } = appStore.getState()
  return markedProcessKeys.has(row.key)
    ? processRows.filter((one) => markedProcessKeys.has(one.key) && canOpenLive(one))
    : [row]
}

function copyEntries(row: ProcessRow): readonly MenuEntry[] {
  const entries: MenuEntry[] = [
    {
      kind: 'item',
      label: processLabels.rowMenu.copyRow,
      icon: Copy,
      shortcut: showKeys('Mod+C', isMac),
      run: () => copyRow(row),
    },
    {
      kind: 'item',
      label: processLabels.rowMenu.copyPid,
      icon: Copy,
      run: () => copyText(String(row.pid), processLabels.rowMenu.pidCopied),
    },
  ]
  if (row.commandLine !== null) {
    entries.push({
      kind: 'item',
      label: processLabels.rowMenu.copyCommandLine,
      icon: Copy,
      run: () => copyCommandLine(row),
    })
  }
  return entries
}

function demoEntries(row: ProcessRow): readonly MenuEntry[] {
  if (!row.isDemo || row.state === 'exited') return []
  return [
    { kind: 'separator' },
    { kind: 'item', label: processLabels.rowMenu.stopTheDemoProcess, icon: CircleStop, run: stopDemo },
  ]
}

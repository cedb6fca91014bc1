import {
  Activity,
  Boxes,
  BriefcaseBusiness,
  CircleDot,
  CircleStop,
  Copy,
  HardDriveDownload,
  History,
  ListTree,
  Pin,
  PinOff,
  Play,
  RefreshCw,
  Wrench,
} from 'lucide-react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { appStore } from '../../store/create-store.ts'
import { copyText } from '../../commands/page-actions.ts'
import { isMac } from '../../commands/platform.ts'
import { showKeys } from '../../commands/keys.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import {
  askAgain,
  copyCommandLine,
  copyRow,
  keepLast,
  openAdvanced,
  openCase,
  openDump,
  openHeapCapture,
  openLive,
  openRecord,
  openStacks,
  resume,
  setPinned,
  stopDemo,
} from './actions.ts'
import { canOpenLive, rowAction } from './model/row-look.ts'

/** Everything a row can do, for the context menu and for the card's menu. Only what works for this row is offered. */
export function rowMenu(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  return [...actionEntries(row, showHow), { kind: 'separator' }, ...copyEntries(row), ...demoEntries(row)]
}

function actionEntries(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  const action = rowAction(row)
  const entries: MenuEntry[] = []
  if (canOpenLive(row)) {
    entries.push({ kind: 'item', label: 'Live', icon: Activity, shortcut: 'Enter', run: () => openLive(row) })
    entries.push({ kind: 'item', label: 'Record', icon: CircleDot, run: () => openRecord(row) })
    const kept = withMarked(row)
    const label =
      kept.length > 1 ? `Keep the last seconds of ${String(kept.length)} processes…` : 'Keep the last seconds…'
    entries.push({ kind: 'item', label, icon: History, run: () => keepLast(kept) })
    const isDisabled = row.runtimeFlavour === 'nativeaot'
    entries.push({ kind: 'item', label: 'Stack snapshot', icon: ListTree, isDisabled, run: () => openStacks(row) })
  }
  if (canOpenLive(row) && row.runtimeFlavour !== 'nativeaot')
    entries.push({ kind: 'item', label: 'Heap graph', icon: Boxes, run: () => openHeapCapture(row) })
  if (canOpenLive(row) || row.state === 'stopped')
    entries.push({ kind: 'item', label: 'Dump', icon: HardDriveDownload, run: () => openDump(row) })
  if (canOpenLive(row) || (row.state === 'stopped' && row.machine === undefined))
    entries.push({ kind: 'item', label: 'Case…', icon: BriefcaseBusiness, run: () => openCase(row) })
  if (canOpenLive(row))
    entries.push({ kind: 'item', label: 'Profiler, variable, perf map', icon: Wrench, run: () => openAdvanced(row) })
  if (action === 'resume') entries.push({ kind: 'item', label: 'Resume', icon: Play, run: () => resume(row) })
  if (action === 'retry') entries.push({ kind: 'item', label: 'Try again', icon: RefreshCw, run: () => askAgain(row) })
  if (action === 'how' && showHow !== null) entries.push({ kind: 'item', label: 'How to fix this', run: showHow })
  if (row.state !== 'exited') {
    entries.push({
      kind: 'item',
      label: row.isPinned ? 'Unpin' : 'Pin',
      icon: row.isPinned ? PinOff : Pin,
      shortcut: 'P',
      run: () => setPinned(row, !row.isPinned),
    })
  }
  return entries
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
    { kind: 'item', label: 'Copy row', icon: Copy, shortcut: showKeys('Mod+C', isMac), run: () => copyRow(row) },
    { kind: 'item', label: 'Copy PID', icon: Copy, run: () => copyText(String(row.pid), 'PID copied') },
  ]
  if (row.commandLine !== null) {
    entries.push({ kind: 'item', label: 'Copy command line', icon: Copy, run: () => copyCommandLine(row) })
  }
  return entries
}

function demoEntries(row: ProcessRow): readonly MenuEntry[] {
  if (!row.isDemo || row.state === 'exited') return []
  return [{ kind: 'separator' }, { kind: 'item', label: 'Stop the demo process', icon: CircleStop, run: stopDemo }]
}

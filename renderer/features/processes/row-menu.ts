import {
  Activity,
  Boxes,
  BriefcaseBusiness,
  CircleDot,
  CircleStop,
  Copy,
  HardDriveDownload,
  History,
  KeyRound,
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
  openWithSudo,
  resume,
  setPinned,
  stopDemo,
} from './actions.ts'
import { canOpenLive, canOpenWithSudo, rowAction } from './model/row-look.ts'
import { processLabels } from './process-labels.ts'

/** Everything a row can do, for the context menu and for the card's menu. Only what works for this row is offered. */
export function rowMenu(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  return [...actionEntries(row, showHow), { kind: 'separator' }, ...copyEntries(row), ...demoEntries(row)]
}

function actionEntries(row: ProcessRow, showHow: (() => void) | null): readonly MenuEntry[] {
  const action = rowAction(row)
  const entries: MenuEntry[] = []
  if (canOpenLive(row)) {
    entries.push({
      kind: 'item',
      label: processLabels.rowMenu.live,
      icon: Activity,
      shortcut: 'Enter',
      run: () => openLive(row),
    })
    entries.push({ kind: 'item', label: processLabels.rowMenu.record, icon: CircleDot, run: () => openRecord(row) })
    const kept = withMarked(row)
    const label =
      kept.length > 1 ? processLabels.rowMenu.keepLastOfMany(String(kept.length)) : processLabels.rowMenu.keepLast
    entries.push({ kind: 'item', label, icon: History, run: () => keepLast(kept) })
    const isDisabled = row.runtimeFlavour === 'nativeaot'
    entries.push({
      kind: 'item',
      label: processLabels.rowMenu.stackSnapshot,
      icon: ListTree,
      isDisabled,
      run: () => openStacks(row),
    })
  }
  if (canOpenLive(row) && row.runtimeFlavour !== 'nativeaot')
    entries.push({ kind: 'item', label: processLabels.rowMenu.heapGraph, icon: Boxes, run: () => openHeapCapture(row) })
  if (canOpenLive(row) || row.state === 'stopped')
    entries.push({ kind: 'item', label: processLabels.rowMenu.dump, icon: HardDriveDownload, run: () => openDump(row) })
  if (canOpenLive(row) || (row.state === 'stopped' && row.machine === undefined))
    entries.push({ kind: 'item', label: processLabels.rowMenu.case, icon: BriefcaseBusiness, run: () => openCase(row) })
  if (canOpenLive(row))
    entries.push({ kind: 'item', label: processLabels.rowMenu.modify, icon: Wrench, run: () => openAdvanced(row) })
  if (action === 'resume')
    entries.push({ kind: 'item', label: processLabels.rowMenu.resume, icon: Play, run: () => resume(row) })
  if (action === 'retry')
    entries.push({ kind: 'item', label: processLabels.rowMenu.tryAgain, icon: RefreshCw, run: () => askAgain(row) })
  if (action === 'how' && showHow !== null)
    entries.push({ kind: 'item', label: processLabels.rowMenu.howToFix, run: showHow })
  if (canOpenWithSudo(row))
    entries.push({
      kind: 'item',
      label: processLabels.rowMenu.openWithSudo,
      icon: KeyRound,
      run: () => openWithSudo(row),
    })
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

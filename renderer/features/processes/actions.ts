import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { canOpenLive, liveRefusal } from './model/row-look.ts'
import { rowAsTsv } from './model/row-text.ts'
import { usageFeed } from './usage-feed.ts'
import type { SeenApplication } from './model/seen-applications.ts'
import { copyText, reportAs } from '../../commands/page-actions.ts'
import { processLabels } from './process-labels.ts'

const state = () => appStore.getState()

export function showTools(areShown: boolean): void {
  state().changeSettings({ showToolProcesses: areShown })
}

export function select(key: ProcessKey | null): void {
  state().selectProcess(key)
}

/** Opens the live view of a process, or says why it cannot be opened. */
export function openLive(row: ProcessRow): void {
  if (!canOpenLive(row)) {
    state().addNotice({
      tone: 'note',
      title: processLabels.actions.couldntOpenLiveFor(row.name),
      text: liveRefusal(row) ?? '',
    })
    return
  }
  state().openLive({ kind: 'process', processKey: row.key, pid: row.pid, name: row.name, isDemo: row.isDemo })
}

export function openRecord(row: ProcessRow): void {
  state().openForProcess('record', { processKey: row.key, pid: row.pid, name: row.name })
}

/** Asks what to keep of which processes. */
export function keepLast(rows: readonly ProcessRow[]): void {
  state().askForFlight(rows.map(({ key }) => key))
}

export function openStacks(row: ProcessRow): void {
  state().openForProcess('stacks', { processKey: row.key, pid: row.pid, name: row.name })
}

export function openDump(row: ProcessRow): void {
  state().openForProcess('dump', { processKey: row.key, pid: row.pid, name: row.name })
}

export function openHeapCapture(row: ProcessRow): void {
  state().openForProcess('heap-capture', { processKey: row.key, pid: row.pid, name: row.name })
}

export function openCase(row: ProcessRow): void {
  state().openForProcess('case', { processKey: row.key, pid: row.pid, name: row.name })
}

export function openAdvanced(row: ProcessRow): void {
  state().openForProcess('advanced', { processKey: row.key, pid: row.pid, name: row.name })
}

export function resume(row: ProcessRow): void {
  background(
    invoke('processes.resume', { key: row.key }),
    'processes.resume',
    reportAs(processLabels.actions.couldntResume(row.name)),
  )
}

export function askAgain(row: ProcessRow): void {
  background(
    invoke('processes.retry', { key: row.key }),
    'processes.retry',
    reportAs(processLabels.actions.couldntQuery(row.name)),
  )
}

/** Main shows the command and asks; the row says what came of it. */
export function openWithSudo(row: ProcessRow): void {
  background(
    invoke('machines.openWithSudo', { key: row.key }),
    'machines.openWithSudo',
    reportAs(processLabels.actions.couldntOpenWithSudo(row.name)),
  )
}

export function setPinned(row: ProcessRow, isPinned: boolean): void {
  const failed = reportAs(
    isPinned ? processLabels.actions.couldntPin(row.name) : processLabels.actions.couldntUnpin(row.name),
  )
  background(
    invoke('processes.pin', { key: row.key, isPinned }).then(() => loadSeen()),
    'processes.pin',
    failed,
  )
}

export function loadSeen(): Promise<void> {
  return invoke('processes.seen', {}).then((seen) => {
    state().receiveSeen(seen)
  })
}

export function refreshSeen(): void {
  background(loadSeen(), 'processes.seen')
}

/** Every way in which the application was started. */
export function forget({ name, runs }: SeenApplication): void {
  background(
    Promise.all(runs.map(({ application }) => invoke('processes.forget', { application }))).then(() => loadSeen()),
    'processes.forget',
    reportAs(processLabels.actions.couldntForget(name)),
  )
}

/** Starts the demo process; its row is selected as soon as it is listed. */
export function startDemo(): Promise<void> {
  return invoke('demo.start', {}).then(({ pid }) => {
    selectWhenListed(pid)
  })
}

export function stopDemo(): void {
  background(invoke('demo.stop', {}), 'demo.stop', reportAs(processLabels.actions.couldntStopDemoProcess))
}

export function startDemoInBackground(): void {
  background(startDemo(), 'demo.start', reportAs(processLabels.actions.couldntStartDemo))
}

/** A process is listed a moment after it started; after ten seconds nobody waits for it any more. */
function selectWhenListed(pid: number): void {
  const find = () => state().processRows.find((row) => row.pid === pid && row.state !== 'exited')
  const present = find()
  if (present !== undefined) {
    select(present.key)
    return
  }
  const leave = appStore.subscribe(() => {
    const row = find()
    if (row === undefined) return
    // First: selecting is a change of the store as well.
    leave()
    select(row.key)
  })
  setTimeout(leave, 10_000)
}

export function copyRow(row: ProcessRow): void {
  copyText(rowAsTsv(row, usageFeed.latest(row.key)), processLabels.actions.rowCopied)
}

/** What is copied is what is shown: secrets stay masked unless they were revealed. */
export function copyCommandLine(row: ProcessRow, isRevealed = false): void {
  const text = row.commandLine ?? ''
  copyText(isRevealed ? text : maskCommandLine(text), processLabels.actions.commandLineCopied)
}

/** Reads one value from main without keeping it anywhere, for the clipboard. */
export function copyVariable(key: ProcessKey, name: string): void {
  background(
    invoke('processes.reveal', { key, name })
      .then(({ value }) => invoke('clipboard.writeText', { text: value }))
      .then(() => state().addNotice({ tone: 'ok', title: processLabels.actions.valueOfCopied(name) })),
    'processes.reveal',
    reportAs(processLabels.actions.couldntReadValue(name)),
  )
}

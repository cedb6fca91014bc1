import type { ProcessRow } from '../../shared/model/process.ts'
import { background, invoke } from '../bridge/bridge.ts'
import { appStore } from '../store/create-store.ts'
import { processesDocumentId } from '../store/navigation-slice.ts'

/** Opens a trace file with what is in it, or goes to it when it is open already; null asks which. */
export function openFile(path: string | null): void {
  const { addNotice, activateDocument, documents, openTrace } = appStore.getState()
  const open = documents.find((tab) => tab.kind === 'trace' && tab.traceTarget.path === path)
  if (open !== undefined) return activateDocument(open.id)
  background(
    invoke('traces.open', { path }).then((opened) => {
      if (opened !== null) openTrace(opened)
    }),
    'traces.open',
    (error) => {
      addNotice({
        tone: 'bad',
        title: path === null ? 'Couldn’t open the file' : `Couldn’t open ${fileName(path)}`,
        error,
      })
    },
  )
}

/** Opens the counters of a .nettrace in Live; null asks which. */
export function openFileInLive(path: string | null): void {
  const { openLive, addNotice, startJob, updateJob } = appStore.getState()
  const job = path === null ? null : startJob({ title: fileName(path), phase: 'Opening' })
  background(
    invoke('live.openFile', { path }).then((opened) => {
      if (job !== null) updateJob(job, { state: 'done', phase: 'Opened in Live', progress: 1 })
      if (opened) openLive({ kind: 'file', liveId: opened.liveId, path, name: opened.name })
    }),
    'live.openFile',
    (error) => {
      if (job !== null) updateJob(job, { state: 'failed', phase: 'Couldn’t open' })
      addNotice({
        tone: 'bad',
        title: path === null ? 'Couldn’t open the file' : `Couldn’t open ${fileName(path)}`,
        error,
      })
    },
    () => {
      if (job !== null) updateJob(job, { state: 'cancelled', phase: 'Not opened' })
    },
  )
}

export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

export function openLiveOf(row: ProcessRow): void {
  appStore.getState().openLive({
    kind: 'process',
    processKey: row.key,
    pid: row.pid,
    name: row.name,
    isDemo: row.isDemo,
  })
}

export function showProcess(row: ProcessRow): void {
  const state = appStore.getState()
  if (row.isTool && !state.settings.showToolProcesses) state.changeSettings({ showToolProcesses: true })
  state.selectProcess(row.key)
  state.activateDocument(processesDocumentId)
}

/** How long the command line's process is waited for before the page says that it is not there. */
const waitForProcessMs = 5000

/** The list may not have the process yet: it is taken as soon as it appears. */
export function openLiveByPid(pid: number, isLive: boolean): void {
  const find = (): ProcessRow | null => {
    const row = appStore
      .getState()
      .processRows.find((candidate) => candidate.pid === pid && candidate.exitedAtMs === null)
    return row && row.state !== 'asking' ? row : null
  }
  const take = (row: ProcessRow) => {
    showProcess(row)
    if (isLive) openLiveOf(row)
  }
  const listed = find()
  if (listed) {
    take(listed)
    return
  }
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = appStore.subscribe(() => {
    const row = find()
    if (!row) return
    // First: taking it changes the store, which would call this listener again.
    stop()
    take(row)
  })
  const timer = setTimeout(() => {
    stop()
    appStore.getState().addNotice({
      tone: 'warn',
      title: `No .NET process with PID ${String(pid)}`,
      text: 'It may have exited, or its diagnostic port is not available.',
    })
  }, waitForProcessMs)
}

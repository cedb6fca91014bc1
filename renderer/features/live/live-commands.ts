import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { LiveId, ProcessKey } from '../../../shared/model/ids.ts'
import { intervalsMs, type IntervalMs, type LiveMark } from '../../../shared/model/live.ts'
import { background, invoke, toAppError } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import type { LiveRange } from '../../store/live-slice.ts'
import type { LiveTarget } from '../../store/navigation-slice.ts'
import { changeComparedIntervals, stopAllComparing } from './compare-commands.ts'
import { liveConnection } from './series/live-connection.ts'
import { endRuntime, runtimeOf, startRuntime } from './live-runtime.ts'
import { reportAs, revealFile } from '../../commands/page-actions.ts'
import { liveLabels } from './live-labels.ts'

/** Everything of the Live screen that talks to main: call, await, write the outcome to the slice. Components only dispatch. */

/**
 * Opens the live data of a document. The returned disposable stops the stream and closes the sessions, also while they are still
 * being opened: main counts views, so each successful open is followed by exactly one close.
 */
export function startLive(documentId: string, target: LiveTarget, intervalMs: IntervalMs): Disposable {
  const state = appStore.getState()
  state.beginLive(documentId)
  let isWanted = true
  let liveId: LiveId | null = null
  const open = async () => {
    liveId = target.kind === 'file' ? target.liveId : await openTarget(target.processKey, intervalMs)
    if (!isWanted) {
      await invoke('live.close', { liveId })
      return
    }
    startRuntime(documentId, liveId, liveConnection, {
      onStatus: (status) => {
        appStore.getState().receiveLiveStatus(documentId, status)
        follow(documentId, status.processKey)
        const { phase, bytesPerSecond, lostEventCount, retention, problems } = status
        appStore.getState().reportLive(documentId, { phase, bytesPerSecond, lostEventCount, retention, problems })
      },
      onCatalog: (catalog) => appStore.getState().receiveLiveCatalog(documentId, catalog.revision),
      onMarks: (marks, gaps) => appStore.getState().receiveLiveMarks(documentId, marks, gaps),
      onError: (error) => appStore.getState().receiveLiveError(documentId, error),
    })
    appStore.getState().receiveLiveOpened(documentId, liveId)
  }
  open().catch((thrown: unknown) => {
    if (isWanted) appStore.getState().receiveLiveError(documentId, toAppError(thrown))
  })
  return toDisposable(() => {
    isWanted = false
    stopAllComparing(documentId)
    endRuntime(documentId)
    appStore.getState().endLive(documentId)
    appStore.getState().reportLive(documentId, null)
    if (liveId !== null) background(invoke('live.close', { liveId }), 'live.close')
  })
}

/** The same application runs again as another process: the document is about that one from now on. */
function follow(documentId: string, processKey: ProcessKey | null): void {
  const { documents, processRows, followLive } = appStore.getState()
  const target = documents.find((tab) => tab.id === documentId && tab.kind === 'live')
  if (target?.kind !== 'live' || target.liveTarget.kind !== 'process') return
  if (processKey === null || target.liveTarget.processKey === processKey) return
  // The list of processes may come later than the status, which is sent every second.
  const row = processRows.find(({ key }) => key === processKey)
  if (row !== undefined) followLive(documentId, row)
}

async function openTarget(processKey: string, intervalMs: IntervalMs): Promise<LiveId> {
  return (await invoke('live.open', { processKey, intervalMs })).liveId
}

function liveIdOf(documentId: string): LiveId | null {
  return appStore.getState().live[documentId]?.liveId ?? null
}

function run(label: string, title: string, promise: Promise<unknown>): void {
  background(promise, label, reportAs(title))
}

export function changeInterval(documentId: string, intervalMs: IntervalMs): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run(
    'live.setInterval',
    liveLabels.commands.couldntChangeTheInterval,
    invoke('live.setInterval', { liveId, intervalMs }),
  )
  changeComparedIntervals(documentId, intervalMs)
}

/** One step shorter or longer; at the ends nothing happens. */
export function neighbourInterval(current: number, step: -1 | 1): IntervalMs | null {
  const at = intervalsMs.indexOf(current as IntervalMs)
  return at < 0 ? null : (intervalsMs[at + step] ?? null)
}

export function addProvider(documentId: string, provider: string): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run('live.addProvider', liveLabels.commands.couldntAdd(provider), invoke('live.addProvider', { liveId, provider }))
}

export function removeProvider(documentId: string, provider: string): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run(
    'live.removeProvider',
    liveLabels.commands.couldntRemove(provider),
    invoke('live.removeProvider', { liveId, provider }),
  )
}

export function joinShared(documentId: string): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run('live.joinShared', liveLabels.commands.couldntJoin, invoke('live.joinShared', { liveId }))
}

/** Sessions that failed are asked for at once; samples and marks stay. */
export function retryLive(documentId: string): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run('live.retry', liveLabels.commands.couldntTryAgain, invoke('live.retry', { liveId }))
}

export function addMark(
  documentId: string,
  timeMs: number,
  label: string,
  origin: 'person' | 'threshold' = 'person',
): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  run('live.addMark', liveLabels.commands.couldntSetTheMark, invoke('live.addMark', { liveId, timeMs, label, origin }))
}

export function editMark(documentId: string, mark: LiveMark, label: string): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null || label === mark.label) return
  run(
    'live.editMark',
    liveLabels.commands.couldntRenameTheMark,
    invoke('live.editMark', { liveId, id: mark.id, label }),
  )
}

export function removeMark(documentId: string, mark: LiveMark): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  const { origin, timeMs, label } = mark
  const removing = invoke('live.removeMark', { liveId, id: mark.id }).then(() => {
    // Main alone says that a process was started again or ended.
    if (origin !== 'person' && origin !== 'threshold') return
    const action = { label: liveLabels.commands.undo, run: () => addMark(documentId, timeMs, label, origin) }
    appStore.getState().addNotice({ tone: 'note', title: liveLabels.commands.removed(label), action })
  })
  run('live.removeMark', liveLabels.commands.couldntRemoveTheMark, removing)
}

export type ExportFormat = Request<'live.export'>['format']

/** Asks for a file name in main; says what was written, or why nothing was. */
export function exportRange(
  documentId: string,
  format: ExportFormat,
  range: LiveRange,
  seriesIndexes: readonly number[],
): void {
  const liveId = liveIdOf(documentId)
  if (liveId === null) return
  const { fromMs, toMs } = range
  const exporting = invoke('live.export', { liveId, format, fromMs, toMs, seriesIndexes: [...seriesIndexes] })
  run('live.export', liveLabels.commands.couldntExport, exporting.then(notifyWritten))
}

export type ComparedPart = Request<'live.exportCompared'>['targets'][number]

/** As `exportRange`, of all processes on the axis into one file. */
export function exportCompared(
  format: Request<'live.exportCompared'>['format'],
  { fromMs, toMs }: LiveRange,
  targets: readonly ComparedPart[],
): void {
  const exporting = invoke('live.exportCompared', { format, fromMs, toMs, targets: [...targets] })
  run('live.exportCompared', liveLabels.commands.couldntExport, exporting.then(notifyWritten))
}

function notifyWritten(written: Reply<'live.export'>): void {
  if (written === null) return
  const { path, rowCount } = written
  appStore.getState().addNotice({
    tone: 'ok',
    title: liveLabels.commands.exportedRows(rowCount),
    text: path,
    action: { label: liveLabels.commands.show, run: () => revealFile(path) },
  })
}

/** The stretch that is on screen now. */
export function visibleRange(documentId: string): LiveRange | null {
  return runtimeOf(documentId)?.view.range ?? null
}

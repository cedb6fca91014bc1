import type { LiveId } from '../../../shared/model/ids.ts'
import type { IntervalMs } from '../../../shared/model/live.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { background, invoke, toAppError } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { selectLiveView } from '../../store/live-slice.ts'
import { comparedLimit, type ComparedTarget } from './series/feed-group.ts'
import { liveConnection } from './series/live-connection.ts'
import { LiveFeed } from './series/live-feed.ts'
import { runtimeOf } from './live-runtime.ts'
import { liveLabels } from './live-labels.ts'

const viewOf = (documentId: string) => selectLiveView(documentId)(appStore.getState())

/** Whether one more process fits onto the axis of this document. */
export function canCompare(documentId: string): boolean {
  return viewOf(documentId).liveId !== null && viewOf(documentId).compared.length < comparedLimit
}

/** Asks which process; what cannot be charted or is here already is not offered. */
export function askWhatToCompare(documentId: string, ownKey: string): void {
  const taken = new Set<string>([ownKey, ...viewOf(documentId).compared.map((one) => one.processKey)])
  appStore.getState().askForProcess({
    title: liveLabels.compareCommands.compareWithProcess,
    isOffered: (row) => !taken.has(row.key) && (row.state === 'ready' || row.state === 'limited'),
    choose: (row) => compareWith(documentId, row),
  })
}

/** Opens the process's own sessions and puts its series onto this document's axis. */
export function compareWith(documentId: string, row: Pick<ProcessRow, 'key' | 'pid' | 'name'>): void {
  const state = appStore.getState()
  const view = viewOf(documentId)
  const slot = ([1, 2] as const).find((one) => view.compared.every((compared) => compared.slot !== one))
  if (slot === undefined || view.compared.some((one) => one.processKey === row.key)) return
  const target: ComparedTarget = {
    slot,
    letter: slot === 1 ? 'B' : 'C',
    processKey: row.key,
    pid: row.pid,
    name: row.name,
  }
  state.addLiveCompared(documentId, { ...target, liveId: null, phase: 'starting', catalogRevision: 0, error: null })
  const intervalMs = (view.status?.askedIntervalMs ?? view.status?.intervalMs ?? 1000) as IntervalMs
  invoke('live.open', { processKey: row.key, intervalMs })
    .then(({ liveId }) => attach(documentId, target, liveId))
    .catch((thrown: unknown) => {
      if (!isAwaited(documentId, target)) return
      appStore.getState().changeLiveCompared(documentId, slot, { phase: 'failed', error: toAppError(thrown) })
    })
}

/** Main counts views: each one that was opened is closed exactly once, also when nobody wants it any more. */
function attach(documentId: string, target: ComparedTarget, liveId: LiveId): void {
  const runtime = runtimeOf(documentId)
  if (runtime === null || !isAwaited(documentId, target)) {
    closeLive(liveId)
    return
  }
  const change = (patch: Parameters<ReturnType<typeof appStore.getState>['changeLiveCompared']>[2]) =>
    appStore.getState().changeLiveCompared(documentId, target.slot, patch)
  const feed = new LiveFeed(liveId, liveConnection, {
    onStatus: (status) => {
      const failed = status.problems.find((problem) => problem.kind === 'open-failed')
      change({ phase: status.phase, error: failed?.kind === 'open-failed' ? failed.error : null })
      const row = appStore.getState().processRows.find(({ key }) => key === status.processKey)
      // Started again as another process.
      if (row !== undefined) change({ processKey: row.key, pid: row.pid, name: row.name })
    },
    onCatalog: (catalog) => change({ catalogRevision: catalog.revision }),
    onMarks: () => {
      // Marks and gaps on the axis are those of the document's own process.
    },
    onError: (error) => change({ phase: 'failed', error }),
  })
  runtime.group.add({ target, feed })
  change({ liveId })
}

/** It is still to be compared, and its sessions are being opened: its place may have been given to another one. */
function isAwaited(documentId: string, target: ComparedTarget): boolean {
  return viewOf(documentId).compared.some(
    ({ slot, processKey, liveId }) => slot === target.slot && processKey === target.processKey && liveId === null,
  )
}

/** The other processes and their data stay; sessions that no other view uses are stopped by main. */
export function stopComparing(documentId: string, slot: number): void {
  const compared = viewOf(documentId).compared.find((one) => one.slot === slot)
  runtimeOf(documentId)?.group.remove(slot)
  appStore.getState().removeLiveCompared(documentId, slot)
  if (compared?.liveId != null) closeLive(compared.liveId)
}

/** Key figures, events and instruments are those of one process: the one of this slot; 0 is the document's own. */
export function showProcess(documentId: string, slot: number): void {
  runtimeOf(documentId)?.group.show(slot)
  appStore.getState().showLiveProcess(documentId, slot)
}

/** Before the document's own view ends. */
export function stopAllComparing(documentId: string): void {
  for (const { slot } of viewOf(documentId).compared) stopComparing(documentId, slot)
}

/** One axis, one pace. */
export function changeComparedIntervals(documentId: string, intervalMs: IntervalMs): void {
  for (const { liveId } of viewOf(documentId).compared) {
    if (liveId !== null) background(invoke('live.setInterval', { liveId, intervalMs }), 'live.setInterval')
  }
}

function closeLive(liveId: LiveId): void {
  background(invoke('live.close', { liveId }), 'live.close')
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { applicationLiveOf, type Board } from '../../../shared/model/settings.ts'
import { frameLoop } from '../../canvas/frame-loop.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectLiveView } from '../../store/live-slice.ts'
import type { LiveTarget } from '../../store/navigation-slice.ts'
import { useMetrics } from '../../ui/metrics.ts'
import { useNewest } from '../../ui/use-newest.ts'
import { activeBoardOf, emptyBoard, defaultBoardName } from './board/board.ts'
import { liveSettingsOf } from './board/board-settings.ts'
import { saveBoard } from './board/board-history.ts'
import { defaultBoard } from './board/default-board.ts'
import { startLive } from './live-commands.ts'
import { runtimeOf, type LiveRuntime } from './live-runtime.ts'
import { installTourHook } from './tour-hook.ts'
import { liveLabels } from './live-labels.ts'

/** Opened files share one set of boards: what recorded them is not known before they are read. */
const filesApplication = liveLabels.document.openedFiles

/**
 * Key under which boards are remembered, as main has it: the entry assembly, also where that is told after the document was opened. The row
 * may be gone while the document stays.
 */
function useApplication(target: LiveTarget): string {
  const key = target.kind === 'process' ? target.processKey : null
  const entryAssembly = useApp(({ processRows }) => rowOf(processRows, key)?.entryAssembly ?? null)
  const [known, setKnown] = useState(entryAssembly)
  if (known === null && entryAssembly !== null) setKnown(entryAssembly)
  const [name] = useState(() => rowOf(appStore.getState().processRows, key)?.name ?? target.name)
  return target.kind === 'file' ? filesApplication : (known ?? name)
}

function rowOf(rows: readonly ProcessRow[], key: string | null): ProcessRow | undefined {
  return rows.find((candidate) => candidate.key === key)
}

export interface LiveDocumentState {
  readonly runtime: LiveRuntime | null
  readonly application: string
  readonly retry: () => void
}

/** Opens the document's data while the screen is mounted; `retry` closes and opens again. */
export function useLiveDocument(documentId: string, target: LiveTarget): LiveDocumentState {
  const application = useApplication(target)
  const liveId = useApp((state) => selectLiveView(documentId)(state).liveId)
  const opened = useRef<Disposable | null>(null)
  // A document that follows its process to its next start goes on as it is: only a new attempt asks for the new process.
  const newestTarget = useNewest(target)
  const newestApplication = useNewest(application)
  const start = useCallback(() => {
    opened.current?.dispose()
    const intervalMs = activeBoardOf(liveSettingsOf(newestApplication()))?.intervalMs ?? 1000
    opened.current = startLive(documentId, newestTarget(), intervalMs)
  }, [documentId, newestApplication, newestTarget])
  useEffect(() => {
    start()
    const hook = appStore.getState().facts?.isTour === true ? installTourHook() : null
    return () => {
      hook?.dispose()
      opened.current?.dispose()
      opened.current = null
    }
  }, [start])
  return { runtime: liveId === null ? null : runtimeOf(documentId), application, retry: start }
}

const noBoard = emptyBoard(defaultBoardName)

/** The remembered board of the application, or the default one made from what the target has. */
export function useBoard(
  application: string,
  runtime: LiveRuntime | null,
  catalogRevision: number,
): { readonly board: Board; readonly changeBoard: (change: (board: Board) => Board) => void } {
  const remembered = useApp((state) => applicationLiveOf(state.settings, application))
  const board = useMemo(() => {
    const saved = activeBoardOf(remembered)
    if (saved !== null) return saved
    return runtime === null ? noBoard : defaultBoard(runtime.feed.catalog)
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
  }, [remembered, runtime, catalogRevision])
  const newest = useNewest(board)
  const changeBoard = useCallback(
    (change: (board: Board) => Board) => saveBoard(application, change(newest())),
    [application, newest],
  )
  return { board, changeBoard }
}

/** Keeps the moving view in step with what is chosen, and in the frame loop while its document is in front. */
export function useViewLoop(documentId: string, runtime: LiveRuntime | null, board: Board, isActive: boolean): void {
  const { isReducedMotion } = useMetrics()
  const isFrozen = useApp((state) => selectLiveView(documentId)(state).isFrozen)
  const zoom = useApp((state) => selectLiveView(documentId)(state).zoom)
  useEffect(() => {
    runtime?.view.update({ spanMs: board.spanMs, isFrozen, zoom, isReducedMotion })
  }, [runtime, board.spanMs, isFrozen, zoom, isReducedMotion])
  useEffect(() => {
    if (runtime === null || !isActive) return
    const painter = frameLoop.add(runtime.view, true)
    return () => painter.dispose()
  }, [runtime, isActive])
}

/** What local time is ahead of UTC now. */
export function localOffsetMs(): number {
  return -new Date().getTimezoneOffset() * 60_000
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Disposable } from '../../../shared/base/disposable.ts'
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

/** Key under which boards are remembered. Read once: the row may be gone later while the document stays. */
export function applicationOf(target: LiveTarget): string {
  if (target.kind === 'file') return filesApplication
  const row = appStore.getState().processRows.find((candidate) => candidate.key === target.processKey)
  return row?.entryAssembly ?? row?.name ?? target.name
}

export interface LiveDocumentState {
  readonly runtime: LiveRuntime | null
  readonly application: string
  readonly retry: () => void
}

/** Opens the document's data while the screen is mounted; `retry` closes and opens again. */
export function useLiveDocument(documentId: string, target: LiveTarget): LiveDocumentState {
  const [application] = useState(() => applicationOf(target))
  const liveId = useApp((state) => selectLiveView(documentId)(state).liveId)
  const opened = useRef<Disposable | null>(null)
  // A document that follows its process to its next start goes on as it is: only a new attempt asks for the new process.
  const newestTarget = useNewest(target)
  const start = useCallback(() => {
    opened.current?.dispose()
    const intervalMs = activeBoardOf(liveSettingsOf(application))?.intervalMs ?? 1000
    opened.current = startLive(documentId, newestTarget(), intervalMs)
  }, [documentId, application, newestTarget])
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

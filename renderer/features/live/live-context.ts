import { createContext, useContext, useEffect } from 'react'
import { must } from '../../../shared/base/assert.ts'
import type { Board } from '../../../shared/model/settings.ts'
import type { ChartTheme } from '../../canvas/chart-theme.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectLiveView, type LiveView } from '../../store/live-slice.ts'
import type { LiveTarget } from '../../store/navigation-slice.ts'
import { useNewest } from '../../ui/use-newest.ts'
import type { LiveRuntime } from './live-runtime.ts'

/** What every part of one Live screen works with. */
export interface LiveContextValue {
  readonly documentId: string
  readonly target: LiveTarget
  /** Key of the remembered boards: the entry assembly. */
  readonly application: string
  readonly runtime: LiveRuntime
  /** Grows when instruments or series were added to the feed's catalog. */
  readonly catalogRevision: number
  readonly board: Board
  readonly theme: ChartTheme
  readonly isActive: boolean
  /** Local time ahead of UTC in ms; 0 while UTC is shown. */
  readonly timeOffsetMs: number
  /** `stepMs`: distance of the ticks it stands at; below a second it gets tenths. */
  readonly formatTime: (timeMs: number, stepMs?: number) => string
  readonly changeBoard: (change: (board: Board) => Board) => void
}

export const LiveContext = createContext<LiveContextValue | null>(null)

export function useLive(): LiveContextValue {
  return must(useContext(LiveContext), 'parts of the Live screen are rendered inside of it')
}

/**
 * A part of this document's slice. Each component takes only what it shows: the status changes every second, and whatever takes it
 * is rendered every second.
 */
export function useLiveView<T>(selector: (view: LiveView) => T): T {
  const { documentId } = useLive()
  return useApp((state) => selector(selectLiveView(documentId)(state)))
}

/** For handlers: the slice as it is when they run. */
export function liveViewOf(documentId: string): LiveView {
  return selectLiveView(documentId)(appStore.getState())
}

/** Runs `listener` four times a second and whenever the cursor moves, outside React: it writes texts directly. */
export function useTick(listener: () => void): void {
  const { runtime, isActive } = useLive()
  const newest = useNewest(listener)
  useEffect(() => {
    if (isActive) listener()
  })
  useEffect(() => {
    if (!isActive) return
    const subscription = runtime.view.onTick(() => newest()())
    return () => subscription.dispose()
  }, [runtime, isActive, newest])
}

import { useMemo, type ReactNode } from 'react'
import { LiveContext, useLive, useLiveView } from './live-context.ts'

/** Gives its children the process that is chosen in the bar of compared ones: they read its feed and its catalog. */
export function ShownProcess({ children }: { readonly children: ReactNode }) {
  const context = useLive()
  const { runtime } = context
  const compared = useLiveView((view) => view.compared)
  const shownSlot = useLiveView((view) => view.shownSlot)
  const shown = compared.find((one) => one.slot === shownSlot && one.liveId !== null)
  const feed = runtime.group.companions.find(({ target }) => target.slot === shown?.slot)?.feed
  const catalogRevision = shown?.catalogRevision ?? 0
  const value = useMemo(
    () => (feed === undefined ? context : { ...context, runtime: { ...runtime, feed }, catalogRevision }),
    [context, runtime, feed, catalogRevision],
  )
  return (
    // What was unfolded or typed belongs to one process.
    <LiveContext.Provider key={feed === undefined ? 0 : shownSlot} value={value}>
      {children}
    </LiveContext.Provider>
  )
}

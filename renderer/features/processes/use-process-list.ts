import { useMemo, useSyncExternalStore } from 'react'
import { useApp } from '../../store/create-store.ts'
import { parseQuery } from './model/row-filter.ts'
import { buildList, type ProcessList } from './model/row-tree.ts'
import { usageFeed } from './usage-feed.ts'

/** The rows as they are listed now. Ordered by a figure, it is worked out again with each sample; otherwise only when rows change. */
export function useProcessList(): ProcessList {
  const rows = useApp((state) => state.processRows)
  const query = useApp((state) => state.processQuery)
  const sort = useApp((state) => state.processSort)
  const folded = useApp((state) => state.foldedProcesses)
  const showTools = useApp((state) => state.settings.showToolProcesses)
  const isByFigure = sort?.column === 'cpu' || sort?.column === 'workingSet'
  const sample = useSyncExternalStore(subscribeToFeed, () => (isByFigure ? usageFeed.history.revision : 0))
  return useMemo(
    () =>
      buildList(rows, {
        query: parseQuery(query),
        showTools,
        sort,
        collapsed: folded,
        usage: (key) => usageFeed.latest(key),
      }),
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps -- `sample` stands for the figures that are read from the feed
    [rows, query, showTools, sort, folded, sample],
  )
}

const subscribeToFeed = (listener: () => void) => usageFeed.subscribe(listener)

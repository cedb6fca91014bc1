import { useMemo } from 'react'
import type { GridView } from '../../../ui/data-grid/types.ts'
import { rowAction } from '../model/row-look.ts'
import type { ListItem } from '../model/row-tree.ts'
import type { UsageFeed } from '../usage-feed.ts'
import { SparklineLayer, type LineRow } from './sparkline-layer.tsx'

interface LineLayersProps {
  readonly items: readonly ListItem[]
  readonly feed: UsageFeed
  readonly view: GridView
}

const layers = [
  { metric: 'cpu', columnId: 'cpu-line' },
  { metric: 'workingSet', columnId: 'working-set-line' },
] as const

/** The lines of the rows in view, a canvas for each column that has room. */
export function LineLayers({ items, feed, view }: LineLayersProps) {
  const { firstIndex, count, rowHeight } = view
  const rows = useMemo(() => lineRows(items, firstIndex, count, rowHeight), [count, firstIndex, items, rowHeight])
  const scaleKeys = useMemo(() => items.flatMap((item) => (item.kind === 'process' ? [item.row.key] : [])), [items])
  return layers.map(({ metric, columnId }) => {
    const right = view.fromRight(columnId)
    return right === null ? null : (
      <SparklineLayer
        key={metric}
        metric={metric}
        feed={feed}
        rows={rows}
        scaleKeys={scaleKeys}
        top={firstIndex * rowHeight}
        height={count * rowHeight}
        right={right}
      />
    )
  })
}

/** Rows in view that have lines. A row with a button there has none. */
function lineRows(
  items: readonly ListItem[],
  firstIndex: number,
  count: number,
  rowHeight: number,
): readonly LineRow[] {
  return items.slice(firstIndex, firstIndex + count).flatMap((item, at) => {
    const hasLine = item.kind === 'process' && rowAction(item.row) === null && item.row.state !== 'exited'
    return hasLine ? [{ key: item.row.key, top: at * rowHeight }] : []
  })
}

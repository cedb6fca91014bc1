import { useCallback, useRef } from 'react'
import { formatBytes, formatCount, formatPercent, type Quantity } from '../../../../shared/base/format.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessUsage } from '../../../../shared/model/process.ts'
import { useApp } from '../../../store/create-store.ts'
import { processesDocumentId, selectIsActive } from '../../../store/navigation-slice.ts'
import { prepareCanvas } from '../../../ui/sparkline.tsx'
import { themeColor } from '../../../ui/theme-color.ts'
import { columnMaximum, drawSparkline } from '../list/sparkline.ts'
import { usePaintOnSample } from '../list/use-paint-on-sample.ts'
import { writeQuantity } from '../list/value-painter.ts'
import type { UsageMetric } from '../model/usage-history.ts'
import { usageFeed } from '../usage-feed.ts'
import styles from './card.module.css'
import { processLabels } from '../process-labels.ts'

interface Tile {
  readonly metric: UsageMetric
  readonly title: string
  readonly token: string
  /** Least value of the top edge, so that a line at rest lies low. */
  readonly floor: number
  readonly headroom: number
  readonly read: (usage: ProcessUsage | null) => Quantity
}

const tiles: readonly Tile[] = [
  {
    metric: 'cpu',
    title: processLabels.usageTiles.cpu,
    token: '--series-1',
    floor: 100,
    headroom: 1,
    read: (usage) => formatPercent(usage?.cpuPercent ?? null),
  },
  {
    metric: 'workingSet',
    title: processLabels.usageTiles.workingSet,
    token: '--series-3',
    floor: 1,
    headroom: 1.5,
    read: (usage) => formatBytes(usage?.workingSetBytes ?? null),
  },
  {
    metric: 'threads',
    title: processLabels.usageTiles.threads,
    token: '--series-2',
    floor: 16,
    headroom: 1.5,
    read: (usage) => countQuantity(usage?.threadCount ?? null),
  },
]

function countQuantity(count: number | null): Quantity {
  return count === null
    ? { value: '–', unit: '', full: processLabels.usageTiles.unknown }
    : { value: formatCount(count), unit: '', full: processLabels.usageTiles.threadCount(count) }
}

export function UsageTiles({ processKey }: { readonly processKey: ProcessKey }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map((tile) => (
        <UsageTile key={tile.metric} tile={tile} processKey={processKey} />
      ))}
    </dl>
  )
}

/** Until the tile has a width of its own. */
const leastLineWidth = 104
const lineHeight = 28

/** Figure and line are written beside React, once per sample. */
function UsageTile({ tile, processKey }: { readonly tile: Tile; readonly processKey: ProcessKey }) {
  const figure = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const paint = useCallback(() => {
    if (figure.current !== null) writeQuantity(figure.current, tile.read(usageFeed.latest(processKey)))
    const lineWidth = canvas.current?.clientWidth || leastLineWidth
    const context = canvas.current && prepareCanvas(canvas.current, lineWidth, lineHeight)
    if (context === null) return
    context.clearRect(0, 0, lineWidth, lineHeight)
    const { history } = usageFeed
    const box = { x: 0, y: 0, width: lineWidth, height: lineHeight }
    const maximum = columnMaximum(history, [processKey], tile.metric, tile.floor, tile.headroom)
    drawSparkline(context, history, processKey, tile.metric, box, { color: themeColor(tile.token), maximum })
  }, [processKey, tile])
  usePaintOnSample(usageFeed, paint, useApp(selectIsActive(processesDocumentId)))
  return (
    <div className={styles.tile}>
      <dt>{tile.title}</dt>
      <dd ref={figure} className="tabular" />
      <dd aria-hidden>
        <canvas ref={canvas} style={{ width: '100%', height: lineHeight, display: 'block' }} />
      </dd>
    </div>
  )
}

import { useCallback, useRef } from 'react'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { prepareCanvas } from '../../../ui/sparkline.tsx'
import { themeColor } from '../../../ui/theme-color.ts'
import type { UsageMetric } from '../model/usage-history.ts'
import type { UsageFeed } from '../usage-feed.ts'
import { columnMaximum, drawSparkline } from './sparkline.ts'
import styles from './process-grid.module.css'
import { usePaintOnSample } from './use-paint-on-sample.ts'

export interface LineRow {
  readonly key: ProcessKey
  /** Distance from the top of the layer in px. */
  readonly top: number
}

interface SparklineLayerProps {
  readonly metric: Exclude<UsageMetric, 'threads'>
  readonly feed: UsageFeed
  /** Rows in view; the layer spans them and scrolls with them. */
  readonly rows: readonly LineRow[]
  /** Everything listed: the scale is that of the whole column, so that scrolling does not change it. */
  readonly scaleKeys: readonly ProcessKey[]
  readonly top: number
  readonly height: number
  /** px from the right edge of the rows. */
  readonly right: number
}

const columnWidth = 76
const lineHeight = 20
const tokens = { cpu: '--series-1', workingSet: '--series-3' } as const
/** One core, and nothing: see columnMaximum. */
const floors = { cpu: 100, workingSet: 1 } as const
const headrooms = { cpu: 1, workingSet: 1.1 } as const

/** One canvas for the lines of a whole column: a canvas per row would mean a texture per row and second. */
export function SparklineLayer({ metric, feed, rows, scaleKeys, top, height, right }: SparklineLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { scale, rowHeight } = useMetrics()
  const width = Math.round(columnWidth * scale)
  const paint = useCallback(() => {
    const context = canvas.current && prepareCanvas(canvas.current, width, Math.max(1, height))
    if (context === null) return
    context.clearRect(0, 0, width, height)
    const maximum = columnMaximum(feed.history, scaleKeys, metric, floors[metric], headrooms[metric])
    const style = { color: themeColor(tokens[metric]), maximum }
    const inset = Math.floor((rowHeight - lineHeight) / 2)
    for (const row of rows) {
      const box = { x: 0, y: row.top + inset, width: width - 2, height: lineHeight }
      drawSparkline(context, feed.history, row.key, metric, box, style)
    }
  }, [feed, height, metric, rowHeight, rows, scaleKeys, width])

  usePaintOnSample(feed, paint)

  return <canvas ref={canvas} aria-hidden className={styles.lines} style={{ top, right, width, height }} />
}

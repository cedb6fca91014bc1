import { type ReactNode, useRef, useState } from 'react'
import { Splitter } from '../../../ui/controls/splitter.tsx'
import { useShownSize } from '../../../ui/use-shown-size.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'

const leastFlamePx = 90
const leastTablePx = 120
/** Of both, before somebody has moved the line between them. */
const flameShare = 0.5

interface ComparePanesProps {
  /** Null: still on its way. */
  readonly flame: ReactNode
  readonly table: ReactNode
}

/** The flame graph over the table, with a line between them that can be moved. */
export function ComparePanes({ flame, table }: ComparePanesProps) {
  const panes = useRef<HTMLDivElement>(null)
  const [wantedPx, setWantedPx] = useState<number | null>(null)
  const heightPx = useShownSize(panes, 'clientHeight')
  const mostPx = Math.max(leastFlamePx, heightPx - leastTablePx)
  const flamePx = Math.min(mostPx, Math.max(leastFlamePx, wantedPx ?? Math.round(heightPx * flameShare)))
  return (
    <div ref={panes} className={styles.panes}>
      <div className={styles.flamePane} style={{ height: flamePx }}>
        {flame}
      </div>
      <Splitter
        label={compareLabels.panes.heightFlameGraph}
        orientation="horizontal"
        size={flamePx}
        min={leastFlamePx}
        max={mostPx}
        onResize={setWantedPx}
      />
      {table}
    </div>
  )
}

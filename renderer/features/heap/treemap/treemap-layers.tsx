import { memo, useCallback, useEffect, useState } from 'react'
import { useGradually } from '../../../ui/use-gradually.ts'
import { Box, type BoxProps } from './treemap-box.tsx'
import type { TreemapBox } from './treemap-boxes.ts'
import styles from './treemap.module.css'

/** Each takes up to half a millisecond with its style and layout, and there are hundreds. */
const boxesPerFrame = 12
/** Beside what the key for another place takes. */
const boxesInFirst = 4
/** To take one away costs a tenth of that. */
const leavingPerFrame = 40

interface OfAllBoxes extends Omit<BoxProps, 'box' | 'isPressed' | 'takesTab'> {
  /** Key of the box with the keyboard. */
  readonly current: string | null
  /** Group of the selected type. */
  readonly type: number | null
}

interface LayersProps extends OfAllBoxes {
  /** Boxes of another one are all others. */
  readonly place: string
  readonly boxes: readonly TreemapBox[]
}

/** The boxes of a place, above those of the one before, which leave a few in a frame. */
export function Layers({ place, boxes, ...ofAll }: LayersProps) {
  const [shown, show] = useState({ place, boxes, before: null as Omit<LayersProps, keyof OfAllBoxes> | null })
  if (shown.place !== place) show({ place, boxes, before: { place: shown.place, boxes: shown.boxes } })
  else if (shown.boxes !== boxes) show({ ...shown, boxes })
  const forget = useCallback(() => show((now) => ({ ...now, before: null })), [])
  const { before } = shown
  return (
    <>
      {before !== null && before.place !== place && (
        <Layer key={before.place} boxes={before.boxes} onGone={forget} {...ofAll} current={null} />
      )}
      <Layer key={place} boxes={boxes} onGone={null} {...ofAll} />
    </>
  )
}

interface LayerProps extends OfAllBoxes {
  readonly boxes: readonly TreemapBox[]
  /** It leaves, and there is nothing left of it. Null: it stays. */
  readonly onGone: (() => void) | null
}

const Layer = memo(function Layer({ boxes, onGone, current, type, ...ofAll }: LayerProps) {
  const isLeaving = onGone !== null
  const drawn = useGradually(boxes, isLeaving ? 0 : boxesPerFrame, isLeaving ? 0 : boxesInFirst)
  const [goneCount, setGoneCount] = useState(0)
  const isGone = goneCount >= drawn.length
  useEffect(() => {
    if (onGone === null) return undefined
    const frame = requestAnimationFrame(isGone ? onGone : () => setGoneCount(goneCount + leavingPerFrame))
    return () => cancelAnimationFrame(frame)
  }, [onGone, isGone, goneCount])
  return (
    <div className={styles.layer} {...(isLeaving ? { 'aria-hidden': true } : { 'data-current': '' })}>
      {(isLeaving ? drawn.slice(0, Math.max(0, drawn.length - goneCount)) : drawn).map((box) => (
        <Box key={box.key} box={box} isPressed={box.row.key === type} takesTab={box.key === current} {...ofAll} />
      ))}
    </div>
  )
})

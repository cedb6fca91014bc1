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

type ShownLayer = Pick<LayersProps, 'place' | 'boxes' | 'current'>

interface ShownLayers extends ShownLayer {
  readonly before: ShownLayer | null
}

/** The boxes of a place, above those of the one before, which leave a few in a frame. */
export function Layers({ place, boxes, ...ofAll }: LayersProps) {
  const { current } = ofAll
  const [shown, show] = useState<ShownLayers>({ place, boxes, current, before: null })
  if (shown.place !== place) show({ place, boxes, current, before: layerOf(shown) })
  else if (shown.boxes !== boxes || shown.current !== current) show({ ...shown, boxes, current })
  const forget = useCallback(() => show((now) => ({ ...now, before: null })), [])
  const { before } = shown
  return (
    <>
      {before !== null && before.place !== place && (
        <Layer key={before.place} boxes={before.boxes} onGone={forget} {...ofAll} current={before.current} />
      )}
      <Layer key={place} boxes={boxes} onGone={null} {...ofAll} />
    </>
  )
}

function layerOf({ place, boxes, current }: ShownLayer): ShownLayer {
  return { place, boxes, current }
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
  // Not in the frame of the key: a box that loses its place in the order of Tab while it has the focus has all of them laid out.
  const inOrderOfTab = goneCount === 0 ? current : null
  useEffect(() => {
    if (onGone === null) return undefined
    const frame = requestAnimationFrame(isGone ? onGone : () => setGoneCount(goneCount + leavingPerFrame))
    return () => cancelAnimationFrame(frame)
  }, [onGone, isGone, goneCount])
  return (
    <div className={styles.layer} {...(isLeaving ? { 'aria-hidden': true } : { 'data-current': '' })}>
      {(isLeaving ? drawn.slice(0, Math.max(0, drawn.length - goneCount)) : drawn).map((box) => (
        <Box key={box.key} box={box} isPressed={box.row.key === type} takesTab={box.key === inOrderOfTab} {...ofAll} />
      ))}
    </div>
  )
})

import { type CSSProperties, type KeyboardEvent, memo } from 'react'
import type { HeapSummary } from '../../../../shared/model/heap/heap-document.ts'
import { rawFieldName, rowName } from '../../../../shared/model/heap/heap-row-names.ts'
import type { FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { heapLabels } from '../heap-labels.ts'
import { bytesText, shareText } from '../heap-words.ts'
import { captionPixels, type TreemapBox } from './treemap-boxes.ts'
import { treemapColours } from './treemap-colours.ts'
import styles from './treemap.module.css'

export interface BoxProps {
  readonly box: TreemapBox
  readonly palette: FlamePalette
  readonly summary: HeapSummary
  /** Of the selected type. */
  readonly isPressed: boolean
  readonly takesTab: boolean
  readonly onFocus: (box: TreemapBox) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPick: (box: TreemapBox) => void
  readonly onEnter: (box: TreemapBox) => void
}

const leastNamedPx = 40
const leastSizedPx = 120

/** There are hundreds: one is drawn anew only when it has changed itself. */
export const Box = memo(function Box(props: BoxProps) {
  const { box, palette, summary, isPressed, takesTab, onFocus, onKeyDown, onPick, onEnter } = props
  const { key, row, depth, left, top, width, height } = box
  const name = rowName(row.name, row.rootKind)
  const size = bytesText(row.retainedBytes)
  const objects = heapLabels.treemap.objects(row.count)
  const text = [name, objects, size, shareText(row.retainedBytes, summary), row.module].filter(Boolean).join(', ')
  const { fill, edge } = treemapColours(palette, row, depth)
  const isNamed = width > leastNamedPx && height >= captionPixels - 4
  const style: CSSProperties & Record<'--edge', string> = { left, top, width, height, background: fill, '--edge': edge }
  return (
    <button
      type="button"
      className={styles.box}
      data-box={key}
      aria-label={text}
      aria-pressed={isPressed}
      title={[text, rawFieldName(row.name)].filter(Boolean).join(', ')}
      tabIndex={takesTab ? 0 : -1}
      style={style}
      onFocus={() => onFocus(box)}
      onKeyDown={onKeyDown}
      onClick={() => onPick(box)}
      onDoubleClick={() => onEnter(box)}
    >
      {isNamed && (
        <>
          <span className={styles.name}>{name}</span>
          {width > leastSizedPx && <span className={styles.size}>{size}</span>}
        </>
      )}
    </button>
  )
}, isDrawnAlready)

const partsOfBox = ['key', 'row', 'depth', 'left', 'top', 'width', 'height'] as const
/** Each but the box itself: the compiler asks for one that is missing. */
const otherParts = Object.keys({
  palette: true,
  summary: true,
  isPressed: true,
  takesTab: true,
  onFocus: true,
  onKeyDown: true,
  onPick: true,
  onEnter: true,
} satisfies Record<Exclude<keyof BoxProps, 'box'>, true>) as readonly Exclude<keyof BoxProps, 'box'>[]

/** Boxes are laid out anew with every answer; most of them are where they were. */
function isDrawnAlready(before: BoxProps, now: BoxProps): boolean {
  return (
    otherParts.every((part) => before[part] === now[part]) &&
    partsOfBox.every((part) => before.box[part] === now.box[part])
  )
}

import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './splitter.module.css'

interface SplitterProps {
  readonly label: string
  /** `vertical`: a line between left and right. */
  readonly orientation: 'vertical' | 'horizontal'
  /** Size of the pane it belongs to, in px. */
  readonly size: number
  readonly min: number
  readonly max: number
  readonly onResize: (size: number) => void
  /** The pane it sizes lies behind it (at the right or below). */
  readonly isAfter?: boolean
}

const keyStep = 16

/** Dragged, or moved by the arrow keys (Home and End for the limits). */
export function Splitter({ label, orientation, size, min, max, onResize, isAfter }: SplitterProps) {
  const start = useRef<{ readonly at: number; readonly size: number } | null>(null)
  const [isDragging, setIsDragging] = useState(false)
  const position = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY)
  const direction = isAfter === true ? -1 : 1
  const resize = (next: number) => {
    onResize(Math.min(max, Math.max(min, next)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const steps: Readonly<Record<string, number>> = {
      [less ?? '']: size - keyStep * direction,
      [more ?? '']: size + keyStep * direction,
      Home: min,
      End: max,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }
  return (
    // A separator that takes the focus is a widget (WAI-ARIA window splitter).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-dragging={isDragging || undefined}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { at: position(event), size }
        setIsDragging(true)
      }}
      onPointerMove={(event) => {
        if (start.current) resize(start.current.size + (position(event) - start.current.at) * direction)
      }}
      onPointerUp={() => {
        start.current = null
        setIsDragging(false)
      }}
    />
  )
}

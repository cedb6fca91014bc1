import { useCallback, useEffect, useRef, useState } from 'react'
import { FlameCanvas, type FlameCanvasEvents } from '../../../canvas/flame/flame-canvas.ts'
import { rectangleOf } from '../../../canvas/flame/flame-layout.ts'
import type { FlamePoint } from '../../../canvas/flame/flame-pointer.ts'

/** One canvas for as long as its element is there; its events reach the newest handlers. */
export function useFlameCanvas(events: FlameCanvasEvents) {
  const [canvas, setCanvas] = useState<FlameCanvas | null>(null)
  const newest = useRef(events)
  useEffect(() => {
    newest.current = events
  })
  const attach = useCallback((host: HTMLDivElement | null) => {
    if (host === null) return undefined
    const made = new FlameCanvas(host, {
      onHover: (...all) => newest.current.onHover(...all),
      onPick: (...all) => newest.current.onPick(...all),
      onOpen: (...all) => newest.current.onOpen(...all),
      onMenu: (...all) => newest.current.onMenu(...all),
      onStretch: (...all) => newest.current.onStretch(...all),
      onResize: (...all) => newest.current.onResize(...all),
    })
    setCanvas(made)
    return () => {
      setCanvas(null)
      made.dispose()
    }
  }, [])
  return { canvas, attach }
}

/** Where the menu key opens the menu of a box. */
export function pointOfBox({ geometry, bounds }: FlameCanvas, box: number): FlamePoint {
  const { x, y, height } = geometry === null ? { x: 0, y: 0, height: 0 } : rectangleOf(geometry, box)
  return { x: bounds.left + x, y: bounds.top + y + height }
}

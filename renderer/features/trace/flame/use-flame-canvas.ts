import { useCallback, useState } from 'react'
import { FlameCanvas, type FlameCanvasEvents } from '../../../canvas/flame/flame-canvas.ts'
import { rectangleOf } from '../../../canvas/flame/flame-layout.ts'
import type { FlamePoint } from '../../../canvas/flame/flame-pointer.ts'
import { useNewest } from '../../../ui/use-newest.ts'

/** One canvas for as long as its element is there; its events reach the newest handlers. */
export function useFlameCanvas(events: FlameCanvasEvents) {
  const [canvas, setCanvas] = useState<FlameCanvas | null>(null)
  const newest = useNewest(events)
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return undefined
      const made = new FlameCanvas(host, {
        onHover: (...all) => newest().onHover(...all),
        onPick: (...all) => newest().onPick(...all),
        onOpen: (...all) => newest().onOpen(...all),
        onMenu: (...all) => newest().onMenu(...all),
        onStretch: (...all) => newest().onStretch(...all),
        onResize: (...all) => newest().onResize(...all),
      })
      setCanvas(made)
      return () => {
        setCanvas(null)
        made.dispose()
      }
    },
    [newest],
  )
  return { canvas, attach }
}

/** Where the menu key opens the menu of a box. */
export function pointOfBox({ geometry, bounds }: FlameCanvas, box: number): FlamePoint {
  const { x, y, height } = geometry === null ? { x: 0, y: 0, height: 0 } : rectangleOf(geometry, box)
  return { x: bounds.left + x, y: bounds.top + y + height }
}

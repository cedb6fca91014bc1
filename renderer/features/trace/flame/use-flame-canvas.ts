import { useCallback } from 'react'
import { FlameCanvas, type FlameCanvasEvents } from '../../../canvas/flame/flame-canvas.ts'
import { rectangleOf } from '../../../canvas/flame/flame-layout.ts'
import type { FlamePoint } from '../../../canvas/flame/flame-pointer.ts'
import { useAttached } from '../../../ui/use-attached.ts'
import { useNewest } from '../../../ui/use-newest.ts'

/** One canvas for as long as its element is there; its events reach the newest handlers. */
export function useFlameCanvas(events: FlameCanvasEvents) {
  const newest = useNewest(events)
  const make = useCallback(
    (host: HTMLDivElement) =>
      new FlameCanvas(host, {
        onHover: (...all) => newest().onHover(...all),
        onPick: (...all) => newest().onPick(...all),
        onOpen: (...all) => newest().onOpen(...all),
        onMenu: (...all) => newest().onMenu(...all),
        onStretch: (...all) => newest().onStretch(...all),
        onResize: (...all) => newest().onResize(...all),
      }),
    [newest],
  )
  const { thing: canvas, attach } = useAttached(make)
  return { canvas, attach }
}

/** Where the menu key opens the menu of a box. */
export function pointOfBox({ geometry, bounds }: FlameCanvas, box: number): FlamePoint {
  const { x, y, height } = geometry === null ? { x: 0, y: 0, height: 0 } : rectangleOf(geometry, box)
  return { x: bounds.left + x, y: bounds.top + y + height }
}

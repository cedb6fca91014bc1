import { useEffect, useMemo, useRef, useState } from 'react'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { changeColours } from '../../../canvas/flame/change-colours.ts'
import type { FlameColours, FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { rowStartsOf } from '../../../canvas/flame/flame-layout.ts'
import type { FlameLook } from '../../../canvas/flame/flame-painter.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { pointOfBox, useFlameCanvas } from '../flame/use-flame-canvas.ts'
import { boxAtPlace, boxMoves, rootPlace } from '../flame/box-moves.ts'
import { type FlameSpot, foundFunctions } from '../flame/use-flame-graph.ts'
import { useFlameTheme } from '../../../ui/use-flame-theme.ts'
import { useTraceView } from '../view/trace-view.ts'
import { changeOf, type CompareBoxes } from './compare-boxes.ts'
import { changeText } from './compare-words.ts'

/** State of a differential flame graph on the page. All of its boxes are here: zooming asks nothing. */
export function useCompareFlame(boxes: CompareBoxes, rootLabel: string) {
  const { frame, search, pickFrame } = useTraceView()
  const { isReducedMotion } = useMetrics()
  const [place, setPlace] = useState(rootPlace)
  const [stretch, setStretch] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const [hover, setHover] = useState<FlameSpot | null>(null)
  const [menu, setMenu] = useState<FlameSpot | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const rowStarts = useMemo(() => rowStartsOf(boxes), [boxes])
  const cursor = useMemo(() => boxAtPlace(boxes, rowStarts, place), [boxes, rowStarts, place])
  const { canvas, attach } = useFlameCanvas({
    onHover: (box, point) => setHover(box === null ? null : { box, point }),
    onPick: (box) => box !== null && (box === cursor && box !== 0 ? zoomTo(box) : moveTo(box)),
    onOpen: (box) => zoomTo(box),
    onMenu: (box, point) => {
      moveTo(box)
      setMenu({ box, point })
    },
    onStretch: (seen) => {
      setStretch(seen)
      setHover(null)
    },
    onResize: () => setHover(null),
  })
  const isAnimated = !isReducedMotion
  const { moveTo, zoomTo, goBack } = boxMoves({ boxes, canvas, isAnimated, onMove: setPlace, pickFrame })
  const isZoomed = stretch !== null && (stretch.from > 0 || stretch.to < boxes.total)

  const { palette, theme } = useFlameTheme()
  const lastShown = useRef<{ readonly canvas: object; readonly boxes: CompareBoxes } | null>(null)
  useEffect(() => {
    if (canvas === null) return
    const look = lookOf(boxes, palette, rootLabel)
    canvas.show({
      boxes,
      total: boxes.total,
      rowCount: boxes.rowCount,
      look,
      theme,
      direction: 'icicle',
      isGrowing: false,
    })
    const last = lastShown.current
    lastShown.current = { canvas, boxes }
    if (last?.canvas === canvas && last.boxes === boxes) return
    canvas.setStretch(0, boxes.total)
    setStretch(null)
  }, [canvas, boxes, palette, theme, rootLabel])
  useEffect(() => {
    if (canvas === null) return
    const found = search.trim() === '' ? boxesOfFrame(boxes, frame) : foundFunctions(boxes, search.trim())
    canvas.mark({ hovered: hover?.box ?? -1, picked: -1, found, cursor: hasFocus ? cursor : -1 })
  }, [canvas, boxes, frame, search, hover, cursor, hasFocus])

  const openMenu = (): void => {
    if (canvas !== null) setMenu({ box: cursor, point: pointOfBox(canvas, cursor) })
  }
  const closeMenu = (): void => setMenu(null)
  const movements = { moveTo, zoomTo, goBack, openMenu, closeMenu, setFocus }
  return { canvas, attach, rowStarts, cursor, hover, menu, palette, isZoomed, ...movements }
}

function boxesOfFrame({ functions }: CompareBoxes, frame: TraceFrame | null): Uint8Array {
  return Uint8Array.from(functions, ({ method, module }) =>
    frame !== null && method === frame.method && module === frame.module ? 1 : 0,
  )
}

function lookOf({ functions, figures }: CompareBoxes, palette: FlamePalette, rootLabel: string): FlameLook {
  const colours: (FlameColours | undefined)[] = []
  return {
    label: (box) => (box === 0 ? rootLabel : functions[box]!.name),
    isOwn: (box) => functions[box]!.origin === 'own',
    colours: (box, depth) => (colours[box] ??= changeColours(palette, changeOf(figures[box]!), depth)),
    share: (_, box) => changeText(figures[box]!.change),
  }
}

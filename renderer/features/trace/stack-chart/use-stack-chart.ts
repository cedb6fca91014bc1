import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceStackChart } from '../../../../shared/model/trace/trace-stack-chart.ts'
import { colourGroup, flameColours, type FlameColours, type FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { rowStartsOf } from '../../../canvas/flame/flame-layout.ts'
import type { FlameLook } from '../../../canvas/flame/flame-painter.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { boxAtPlace, boxMoves, rootPlace } from '../flame/box-moves.ts'
import { foundFunctions, functionIndexOf, type FlameSpot } from '../flame/use-flame-graph.ts'
import { pointOfBox, useFlameCanvas } from '../flame/use-flame-canvas.ts'
import { useFlameTheme } from '../../../ui/use-flame-theme.ts'
import { isStillGrowing, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { useSettledAnswer } from '../view/use-settled-answer.ts'
import { durationWords, shownThread } from './chart-words.ts'

/** What is seen, of a range of the selection; another range is another chart. */
interface Stretch {
  readonly range: TraceRange | null
  readonly from: number
  readonly to: number | null
}

/** State of a stack chart on the page: which thread, what is seen of it, where the keyboard is. */
export function useStackChart() {
  const { target, selection, frame, search, pickFrame } = useTraceView()
  const { isReducedMotion } = useMetrics()
  const [thread, setThread] = useState<number | null>(null)
  const [widthPx, setWidthPx] = useState(0)
  const [stretch, setStretch] = useState<Stretch>({ range: selection.range, from: 0, to: null })
  const [place, setPlace] = useState(rootPlace)
  const [hover, setHover] = useState<FlameSpot | null>(null)
  const [menu, setMenu] = useState<FlameSpot | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const { from, to } = stretch.range === selection.range ? stretch : { from: 0, to: null }
  const question = { selection, thread, from, to, widthPx }
  const request = widthPx === 0 ? null : { documentId: target.documentId, question }
  const { answer, error } = useSettledAnswer('traces.stackChart', request)
  const chart = answer?.reply ?? null
  const rowStarts = useMemo(() => (chart === null ? new Uint32Array(1) : rowStartsOf(chart)), [chart])
  const cursor = useMemo(() => (chart === null ? 0 : boxAtPlace(chart, rowStarts, place)), [chart, rowStarts, place])
  const { canvas, attach } = useFlameCanvas({
    onHover: (box, point) => setHover(box === null ? null : { box, point }),
    onPick: (box) => box !== null && (box === cursor && box !== 0 ? zoomTo(box) : moveTo(box)),
    onOpen: (box) => zoomTo(box),
    onMenu: (box, point) => {
      moveTo(box)
      setMenu({ box, point })
    },
    onStretch: (seen) => {
      setStretch({ range: selection.range, from: seen.from, to: seen.to })
      setHover(null)
    },
    onResize: (size) => setWidthPx(size.widthPx),
  })

  const isAnimated = !isReducedMotion
  const { moveTo, zoomTo, goBack } = boxMoves({ boxes: chart, canvas, isAnimated, onMove: setPlace, pickFrame })
  const { palette, theme } = useFlameTheme()
  const isGrowing = useTraceContents(isStillGrowing)
  const lastShown = useRef<{ readonly of: object; readonly key: string } | null>(null)
  useLayoutEffect(() => {
    if (canvas === null || chart === null || answer === null) return
    const total = totalOf(chart)
    const look = lookOf(chart, palette)
    canvas.show({ boxes: chart, total, rowCount: chart.maxDepth + 1, look, theme, direction: 'icicle', isGrowing })
    const key = JSON.stringify([answer.request.question.selection, chart.thread])
    const last = lastShown.current
    if (last?.of !== canvas || last.key !== key) canvas.setStretch(chart.from, chart.to)
    lastShown.current = { of: canvas, key }
  }, [canvas, chart, answer, palette, theme, isGrowing])
  useEffect(() => {
    if (canvas === null || chart === null) return
    const hovered = hover === null ? -1 : (chart.function[hover.box] ?? -1)
    const picked = frame === null ? -1 : functionIndexOf(chart, frame)
    const found = foundFunctions(chart, search.trim())
    canvas.mark({ hovered: hovered === 0 ? -1 : hovered, picked, found, cursor: hasFocus ? cursor : -1 })
  }, [canvas, chart, frame, search, hover, cursor, hasFocus])

  const openMenu = (): void => {
    if (canvas !== null) setMenu({ box: cursor, point: pointOfBox(canvas, cursor) })
  }
  return {
    canvas,
    attach,
    chart,
    error,
    rowStarts,
    cursor,
    hover,
    menu,
    palette,
    widthPx,
    stretch: { from, to: to ?? (chart === null ? 1 : totalOf(chart)) },
    isZoomed: from > 0 || (to !== null && chart !== null && to < totalOf(chart)),
    showThread: (id: number) => {
      setThread(id)
      setPlace(rootPlace)
    },
    moveTo,
    zoomTo,
    goBack,
    openMenu,
    closeMenu: () => setMenu(null),
    setFocus,
  }
}

export type StackChartState = Omit<ReturnType<typeof useStackChart>, 'attach'>

export function totalOf({ fromMs, toMs }: TraceStackChart): number {
  return (toMs - fromMs) * 1000
}

function lookOf(chart: TraceStackChart, palette: FlamePalette): FlameLook {
  const { functions } = chart
  const labels = functions.map(({ name }, index) => (index === 0 ? shownThread(chart) : name))
  // Rows alternate between two tones.
  const colours: (FlameColours | undefined)[] = []
  return {
    label: (index) => labels[index]!,
    isOwn: (index) => functions[index]!.origin === 'own',
    colours: (index, depth) => {
      const found = functions[index]!
      const group = colourGroup('module', found)
      return (colours[index * 2 + (depth % 2)] ??= flameColours(palette, found.origin, group, depth))
    },
    share: durationWords,
  }
}

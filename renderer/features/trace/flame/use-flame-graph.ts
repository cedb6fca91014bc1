import { useEffect, useMemo, useState } from 'react'
import type { FlameFunction, TraceFlame } from '../../../../shared/model/trace/trace-flame.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import type { FlameColouring } from '../../../canvas/flame/flame-colours.ts'
import { type FlameDirection, type FlameGraphBoxes, rowStartsOf } from '../../../canvas/flame/flame-layout.ts'
import { boxOfPath, pathTo } from '../../../canvas/flame/flame-moves.ts'
import type { FlamePoint } from '../../../canvas/flame/flame-pointer.ts'
import { showing } from '../../../canvas/flame/flame-viewport.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { useTraceView } from '../view/trace-view.ts'
import { flameQuestion, wholeFlame } from './flame-question.ts'
import { pointOfBox, useFlameCanvas } from './use-flame-canvas.ts'
import { useFlameLook } from './use-flame-look.ts'
import { type FlameAnswer, useFlame } from './use-flame.ts'

export interface FlameOptions {
  readonly colouring: FlameColouring
  readonly direction: FlameDirection
}

export interface FlameSpot {
  readonly box: number
  readonly point: FlamePoint
}

/** A stretch that one has zoomed from. */
interface Place {
  readonly selection: TraceSelection
  readonly path: readonly number[]
  readonly from: number
  readonly to: number
}

/** Longer paths are not sent; the stretch is then a part of everything. */
const longestPath = 10_000

/** State of a flame graph on the page: what is asked, where the keyboard is, where one has zoomed to. */
export function useFlameGraph({ colouring, direction }: FlameOptions) {
  const { target, selection, frame, search, pickFrame } = useTraceView()
  const { isReducedMotion } = useMetrics()
  const [widthPx, setWidthPx] = useState(0)
  const [stretch, setStretch] = useState(wholeFlame)
  const [hover, setHover] = useState<FlameSpot | null>(null)
  const [menu, setMenu] = useState<FlameSpot | null>(null)
  const [cursorPath, setCursorPath] = useState<readonly number[]>([])
  const [hasFocus, setFocus] = useState(false)
  const question = widthPx === 0 ? null : flameQuestion(selection, stretch, widthPx, search)
  const { answer, error } = useFlame(target.documentId, question)
  const [history, setHistory] = useState<readonly Place[]>([])
  const flame = answer?.flame ?? null
  const rowStarts = useMemo(() => (flame === null ? new Uint32Array(1) : rowStartsOf(flame)), [flame])
  const cursor = useMemo(
    () =>
      flame === null ? 0 : boxOfPath(flame, rowStarts, cursorPath, (box) => functionOf(flame, box).functionNumber),
    [flame, rowStarts, cursorPath],
  )
  const { canvas, attach } = useFlameCanvas({
    onHover: (box, point) => setHover(box === null ? null : { box, point }),
    onPick: (box) => box !== null && (box === cursor && box !== 0 ? zoomTo(box) : moveTo(box)),
    onOpen: (box) => zoomTo(box),
    onMenu: (box, point) => {
      moveTo(box)
      setMenu({ box, point })
    },
    onStretch: ({ from, to }, path) => {
      const total = flame?.sampleCount ?? 1
      setStretch(path.length > 0 ? { path, from: 0, to: 1 } : { path, from: from / total, to: to / total })
      setHover(null)
    },
    onResize: (size) => setWidthPx(size.widthPx),
  })

  const goTo = (from: number, to: number, path: readonly number[] = []): void => {
    canvas?.goTo({ from, to, topPx: 0 }, !isReducedMotion, path)
  }
  const takeCursor = (box: number): void => {
    if (flame === null) return
    setCursorPath(functionPath(flame, box))
    const { method, module, name } = functionOf(flame, box)
    pickFrame(box === 0 ? null : { method, module, name })
  }
  const moveTo = (box: number): void => {
    if (flame === null || canvas === null) return
    takeCursor(box)
    canvas.goTo(showing(canvas.target, flame.start[box]!, flame.width[box]!, flame.sampleCount), !isReducedMotion)
    canvas.scrollToDepth(flame.depth[box]!)
  }
  const zoomTo = (box: number): void => {
    if (flame === null || canvas === null) return
    const { from, to } = canvas.target
    const start = flame.start[box]!
    const end = start + flame.width[box]!
    if (from === start && to === end) return
    setHistory([...history, { selection, path: stretch.path, from, to }])
    const path = functionPath(flame, box)
    goTo(start, end, path.length > longestPath ? [] : path)
  }
  /** False: everything is seen already. */
  const goBack = (): boolean => {
    if (flame === null || canvas === null) return false
    const isWhole = canvas.target.from <= 0 && canvas.target.to >= flame.sampleCount
    const before = history.at(-1)
    setHistory(history.slice(0, -1))
    if (before?.selection === selection) goTo(before.from, before.to, before.path)
    else if (isWhole) return false
    else goTo(0, flame.sampleCount)
    return true
  }
  const showMatch = (index: number): void => {
    const matches = flame?.matches
    if (flame === null || matches === null || matches === undefined || canvas === null) return
    const start = matches.start[index]!
    const width = matches.width[index]!
    const { from, to } = canvas.target
    const isReadable = (width / (to - from)) * widthPx >= 40
    if (isReadable) canvas.goTo(showing(canvas.target, start, width, flame.sampleCount), !isReducedMotion)
    else goTo(start - width, start + 2 * width)
    canvas.scrollToDepth(matches.depth[index]!)
    const found = boxWithPlace(flame, rowStarts, matches.depth[index]!, start)
    if (found !== null) takeCursor(found)
  }

  const { palette, shown } = useFlameLook({ canvas, answer, colouring, direction })
  useEffect(() => {
    if (canvas === null || shown === null) return
    const { flame: drawn } = shown
    const picked = frame === null ? -1 : functionIndexOf(drawn, frame)
    const hovered = hover === null ? -1 : (drawn.function[hover.box] ?? -1)
    const found = foundFunctions(drawn, shown.question.search)
    canvas.mark({ hovered: hovered === 0 ? -1 : hovered, picked, found, cursor: hasFocus ? cursor : -1 })
  }, [canvas, shown, frame, hover, cursor, hasFocus])

  const openMenu = (): void => {
    if (canvas !== null && flame !== null) setMenu({ box: cursor, point: pointOfBox(canvas, cursor) })
  }
  const isZoomed = flame !== null && (stretch.path.length > 0 || stretch.from > 0 || stretch.to < 1)
  const closeMenu = (): void => setMenu(null)
  const movements = { moveTo, zoomTo, goBack, showMatch, openMenu, closeMenu, setFocus }
  return { canvas, attach, answer, error, rowStarts, cursor, hover, menu, palette, isZoomed, ...movements }
}

/** Boxes with the functions that they are of. */
export interface NamedBoxes extends FlameGraphBoxes {
  readonly functions: readonly FlameFunction[]
}

export function functionOf({ functions, function: of }: NamedBoxes, box: number): FlameFunction {
  return functions[of[box]!]!
}

/** Without the root. */
function functionPath(flame: TraceFlame, box: number): readonly number[] {
  return pathTo(flame, box)
    .slice(1)
    .map((at) => functionOf(flame, at).functionNumber)
}

export function functionIndexOf(
  { functions }: NamedBoxes,
  frame: { readonly method: string; readonly module: string },
): number {
  return functions.findIndex(({ method, module }) => method === frame.method && module === frame.module)
}

export function foundFunctions({ functions }: NamedBoxes, search: string): Uint8Array {
  const wanted = search.toLowerCase()
  return Uint8Array.from(functions, ({ method, name }) =>
    wanted !== '' && (method.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) ? 1 : 0,
  )
}

function boxWithPlace(flame: TraceFlame, rowStarts: Uint32Array, depth: number, start: number): number | null {
  for (let box = rowStarts[depth] ?? 0; box < (rowStarts[depth + 1] ?? 0); box++)
    if (flame.start[box] === start) return box
  return null
}

export type FlameGraphState = Omit<ReturnType<typeof useFlameGraph>, 'attach'>
export type { FlameAnswer }

import type { KeyboardEvent } from 'react'
import type { FlameDirection } from '../../../canvas/flame/flame-layout.ts'
import { type FlameMove, movedBox } from '../../../canvas/flame/flame-moves.ts'
import { panned, zoomedAt } from '../../../canvas/flame/flame-viewport.ts'
import type { TraceView } from '../view/trace-view.ts'
import { copyStack } from './flame-entries.ts'
import { type FlameGraphState, functionOf } from './use-flame-graph.ts'

const zoomFactor = 1.5
const panShare = 0.2

/** Keys of the graph that has the focus. What it has no use for is left to the page. */
export function flameKey(
  event: KeyboardEvent,
  graph: FlameGraphState,
  direction: FlameDirection,
  view: TraceView,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (!takesKey(event.key, graph, direction, view)) return
  event.preventDefault()
  event.stopPropagation()
}

function takesKey(key: string, graph: FlameGraphState, direction: FlameDirection, view: TraceView): boolean {
  const { answer, cursor, rowStarts } = graph
  if (answer === null) return false
  const { flame } = answer
  const move = moveOf(key, direction)
  if (move !== null) {
    graph.moveTo(movedBox(flame, rowStarts, cursor, move))
    return true
  }
  switch (key) {
    case 'Enter':
      graph.zoomTo(cursor)
      return true
    case 'Backspace':
    case 'Escape':
      return graph.goBack()
    case 'c':
      copyStack(flame, cursor)
      return true
    case 'h': {
      if (cursor === 0) return true
      const { method, module, name } = functionOf(flame, cursor)
      view.addTransform({ kind: 'hide', frame: { method, module, name } })
      return true
    }
    default:
      return movesView(key, graph)
  }
}

/** Where an arrow leads in a picture that grows downwards or upwards; null: another key. */
export function moveOf(key: string, direction: FlameDirection): FlameMove | null {
  switch (key) {
    case 'ArrowDown':
      return direction === 'icicle' ? 'callee' : 'caller'
    case 'ArrowUp':
      return direction === 'icicle' ? 'caller' : 'callee'
    case 'ArrowLeft':
      return 'previous'
    case 'ArrowRight':
      return 'next'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    default:
      return null
  }
}

/** As in Perfetto: W and S zoom, A and D move. */
export function movesView(key: string, { canvas }: Pick<FlameGraphState, 'canvas'>): boolean {
  if (canvas === null) return false
  const { target, total } = canvas
  switch (key.toLowerCase()) {
    case '+':
    case 'w':
      canvas.goTo(zoomedAt(target, 0.5, zoomFactor, total), false)
      return true
    case '-':
    case 's':
      canvas.goTo(zoomedAt(target, 0.5, 1 / zoomFactor, total), false)
      return true
    case 'a':
      canvas.goTo(panned(target, -panShare, total), false)
      return true
    case 'd':
      canvas.goTo(panned(target, panShare, total), false)
      return true
    default:
      return false
  }
}

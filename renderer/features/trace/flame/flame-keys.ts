import type { KeyboardEvent } from 'react'
import type { FlameDirection } from '../../../canvas/flame/flame-layout.ts'
import { type FlameMove, movedBox } from '../../../canvas/flame/flame-moves.ts'
import { panned, zoomedAt } from '../../../canvas/flame/flame-viewport.ts'
import { copyStack } from './flame-entries.ts'
import type { FlameGraphState, NamedBoxes } from './use-flame-graph.ts'

const zoomFactor = 1.5
const panShare = 0.2

type Movements = Pick<FlameGraphState, 'canvas' | 'rowStarts' | 'cursor' | 'moveTo' | 'zoomTo' | 'goBack'>

interface KeyTaker {
  /** Null while they are read: no key is taken. */
  readonly boxes: NamedBoxes | null
  readonly state: Movements
  readonly direction?: FlameDirection
  /** Keys that only this graph has. */
  readonly takesOther?: (key: string) => boolean
}

/** Keys of the graph that has the focus. What it has no use for is left to the page. */
export function takeKey(event: KeyboardEvent, taker: KeyTaker): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !takesKey(event.key, taker)) return
  event.preventDefault()
  event.stopPropagation()
}

function takesKey(key: string, { boxes, state, direction = 'icicle', takesOther }: KeyTaker): boolean {
  if (boxes === null) return false
  const { cursor, rowStarts } = state
  const move = moveOf(key, direction)
  if (move !== null) {
    state.moveTo(movedBox(boxes, rowStarts, cursor, move))
    return true
  }
  switch (key) {
    case 'Enter':
      state.zoomTo(cursor)
      return true
    case 'Backspace':
    case 'Escape':
      return state.goBack()
    case 'c':
      copyStack(boxes, cursor)
      return true
    default:
      return takesOther?.(key) === true || movesView(key, state)
  }
}

/** Where an arrow leads in a picture that grows downwards or upwards; null: another key. */
function moveOf(key: string, direction: FlameDirection): FlameMove | null {
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
function movesView(key: string, { canvas }: Pick<FlameGraphState, 'canvas'>): boolean {
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

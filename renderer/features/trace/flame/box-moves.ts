import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import type { FlameCanvas } from '../../../canvas/flame/flame-canvas.ts'
import { boxOfRowAt, type FlameGraphBoxes } from '../../../canvas/flame/flame-layout.ts'
import { showing } from '../../../canvas/flame/flame-viewport.ts'
import { functionOf, type NamedBoxes } from './use-flame-graph.ts'

/** Where the keyboard is: boxes come and go with every zoom, or with what their width says. */
export interface BoxPlace {
  readonly depth: number
  readonly at: number
}

export const rootPlace: BoxPlace = { depth: 0, at: 0 }

/** The box there, or the one that calls it. */
export function boxAtPlace(boxes: FlameGraphBoxes, rowStarts: Uint32Array, { depth, at }: BoxPlace): number {
  for (let row = Math.min(depth, rowStarts.length - 2); row > 0; row--) {
    const box = boxOfRowAt(boxes, rowStarts, row, at)
    if (box !== null) return box
  }
  return 0
}

interface BoxMovesOptions {
  /** Null: there are none yet, and nothing moves. */
  readonly boxes: NamedBoxes | null
  readonly canvas: FlameCanvas | null
  readonly isAnimated: boolean
  readonly onMove: (place: BoxPlace) => void
  readonly pickFrame: (frame: TraceFrame | null) => void
}

/** Moves among boxes that keep their place when one zooms. */
export function boxMoves({ boxes, canvas, isAnimated, onMove, pickFrame }: BoxMovesOptions) {
  return {
    moveTo: (box: number): void => {
      if (boxes === null || canvas === null) return
      const start = boxes.start[box]!
      const width = boxes.width[box]!
      onMove({ depth: boxes.depth[box]!, at: start + width / 2 })
      const { method, module, name } = functionOf(boxes, box)
      pickFrame(box === 0 ? null : { method, module, name })
      canvas.goTo(showing(canvas.target, start, width, canvas.total), isAnimated)
      canvas.scrollToDepth(boxes.depth[box]!)
    },
    zoomTo: (box: number): void => {
      if (boxes === null || canvas === null) return
      const start = boxes.start[box]!
      canvas.goTo({ from: start, to: start + boxes.width[box]!, topPx: 0 }, isAnimated)
    },
    /** False: everything is seen already. */
    goBack: (): boolean => {
      if (canvas === null || (canvas.target.from <= 0 && canvas.target.to >= canvas.total)) return false
      canvas.goTo({ from: 0, to: canvas.total, topPx: 0 }, isAnimated)
      return true
    },
  }
}

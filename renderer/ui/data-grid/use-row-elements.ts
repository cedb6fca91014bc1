import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { RowSlots } from './row-slots.ts'
import { type DrawnPerFrame, RowTurns } from './row-turns.ts'
import type { DataGridProps } from './types.ts'
import type { GridRows, ShownRow } from './use-grid-rows.ts'

/**
 * One of a dozen columns takes half a millisecond with its style and layout. A turn of the wheel brings nine; a key or an answer that makes rows others has more to do in
 * the frame than that.
 */
const drawnPerFrame: DrawnPerFrame = { scrolled: 10, atRest: 6 }
/** Elements that are moved on the page in a frame. */
const movedPerFrame = 6
/** Behind a table that is scrolled again at once, elements would only be in the way. */
const tidyAfterMs = 300

export interface RowElement extends ShownRow {
  readonly key: string
  /** What the element shows is another row still. */
  readonly isWaiting: boolean
}

/** The rows in sight as their elements follow each other. */
export function useRowElements(
  { rowKey, reusesElements = false }: DataGridProps,
  { shown, isAtRest }: GridRows,
  selectedIndex: number,
): readonly RowElement[] {
  const [slots] = useState(() => new RowSlots())
  const [turns] = useState(() => new RowTurns(drawnPerFrame))
  const [, drawAgain] = useReducer((round: number) => round + 1, 0)
  const keys = shown.map(({ index }) => rowKey(index))
  const placed = reusesElements ? slots.place(keys, !isAtRest) : []
  const turnOf = turns.take({
    placed,
    keys,
    selectedAt: shown.findIndex(({ index }) => index === selectedIndex),
    isScrolling: !isAtRest,
  })
  const hasMore = turnOf.some((turn) => turn !== 'shown')
  useNextTurns(turns, hasMore, drawAgain)
  useTidying(slots, isAtRest && !slots.isOrdered, drawAgain)
  if (!reusesElements) return shown.map((row, at) => ({ ...row, key: keys[at]!, isWaiting: false }))
  return placed.flatMap(({ slot, at }, place) =>
    turnOf[place] === 'unmade' ? [] : [{ ...shown[at]!, key: String(slot), isWaiting: turnOf[place] === 'waits' }],
  )
}

function useNextTurns(turns: RowTurns, hasMore: boolean, drawAgain: () => void): void {
  // At once: an effect after the frame would leave every other frame without a turn.
  useLayoutEffect(() => {
    if (!turns.isSpent && !hasMore) return undefined
    const frame = requestAnimationFrame(() => {
      turns.nextFrame()
      if (hasMore) drawAgain()
    })
    return () => cancelAnimationFrame(frame)
  })
}

/** Elements of a table at rest come into the order of their rows. */
function useTidying(slots: RowSlots, isUntidy: boolean, drawAgain: () => void): void {
  const isTidying = useRef(false)
  useEffect(() => {
    if (!isUntidy) {
      isTidying.current = false
      return undefined
    }
    const tidy = (): void => {
      isTidying.current = true
      slots.tidy(movedPerFrame)
      drawAgain()
    }
    if (isTidying.current) {
      const frame = requestAnimationFrame(tidy)
      return () => cancelAnimationFrame(frame)
    }
    const timer = setTimeout(tidy, tidyAfterMs)
    return () => clearTimeout(timer)
  })
}

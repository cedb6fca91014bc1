import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import {
  firstRowWithin,
  mostRows,
  placeAfterScroll,
  placeOfRow,
  type RowWindow,
  type WindowPlace,
} from './row-window.ts'
import { useNewest } from '../use-newest.ts'

interface GridRowsOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowCount: number
  readonly rowHeight: number
  /** px of the header, which stays on top of what scrolls. */
  readonly headerPx: number
}

export interface ShownRow {
  readonly index: number
  /** px below the first row that has a place on the page. */
  readonly top: number
}

export interface GridRows {
  readonly shown: readonly ShownRow[]
  readonly heightPx: number
  /** Nothing is being scrolled. */
  readonly isAtRest: boolean
  /** Scrolls no further than it takes to see the row. */
  readonly scrollTo: (index: number) => void
}

/** How long nothing must have moved before the thumb of a long table is put where it belongs. */
const restMs = 150
/** Rows; less is the rounding of a browser. */
const leastMove = 0.01

/**
 * The rows that are on the screen. Of a table with more rows than a page has room for, a stretch is on the page, and another one when it is
 * scrolled out of it: the wheel goes from row to row, the thumb over the whole table.
 */
export function useGridRows({ scroller, rowCount, rowHeight, headerPx }: GridRowsOptions): GridRows {
  const [wantedFirst, setFirst] = useState(0)
  const firstRow = firstRowWithin(wantedFirst, rowCount)
  const virtualizer = useVirtualizer({
    count: Math.min(rowCount, mostRows),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingEnd: headerPx,
  })
  useEffect(() => {
    virtualizer.measure()
  }, [rowHeight, virtualizer])

  const isLong = rowCount > mostRows
  /** As of the last look, and where it has to be once the rows are drawn. */
  const top = useRef(0)
  const wantedTop = useRef<number | null>(null)
  const screenRows = (): number => Math.max(1, ((scroller.current?.clientHeight ?? 0) - headerPx) / rowHeight)
  const windowNow = (): RowWindow => ({ rowCount, firstRow, screenRows: screenRows() })
  const take = ({ firstRow: first, top: to }: WindowPlace): void => {
    wantedTop.current = to
    if (first === firstRow) putTop()
    else setFirst(first)
  }
  const putTop = (): void => {
    const box = scroller.current
    const to = wantedTop.current
    wantedTop.current = null
    // The page is laid out for it: not where it is there already, as under a thumb that is dragged.
    if (box === null || to === null || Math.abs(to - top.current) < leastMove) return
    box.scrollTop = to * rowHeight
    top.current = to
  }
  const newest = useNewest({ windowNow, take })
  useLayoutEffect(putTop)
  useEffect(() => {
    const box = scroller.current
    if (!isLong || box === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = (): void => {
      const fromTop = top.current
      top.current = box.scrollTop / rowHeight
      const place = placeAfterScroll(newest().windowNow(), fromTop, top.current)
      if (place !== null) newest().take(place)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const at = newest().windowNow()
        newest().take(placeOfRow(at.firstRow + top.current, at))
      }, restMs)
    }
    // Before the list looks which rows are seen.
    box.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [isLong, rowHeight, scroller, newest])

  const scrollTo = (index: number): void => {
    const screen = screenRows()
    const seenFrom = firstRow + top.current
    const isNear = Math.abs(index - seenFrom) < 2 * screen && index >= firstRow && index < firstRow + mostRows
    if (!isLong || isNear) virtualizer.scrollToIndex(index - firstRow)
    else take(placeOfRow(index < seenFrom ? index : index + 1 - screen, windowNow()))
  }
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const most = useRef(0)
  // As many as before, unless the grid has become much smaller: at its ends, and where a row is seen in part, elements would come and go.
  most.current = items.length * 2 < most.current ? items.length : Math.max(most.current, items.length)
  const shownCount = Math.min(most.current, Math.min(rowCount, mostRows) - first)
  return {
    shown: Array.from({ length: shownCount }, (_, at) => ({
      index: firstRow + first + at,
      top: (first + at) * rowHeight,
    })),
    heightPx: virtualizer.getTotalSize(),
    isAtRest: !virtualizer.isScrolling,
    scrollTo,
  }
}

import { useLayoutEffect, useState, type RefObject } from 'react'

/** Width of the grid's rows as of its newest layout; 0 before the first. */
export function useGridWidth(element: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null || !isNeeded) return undefined
    const measure = () => {
      setWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => {
      observer.disconnect()
    }
  }, [element, isNeeded])
  return width
}

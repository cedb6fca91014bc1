import { useLayoutEffect, useState, type RefObject } from 'react'

/** Width or height of what an element shows, as of its newest layout; 0 before the first. Draws the component anew when it changes. */
export function useShownSize(
  element: RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'clientHeight',
  isNeeded = true,
): number {
  const [size, setSize] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null || !isNeeded) return undefined
    const measure = () => setSize(box[side])
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, side, isNeeded])
  return size
}

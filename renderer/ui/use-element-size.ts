import { useEffect, useRef, type RefObject } from 'react'

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/**
 * Content size of an element in CSS pixels as of its newest layout, 0 x 0 before the first. For what draws many times a second:
 * `clientWidth` read between two texts that are written is a layout of the page each time.
 */
export function useElementSize(element: RefObject<Element | null>): RefObject<ElementSize> {
  const size = useRef<ElementSize>({ width: 0, height: 0 })
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      size.current = { width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) }
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}

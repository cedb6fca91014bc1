import type { RefObject } from 'react'

/**
 * For `initialFocus` of a dialog. By itself Base UI moves the focus one frame after it opened, and what a fast person types until then
 * goes to the page below: letters are lost, or run its commands. Here it is moved in the task of the key press that opened it.
 */
export function useFocusAtOnce(element: RefObject<HTMLElement | null>): () => boolean {
  return () => {
    element.current?.focus({ preventScroll: true })
    // False: done. True leaves it to Base UI, which looks for something that can be focused.
    return element.current === null
  }
}

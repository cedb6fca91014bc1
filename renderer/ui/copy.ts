import { createContext, useContext } from 'react'

/** How primitives copy: primitives do not know the bridge, and the page has no clipboard permission. */
export const CopyContext = createContext<(text: string) => void>(() => {})

export function useCopyText(): (text: string) => void {
  return useContext(CopyContext)
}

import { createContext, useContext, type KeyboardEvent } from 'react'

/** Ctrl+C, on macOS ⌘C. */
export function isCopyKey(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c'
}

/** `title` is the notice that follows: `Row copied`. */
export type CopyText = (text: string, title: string) => void

/** How primitives copy: primitives do not know the bridge, and the page has no clipboard permission. */
export const CopyContext = createContext<CopyText>(() => {})

export function useCopyText(): CopyText {
  return useContext(CopyContext)
}

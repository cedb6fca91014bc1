import type { ResolvedTheme } from './apply-theme.ts'

/**
 * What `system` means, as main says it: the page's own media queries follow the theme that was chosen, not the system's,
 * and do not know about its high contrast. null until main has said so.
 */
let systemTheme: ResolvedTheme | null = null
const listeners = new Set<() => void>()

export function receiveSystemTheme(theme: ResolvedTheme): void {
  systemTheme = theme
  for (const listener of listeners) listener()
}

export function readSystemTheme(): ResolvedTheme | null {
  return systemTheme
}

export function watchSystemTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

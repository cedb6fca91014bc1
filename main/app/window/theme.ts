import type { Settings } from '../../../shared/model/settings.ts'

export type ResolvedTheme = 'light' | 'dark' | 'hc'

/** What the operating system asks for (Electron's nativeTheme, without Electron). */
export interface SystemTheme {
  readonly shouldUseDarkColors: boolean
  readonly shouldUseHighContrastColors: boolean
}

export function resolveTheme(theme: Settings['theme'], system: SystemTheme): ResolvedTheme {
  if (theme !== 'system') return theme
  if (system.shouldUseHighContrastColors) return 'hc'
  return system.shouldUseDarkColors ? 'dark' : 'light'
}

/** Native parts (dialogs, scroll bars, `prefers-color-scheme`) follow the chosen theme; the high-contrast map is dark. */
export function nativeSource(theme: Settings['theme']): 'system' | 'light' | 'dark' {
  return theme === 'hc' ? 'dark' : theme
}

interface FrameColors {
  /** Behind the page until its first paint: the page's own surface, so nothing flashes. */
  readonly background: string
  readonly titleBar: string
  readonly titleBarSymbol: string
}

/** The same values as the tokens --surface, --frame and --text-muted of the page; a window knows no custom properties. */
export const frameColors: Readonly<Record<ResolvedTheme, FrameColors>> = {
  light: { background: '#fcfcfd', titleBar: '#f0f0f3', titleBarSymbol: '#60646c' },
  dark: { background: '#18191b', titleBar: '#111113', titleBarSymbol: '#a4a9b1' },
  hc: { background: '#000000', titleBar: '#000000', titleBarSymbol: '#ffffff' },
}

/** Height of the target bar, which is the title bar (token --targetbar-h), less the line below it. */
export const titleBarHeight = 39

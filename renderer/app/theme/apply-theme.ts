import type { Settings } from '../../../shared/model/settings.ts'

/** What `system` came to, next to the themes that are named outright. */
export type ResolvedTheme = 'light' | 'dark' | 'hc'

export interface SystemPreferences {
  readonly isDark: boolean
  readonly isHighContrast: boolean
  readonly isReducedMotion: boolean
}

export type Appearance = Pick<Settings, 'density' | 'fontSizePercent'> & {
  readonly theme: ResolvedTheme
  readonly isReducedMotion: boolean
}

export function resolveTheme(theme: Settings['theme'], system: SystemPreferences): ResolvedTheme {
  if (theme !== 'system') return theme
  if (system.isHighContrast) return 'hc'
  return system.isDark ? 'dark' : 'light'
}

export function resolveReducedMotion(reducedMotion: Settings['reducedMotion'], system: SystemPreferences): boolean {
  return reducedMotion === 'system' ? system.isReducedMotion : reducedMotion === 'on'
}

/** The theme main has put into the page, so that the first picture is right before the settings have come. */
export function initialTheme(root: HTMLElement): ResolvedTheme | null {
  const theme = root.dataset['theme']
  return theme === 'light' || theme === 'dark' || theme === 'hc' ? theme : null
}

/** Writes the appearance onto the root element; the theme files do the rest. `.dark` selects the dark palette steps. */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  root.dataset['theme'] = appearance.theme
  root.classList.toggle('dark', appearance.theme !== 'light')
  root.dataset['density'] = appearance.density
  root.dataset['motion'] = appearance.isReducedMotion ? 'reduced' : 'full'
  root.style.setProperty('--scale', String(appearance.fontSizePercent / 100))
}

const queries = {
  isDark: '(prefers-color-scheme: dark)',
  isHighContrast: '(prefers-contrast: more), (forced-colors: active)',
  isReducedMotion: '(prefers-reduced-motion: reduce)',
} as const

export function readSystemPreferences(window: Window): SystemPreferences {
  const matches = (query: string) => window.matchMedia(query).matches
  return {
    isDark: matches(queries.isDark),
    isHighContrast: matches(queries.isHighContrast),
    isReducedMotion: matches(queries.isReducedMotion),
  }
}

/** Calls back whenever one of the system's preferences changes; returns the way to stop. */
export function watchSystemPreferences(window: Window, onChange: () => void): () => void {
  const lists = Object.values(queries).map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', onChange)
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange)
  }
}

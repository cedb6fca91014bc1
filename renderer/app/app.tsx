import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { background, invoke } from '../bridge/bridge.ts'
import { useApp } from '../store/create-store.ts'
import type { Metrics } from '../ui/metrics.ts'
import { UiProvider } from '../ui/provider.tsx'
import { narrowWindow, useMediaQuery } from '../ui/use-media-query.ts'
import { Shell } from './shell.tsx'
import {
  applyAppearance,
  initialTheme,
  readSystemPreferences,
  resolveReducedMotion,
  resolveTheme,
  watchSystemPreferences,
} from './theme/apply-theme.ts'
import { readSystemTheme, watchSystemTheme } from './theme/system-theme.ts'
import { copyText } from '../commands/page-actions.ts'

const rowHeights = { compact: 24, normal: 28, comfortable: 34 } as const

export function App() {
  const metrics = useMetricsOfSettings()
  return (
    <UiProvider metrics={metrics} copyText={copyText}>
      <Shell />
    </UiProvider>
  )
}

const firstTheme = initialTheme(document.documentElement)

/** Keeps the root element and the numbers for script in step with settings and system. */
function useMetricsOfSettings(): Metrics {
  const { theme, density, fontSizePercent, reducedMotion, timeDisplay, areLoaded } = useApp(
    useShallow(({ settings, areSettingsLoaded }) => ({
      theme: settings.theme,
      density: settings.density,
      fontSizePercent: settings.fontSizePercent,
      reducedMotion: settings.reducedMotion,
      timeDisplay: settings.timeDisplay,
      areLoaded: areSettingsLoaded,
    })),
  )
  const system = useSyncExternalStore(subscribeToSystem, readStablePreferences)
  const systemTheme = useSyncExternalStore(watchSystemTheme, readSystemTheme)
  const isNarrow = useMediaQuery(narrowWindow)
  const wanted = theme === 'system' && systemTheme !== null ? systemTheme : resolveTheme(theme, system)
  const resolved = areLoaded ? wanted : (firstTheme ?? wanted)
  const isReducedMotion = resolveReducedMotion(reducedMotion, system)
  // Canvases read tokens in their layout effects, which run before this one; they redraw on the new `metrics.theme`
  // in an ordinary effect, after it.
  useLayoutEffect(() => {
    applyAppearance(document.documentElement, { theme: resolved, density, fontSizePercent, isReducedMotion })
  }, [resolved, density, fontSizePercent, isReducedMotion])
  useLayoutEffect(() => {
    if (areLoaded) background(invoke('window.setTitleBar', { isDark: resolved !== 'light' }), 'window.setTitleBar')
  }, [areLoaded, resolved])
  const scale = fontSizePercent / 100
  const row = isNarrow && density === 'normal' ? rowHeights.compact : rowHeights[density]
  return useMemo(
    () => ({ scale, rowHeight: Math.round(row * scale), isReducedMotion, theme: resolved, timeDisplay }),
    [scale, row, isReducedMotion, resolved, timeDisplay],
  )
}

let preferences = readSystemPreferences(window)

/** The same object while nothing changed, as useSyncExternalStore wants it. */
function readStablePreferences() {
  const now = readSystemPreferences(window)
  const isSame =
    now.isDark === preferences.isDark &&
    now.isHighContrast === preferences.isHighContrast &&
    now.isReducedMotion === preferences.isReducedMotion
  if (!isSame) preferences = now
  return preferences
}

function subscribeToSystem(onChange: () => void) {
  return watchSystemPreferences(window, onChange)
}

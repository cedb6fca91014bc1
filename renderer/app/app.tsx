import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { background, invoke } from '../bridge/bridge.ts'
import { useApp } from '../store/create-store.ts'
import type { Metrics } from '../ui/metrics.ts'
import { UiProvider } from '../ui/provider.tsx'
import { narrowWindow, useMediaQuery } from '../ui/use-media-query.ts'
import { Shell } from './shell.tsx'
import {
  applyAppearance,
  readSystemPreferences,
  resolveReducedMotion,
  resolveTheme,
  watchSystemPreferences,
} from './theme/apply-theme.ts'

const rowHeights = { compact: 24, normal: 28, comfortable: 34 } as const

export function App() {
  const metrics = useMetricsOfSettings()
  return (
    <UiProvider metrics={metrics}>
      <Shell />
    </UiProvider>
  )
}

/** Keeps the root element and the numbers for script in step with settings and system. */
function useMetricsOfSettings(): Metrics {
  const { theme, density, fontSizePercent, reducedMotion, timeDisplay } = useApp(
    useShallow(({ settings }) => ({
      theme: settings.theme,
      density: settings.density,
      fontSizePercent: settings.fontSizePercent,
      reducedMotion: settings.reducedMotion,
      timeDisplay: settings.timeDisplay,
    })),
  )
  const system = useSystemPreferences()
  const isNarrow = useMediaQuery(narrowWindow)
  const resolved = resolveTheme(theme, system)
  // During render, not in an effect: children measure and read tokens in theirs.
  useState(() => applyAppearance(document.documentElement, { theme, density, fontSizePercent, reducedMotion }, system))
  useEffect(() => {
    applyAppearance(document.documentElement, { theme, density, fontSizePercent, reducedMotion }, system)
  }, [theme, density, fontSizePercent, reducedMotion, system])
  useEffect(() => {
    background(invoke('window.setTitleBar', { isDark: resolved !== 'light' }), 'window.setTitleBar')
  }, [resolved])
  const scale = fontSizePercent / 100
  const row = isNarrow && density === 'normal' ? rowHeights.compact : rowHeights[density]
  const isReducedMotion = resolveReducedMotion(reducedMotion, system)
  return useMemo(
    () => ({ scale, rowHeight: Math.round(row * scale), isReducedMotion, theme: resolved, timeDisplay }),
    [scale, row, isReducedMotion, resolved, timeDisplay],
  )
}

let systemPreferences = { isDark: false, isHighContrast: false, isReducedMotion: false }

function readStable() {
  const now = readSystemPreferences(window)
  const isSame =
    now.isDark === systemPreferences.isDark &&
    now.isHighContrast === systemPreferences.isHighContrast &&
    now.isReducedMotion === systemPreferences.isReducedMotion
  if (!isSame) systemPreferences = now
  return systemPreferences
}

function subscribeToSystem(onChange: () => void) {
  return watchSystemPreferences(window, onChange)
}

function useSystemPreferences() {
  return useSyncExternalStore(subscribeToSystem, readStable)
}

import { createContext, useContext } from 'react'

/** Sizes that script needs as numbers (virtual rows, canvases); CSS has the same in theme/metrics.css. */
export interface Metrics {
  readonly scale: number
  /** Row height in px of the chosen density, scale included. */
  readonly rowHeight: number
  readonly isReducedMotion: boolean
  /** Changes when colours change: canvases redraw. */
  readonly theme: 'light' | 'dark' | 'hc'
  readonly timeDisplay: 'local' | 'utc'
}

export const defaultMetrics: Metrics = {
  scale: 1,
  rowHeight: 28,
  isReducedMotion: false,
  theme: 'light',
  timeDisplay: 'local',
}

export const MetricsContext = createContext<Metrics>(defaultMetrics)

export function useMetrics(): Metrics {
  return useContext(MetricsContext)
}

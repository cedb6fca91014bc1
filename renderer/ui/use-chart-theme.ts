import { useMemo, useSyncExternalStore } from 'react'
import { readChartTheme, type ChartTheme } from '../canvas/chart-theme.ts'

/**
 * Colours for canvases. Read again when the root element's attributes have changed, not when the settings have: the shell writes the
 * new theme onto the root in an effect, after components below it have rendered.
 */
export function useChartTheme(): ChartTheme {
  const appearance = useSyncExternalStore(watchRoot, rootAppearance)
  return useMemo(() => {
    const [theme = 'light', scale = '1'] = appearance.split(' ')
    return readChartTheme(document.body, theme === 'hc' || theme === 'dark' ? theme : 'light', Number(scale))
  }, [appearance])
}

function watchRoot(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}

function rootAppearance(): string {
  const root = document.documentElement
  const scale = Number(root.style.getPropertyValue('--scale'))
  return `${root.dataset['theme'] ?? 'light'} ${scale > 0 ? scale : 1}`
}

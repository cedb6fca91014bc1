import { useMemo } from 'react'
import { readFlameTheme } from '../canvas/flame/flame-theme.ts'
import { useChartTheme } from './use-chart-theme.ts'

/** Colours of code and types by where they are from, wherever frames or boxes are shown. */
export function useFlameTheme(): ReturnType<typeof readFlameTheme> {
  const chartTheme = useChartTheme()
  return useMemo(() => readFlameTheme(document.documentElement, chartTheme), [chartTheme])
}

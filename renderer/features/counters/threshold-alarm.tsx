import { useMemo } from 'react'
import { appStore } from '../../store/create-store.ts'
import { resolveChart } from './chart-lines.ts'
import { addMark } from './live-commands.ts'
import { useLive, useTick } from './live-context.ts'
import type { Crossing } from './thresholds.ts'
import { formatValue } from './units.ts'

/** Compares the newest values with the thresholds of the board; a crossing is a toast and a mark. Draws nothing. */
export function ThresholdAlarm() {
  const { runtime, board, documentId, catalogRevision, target } = useLive()
  const { feed, thresholds, colours } = runtime
  const watched = useMemo(
    () =>
      board.charts
        .filter((chart) => chart.thresholds.length > 0)
        .map((chart) => ({ chart, lines: resolveChart(chart, feed.catalog, colours).lines })),
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
    [board, feed, colours, catalogRevision],
  )
  useTick(() => {
    const newestMs = feed.newestMs
    if (newestMs === null || target.kind === 'file') return
    for (const { chart, lines } of watched) {
      const crossings = thresholds.check(
        chart.id,
        chart.thresholds,
        lines,
        (line) => feed.store.newestValue(line.seriesIndex, newestMs - runtime.view.maxStepMs),
        performance.now(),
      )
      for (const crossing of crossings) report(documentId, crossing, newestMs)
    }
  })
  return null
}

function report(documentId: string, { line, threshold, value }: Crossing, timeMs: number): void {
  const limit = formatValue(line.meaning, threshold.value)
  const now = formatValue(line.meaning, value)
  const sign = threshold.direction === 'above' ? '>' : '<'
  const name = line.label === line.instrument.name ? line.label : `${line.instrument.name} ${line.label}`
  const text = `${name} ${sign} ${limit.value} ${limit.unit}`.trim()
  appStore.getState().addNotice({ tone: 'warn', title: text, text: `It is ${now.value} ${now.unit} now.` })
  addMark(documentId, timeMs, text.slice(0, 200), 'threshold')
}

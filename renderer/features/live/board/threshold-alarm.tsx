import { useMemo } from 'react'
import { appStore } from '../../../store/create-store.ts'
import { chartTitle, type ChartLine } from '../charts/chart-lines.ts'
import { comparable, resolveInGroup } from '../series/compared-lines.ts'
import { addMark } from '../live-commands.ts'
import { useLive, useLiveView, useTick } from '../live-context.ts'
import { sumOf, topOfStack, watchedLines, type Crossing } from './thresholds.ts'
import { formatValue } from '../series/units.ts'
import { plainQuantity } from '../../../../shared/base/format.ts'
import { liveLabels } from '../live-labels.ts'

/** Compares the newest values of every process on the axis with the thresholds of the board; a crossing is a toast and a mark. Draws nothing. */
export function ThresholdAlarm() {
  const { runtime, board, documentId, catalogRevision, target } = useLive()
  const { group, thresholds, colours } = runtime
  const compared = useLiveView((view) => view.compared)
  const watched = useMemo(
    () =>
      board.charts
        .filter((chart) => chart.thresholds.length > 0)
        .map((chart) => ({ chart, lines: resolveInGroup(chart, group, colours).lines })),
    // oxlint-disable-next-line react/exhaustive-deps -- catalogs and group change inside; their revisions say when
    [board, group, colours, catalogRevision, compared],
  )
  useTick(() => {
    const newestMs = group.newestMs
    if (newestMs === null || target.kind === 'file') return
    const newest = (line: ChartLine) => group.history.newestValue(line.seriesIndex, newestMs - runtime.view.maxStepMs)
    for (const { chart, lines } of watched) {
      // The line of a threshold is drawn across the whole stack, so it is the whole that crosses it.
      const top = comparable(chart, group).isStacked ? topOfStack(lines, chartTitle(chart, lines).title) : null
      const crossings = thresholds.check(
        chart.id,
        chart.thresholds,
        top === null ? lines : [top],
        top === null ? newest : () => sumOf(watchedLines(lines).map(newest)),
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
  const letter = line.letter === undefined ? '' : `${line.letter} `
  const text = `${letter}${name} ${sign} ${plainQuantity(limit)}`
  appStore.getState().addNotice({ tone: 'warn', title: text, text: liveLabels.thresholdAlarm.now(plainQuantity(now)) })
  addMark(documentId, timeMs, text.slice(0, 200), 'threshold')
}

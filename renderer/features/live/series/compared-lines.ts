import type { BoardChart } from '../../../../shared/model/settings.ts'
import { resolveChart, type ChartLine, type ChartLines, type ColourAssignments } from '../charts/chart-lines.ts'
import { groupIndex, ownLetter, type FeedGroup } from './feed-group.ts'

/** What the lines of one chart are in every process on the axis. Colour stays with the series; the dash tells the process. */
export function resolveInGroup(chart: BoardChart, group: FeedGroup, colours: ColourAssignments): ChartLines {
  const own = resolveChart(chart, group.own.catalog, colours)
  if (group.companions.length === 0) return own
  const colourOf = new Map(own.lines.map((line) => [line.key, line.colourIndex]))
  const others = group.companions.map(({ target, feed }) => {
    const resolved = resolveChart(chart, feed.catalog, colours)
    const lines = resolved.lines.map((line): ChartLine => ({
      ...line,
      seriesIndex: groupIndex(target.slot, line.seriesIndex),
      key: `${target.letter}\u0000${line.key}`,
      fullName: `${target.name} ${target.pid}: ${line.fullName}`,
      letter: target.letter,
      colourIndex: colourOf.get(line.key) ?? line.colourIndex,
      // The first pattern is the whole line of the document's own process.
      dashIndex: target.slot,
      bandIndex: line.bandIndex === null ? null : groupIndex(target.slot, line.bandIndex),
    }))
    return { lines, hiddenCount: resolved.hiddenCount }
  })
  return {
    lines: [
      ...own.lines.map((line): ChartLine => ({ ...line, letter: ownLetter })),
      ...others.flatMap(({ lines }) => lines),
    ],
    hiddenCount: others.reduce((sum, { hiddenCount }) => sum + hiddenCount, own.hiddenCount),
    missing: own.missing,
  }
}

/** A stack adds up; values of two processes are not parts of one whole. */
export function comparable(chart: BoardChart, group: FeedGroup): BoardChart {
  return chart.isStacked && group.companions.length > 0 ? { ...chart, isStacked: false } : chart
}

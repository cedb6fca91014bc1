import type { ApplicationLive, Board, BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'

/** Pure changes of boards: value in, value out. Who calls them decides whether the result is saved. */

export const defaultBoardName = 'Default'
export const spansMs = [60_000, 300_000, 3_600_000, 86_400_000] as const

export function emptyBoard(name: string): Board {
  return { name, layout: 'rows', intervalMs: 1000, spanMs: 60_000, charts: [], starred: [] }
}

export function newChart(id: string, series: readonly BoardSeries[]): BoardChart {
  return {
    id,
    title: null,
    series: [...series],
    scale: 'linear',
    isStacked: false,
    counterMode: 'rate',
    thresholds: [],
  }
}

/** Same instrument and tag set, whatever axis it is on. */
export function isSameSeries(a: BoardSeries, b: BoardSeries): boolean {
  return (
    a.source === b.source &&
    a.provider === b.provider &&
    a.instrument === b.instrument &&
    a.rawTags === b.rawTags &&
    a.measure === b.measure &&
    a.tagPrefix?.key === b.tagPrefix?.key &&
    a.tagPrefix?.prefix === b.tagPrefix?.prefix
  )
}

export function addChart(board: Board, chart: BoardChart, atIndex: number = board.charts.length): Board {
  return { ...board, charts: board.charts.toSpliced(atIndex, 0, chart) }
}

export function removeChart(board: Board, chartId: string): Board {
  return { ...board, charts: board.charts.filter((chart) => chart.id !== chartId) }
}

/** Nothing happens on another board, or when it is there again. */
export function putBackChart(board: Board, boardName: string, chart: BoardChart, atIndex: number): Board {
  if (board.name !== boardName || board.charts.some(({ id }) => id === chart.id)) return board
  return addChart(board, chart, Math.min(atIndex, board.charts.length))
}

export function moveChart(board: Board, chartId: string, toIndex: number): Board {
  const from = board.charts.findIndex((chart) => chart.id === chartId)
  const chart = board.charts[from]
  if (chart === undefined) return board
  const rest = board.charts.toSpliced(from, 1)
  return { ...board, charts: rest.toSpliced(Math.max(0, Math.min(rest.length, toIndex)), 0, chart) }
}

export function changeChart(board: Board, chartId: string, change: (chart: BoardChart) => BoardChart): Board {
  return { ...board, charts: board.charts.map((chart) => (chart.id === chartId ? change(chart) : chart)) }
}

export function addSeries(chart: BoardChart, series: BoardSeries): BoardChart {
  if (chart.series.some((other) => isSameSeries(other, series))) return chart
  return { ...chart, series: [...chart.series, series] }
}

export function removeSeries(chart: BoardChart, series: BoardSeries): BoardChart {
  return { ...chart, series: chart.series.filter((other) => !isSameSeries(other, series)) }
}

export function moveToAxis(chart: BoardChart, series: BoardSeries, axis: BoardSeries['axis']): BoardChart {
  return {
    ...chart,
    series: chart.series.map((other) => (isSameSeries(other, series) ? { ...other, axis } : other)),
  }
}

export function toggleStar(board: Board, series: BoardSeries): Board {
  const isStarred = board.starred.some((other) => isSameSeries(other, series))
  return {
    ...board,
    starred: isStarred ? board.starred.filter((other) => !isSameSeries(other, series)) : [...board.starred, series],
  }
}

/** Null = the natural one of each instrument. */
export function withMeasure(
  chart: BoardChart,
  isMeant: (series: BoardSeries) => boolean,
  measure: string | null,
): BoardChart {
  const series = chart.series.map((one) => (isMeant(one) ? { ...one, measure } : one))
  return { ...chart, series: series.filter((one, at) => series.findIndex((other) => isSameSeries(other, one)) === at) }
}

/** `base`, or `base 2`, `base 3` ... so that it is not among `taken`. */
export function freeName(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base
  let number = 2
  while (taken.includes(`${base} ${number}`)) number += 1
  return `${base} ${number}`
}

/** What is remembered for one application. null = the person has changed nothing yet. */
export function putBoard(live: ApplicationLive | null, board: Board): ApplicationLive {
  const boards = live?.boards ?? []
  const known = boards.some((other) => other.name === board.name)
  return {
    activeBoard: board.name,
    boards: known ? boards.map((other) => (other.name === board.name ? board : other)) : [...boards, board],
    extraProviders: live?.extraProviders ?? [],
  }
}

export function renameBoard(live: ApplicationLive, from: string, to: string): ApplicationLive {
  if (live.boards.some((board) => board.name === to)) return live
  return {
    ...live,
    activeBoard: live.activeBoard === from ? to : live.activeBoard,
    boards: live.boards.map((board) => (board.name === from ? { ...board, name: to } : board)),
  }
}

/** The last board cannot vanish: without any, the default one is made from the instruments again. */
export function removeBoard(live: ApplicationLive, name: string): ApplicationLive {
  const boards = live.boards.filter((board) => board.name !== name)
  const activeBoard = live.activeBoard === name ? (boards[0]?.name ?? defaultBoardName) : live.activeBoard
  return { ...live, boards, activeBoard }
}

export function activeBoardOf(live: ApplicationLive | null): Board | null {
  return live?.boards.find((board) => board.name === live.activeBoard) ?? null
}

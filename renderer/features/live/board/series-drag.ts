import * as v from 'valibot'
import { boardSeriesSchema, type BoardSeries } from '../../../../shared/model/settings.ts'

/** What is carried while an instrument or a chart is dragged. Private types: nothing from outside the app is taken. */
export const seriesDragType = 'application/x-pipescope-series'
export const chartDragType = 'application/x-pipescope-chart'

export function putSeries(transfer: DataTransfer, series: BoardSeries): void {
  transfer.setData(seriesDragType, JSON.stringify(series))
  transfer.effectAllowed = 'copy'
}

/** null for anything that is not a series of ours: the text may come from another program. */
export function takeSeries(transfer: DataTransfer): BoardSeries | null {
  try {
    const parsed = v.safeParse(boardSeriesSchema, JSON.parse(transfer.getData(seriesDragType)))
    return parsed.success ? parsed.output : null
  } catch {
    // Not JSON: somebody else's data under our type.
    return null
  }
}

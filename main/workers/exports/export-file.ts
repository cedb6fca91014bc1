import { open, rename, stat } from 'node:fs/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { LiveGap, LiveMark } from '../../../shared/model/live.ts'
import type { Catalog } from '../../analysis/catalog.ts'
import { composedTrace } from '../../analysis/exports/composed-trace.ts'
import { countersJson } from '../../analysis/exports/counters-json.ts'
import { csvLong, csvWide } from '../../analysis/exports/csv.ts'
import type { ExportSelection } from '../../analysis/exports/series-windows.ts'
import type { Lanes } from '../../analysis/lanes.ts'
import type { SeriesStore } from '../../analysis/series/series-store.ts'
import { partNameOf } from '../../os/atomic-file.ts'
import { UnfinishedFile } from '../unfinished-files.ts'
import type { ExportReply, ExportRequest } from '../live/live-protocol.ts'
import { ioError } from '../../os/io-error.ts'

export interface ExportSource {
  readonly catalog: Catalog
  readonly store: SeriesStore
  readonly lanes: Lanes
  readonly marks: readonly LiveMark[]
  readonly gaps: readonly LiveGap[]
  readonly intervalMs: number
  /** False ends the export early (the worker is closing). */
  readonly isOpen: () => boolean
}

/** Samples nearer together than this are one row of a wide table: half an interval, at most half a second. */
function wideRowMs(intervalMs: number): number {
  return Math.min(500, (intervalMs > 0 ? intervalMs : 1000) / 2)
}

/**
 * Writes the file beside its final name and renames it when it is complete, so that a name that exists is a whole export. Other
 * messages are served between the windows.
 */
export async function exportSeries(
  request: ExportRequest,
  source: ExportSource,
): Promise<Result<ExportReply, AppError>> {
  using part = new UnfinishedFile(partNameOf(request.path))
  try {
    const file = await open(part.path, 'wx', 0o600)
    let rowCount = 0
    try {
      for (const pieces of piecesOf(request, source, () => rowCount++)) {
        if (!source.isOpen()) return err({ kind: 'cancelled' })
        // oxlint-disable-next-line no-await-in-loop -- pieces are written in order
        for (const piece of pieces) await file.writeFile(piece)
      }
    } finally {
      await file.close()
    }
    await rename(part.path, request.path)
    part.done()
    return ok({ path: request.path, sizeBytes: (await stat(request.path)).size, rowCount })
  } catch (error) {
    return err(ioError(error, 'write', request.path))
  }
}

function* piecesOf(
  request: ExportRequest,
  source: ExportSource,
  onRow: () => void,
): Generator<readonly (string | Uint8Array)[]> {
  const { catalog, store, lanes, marks, gaps } = source
  const { fromMs, toMs, targetName, pid } = request
  const all = catalog.series.map((series) => series.index)
  const seriesIndexes = request.seriesIndexes.length === 0 ? all : request.seriesIndexes.filter((index) => index in all)
  const selection: ExportSelection = { catalog, store, seriesIndexes, fromMs, toMs }
  switch (request.format) {
    case 'csv-long':
      for (const text of csvLong(selection, onRow)) yield [text]
      return
    case 'csv-wide':
      for (const text of csvWide(selection, wideRowMs(source.intervalMs), onRow)) yield [text]
      return
    case 'json':
      for (const text of countersJson(selection, { targetName, pid, marks, gaps, lanes }, onRow)) yield [text]
      return
    case 'nettrace':
      yield* composedTrace(selection, { targetName, pid, lanes }, onRow)
  }
}

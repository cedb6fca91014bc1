import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import type { LiveGap, LiveMark } from '../../shared/model/live.ts'
import type { Catalog } from '../analysis/catalog.ts'
import type { Lanes } from '../analysis/lanes.ts'
import type { SeriesStore } from '../analysis/series/series-store.ts'
import type { ExportReply, ExportRequest } from './live-protocol.ts'

export interface ExportSource {
  readonly catalog: Catalog
  readonly store: SeriesStore
  readonly lanes: Lanes
  readonly marks: readonly LiveMark[]
  readonly gaps: readonly LiveGap[]
}

export async function exportSeries(
  request: ExportRequest,
  _source: ExportSource,
): Promise<Result<ExportReply, AppError>> {
  return err({ kind: 'unsupported', feature: request.format, neededVersion: null, actualVersion: null })
}

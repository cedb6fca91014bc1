import { ok } from '../../../shared/base/result.ts'
import { writeValuesFrame } from '../../../shared/frames/live-frame.ts'
import { asSeriesIndex } from '../../../shared/model/ids.ts'
import type { CounterFile } from '../../analysis/imports/counter-file.ts'
import { reduce } from '../../analysis/series/range-query.ts'
import type { DrySource } from './dry-run.ts'

/** By its ending: what is in it is looked at when it is read. */
export function mayBeCounterFile(path: string): boolean {
  return /\.(?:csv|json)$/i.test(path)
}

/** A file of counter values as a dry run goes over it. It holds no events. */
export function counterSource(file: CounterFile): DrySource {
  const bySeries = file.series.map((): { timeMs: number; value: number }[] => [])
  for (const [row, series] of file.seriesIndexes.entries())
    bySeries[series]!.push({ timeMs: file.timesMs[row]!, value: file.values[row]! })
  for (const points of bySeries) points.sort((a, b) => a.timeMs - b.timeMs)
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const points of bySeries) {
    fromMs = Math.min(fromMs, points[0]?.timeMs ?? fromMs)
    toMs = Math.max(toMs, points.at(-1)?.timeMs ?? toMs)
  }
  const isEmpty = toMs < fromMs
  return {
    hits: null,
    hasLanes: false,
    recorded: {
      instruments: file.series.map(({ provider, name }, index) => ({
        index,
        source: 'meter',
        provider,
        providerVersion: '',
        name,
        displayName: '',
        kind: 'Gauge',
        unit: '',
        description: '',
        hasValues: true,
      })),
      series: file.series.map(({ tags, measure }, index) => ({
        index: asSeriesIndex(index),
        instrumentIndex: index,
        tags,
        rawTags: '',
        measure,
      })),
      lanes: [],
      fromMs: isEmpty ? null : fromMs,
      toMs: isEmpty ? null : toMs,
    },
    range: (seriesIndexes, maxPoints) => {
      const parts = seriesIndexes.map((series) => {
        const points = bySeries[series]!
        const columns = {
          timeMs: Float64Array.from(points, ({ timeMs }) => timeMs),
          value: Float64Array.from(points, ({ value }) => value),
        }
        return { series, ...reduce(columns, fromMs, toMs, maxPoints) }
      })
      const count = parts.reduce((sum, { timeMs }) => sum + timeMs.length, 0)
      const columns = {
        timeMs: new Float64Array(count),
        value: new Float64Array(count),
        seriesIndex: new Uint32Array(count),
      }
      let at = 0
      for (const { series, timeMs, value } of parts) {
        columns.timeMs.set(timeMs, at)
        columns.value.set(value, at)
        columns.seriesIndex.fill(series, at, at + timeMs.length)
        at += timeMs.length
      }
      return Promise.resolve(ok(writeValuesFrame(columns, count, 0, 0)))
    },
  }
}

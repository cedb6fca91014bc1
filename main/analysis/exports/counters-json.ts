import { laneCodes } from '../../../shared/frames/live-frame.ts'
import type { LiveGap, LiveMark, Measure } from '../../../shared/model/live.ts'
import type { Lanes } from '../lanes.ts'
import type { TextPieces } from './csv.ts'
import { isoTime } from './csv.ts'
import { type ExportSample, type ExportSelection, sampleWindows } from './series-windows.ts'

export interface JsonExtras {
  readonly targetName: string
  readonly pid: number | null
  readonly marks: readonly LiveMark[]
  readonly gaps: readonly LiveGap[]
  readonly lanes: Lanes
}

const percentiles: Partial<Record<Measure, string>> = { p50: '50', p95: '95', p99: '99' }
const rateTimeScale = '1 sec'

/**
 * The form of dotnet-counters (`TargetProcess`, `StartTime`, `Events`), so that its readers can take the file; each event
 * carries our own fields beside (`unixMs`, `instrument`, `measure`, `unit`), and the head has marks, gaps and lanes under
 * `pipescope`. A value of null = nothing was measured. docs/formats/exports.md.
 */
export function* countersJson(selection: ExportSelection, extras: JsonExtras, onRow: () => void): TextPieces {
  const { fromMs, toMs } = selection
  const inRange = (timeMs: number) => timeMs >= fromMs && timeMs <= toMs
  const head = {
    formatVersion: 1,
    pid: extras.pid,
    marks: extras.marks.filter((mark) => inRange(mark.timeMs)),
    gaps: extras.gaps.filter((gap) => gap.fromMs <= toMs && (gap.toMs ?? toMs) >= fromMs),
    lanes: extras.lanes.entries
      .filter((entry) => inRange(entry.timeMs))
      .map(({ lane, timeMs, durationMs, amount }) =>
        lane === laneCodes.gc
          ? { kind: 'gc', unixMs: timeMs, pauseMs: durationMs, generation: amount }
          : { kind: 'exceptions', unixMs: timeMs, count: amount },
      ),
  }
  yield `{"TargetProcess":${JSON.stringify(extras.targetName)},`
  let isFirst = true
  for (const samples of sampleWindows(selection)) {
    const lines = samples.map((sample) => JSON.stringify(eventOf(sample)))
    for (let row = 0; row < lines.length; row++) onRow()
    const opening = isFirst ? `"StartTime":${JSON.stringify(isoTime(samples[0]!.timeMs))},"Events":[\n` : ',\n'
    isFirst = false
    yield opening + lines.join(',\n')
  }
  if (isFirst) yield `"StartTime":${JSON.stringify(isoTime(fromMs))},"Events":[`
  yield `\n],"pipescope":${JSON.stringify(head)}}\n`
}

function eventOf({ timeMs, value, series, instrument }: ExportSample) {
  const { measure } = series
  const isRate = measure === 'rate' || measure === 'count-rate'
  const label = instrument.displayName || instrument.name
  const unit = measure === 'count-rate' ? 'Count' : instrument.unit || (isRate ? 'Count' : '')
  const suffix = isRate ? ` (${unit} / ${rateTimeScale})` : unit === '' ? '' : ` (${unit})`
  const percentile = percentiles[measure]
  const tags = [series.rawTags, percentile === undefined ? '' : `Percentile=${percentile}`]
  return {
    timestamp: isoTime(timeMs).replace('T', ' '),
    provider: instrument.provider,
    name: label + suffix,
    tags: tags.filter((tag) => tag !== '').join(','),
    counterType: isRate ? 'Rate' : 'Metric',
    value: Number.isFinite(value) ? value : null,
    unixMs: timeMs,
    instrument: instrument.name,
    measure,
    unit: instrument.unit,
  }
}

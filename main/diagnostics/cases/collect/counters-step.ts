import path from 'node:path'
import { counterSpec } from '../../../../shared/case/checklist.ts'
import type { RecordingTarget } from '../../recordings/recording-target.ts'
import { meterFaultWords, reasons } from '../case-words.ts'
import { MetersBeside, metersFile } from './meters-beside.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { failed, file, outcomeOf, record } from './step-results.ts'

export const countersFile = 'counters.raw'

/** EventCounters and meters at the same time, in one table. Meters that a runtime lacks are no fault; the step says so. */
export async function countersStep(
  context: StepContext,
  target: RecordingTarget,
  seconds: number,
): Promise<StepOutcome> {
  const raw = path.join(context.work, countersFile)
  const meters = await MetersBeside.start(context, target, seconds)
  const recorded = await record(context, target, { spec: counterSpec(), path: raw, seconds })
  const isMetered = await meters.stop()
  if (!recorded.ok) return failed(recorded.error)
  const { work: folder, name: targetName, pid } = context
  const paths = isMetered ? [path.join(folder, metersFile), raw] : [raw]
  const tables = await context.host.ask('counters', { paths, folder, targetName, pid })
  if (!tables.ok) return failed(tables.error)
  const outcome = outcomeOf(context, recorded.value)
  if (tables.value.sampleCount === 0) return { state: 'failed', reason: outcome.reason ?? reasons.noCounters }
  const files = [
    file(context, 'counters.csv', 'Counters and meters as a table', 'lines', outcome),
    file(context, 'counters.json', 'Counters and meters in the format of dotnet-counters', 'json', outcome),
  ]
  const about = [outcome.reason, meters.reason, ...tables.value.meterFaults.map((fault) => meterFaultWords[fault])]
  const said = about.filter((text) => text != null)
  return { ...outcome, files, reason: said.length === 0 ? null : said.join(' ') }
}

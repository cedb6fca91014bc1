import type { TraceNames, TraceSummary } from '../../../shared/model/trace/trace.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { namedFrames } from '../stacks/frames/named-frames.ts'
import { classCounts, ruleCounts } from '../stacks/prepared-samples.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import { processorCountOf } from './processor-count.ts'
import { samplingIntervalMs, ticksToMs } from './sample-question.ts'
import type { TraceParts } from './trace-parts.ts'
import { foundIn, type TraceTables } from '../tables/trace-tables.ts'

/** GCBulkNode: a type is in the table when an event of it was. */
const heapNodeEvent = 18

export interface SummaryOptions {
  /** Symbols were read from the file beside the recording. */
  readonly hasSymbolsBeside?: boolean
  /** Payloads wait that some tables are about: they are not counted. */
  readonly isEarly?: boolean
}

/** What the page of a trace shows before anybody asks further. */
export function traceSummary(
  parts: TraceParts,
  trace: Trace,
  tables: Pick<TraceTables, 'rowCounts'>,
  { hasSymbolsBeside = false, isEarly = false }: SummaryOptions = {},
): TraceSummary {
  const { header, format } = trace
  const { tree: _tree, samples } = parts.sampled.prepare()
  const { commandLine, operatingSystem, architecture, runtimeVersion } = parts.target
  const { span } = parts
  return {
    format: format ?? { container: 'nettrace', major: 0, minor: 0, objectVersion: 0 },
    target: {
      pid: known(header?.pid),
      pointerBytes: header?.pointerBytes ?? 0,
      processorCount: processorCountOf(header),
      commandLine,
      operatingSystem,
      architecture,
      runtimeVersion,
    },
    startUnixMs: header?.syncUnixMs ?? 0,
    firstEventMs: span.isEmpty ? 0 : ticksToMs(trace, span.firstTicks),
    lastEventMs: span.isEmpty ? 0 : ticksToMs(trace, span.lastTicks),
    hasHeap: trace.types.some(({ provider, eventId }) => provider === runtimeProvider && eventId === heapNodeEvent),
    eventCount: trace.eventCount,
    lostCount: trace.lostEventCount,
    isComplete: trace.isComplete,
    damage: trace.damage,
    unknownBlocks: [...trace.unknownBlocks].map(([name, count]) => ({ name, count })),
    providers: parts.types.providers(),
    losses: trace.losses.map(({ ticks, threadIndex, count }) => ({
      timeMs: ticksToMs(trace, ticks),
      threadId: trace.threads[threadIndex]?.id ?? 0,
      count,
    })),
    names: { ...names(parts.sampled), areBeside: hasSymbolsBeside },
    samples: classCounts(samples, {}),
    samplingIntervalMs: samplingIntervalMs(trace),
    sampleRules: ruleCounts(samples, {}),
    systemCpu: systemCpu(parts),
    rowCounts: tables.rowCounts(isEarly),
    found: foundIn(parts),
    imported: parts.imported,
  }
}

function systemCpu({ systemCpu: found }: TraceParts): TraceSummary['systemCpu'] {
  if (found === null) return null
  const { processMs, missingMs, endedCount } = found
  return { processMs, missingMs, endedCount }
}

function names(sampled: SampledStacks): Omit<TraceNames, 'areBeside'> {
  const { methods, modules } = sampled.code
  return { methodCount: methods.count, moduleCount: modules.count, ...namedFrames(sampled) }
}

/** Streams of several processes do not say. */
function known(value: number | undefined): number | null {
  return value === undefined || value <= 0 ? null : value
}

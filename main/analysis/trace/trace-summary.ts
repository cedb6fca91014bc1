import type { TraceNames, TraceSummary } from '../../../shared/model/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { unresolvedFunction } from '../code/function-table.ts'
import { countClasses } from '../stacks/prepared-samples.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import { processorCountOf } from './processor-count.ts'
import { ticksToMs } from './sample-question.ts'
import type { TraceParts } from './trace-parts.ts'
import { foundIn } from '../tables/trace-tables.ts'
import { gcTable } from '../reports/gc-table.ts'

/** What the page of a trace shows before anybody asks further. */
export function traceSummary(parts: TraceParts, trace: Trace, hasSymbolsBeside = false): TraceSummary {
  const { header, format } = trace
  const { tree: _tree, samples } = parts.sampled.prepare()
  const [running = 0, waiting = 0, unknown = 0] = countClasses(samples, {})
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
    eventCount: trace.eventCount,
    lostCount: trace.lostEventCount,
    isComplete: trace.isComplete,
    damage: trace.damage,
    unknownBlocks: [...trace.unknownBlocks].map(([name, count]) => ({ name, count })),
    types: parts.types.rows(),
    threads: threadRows(parts, trace),
    losses: trace.losses.map(({ ticks, threadIndex, count }) => ({
      timeMs: ticksToMs(trace, ticks),
      threadId: trace.threads[threadIndex]?.id ?? 0,
      count,
    })),
    names: { ...names(parts.sampled), areBeside: hasSymbolsBeside },
    samples: { running, waiting, unknown },
    gcCount: gcTable(parts.gcEvents.inOrder()).length,
    exceptionCount: parts.exceptions.count,
    counterSeriesCount: parts.counterEvents.series.length,
    found: foundIn(parts),
  }
}

function threadRows(parts: TraceParts, trace: Trace): TraceSummary['threads'] {
  const { samples } = parts.sampled
  const sampleCounts = new Map<number, number>()
  for (let row = 0; row < samples.count; row++) {
    const thread = samples.threadIndex[row]!
    sampleCounts.set(thread, (sampleCounts.get(thread) ?? 0) + 1)
  }
  return trace.threads
    .map(({ index, id, name }) => ({
      id,
      name,
      eventCount: parts.threads.of(index),
      sampleCount: sampleCounts.get(index) ?? 0,
    }))
    .filter((row) => row.eventCount > 0)
    .sort((a, b) => b.eventCount - a.eventCount)
}

/** Frames are counted per sample: a frame in many samples weighs more, as it does in every view. */
function names(sampled: SampledStacks): Omit<TraceNames, 'areBeside'> {
  const { tree } = sampled.prepare()
  const { self } = sampled.callTree()
  // Frames and named frames from the root down to each node: parents come before their children.
  const frames = new Uint32Array(self.length)
  const named = new Uint32Array(self.length)
  let frameCount = 0
  let namedFrameCount = 0
  for (let node = 1; node < self.length; node++) {
    const above = tree.parentOf(node)
    frames[node] = frames[above]! + 1
    named[node] = named[above]! + (tree.functionOf(node) === unresolvedFunction ? 0 : 1)
    frameCount += self[node]! * frames[node]!
    namedFrameCount += self[node]! * named[node]!
  }
  const { methods, modules } = sampled.code
  return { methodCount: methods.count, moduleCount: modules.count, frameCount, namedFrameCount }
}

/** Streams of several processes do not say. */
function known(value: number | undefined): number | null {
  return value === undefined || value <= 0 ? null : value
}

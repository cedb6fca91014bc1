import { TraceParts } from '../../main/analysis/trace/trace-parts.ts'
import { Timeline } from '../../main/analysis/timeline/timeline.ts'
import { sampleKinds } from '../../main/analysis/stacks/samples.ts'
import { Trace } from '../../main/nettrace/trace/trace.ts'
import { TraceSegment } from '../../main/nettrace/trace/trace-segment.ts'
import { sampleProvider } from '../../shared/model/runtime-providers.ts'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import type { TraceTimelineQuestion } from '../../shared/model/trace/trace-timeline.ts'
import { cpuSecondsOf, repeat, report, spreadOf } from '../harness.ts'

/**
 * `npm run bench -- timeline`: one million samples of 500 threads, a sample of every thread each 10 ms: what making the index costs once, and
 * what each answer costs while a person zooms and moves. Processor time.
 */
const threadCount = 500
const samplesPerThread = 2000
const msBetween = 10
const msTicks = 1e6
const runs = 15

function sampledParts(): { readonly parts: TraceParts; readonly trace: Trace } {
  const parts = new TraceParts()
  const trace = new Trace()
  trace.header = {
    syncUnixMs: 0,
    syncTicks: { low: 0, high: 0 },
    ticksPerSecond: 1e9,
    pointerBytes: 8,
    pid: 1,
    processorCount: 8,
    samplingRateNs: msBetween * msTicks,
  }
  for (let index = 0; index < threadCount; index++) {
    const id = 1000 + index
    trace.threads.push({ index, id, exactId: BigInt(id), name: '', processId: null, attributes: [] })
  }
  const rows = threadCount * samplesPerThread
  const columns = {
    timestamp: new Float64Array(rows),
    typeIndex: new Uint32Array(rows),
    threadIndex: new Uint32Array(rows),
    stackIndex: new Uint32Array(rows),
    payloadOffset: new Uint32Array(rows),
    payloadLength: new Uint32Array(rows).fill(4),
  }
  for (let row = 0; row < rows; row++) {
    columns.timestamp[row] = Math.floor(row / threadCount) * msBetween * msTicks + (row % threadCount)
    columns.threadIndex[row] = row % threadCount
  }
  const segment = new TraceSegment(0, 0, rows, { load: () => columns })
  segment.setColumns(columns)
  segment.count = rows
  parts.listener.onStart?.(trace)
  const plain = { keywords: 0n, version: 0, level: 4, isOpaque: false, metadataId: 1, isUndefined: false }
  const type = { provider: sampleProvider, eventId: 0, name: '', opcode: 0, fields: [], index: 0, ...plain }
  const handler = parts.listener.onEventType?.(type)
  const payloads = [sampleKinds.managed, sampleKinds.external, sampleKinds.external].map((kind) =>
    Uint8Array.of(kind, 0, 0, 0),
  )
  for (let row = 0; row < rows; row++) {
    const bytes = payloads[(row * 7) % payloads.length]!
    handler?.(bytes, new DataView(bytes.buffer), 0, 4, row, segment)
  }
  parts.listener.onEvents?.(segment, 0, rows)
  return { parts, trace }
}

const { parts, trace } = sampledParts()
parts.sampled.prepare()
const makingSeconds = await repeat(runs, () => cpuSecondsOf(() => void new Timeline(parts, trace, () => [])))
const timeline = new Timeline(parts, trace, () => [])
const page = { order: 'busiest', search: '', pinned: [], offset: 0, count: 32 } as const
const lastMs = samplesPerThread * msBetween

function ask(question: Partial<TraceTimelineQuestion>): Promise<number> {
  return cpuSecondsOf(
    () => void timeline.answer({ selection: wholeTrace, range: null, binCount: 700, threads: page, ...question }),
  )
}

const wholeSeconds = await repeat(runs, () => ask({}))
const zoomedSeconds = await repeat(runs, (run) =>
  ask({ range: { fromMs: lastMs * 0.4 + run, toMs: lastMs * 0.5 + run } }),
)
const movedRowsSeconds = await repeat(runs, (run) => ask({ threads: { ...page, offset: run * 16 } }))
const ms = (seconds: readonly number[]) => spreadOf(seconds.map((value) => value * 1000))
report({
  name: 'timeline',
  figures: {
    samples: threadCount * samplesPerThread,
    threads: threadCount,
    indexMs: ms(makingSeconds),
    answerOfAllMs: ms(wholeSeconds),
    answerOfTenthMs: ms(zoomedSeconds),
    answerOfOtherRowsMs: ms(movedRowsSeconds),
    goalMs: 100,
  },
})

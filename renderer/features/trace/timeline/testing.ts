import { traceSampleClasses } from '../../../../shared/model/trace/trace-selection.ts'
import type {
  TimelineDensity,
  TraceTimeline,
  TraceTimelineQuestion,
} from '../../../../shared/model/trace/trace-timeline.ts'

/** For tests: as many threads as wanted over the range that is asked for, of a file with events up to a time; thread n runs in the n-th bin and waits in all others. */
export function timelineFor(question: TraceTimelineQuestion, threadCount: number, lastMs = 1000): TraceTimeline {
  const { binCount, threads: page } = question
  const extent = { fromMs: 0, toMs: lastMs + 0.001 }
  const ids = Array.from({ length: threadCount }, (_, index) => 100 + index)
  const wanted = ids.filter((id) => page.pinned.includes(id) || String(id).includes(page.search))
  const ordered = [
    ...wanted.filter((id) => page.pinned.includes(id)),
    ...wanted.filter((id) => !page.pinned.includes(id)),
  ]
  const [none, levels] = [new Float64Array(0), new Uint8Array(0)]
  const nothing = { startMs: none, endMs: none, coveredMs: none, level: levels }
  return {
    extent,
    range: question.range ?? extent,
    binCount,
    all: densityOf(binCount, 0, 5),
    mostOfThread: new Uint32Array(binCount).fill(4),
    threadCount: ordered.length,
    allThreadCount: threadCount,
    offset: page.offset,
    threads: ordered.slice(page.offset, page.offset + page.count).map((id) => ({
      id,
      name: '',
      sampleCount: 10,
      isPinned: page.pinned.includes(id),
      density: densityOf(binCount, id - 100, 4),
    })),
    others: densityOf(binCount, 0, 1),
    collections: {
      pauses: {
        startMs: Float64Array.of(500),
        endMs: Float64Array.of(510),
        coveredMs: Float64Array.of(10),
        level: Uint8Array.of(2),
      },
      background: nothing,
      count: 3,
      pauseMs: 12,
    },
    tracks: [{ name: 'exceptions', seriesCount: 1, bins: new Float64Array(binCount), most: 0, figure: 7 }],
    counters: [
      {
        name: 'CPU Usage',
        isLeading: true,
        unit: '%',
        timeMs: Float64Array.of(0, 900),
        values: Float64Array.of(10, 30),
        mean: 20,
      },
    ],
    losses: { timeMs: new Float64Array(0), eventCount: new Float64Array(0) },
  }
}

function densityOf(binCount: number, runningBin: number, count: number): TimelineDensity {
  const density = new Uint32Array(traceSampleClasses.length * binCount)
  const at = (name: (typeof traceSampleClasses)[number]): number => traceSampleClasses.indexOf(name) * binCount
  for (let bin = 0; bin < binCount; bin++) density[at(bin === runningBin ? 'running' : 'waiting') + bin] = count
  return density
}

import { partitionPoint } from '../../../shared/base/partition-point.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { countUpTo } from '../code/count-up-to.ts'
import { gcTable } from '../reports/gc-table.ts'
import { ticksPerSample } from '../stacks/sample-pace.ts'
import { collectionSpans } from '../timeline/collection-track.ts'
import { indexSamples, type SampleIndex } from '../timeline/sample-index.ts'
import type { Span } from '../timeline/spans.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { laneParts, type LaneSource, type Part, type PartLayer } from './lane-parts.ts'
import type { RequestRow, Requests } from './request-rows.ts'
import { RequestRuns, type WorkRun } from './request-runs.ts'
import { sweep } from './sweep.ts'
import { WaitIndex } from './thread-events.ts'
import { togetherMs, workPieces } from './thread-work.ts'

/** One request moment by moment. */
export interface RequestParts {
  readonly startTicks: number
  readonly endTicks: number
  /** From start to end, without gap or overlap. */
  readonly parts: readonly Part[]
  /** By thread: what it did for the request. */
  readonly lanes: ReadonlyMap<number, readonly Part[]>
}

/** What a thread does for a request counts before what the request waits for. */
const rank = {
  gc: 0,
  running: 1,
  lock: 2,
  wait: 3,
  /** A thread works for it, and nothing says what it does. */
  unknown: 4,
  queue: 5,
  child: 6,
  awaiting: 7,
  none: 8,
} as const

/** Finds the parts of any request of a trace. Made once; what it needs is put in order by thread then. */
export class PartsFinder {
  readonly runs: RequestRuns
  readonly samples: SampleIndex
  readonly #requests: Requests
  readonly #parts: TraceParts
  readonly #trace: Trace
  readonly #pauses: readonly Span[]
  readonly #source: LaneSource

  constructor(parts: TraceParts, requests: Requests, trace: Trace) {
    const { samples } = parts.sampled.prepare()
    this.#requests = requests
    this.#parts = parts
    this.#trace = trace
    this.runs = new RequestRuns(requests, parts.workSigns, trace)
    this.samples = indexSamples(samples, trace.threads.length)
    this.#pauses = collectionSpans(gcTable(parts.gcEvents.inOrder()), parts.span.lastTicks).pauses
    this.#source = {
      samples: this.samples,
      paceTicks: ticksPerSample(samples),
      closeTicks: togetherMs * ((trace.header?.ticksPerSecond ?? 1e9) / 1000),
      contention: new WaitIndex(parts.contention),
      waits: new WaitIndex(parts.waits),
      pausesWithin: (fromTicks, toTicks) => this.#pausesWithin(fromTicks, toTicks),
    }
  }

  find(row: number): RequestParts {
    const request = this.#requests.rows[row]!
    const { startTicks } = request
    const endTicks = endOf(request, this.#parts.span.lastTicks)
    const runs = this.#runsOf(row, endTicks)
    const lanes = new Map<number, readonly Part[]>()
    const pieces = workPieces(runs, endTicks, {
      samples: this.samples,
      paceTicks: this.#source.paceTicks,
      hasTaskEvents: this.#parts.workSigns.awaitCount > 0,
      ticksPerMs: (this.#trace.header?.ticksPerSecond ?? 1e9) / 1000,
    }).flatMap((piece) => clipped(piece, startTicks, endTicks))
    // Pieces come thread by thread.
    for (let from = 0, to = 0; from < pieces.length; from = to) {
      const { threadIndex } = pieces[from]!
      while (pieces[to]?.threadIndex === threadIndex) to++
      lanes.set(threadIndex, laneParts(pieces.slice(from, to), this.#source))
    }
    const layers = [
      ...[...lanes.values()].flat().map(({ layer, fromTicks, toTicks }) => {
        return { ...layer, fromTicks, toTicks, rank: rank[layer.kind] }
      }),
      ...this.#waitingLayers(row, runs, startTicks, endTicks),
      ...this.#pausesWithin(startTicks, endTicks).map((pause) => pauseLayer(pause)),
    ]
    const rest = noThread('unknown', 'none', startTicks, endTicks, rank.none)
    return { startTicks, endTicks, parts: sweep(startTicks, endTicks, layers, rest), lanes }
  }

  /** Without activity ids only its start and its end are events of the request. */
  #runsOf(row: number, endTicks: number): readonly WorkRun[] {
    const request = this.#requests.rows[row]!
    const runs = this.runs
      .of(row)
      .filter(({ fromTicks, toTicks }) => toTicks >= request.startTicks && fromTicks <= endTicks)
    return runs.length > 0 ? runs : startAndEnd(request, this.#requests.rows)
  }

  /** What the request waits for when no thread works for it. */
  #waitingLayers(row: number, runs: readonly WorkRun[], startTicks: number, endTicks: number): readonly PartLayer[] {
    const layers: PartLayer[] = []
    const inTime = runs.toSorted((a, b) => a.fromTicks - b.fromTicks)
    const starts = Float64Array.from(inTime, ({ fromTicks }) => fromTicks)
    for (const run of inTime) {
      const { queuedTicks, fromTicks, toTicks, isLeft, leftStackIndex } = run
      if (queuedTicks !== null) layers.push(noThread('queue', 'handoff', queuedTicks, fromTicks, rank.queue))
      if (!isLeft) continue
      const back = Math.min(starts[countUpTo(starts, toTicks)] ?? endTicks, endTicks)
      layers.push(noThread('awaiting', 'await', toTicks, back, rank.awaiting, leftStackIndex))
    }
    for (const child of this.runs.childrenOf(row)) {
      const request = this.#requests.rows[child]!
      if (request.kind !== 'outgoing' && request.kind !== 'command') continue
      const end = endOf(request, endTicks)
      layers.push(noThread('awaiting', 'child', Math.max(startTicks, request.startTicks), end, rank.child, child))
    }
    return layers
  }

  #pausesWithin(fromTicks: number, toTicks: number): readonly Span[] {
    const first = partitionPoint(0, this.#pauses.length, (at) => this.#pauses[at]!.endTicks <= fromTicks)
    const found: Span[] = []
    for (let at = first; at < this.#pauses.length && this.#pauses[at]!.startTicks < toTicks; at++)
      found.push(this.#pauses[at]!)
    return found
  }
}

export function endOf({ startTicks, durationTicks }: RequestRow, lastTicks: number): number {
  return durationTicks === null ? Math.max(startTicks, lastTicks) : startTicks + durationTicks
}

function noThread(
  kind: PartLayer['kind'],
  rule: PartLayer['rule'],
  fromTicks: number,
  toTicks: number,
  place: number,
  of = -1,
): PartLayer {
  return { kind, rule, threadIndex: -1, of, fromTicks, toTicks, rank: place }
}

function pauseLayer({ startTicks, endTicks }: Span): PartLayer {
  return noThread('gc', 'suspension', startTicks, endTicks, rank.gc)
}

function clipped<Piece extends { readonly fromTicks: number; readonly toTicks: number }>(
  piece: Piece,
  startTicks: number,
  endTicks: number,
): readonly Piece[] {
  const [fromTicks, toTicks] = [Math.max(startTicks, piece.fromTicks), Math.min(endTicks, piece.toTicks)]
  return toTicks > fromTicks ? [{ ...piece, fromTicks, toTicks }] : []
}

function startAndEnd(request: RequestRow, rows: readonly RequestRow[]): readonly WorkRun[] {
  const { startTicks, durationTicks, threadIndex, stopThreadIndex } = request
  const endTicks = durationTicks === null ? null : startTicks + durationTicks
  const isOther = ({ threadIndex: thread, startTicks: start }: RequestRow): boolean =>
    thread === threadIndex && start > startTicks && (endTicks === null || start < endTicks)
  const other = rows.find(isOther)?.startTicks
  const isSame = stopThreadIndex === threadIndex && other === undefined
  const run = { isBegin: false, isLeft: false, leftStackIndex: 0, queuedTicks: null }
  const start = { ...run, threadIndex, fromTicks: startTicks, toTicks: startTicks, freeFromTicks: startTicks }
  const freeToTicks = other ?? (isSame ? endTicks! : Number.POSITIVE_INFINITY)
  const first = { ...start, freeToTicks }
  if (endTicks === null || stopThreadIndex === null) return [first]
  const end = { ...run, threadIndex: stopThreadIndex, fromTicks: endTicks, toTicks: endTicks }
  const freeFromTicks = isSame ? startTicks : (other ?? startTicks)
  return [first, { ...end, freeFromTicks, freeToTicks: Number.POSITIVE_INFINITY }]
}

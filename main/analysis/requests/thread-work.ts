import type { WaterfallRule } from '../../../shared/model/trace/trace-waterfall.ts'
import { countUpTo } from '../code/count-up-to.ts'
import { classIndex } from '../stacks/sample-class.ts'
import { firstRowAt, type SampleIndex } from '../timeline/sample-index.ts'
import type { WorkRun } from './request-runs.ts'

/** A thread worked for the request. */
export interface WorkPiece {
  readonly threadIndex: number
  readonly fromTicks: number
  readonly toTicks: number
  readonly rule: WaterfallRule
}

export interface WorkSource {
  readonly samples: SampleIndex
  /** Time between two samples of a thread; null: there are none. */
  readonly paceTicks: number | null
  readonly hasTaskEvents: boolean
  readonly ticksPerMs: number
}

/** Two events of a request on one thread this close have nothing else between them. */
export const togetherMs = 1

/**
 * When threads worked for a request: where its events are, and as far around them as samples say that the thread went on. `runs` thread by
 * thread in order of time.
 */
export function workPieces(runs: readonly WorkRun[], endTicks: number, source: WorkSource): readonly WorkPiece[] {
  const starts = Float64Array.from(runs, ({ fromTicks }) => fromTicks).sort()
  const pieces: WorkPiece[] = []
  /** By the run before: how far it reaches on the same thread. */
  let known = Number.NEGATIVE_INFINITY
  for (const [at, run] of runs.entries()) {
    const next = runs[at + 1]?.threadIndex === run.threadIndex ? runs[at + 1]! : null
    if (runs[at - 1]?.threadIndex !== run.threadIndex) known = Number.NEGATIVE_INFINITY
    const elsewhere = starts[countUpTo(starts, run.toTicks)] ?? Number.POSITIVE_INFINITY
    for (const piece of piecesOf(run, next, { known, elsewhere, endTicks, source }))
      if (piece.toTicks > Math.max(piece.fromTicks, known)) {
        pieces.push({ ...piece, fromTicks: Math.max(piece.fromTicks, known) })
        known = piece.toTicks
      }
    known = Math.max(known, run.toTicks)
  }
  return pieces
}

interface Around {
  readonly known: number
  /** Next event of the request on any thread. */
  readonly elsewhere: number
  readonly endTicks: number
  readonly source: WorkSource
}

function piecesOf(run: WorkRun, next: WorkRun | null, around: Around): readonly WorkPiece[] {
  const { threadIndex, fromTicks, toTicks, isBegin, isLeft } = run
  const { known, elsewhere, endTicks, source } = around
  const piece = (from: number, to: number, rule: WaterfallRule): WorkPiece => {
    return { threadIndex, fromTicks: from, toTicks: to, rule }
  }
  const pieces: WorkPiece[] = []
  if (!isBegin && known < fromTicks) pieces.push(piece(workingSince(run, known, source), fromTicks, 'since-idle'))
  pieces.push(piece(fromTicks, toTicks, isBegin && isLeft ? 'task-events' : 'activity-id'))
  const goesOn = next !== null && !next.isBegin && isBetween(run, next) && elsewhere >= next.fromTicks
  // A method that awaits returns to its caller, which may have more to do at once.
  if (isLeft && !(goesOn && next.fromTicks - toTicks <= togetherMs * source.ticksPerMs)) return pieces
  if (goesOn) {
    const [until, rule] = untilNext(run, next, source)
    return [...pieces, piece(toTicks, until, rule)]
  }
  const limit = Math.min(run.freeToTicks, elsewhere, endTicks)
  return [...pieces, piece(toTicks, workingUntil(threadIndex, toTicks, limit, source), 'until-idle')]
}

/** Nothing else happened on the thread between two runs. */
function isBetween(run: WorkRun, next: WorkRun): boolean {
  return next.freeFromTicks === run.toTicks
}

/** How far the thread went on towards its next event of the request. */
function untilNext(run: WorkRun, next: WorkRun, source: WorkSource): readonly [number, WaterfallRule] {
  const { threadIndex, toTicks } = run
  const { samples, paceTicks, hasTaskEvents, ticksPerMs } = source
  const first = firstRowAt(samples, threadIndex, toTicks)
  const last = firstRowAt(samples, threadIndex, next.fromTicks)
  const near = Math.max(togetherMs * ticksPerMs, paceTicks ?? 0)
  const isNear = hasTaskEvents || next.fromTicks - toTicks <= near
  if (first === last) return [isNear ? next.fromTicks : toTicks, 'same-thread']
  for (let row = first; row < last; row++) {
    if (samples.sampleClass[row] !== classIndex.idle) continue
    return [row === first ? toTicks : samples.ticks[row - 1]!, 'until-idle']
  }
  return [next.fromTicks, 'same-thread']
}

/** Time of the last sample in which the thread was not idle yet. */
function workingUntil(threadIndex: number, fromTicks: number, limit: number, { samples }: WorkSource): number {
  let until = fromTicks
  const end = firstRowAt(samples, threadIndex, limit)
  for (let row = firstRowAt(samples, threadIndex, fromTicks); row < end; row++) {
    if (samples.sampleClass[row] === classIndex.idle) return until
    until = samples.ticks[row]!
  }
  return until
}

/** Time of the first sample in which the thread was no longer idle; from when it did something else, nothing is assumed. */
function workingSince(run: WorkRun, known: number, { samples }: WorkSource): number {
  const { threadIndex, fromTicks, freeFromTicks } = run
  const first = firstRowAt(samples, threadIndex, Math.max(freeFromTicks, known))
  let since = fromTicks
  for (let row = firstRowAt(samples, threadIndex, fromTicks) - 1; row >= first; row--) {
    if (samples.sampleClass[row] === classIndex.idle) return since
    since = samples.ticks[row]!
  }
  return fromTicks
}

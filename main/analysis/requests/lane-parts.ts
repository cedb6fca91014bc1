import type { WaterfallKind, WaterfallRule } from '../../../shared/model/trace/trace-waterfall.ts'
import { classIndex } from '../stacks/sample-class.ts'
import { firstRowAt, type SampleIndex } from '../timeline/sample-index.ts'
import type { Span } from '../timeline/spans.ts'
import { type Layer, sweep } from './sweep.ts'
import type { WaitIndex } from './thread-events.ts'
import type { WorkPiece } from './thread-work.ts'

/** Where a detail is found, when somebody asks: a row of the events, a stack. */
export interface PartLayer extends Layer {
  readonly kind: WaterfallKind
  readonly rule: WaterfallRule
  readonly threadIndex: number
  /** Row of the contention, of the wait or of the child; stack of an await. -1: none. */
  readonly of: number
}

export interface Part {
  readonly layer: PartLayer
  readonly fromTicks: number
  readonly toTicks: number
}

export interface LaneSource {
  readonly samples: SampleIndex
  readonly paceTicks: number | null
  /** Events of a thread that are no further apart have nothing else between them. */
  readonly closeTicks: number
  readonly contention: WaitIndex
  readonly waits: WaitIndex
  readonly pausesWithin: (fromTicks: number, toTicks: number) => readonly Span[]
}

const rank = { pause: 0, lock: 1, wait: 2, sample: 3, work: 4 } as const

/** Samples of a busy machine come late: one stands for its thread no longer than this many times as usual. */
const latest = 3

/** What a thread did in the time that it worked for a request, moment by moment. */
export function laneParts(pieces: readonly WorkPiece[], source: LaneSource): readonly Part[] {
  return pieces.flatMap((piece) => {
    const { threadIndex, fromTicks, toTicks, rule } = piece
    const layer = (kind: WaterfallKind, from: number, to: number, place: number, of = -1): PartLayer => {
      return { kind, rule, threadIndex, of, fromTicks: from, toTicks: to, rank: place }
    }
    const waiting = (kind: WaterfallKind, events: WaitIndex, row: number, place: number): PartLayer => {
      const found = layer(kind, ...events.timeOf(row), place, row)
      return events.hasActivity(row) ? { ...found, rule: 'activity-id' } : found
    }
    const layers: PartLayer[] = [
      ...source.contention
        .within(threadIndex, fromTicks, toTicks)
        .map((row) => waiting('lock', source.contention, row, rank.lock)),
      ...source.waits
        .within(threadIndex, fromTicks, toTicks)
        .map((row) => waiting('wait', source.waits, row, rank.wait)),
      ...sampleLayers(piece, source, layer),
      ...source.pausesWithin(fromTicks, toTicks).map(({ startTicks, endTicks }) => {
        return layer('gc', startTicks, endTicks, rank.pause)
      }),
    ]
    // Between events that follow each other closely the thread ran, seen by a sample or not.
    const isClose = rule === 'same-thread' && toTicks - fromTicks <= source.closeTicks
    const isKnown = rule === 'task-events' || rule === 'activity-id' || isClose
    const rest = layer(isKnown ? 'running' : 'unknown', fromTicks, toTicks, rank.work)
    return sweep(fromTicks, toTicks, layers, rest)
  })
}

function sampleLayers(
  { threadIndex, fromTicks, toTicks }: WorkPiece,
  { samples, paceTicks }: LaneSource,
  layer: (kind: WaterfallKind, from: number, to: number, place: number) => PartLayer,
): readonly PartLayer[] {
  if (paceTicks === null) return []
  const layers: PartLayer[] = []
  const end = samples.starts[threadIndex + 1]!
  const first = firstRowAt(samples, threadIndex, fromTicks)
  for (let row = first; row < end && samples.ticks[row]! < toTicks; row++) {
    const at = samples.ticks[row]!
    // The first one stands for the time before it, too: a sample of before may be of other work.
    const from = row === first && at - fromTicks <= paceTicks ? fromTicks : at
    const next = row + 1 < end ? samples.ticks[row + 1]! : Number.POSITIVE_INFINITY
    const to = next - at <= latest * paceTicks ? next : at + paceTicks
    layers.push(layer(kindOfClass(samples.sampleClass[row]!), from, to, rank.sample))
  }
  return joined(layers)
}

/** One layer for samples of one kind that follow each other. */
function joined(layers: readonly PartLayer[]): readonly PartLayer[] {
  const found: PartLayer[] = []
  for (const layer of layers) {
    const last = found.at(-1)
    if (last?.kind === layer.kind && last.toTicks === layer.fromTicks)
      found[found.length - 1] = { ...last, toTicks: layer.toTicks }
    else found.push(layer)
  }
  return found
}

/** Native code may run or be blocked; a thread that is idle works for nobody. */
function kindOfClass(sampleClass: number): WaterfallKind {
  if (sampleClass === classIndex.running || sampleClass === classIndex.spinning) return 'running'
  return sampleClass === classIndex.waiting ? 'wait' : 'unknown'
}

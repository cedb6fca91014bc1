import type {
  CompareSide,
  CompareStacks,
  CompareTotals,
  TraceCompareFlame,
  TraceCompareQuestion,
  TraceComparison,
} from '../../../shared/model/trace/trace-compare.ts'
import type {
  ComparedKind,
  CompareEventsQuestion,
  CompareEventsSide,
  TraceCompareEvents,
} from '../../../shared/model/trace/trace-compare-events.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import { durationMs } from '../overview/overview.ts'
import { eventFilter } from '../reports/event-filter.ts'
import { type SelectedStacks, selectionFilter } from '../stacks/selected-stacks.ts'
import { samplingIntervalMs } from '../trace/sample-question.ts'
import { compareEvents } from './compare-events.ts'
import { compareEventRows, type EventsSource } from './compare-events-side.ts'
import { compareFlame } from './compare-flame.ts'
import { compareMethods } from './compare-methods.ts'
import { compareSide } from './compare-side.ts'
import { compareStacks } from './compare-stacks.ts'

interface ComparedTrace extends EventsSource {
  readonly stacks: SelectedStacks
}

/** One document as A, sent to the other, and as B, which answers. */
export class CompareAnswers {
  readonly #of: ComparedTrace

  constructor(of: ComparedTrace) {
    this.#of = of
  }

  side(selection: TraceSelection): CompareSide {
    return compareSide(this.#of.stacks.callTree(selection), this.#totals(selection))
  }

  methods(against: CompareSide, { selection, ...question }: TraceCompareQuestion): TraceComparison {
    return compareMethods(against, this.side(selection), question)
  }

  stacks(selection: TraceSelection): CompareStacks {
    return compareStacks(this.#of.stacks.callTree(selection), this.#totals(selection))
  }

  flame(against: CompareStacks, selection: TraceSelection): TraceCompareFlame {
    return compareFlame(against, this.stacks(selection))
  }

  eventsSide(kind: ComparedKind, selection: TraceSelection): CompareEventsSide {
    const { durationMs, requestCount } = this.#totals(selection)
    return { durationMs, requestCount, ...compareEventRows(this.#of, kind, selection) }
  }

  events(against: CompareEventsSide, question: CompareEventsQuestion): TraceCompareEvents {
    return compareEvents(against, this.eventsSide(question.kind, question.selection), question)
  }

  #totals(selection: TraceSelection): Omit<CompareTotals, 'sampleCount'> {
    const { parts, trace, requests } = this.#of
    const isIn = eventFilter(selectionFilter(trace, selection))
    const incoming = requests().rows.filter(
      ({ kind, startTicks, threadIndex }) => kind === 'incoming' && isIn(startTicks, threadIndex),
    )
    const unit = parts.imported?.unit
    return {
      // A weight of 1 is a millisecond then.
      intervalMs: unit === 'ms' ? 1 : samplingIntervalMs(trace),
      ...(unit === undefined ? {} : { unit }),
      durationMs: durationMs(parts, trace, selection),
      requestCount: incoming.length,
    }
  }
}

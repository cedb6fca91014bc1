import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import type {
  TraceEventAt,
  TraceEventDetails,
  TraceEventField,
  TraceEventMatches,
  TraceEventWords,
} from '../../../shared/model/trace/trace-events.ts'
import type { NamedFrame, TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import { activityPath } from '../../events/activity-path.ts'
import { printedName } from '../../events/event-names.ts'
import { layoutOf } from '../../events/payload/decode-payload.ts'
import { valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { nestedNames } from '../event-filter/nested-fields.ts'
import { EventRows } from './event-rows.ts'
import { type PayloadSource, Payloads } from './payload-texts.ts'
import { placeOf, type RowOrder } from './table-source.ts'
import { namedFrame } from '../code/function-table.ts'

/** More names than that nobody picks from a list. */
const mostWords = 2000
const shownTypes = 5
const shownFields = 60
const mostFrames = 300
const mostFields = 200
const mostFieldChars = 4000

/** Questions about events other than the rows of their table. */
export class EventAnswers {
  readonly #trace: Trace
  readonly #rows: EventRows
  readonly #payloads: Payloads
  readonly #sampled: SampledStacks

  constructor(trace: Trace, read: PayloadSource, sampled: SampledStacks) {
    this.#trace = trace
    this.#rows = new EventRows(trace)
    this.#payloads = new Payloads(trace, read)
    this.#sampled = sampled
  }

  words(): TraceEventWords {
    const { types, threads } = this.#trace
    const known = types.filter(({ isUndefined }) => !isUndefined)
    return {
      providers: distinct(known.map(({ provider }) => provider)),
      events: distinct(known.map(printedName)),
      threads: distinct(threads.map(({ id }) => String(id))),
      fields: distinct(known.flatMap((type) => nestedNames(layoutOf(type).fields))),
    }
  }

  /** Of the rows of an order, over the range of the selection or all of their time. */
  matches(order: RowOrder, { range }: TraceSelection, binCount: number): TraceEventMatches {
    const span = range ?? this.#spanOf(order)
    const bins = new Uint32Array(binCount)
    const counts = new Uint32Array(this.#trace.types.length)
    const perBin = (span.toMs - span.fromMs) / binCount
    const ticksPerSecond = this.#trace.header?.ticksPerSecond ?? 1
    this.#rows.forEachStretch(order.rows, ({ timestamp, typeIndex, firstRow }, from, to, list) => {
      for (let place = from; place < to; place++) {
        const at = list === null ? place : list[place]! - firstRow
        counts[typeIndex[at]!]!++
        const bin = perBin > 0 ? Math.floor(((timestamp[at]! * 1000) / ticksPerSecond - span.fromMs) / perBin) : 0
        bins[Math.min(binCount - 1, Math.max(0, bin))]!++
      }
    })
    const types = this.#countsByName(counts)
    return {
      count: order.rowCount,
      ...span,
      bins,
      types: types.slice(0, shownTypes),
      typeCount: types.length,
      fields: this.#fieldNames(counts),
    }
  }

  /** How many stand between two events; null: the order doesn’t have both. */
  between(order: RowOrder, from: number, to: number): number | null {
    const [first, last] = [placeOf(order, from), placeOf(order, to)]
    return first === null || last === null ? null : Math.max(0, Math.abs(last - first) - 1)
  }

  /** Null: there is no such event. A step leads no further than to the first and the last. */
  details(order: RowOrder, wanted: TraceEventAt, isRevealed: boolean): TraceEventDetails | null {
    const place = placeWanted(order, wanted)
    const eventIndex = place === null ? indexWanted(wanted) : place < order.rowCount ? order.rowAt(place) : null
    if (eventIndex === null || eventIndex >= this.#trace.eventCount) return null
    const at = this.#rows.find(eventIndex)
    const { segment } = this.#rows
    const type = this.#trace.types[segment.typeIndex[at]!]!
    const thread = this.#trace.threads[segment.threadIndex[at]!]
    const ticks = segment.timestamp[at]!
    const activity = segment.activity.at(at)
    const fields = this.#fieldsAt(at)
    const shown = isRevealed ? fields : fields.map(({ name, text }) => ({ name, text: maskSecrets(text) }))
    return {
      eventIndex,
      place,
      timeMs: ticksToMs(this.#trace, ticks),
      event: this.#rows.nameAt(at),
      provider: type.provider,
      id: type.eventId,
      version: type.version,
      level: type.level,
      keywords: `0x${type.keywords.toString(16)}`,
      thread: thread?.id ?? null,
      threadName: thread?.name ?? '',
      activity:
        activity === 0
          ? ''
          : (activityPath(this.#trace.activities.bytesOf(activity), this.#trace.header?.pid ?? 0) ?? ''),
      fields: shown,
      hasSecrets: shown.some(({ text }, index) => text !== fields[index]!.text),
      ...this.#stackAt(segment.stackIndex[at]!, ticks),
    }
  }

  #spanOf(order: RowOrder): { readonly fromMs: number; readonly toMs: number } {
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    this.#rows.forEachStretch(order.rows, ({ timestamp, firstRow }, from, to, list) => {
      for (let place = from; place < to; place++) {
        const ticks = timestamp[list === null ? place : list[place]! - firstRow]!
        if (ticks < least) least = ticks
        if (ticks > most) most = ticks
      }
    })
    if (least > most) return { fromMs: 0, toMs: 0 }
    return { fromMs: ticksToMs(this.#trace, least), toMs: ticksToMs(this.#trace, most) }
  }

  #countsByName(counts: Uint32Array): TraceEventMatches['types'] {
    const found = new Map<string, { event: string; provider: string; count: number }>()
    for (const [index, count] of counts.entries()) {
      if (count === 0) continue
      const type = this.#trace.types[index]!
      const event = printedName(type)
      const key = `${type.provider}\n${event}`
      const known = found.get(key)
      if (known === undefined) found.set(key, { event, provider: type.provider, count })
      else known.count += count
    }
    return [...found.values()].toSorted((a, b) => b.count - a.count)
  }

  #fieldNames(counts: Uint32Array): readonly string[] {
    const found = [...counts.keys()].filter((type) => counts[type]! > 0).sort((a, b) => counts[b]! - counts[a]!)
    const names = new Set<string>()
    for (const type of found) {
      if (names.size >= shownFields) break
      for (const name of nestedNames(layoutOf(this.#trace.types[type]!).fields)) names.add(name)
    }
    return [...names].slice(0, shownFields)
  }

  #fieldsAt(at: number): readonly TraceEventField[] {
    const { segment } = this.#rows
    const fields = this.#payloads.fieldsOf({
      typeIndex: segment.typeIndex[at]!,
      payloadOffset: segment.payloadStreamOffset(at),
      payloadLength: segment.payloadLength[at]!,
    })
    return fields.slice(0, mostFields).map(({ name, value, shape }) => ({
      name,
      text: valueText(value, shape).slice(0, mostFieldChars),
    }))
  }

  #stackAt(stackIndex: number, ticks: number): Pick<TraceEventDetails, 'stack' | 'omittedFrames'> {
    const stack: NamedFrame[] = []
    let omittedFrames = 0
    if (stackIndex === 0) return { stack, omittedFrames }
    const { tree } = this.#sampled.prepare()
    const leaf = tree.nodeAt(this.#sampled.stacks.nodeOf(stackIndex), ticks)
    for (let node = leaf; node !== 0; node = tree.parentOf(node)) {
      if (stack.length === mostFrames) {
        omittedFrames++
        continue
      }
      stack.push(namedFrame(tree.functions.get(tree.functionOf(node))))
    }
    return { stack, omittedFrames }
  }
}

/** Null: the order doesn’t have it. */
function placeWanted(order: RowOrder, wanted: TraceEventAt): number | null {
  if ('place' in wanted) return wanted.place
  const place = placeOf(order, wanted.eventIndex)
  return place === null ? null : Math.min(order.rowCount - 1, Math.max(0, place + wanted.step))
}

/** One that the order leaves out is there all the same, but no other stands beside it. */
function indexWanted(wanted: TraceEventAt): number | null {
  return 'eventIndex' in wanted && wanted.step === 0 ? wanted.eventIndex : null
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
    .filter((name) => name !== '')
    .toSorted((a, b) => a.localeCompare(b))
    .slice(0, mostWords)
}

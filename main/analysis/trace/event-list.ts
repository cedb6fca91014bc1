import { printedName, shownName } from '../../events/event-names.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'

/** `Provider` or `Provider/Name`; the name as printed, as the stream has it, or as our tables have it. Case does not matter. */
export function matchesEvent(type: TraceEventType, wanted: string): boolean {
  const spec = wanted.toLowerCase()
  const provider = type.provider.toLowerCase()
  if (spec === provider) return true
  if (!spec.startsWith(`${provider}/`)) return false
  const name = spec.slice(provider.length + 1)
  return [printedName(type), type.name, shownName(type)].some((known) => known !== '' && known.toLowerCase() === name)
}

/** Where the events of some types are, without their payloads: those are read again when looked at. Columns by row. */
export class EventList implements TraceListener {
  readonly #wants: (type: TraceEventType) => boolean
  readonly #isWanted: boolean[] = []
  readonly ticks = new NumberColumn()
  readonly typeIndex = new NumberColumn()
  readonly threadIndex = new NumberColumn()
  readonly stackIndex = new NumberColumn()
  readonly processor = new NumberColumn()
  readonly activity = new NumberColumn()
  readonly relatedActivity = new NumberColumn()
  readonly payloadOffset = new NumberColumn()
  readonly payloadLength = new NumberColumn()

  constructor(wants: (type: TraceEventType) => boolean) {
    this.#wants = wants
  }

  get count(): number {
    return this.ticks.count
  }

  onEventType(type: TraceEventType): null {
    this.#isWanted[type.index] = this.#wants(type)
    return null
  }

  onEvents(segment: TraceSegment, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const type = segment.typeIndex[row]!
      if (this.#isWanted[type] !== true) continue
      this.ticks.push(segment.timestamp[row]!)
      this.typeIndex.push(type)
      this.threadIndex.push(segment.threadIndex[row]!)
      this.stackIndex.push(segment.stackIndex[row]!)
      this.processor.push(segment.processor.at(row))
      this.activity.push(segment.activity.at(row))
      this.relatedActivity.push(segment.relatedActivity.at(row))
      this.payloadOffset.push(segment.payloadStreamOffset(row))
      this.payloadLength.push(segment.payloadLength[row]!)
    }
  }

  /** Rows in the order of their times; equal times as the stream has them. */
  inOrder(): readonly number[] {
    const { values } = this.ticks
    return Array.from(values, (_, row) => row).sort((a, b) => values[a]! - values[b]!)
  }
}

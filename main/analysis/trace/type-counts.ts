import { printedName } from '../../events/event-names.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'
import { nettraceLimits } from '../../nettrace/limits.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { LabelList, TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { grownColumn } from '../grown-column.ts'
import { ignoresStack } from './stackless-events.ts'
import { UnseenRows } from './unseen-rows.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

/** Events of one (provider, id, version, name). */
export interface TypeRow {
  readonly provider: string
  readonly id: number
  readonly version: number
  /** Task/Opcode as Microsoft's tools print it. */
  readonly name: string
  /** As the stream has it; empty for events of the native runtime. */
  readonly rawName: string
  readonly count: number
  readonly payloadBytes: number
  /** Events with a stack of at least one frame. */
  readonly stackCount: number
}

/** Envelope of the collector for whatever it wants to tell: the name is in the payload. */
const dynamicEvent = { provider: runtimeProvider, id: 39 } as const
const namedDynamicEvents = new Set(['CommittedUsage'])

/**
 * Counts events per type while a trace is read. Their bytes and stacks are added up when somebody asks for `rows`, from the columns; where the
 * trace lets go of those, at once.
 */
export class TypeCounts implements TraceListener {
  #trace: Trace | null = null
  /** Those whose bytes and stacks are still to be added. */
  #unseen: UnseenRows | null = null
  #count = new Float64Array(64)
  #payloadBytes = new Float64Array(64)
  #stackCount = new Float64Array(64)
  /** By stack: 1 where there are frames. */
  #hasFrames = new Uint8Array(1024)
  #stacksSeen = 0
  /** Events that are not what their type says (see above and below); they are in the columns too. */
  readonly #variants = new Map<string, Variant>()
  /** By type and label list. */
  readonly #variantOfLabels = new Map<number, Variant | null>()
  /** By label list: what stands in for the opcode and the version. */
  readonly #replacedBy: (ReplacedByLabels | undefined)[] = []

  onStart(trace: Trace): void {
    this.#trace = trace
    this.#unseen = trace.keepsSegments ? new UnseenRows(trace) : null
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.index >= this.#count.length) this.#grow()
    if (type.provider !== dynamicEvent.provider || type.eventId !== dynamicEvent.id) return null
    return (bytes, _view, start, end, row, segment) => {
      const name = leadingText(bytes, start, end)
      if (!namedDynamicEvents.has(name)) return
      this.#addTo(this.#variant(type.index, `GC/${name}`, type.version), segment, row)
    }
  }

  onEvents(segment: TraceSegment, from: number, to: number): void {
    const { typeIndex } = segment
    const count = this.#count
    for (let row = from; row < to; row++) count[typeIndex[row]!]!++
    if (this.#unseen === null) this.#measure(segment, from, to)
    if (segment.labels.runCount > 0) this.#addLabelled(segment, from, to)
  }

  #measure(segment: TraceSegment, from: number, to: number): void {
    const { typeIndex, payloadLength, stackIndex } = segment
    const hasFrames = this.#lookAtStacks()
    const payloadBytes = this.#payloadBytes
    const stackCount = this.#stackCount
    for (let row = from; row < to; row++) {
      const type = typeIndex[row]!
      payloadBytes[type]! += payloadLength[row]!
      stackCount[type]! += hasFrames[stackIndex[row]!] ?? 0
    }
  }

  /** By stack: a table to look it up in costs less than a question for each event. */
  #lookAtStacks(): Uint8Array {
    const { stacks } = this.#trace!
    const { count } = stacks
    while (count > this.#hasFrames.length) this.#hasFrames = grownColumn(this.#hasFrames, Uint8Array)
    for (; this.#stacksSeen < count; this.#stacksSeen++)
      this.#hasFrames[this.#stacksSeen] = stacks.byteLength(this.#stacksSeen) > 0 ? 1 : 0
    return this.#hasFrames
  }

  /** V6: labels of an event may stand in for the opcode and the version of its type. */
  #addLabelled(segment: TraceSegment, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const list = segment.labels.at(row)
      if (list === 0) continue
      const key = segment.typeIndex[row]! * nettraceLimits.labelLists + list
      let variant = this.#variantOfLabels.get(key)
      if (variant === undefined)
        this.#variantOfLabels.set(key, (variant = this.#labelledVariant(segment.typeIndex[row]!, list)))
      if (variant !== null) this.#addTo(variant, segment, row)
    }
  }

  /** Null when the labels of a list say neither. A list may be long and is looked through once, not for each of its events. */
  #labelledVariant(typeIndex: number, list: number): Variant | null {
    const { labels, types } = this.#trace!
    const { opcode, version } = (this.#replacedBy[list] ??= replacedBy(labels[list] ?? []))
    if (opcode === null && version === null) return null
    const type = types[typeIndex]!
    const name = printedName({ ...type, opcode: opcode ?? type.opcode })
    return this.#variant(typeIndex, name, version ?? type.version)
  }

  #variant(typeIndex: number, name: string, version: number): Variant {
    const key = `${typeIndex}/${version}/${name}`
    const variant = this.#variants.get(key) ?? { typeIndex, name, version, count: 0, bytes: 0, stacks: 0 }
    this.#variants.set(key, variant)
    return variant
  }

  #addTo(variant: Variant, segment: TraceSegment, row: number): void {
    variant.count++
    variant.bytes += segment.payloadLength[row]!
    if (this.#trace!.stacks.byteLength(segment.stackIndex[row]!) > 0) variant.stacks++
  }

  /** Events of a type as the columns have them. */
  countOf(typeIndex: number): number {
    return this.#count[typeIndex] ?? 0
  }

  /** Those with events: the most first, of as many by name (ordinal). */
  providers(): readonly { readonly name: string; readonly eventCount: number }[] {
    const counts = new Map<string, number>()
    for (const { index, provider } of this.#trace?.types ?? [])
      if (this.#count[index]! > 0) counts.set(provider, (counts.get(provider) ?? 0) + this.#count[index]!)
    return [...counts]
      .map(([name, eventCount]) => ({ name, eventCount }))
      .sort((a, b) => b.eventCount - a.eventCount || ordinal(a.name, b.name))
  }

  /** Of `rows`, without making them. */
  get rowCount(): number {
    return this.#rowsByKey().size
  }

  /** Ordered by provider (ordinal), id, version, name; types without an event are left out. */
  rows(): readonly TypeRow[] {
    this.#unseen?.forEach((segment, from, to) => this.#measure(segment, from, to))
    return [...this.#rowsByKey().values()].sort(byProviderIdVersion)
  }

  #rowsByKey(): Map<string, TypeRow> {
    const rows = new Map<string, TypeRow>()
    const types = this.#trace?.types ?? []
    const left = types.map(({ index, version }) => ({
      version,
      count: this.#count[index]!,
      bytes: this.#payloadBytes[index]!,
      stacks: this.#stackCount[index]!,
    }))
    for (const variant of this.#variants.values()) {
      const rest = left[variant.typeIndex]!
      rest.count -= variant.count
      rest.bytes -= variant.bytes
      rest.stacks -= variant.stacks
      addRow(rows, types[variant.typeIndex]!, variant.name, variant)
    }
    for (const type of types) addRow(rows, type, printedName(type), left[type.index]!)
    return rows
  }

  #grow(): void {
    this.#count = grownColumn(this.#count, Float64Array)
    this.#payloadBytes = grownColumn(this.#payloadBytes, Float64Array)
    this.#stackCount = grownColumn(this.#stackCount, Float64Array)
  }
}

interface ReplacedByLabels {
  readonly opcode: number | null
  readonly version: number | null
}

/** The last label of a kind counts. */
function replacedBy(labels: LabelList): ReplacedByLabels {
  let opcode: number | null = null
  let version: number | null = null
  for (const label of labels) {
    if (label.kind === 'opcode') opcode = label.value
    if (label.kind === 'version') version = label.value
  }
  work.steps += labels.length
  return { opcode, version }
}

interface Variant extends Counted {
  readonly typeIndex: number
  readonly name: string
}

interface Counted {
  readonly version: number
  count: number
  bytes: number
  stacks: number
}

/** Several types of a stream may be one row. */
function addRow(rows: Map<string, TypeRow>, type: TraceEventType, name: string, counted: Counted): void {
  if (counted.count === 0) return
  const { provider, eventId: id, name: rawName } = type
  const { version } = counted
  const key = JSON.stringify([provider, id, version, name])
  const known = rows.get(key)
  rows.set(key, {
    provider,
    id,
    version,
    name,
    rawName,
    count: counted.count + (known?.count ?? 0),
    payloadBytes: counted.bytes + (known?.payloadBytes ?? 0),
    stackCount: (ignoresStack(type) ? 0 : counted.stacks) + (known?.stackCount ?? 0),
  })
}

function byProviderIdVersion(a: TypeRow, b: TypeRow): number {
  return ordinal(a.provider, b.provider) || a.id - b.id || a.version - b.version || ordinal(a.name, b.name)
}

function ordinal(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Longest name looked for in a payload. */
const nameLimitBytes = 256

function leadingText(bytes: Uint8Array, start: number, end: number): string {
  const limit = Math.min(end, start + nameLimitBytes)
  for (let position = start; position + 1 < limit; position += 2)
    if (bytes[position] === 0 && bytes[position + 1] === 0) return utf16Text(bytes, start, position)
  return ''
}

import { must } from '../../../shared/base/assert.ts'
import { activityPath, parentPath } from '../../events/activity-path.ts'
import { impliedOpcode, printedName } from '../../events/event-names.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import type { TypeCounts } from '../trace/type-counts.ts'
import { UnseenRows } from '../trace/unseen-rows.ts'

/** Something that had a start and a stop: a request, a query, a handshake. */
export interface ActivityRow {
  readonly provider: string
  /** Task name, without Start and Stop. */
  readonly name: string
  readonly startTicks: number
  /** Null: no stop was seen. */
  readonly durationTicks: number | null
  /** Threads of start and stop; they differ when the work went on elsewhere. */
  readonly threadIndex: number
  readonly stopThreadIndex: number | null
  /** Into `trace.activities`. */
  readonly activityIndex: number
  /** `//1/4`, null when the id is an ordinary guid. */
  readonly path: string | null
  /** Row of the activity this one was started in, -1 at the top. */
  readonly parent: number
  readonly startStackIndex: number
  /** Type and payload of the start, which says what was asked for; the payload is in the stream at the offset. */
  readonly typeIndex: number
  readonly payloadOffset: number
  readonly payloadLength: number
}

/** A row is an object once somebody asks for it: more would fill the memory of a document, and nobody reads them. Those are counted. */
const maxRows = 1_000_000

const nativeProviders = /^Microsoft-Windows-DotNETRuntime|^Microsoft-DotNETCore-SampleProfiler$/

/** Activities of one provider and task. */
export interface ActivityKind {
  readonly provider: string
  readonly name: string
  readonly startCount: number
}

/** A row in the making; it becomes the row itself, since a copy of a million of them takes seconds. */
type Started = { -readonly [Name in keyof ActivityRow]: ActivityRow[Name] } & {
  /** Number of its provider and task. */
  readonly key: number
  readonly related: number
}

const [start, stop] = [1, 2] as const

/**
 * Pairs start and stop events of managed libraries: same provider, same task, same activity id. Threads write blocks of their own, so
 * in the stream a stop may come before its start: they are paired in the order of time when everything is read. While a trace is read only its
 * types are noted: there may be a million activities, and the first picture needs their number.
 */
export class ActivityEvents implements TraceListener {
  readonly #ticks = new NumberColumn()
  readonly #key = new NumberColumn()
  readonly #thread = new NumberColumn()
  readonly #activity = new NumberColumn()
  readonly #related = new NumberColumn()
  readonly #stack = new NumberColumn()
  readonly #type = new NumberColumn()
  readonly #payloadOffset = new NumberColumn()
  readonly #payloadLength = new NumberColumn()
  /** By provider and task; the place is the key. */
  readonly #kinds: Omit<ActivityKind, 'startCount'>[] = []
  readonly #keys = new Map<string, number>()
  readonly #types: Pick<TypeCounts, 'countOf'>
  /** By type: start or stop, and of which kind; nothing for all others. */
  readonly #opcodeOf: number[] = []
  readonly #keyOfType: number[] = []
  #unseen: UnseenRows | null = null
  #kept: Float64Array | null = null
  readonly #stopTicks = new NumberColumn()
  readonly #stopKey = new NumberColumn()
  readonly #stopActivity = new NumberColumn()
  readonly #stopThread = new NumberColumn()
  #paired: { readonly eventCount: number; readonly rows: readonly ActivityRow[] } | null = null
  #trace: Trace | null = null

  constructor(types: Pick<TypeCounts, 'countOf'>) {
    this.#types = types
  }

  get count(): number {
    return Math.min(this.#startCount, maxRows)
  }

  /** Starts beyond the limit. */
  get leftOutCount(): number {
    return Math.max(0, this.#startCount - maxRows)
  }

  /** What was started, in the order of the first types. */
  get kinds(): readonly ActivityKind[] {
    const counts = this.leftOutCount > 0 ? this.#keptCounts() : new Float64Array(this.#kinds.length)
    if (this.leftOutCount === 0) this.#forEachStart((type, key) => (counts[key]! += this.#types.countOf(type)))
    return this.#kinds.map((kind, key) => ({ ...kind, startCount: counts[key] ?? 0 }))
  }

  /** By kind, of the starts up to the limit. They stay the same whatever comes. */
  #keptCounts(): Float64Array {
    if (this.#kept !== null) return this.#kept
    const counts = (this.#kept = new Float64Array(this.#kinds.length))
    const opcodes = this.#opcodes()
    let count = 0
    new UnseenRows(must(this.#trace, 'a trace with starts')).forEach(({ typeIndex }, from, to) => {
      for (let row = from; row < to && count < maxRows; row++) {
        const type = typeIndex[row]!
        if (opcodes[type] !== start) continue
        counts[this.#keyOfType[type]!]!++
        count++
      }
    })
    return counts
  }

  #opcodes(): Uint8Array {
    const opcodes = new Uint8Array(this.#trace?.types.length ?? 0)
    this.#opcodeOf.forEach((opcode, type) => (opcodes[type] = opcode))
    return opcodes
  }

  onStart(trace: Trace): void {
    this.#trace = trace
    this.#unseen = new UnseenRows(trace)
  }

  onEventType(type: TraceEventType): null {
    if (nativeProviders.test(type.provider) || type.name === '') return null
    const opcode = type.opcode === 0 ? impliedOpcode(type.name) : type.opcode
    if (opcode !== start && opcode !== stop) return null
    this.#opcodeOf[type.index] = opcode
    this.#keyOfType[type.index] = this.#keyOf(type.provider, activityName(type))
    return null
  }

  get #startCount(): number {
    let count = 0
    this.#forEachStart((type) => (count += this.#types.countOf(type)))
    return count
  }

  #forEachStart(take: (type: number, key: number) => void): void {
    this.#opcodeOf.forEach((opcode, type) => {
      if (opcode === start) take(type, this.#keyOfType[type]!)
    })
  }

  /** With everything that was read until now. */
  #collect(): void {
    const opcodes = this.#opcodes()
    this.#unseen?.forEach((segment, from, to) => {
      const { typeIndex } = segment
      for (let row = from; row < to; row++) {
        const type = typeIndex[row]!
        if (opcodes[type] === start) this.#addStart(segment, row, this.#keyOfType[type]!, type)
        else if (opcodes[type] === stop) this.#addStop(segment, row, this.#keyOfType[type]!)
      }
    })
  }

  #keyOf(provider: string, name: string): number {
    const text = `${provider}/${name}`
    const known = this.#keys.get(text)
    if (known !== undefined) return known
    this.#keys.set(text, this.#kinds.length)
    return this.#kinds.push({ provider, name }) - 1
  }

  #addStart(segment: TraceSegment, row: number, key: number, typeIndex: number): void {
    if (this.#ticks.count >= maxRows) return
    this.#ticks.push(segment.timestamp[row]!)
    this.#key.push(key)
    this.#thread.push(segment.threadIndex[row]!)
    this.#activity.push(segment.activity.at(row))
    this.#related.push(segment.relatedActivity.at(row))
    this.#stack.push(segment.stackIndex[row]!)
    this.#type.push(typeIndex)
    this.#payloadOffset.push(segment.payloadStreamOffset(row))
    this.#payloadLength.push(segment.payloadLength[row]!)
  }

  #addStop(segment: TraceSegment, row: number, key: number): void {
    if (this.#stopTicks.count >= maxRows) return
    this.#stopTicks.push(segment.timestamp[row]!)
    this.#stopKey.push(key)
    this.#stopActivity.push(segment.activity.at(row))
    this.#stopThread.push(segment.threadIndex[row]!)
  }

  /** In the order of their starts. */
  rows(): readonly ActivityRow[] {
    this.#collect()
    const eventCount = this.#ticks.count + this.#stopTicks.count
    if (this.#paired?.eventCount === eventCount) return this.#paired.rows
    const rows = Array.from({ length: this.#ticks.count }, (_, start) => this.#started(start))
    rows.sort((a, b) => a.startTicks - b.startTicks)
    this.#pair(rows)
    if (this.#trace !== null) findParents(rows, this.#trace)
    this.#paired = { eventCount, rows }
    return rows
  }

  #started(start: number): Started {
    const key = this.#key.at(start)
    const { provider, name } = this.#kinds[key]!
    return {
      provider,
      name,
      key,
      startTicks: this.#ticks.at(start),
      durationTicks: null,
      threadIndex: this.#thread.at(start),
      stopThreadIndex: null,
      activityIndex: this.#activity.at(start),
      path: null,
      parent: -1,
      related: this.#related.at(start),
      startStackIndex: this.#stack.at(start),
      typeIndex: this.#type.at(start),
      payloadOffset: this.#payloadOffset.at(start),
      payloadLength: this.#payloadLength.at(start),
    }
  }

  #pair(starts: readonly Started[]): void {
    const { values: stopTicks } = this.#stopTicks
    const stops = Array.from(stopTicks, (_, stop) => stop).sort((a, b) => stopTicks[a]! - stopTicks[b]!)
    const open = new Map<number, Started[]>()
    let next = 0
    for (const stop of stops) {
      for (; next < starts.length && starts[next]!.startTicks <= stopTicks[stop]!; next++) {
        const started = starts[next]!
        const place = placeOf(started.key, started.activityIndex, started.threadIndex)
        const others = open.get(place)
        if (others === undefined) open.set(place, [started])
        else others.push(started)
      }
      const threadIndex = this.#stopThread.at(stop)
      const started = open.get(placeOf(this.#stopKey.at(stop), this.#stopActivity.at(stop), threadIndex))?.pop()
      if (started === undefined) continue
      started.durationTicks = stopTicks[stop]! - started.startTicks
      started.stopThreadIndex = threadIndex
    }
  }
}

/** Without an id only what starts and stops on one thread is known to belong together. */
function placeOf(key: number, activityIndex: number, threadIndex: number): number {
  return activityIndex === 0 ? key * 2 ** 33 + threadIndex : key * 2 ** 33 + 2 ** 32 + activityIndex
}

function findParents(starts: readonly Started[], trace: Trace): void {
  const pid = trace.header?.pid ?? null
  const byPath = new Map<string, number>()
  const byActivity = new Int32Array(trace.activities.count).fill(-1)
  for (const [index, row] of starts.entries()) {
    const { activityIndex, related } = row
    row.path = activityIndex === 0 ? null : activityPath(trace.activities.bytesOf(activityIndex), pid)
    const above = row.path === null ? null : parentPath(row.path)
    // The id of the starter is the surest; a path says it too, when the starter's own start was recorded.
    const starter = related === 0 ? -1 : byActivity[related]!
    row.parent = starter >= 0 ? starter : above === null ? -1 : (byPath.get(above) ?? -1)
    if (row.path !== null) byPath.set(row.path, index)
    if (activityIndex !== 0) byActivity[activityIndex] = index
  }
}

/** The same for start and stop; some sources name them by another pair of words. */
function activityName(type: TraceEventType): string {
  const task = printedName(type).replace(/\/[^/]*$/, '')
  return task.replace(/^(?:Begin|End)(?=[A-Z])/, '')
}

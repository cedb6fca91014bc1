import { activityPath, parentPath } from '../../events/activity-path.ts'
import { impliedOpcode, printedName } from '../../events/event-names.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'

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

/** A row is an object: more would fill the memory of a document, and nobody reads them. Those are counted. */
const maxRows = 1_000_000

const nativeProviders = /^Microsoft-Windows-DotNETRuntime|^Microsoft-DotNETCore-SampleProfiler$/

/** Pairs start and stop events of managed libraries: same provider, same task, same activity id. */
export class ActivityEvents implements TraceListener {
  readonly #rows: {
    -readonly [Name in Exclude<keyof ActivityRow, 'parent' | 'path'>]: ActivityRow[Name]
  }[] = []
  readonly #related: number[] = []
  readonly #open = new Map<string, number[]>()
  /** Starts beyond the limit. */
  leftOutCount = 0
  #trace: Trace | null = null

  get count(): number {
    return this.#rows.length
  }

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (nativeProviders.test(type.provider) || type.name === '') return null
    const opcode = type.opcode === 0 ? impliedOpcode(type.name) : type.opcode
    if (opcode !== 1 && opcode !== 2) return null
    const name = printedName(type).replace(/\/[^/]*$/, '')
    return (_bytes, _view, _start, _end, row, segment) => {
      const activityIndex = segment.activity.at(row)
      const key = `${type.provider}/${name}/${activityIndex}`
      const ticks = segment.timestamp[row]!
      const threadIndex = segment.threadIndex[row]!
      if (opcode === 1) {
        if (this.#rows.length >= maxRows) return void this.leftOutCount++
        const open = this.#open.get(key) ?? []
        this.#open.set(key, open)
        open.push(this.#rows.length)
        this.#related.push(segment.relatedActivity.at(row))
        this.#rows.push({
          provider: type.provider,
          name,
          startTicks: ticks,
          durationTicks: null,
          threadIndex,
          stopThreadIndex: null,
          activityIndex,
          startStackIndex: segment.stackIndex[row]!,
          typeIndex: type.index,
          payloadOffset: segment.payloadStreamOffset(row),
          payloadLength: segment.payloadLength[row]!,
        })
        return
      }
      const started = this.#rows[this.#open.get(key)?.pop() ?? -1]
      if (started === undefined) return
      started.durationTicks = ticks - started.startTicks
      started.stopThreadIndex = threadIndex
    }
  }

  /** In the order of their starts in the stream. */
  rows(): readonly ActivityRow[] {
    const trace = this.#trace
    if (trace === null) return []
    const pid = trace.header?.pid ?? null
    const pathOf = (index: number): string | null =>
      index === 0 ? null : activityPath(trace.activities.bytesOf(index), pid)
    const byPath = new Map<string, number>()
    const byActivity = new Map<number, number>()
    return this.#rows.map((row, index) => {
      const path = pathOf(row.activityIndex)
      const above = path === null ? null : parentPath(path)
      const related = this.#related[index]!
      // The id of the starter is the surest; a path says it too, when the starter's own start was recorded.
      const parent =
        (related === 0 ? undefined : byActivity.get(related)) ?? (above === null ? undefined : byPath.get(above))
      if (path !== null) byPath.set(path, index)
      if (row.activityIndex !== 0) byActivity.set(row.activityIndex, index)
      return { ...row, path, parent: parent ?? -1 }
    })
  }
}

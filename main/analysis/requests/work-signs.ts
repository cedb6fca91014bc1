import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { nativeEvent } from '../../events/event-names.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { isRuntimeEvent, ReportListener } from '../reports/runtime-listener.ts'
import { taskProvider } from './request-sources.ts'

/**
 * What an event says about the work of its thread. `begun`, `resumed`: work that waited for a thread runs from here on. `left`: the method
 * returns to its caller until what it awaits is there.
 */
export const signKinds = ['plain', 'left', 'resumed', 'begun'] as const
const [plain, left, resumed, begun] = [0, 1, 2, 3] as const
export const sign = { plain, left, resumed, begun } as const

/** Work that is given to other threads: put in line, and taken. Each pair has numbers of its own. */
export const handoffKinds = { taskIn: 0, taskOut: 1, awaitIn: 2, awaitOut: 3, poolIn: 4, poolOut: 5 } as const

/** Events of a thread further apart are two runs: what lies between is judged by other signs. */
const mostGapMs = 1
/** A row is a few dozen bytes; of longer recordings the rest has no signs. */
const maxRows = 2_000_000
/** A worker of the pool starts, stops, waits for work or takes some. */
const workerEvents: ReadonlySet<number> = new Set([50, 51, 57, 62])

/** TaskWaitBehavior: the thread is given back. */
const asynchronous = 2

/**
 * Where code of which activity ran, as far as events show: neighbouring events of a thread with one activity id are a run, a row of columns.
 * The thread's samples carry no ids.
 */
export class WorkSigns extends ReportListener {
  readonly thread = new NumberColumn()
  /** Into `trace.activities`; 0: none. */
  readonly activity = new NumberColumn()
  readonly firstTicks = new NumberColumn()
  /** By run: its last event; kept apart because a run grows. */
  readonly lastTicks: number[] = []
  readonly startsBy = new NumberColumn()
  readonly endsBy: number[] = []
  /** Of the event that left, the innermost one of several: what it awaits is known by who called. */
  readonly leftStack: number[] = []
  readonly handoffKind = new NumberColumn()
  readonly handoffId = new NumberColumn()
  readonly handoffTicks = new NumberColumn()
  readonly handoffThread = new NumberColumn()
  /** Events that tell when methods leave their thread and come back. */
  awaitCount = 0
  readonly #signOf: number[] = []
  /** By type: without an activity id such an event says nothing about whose work it was. */
  readonly #needsActivity: boolean[] = []
  /** By thread: its last run. */
  readonly #open = new Map<number, number>()
  /** What payloads said of the rows to come, in their order. */
  #said: number[] = []

  get count(): number {
    return this.thread.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    this.#signOf[type.index] = isIgnored(type) ? -1 : plain
    this.#needsActivity[type.index] = type.provider === runtimeProvider && !workerEvents.has(type.eventId)
    if (type.provider === taskProvider) return this.#taskHandler(type)
    if (isRuntimeEvent(type, 61)) return this.#handoff(type, 'WorkID', handoffKinds.poolIn)
    return isRuntimeEvent(type, 62) ? this.#handoff(type, 'WorkID', handoffKinds.poolOut) : null
  }

  #taskHandler(type: TraceEventType): PayloadHandler | null {
    switch (type.eventId) {
      case 7:
        return this.#handoff(type, 'TaskID', handoffKinds.taskIn)
      case 8:
        this.#signOf[type.index] = begun
        return this.#handoff(type, 'TaskID', handoffKinds.taskOut)
      case 10:
        return this.#wait(type)
      case 11:
        this.#signOf[type.index] = resumed
        return this.#handoff(type, 'TaskID', handoffKinds.awaitOut)
      case 12:
        return this.#handoff(type, continuationField(type), handoffKinds.awaitIn)
      default:
        return null
    }
  }

  /** A wait for a task: the continuation of an await is known by the number of what awaits. */
  #wait(type: TraceEventType): PayloadHandler {
    this.#signOf[type.index] = left
    return this.fieldHandler(type, ['Behavior', 'TaskID', 'ContinueWithTaskID'], (fields, { ticks, threadIndex }) => {
      const isAwait = fields.number('Behavior') === asynchronous
      this.#said.push(isAwait ? left : plain)
      if (!isAwait) return
      this.awaitCount++
      // The two numbers of one wait, one after the other.
      this.#push(waitLink, fields.number('TaskID'), ticks, threadIndex)
      this.#push(waitLink, fields.number('ContinueWithTaskID'), ticks, threadIndex)
    })
  }

  #handoff(type: TraceEventType, field: string, kind: number): PayloadHandler {
    return this.fieldHandler(type, [field], (fields, { ticks, threadIndex }) => {
      this.#push(kind, fields.number(field), ticks, threadIndex)
    })
  }

  #push(kind: number, id: number, ticks: number, thread: number): void {
    if (this.handoffKind.count >= maxRows) return
    this.handoffKind.push(kind)
    this.handoffId.push(id)
    this.handoffTicks.push(ticks)
    this.handoffThread.push(thread)
  }

  onEvents(segment: TraceSegment, from: number, to: number): void {
    const { typeIndex } = segment
    let next = 0
    for (let row = from; row < to; row++) {
      let found = this.#signOf[typeIndex[row]!] ?? -1
      if (found === left) found = this.#said[next++] ?? plain
      if (found < 0) continue
      const activity = segment.activity.at(row)
      if (activity !== 0 || !this.#needsActivity[typeIndex[row]!]) this.#add(segment, row, activity, found)
    }
    this.#said = this.#said.slice(next)
  }

  #add(segment: TraceSegment, row: number, activity: number, found: number): void {
    const ticks = segment.timestamp[row]!
    const thread = segment.threadIndex[row]!
    const run = this.#open.get(thread)
    if (run !== undefined && this.#continues(run, activity, ticks, found)) {
      // Callers await the method that awaits, one after the other: the first one says what for.
      if (found === left && this.endsBy[run] !== left) this.leftStack[run] = segment.stackIndex[row]!
      this.lastTicks[run] = ticks
      this.endsBy[run] = found
      return
    }
    if (this.count >= maxRows) return
    this.#open.set(thread, this.count)
    this.lastTicks.push(ticks)
    this.endsBy.push(found)
    this.leftStack.push(found === left ? segment.stackIndex[row]! : 0)
    this.thread.push(thread)
    this.activity.push(activity)
    this.firstTicks.push(ticks)
    this.startsBy.push(found)
  }

  #continues(run: number, activity: number, ticks: number, found: number): boolean {
    if (this.activity.at(run) !== activity) return false
    // A method that came back may have been away.
    if (this.endsBy[run] === left && (found === resumed || found === begun)) return false
    const since = ticks - this.lastTicks[run]!
    return since >= 0 && since <= (mostGapMs * (this.trace?.header?.ticksPerSecond ?? 1e9)) / 1000
  }
}

/** Numbers of a wait: of the task that is awaited, then of the one that goes on afterwards. */
export const waitLink = 6

/** Samples say where a thread was, the rundown what code there is; neither is work of the thread. */
function isIgnored({ provider }: TraceEventType): boolean {
  return provider === sampleProvider || provider.endsWith('Rundown') || provider === 'Microsoft-DotNETCore-EventPipe'
}

/** Runtimes spell it differently. */
function continuationField(type: TraceEventType): string {
  const known = type.fields.length > 0 ? type.fields : (nativeEvent(type.provider, type.eventId)?.fields ?? [])
  return known.find(({ name }) => name.toLowerCase() === 'continuewithtaskid')?.name ?? 'ContinueWithTaskId'
}

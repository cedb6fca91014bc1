import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { nativeEvent } from '../../events/event-names.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { isRuntimeEvent, ReportListener } from '../reports/runtime-listener.ts'
import { UnseenRows } from '../trace/unseen-rows.ts'
import { asynchronousWait, taskProvider } from './request-sources.ts'
import { sign, WorkRuns } from './work-runs.ts'

const { plain, left, resumed, begun } = sign

/** Work that is given to other threads: put in line, and taken. Each pair has numbers of its own. */
export const handoffKinds = { taskIn: 0, taskOut: 1, awaitIn: 2, awaitOut: 3, poolIn: 4, poolOut: 5 } as const

/** A row is a few dozen bytes; of longer recordings the rest has no signs. */
const maxRows = 2_000_000
/** A worker of the pool starts, stops, waits for work or takes some. */
const workerEvents: ReadonlySet<number> = new Set([50, 51, 57, 62])

/**
 * What events say about who worked where. While a trace is read only what payloads say is kept; the runs of its threads are made of the columns
 * when somebody asks for them.
 */
export class WorkSigns extends ReportListener {
  readonly handoffKind = new NumberColumn()
  readonly handoffId = new NumberColumn()
  readonly handoffTicks = new NumberColumn()
  readonly handoffThread = new NumberColumn()
  /** Events that tell when methods leave their thread and come back. */
  awaitCount = 0
  readonly #signOf: number[] = []
  /** By type: without an activity id such an event says nothing about whose work it was. */
  readonly #needsActivity: boolean[] = []
  /** Rows of the trace in which a method gives its thread back, in their order. */
  readonly #awaits = new NumberColumn()
  #unseen: UnseenRows | null = null
  #runs: WorkRuns | null = null
  #nextAwait = 0

  override onStart(trace: Trace): void {
    super.onStart(trace)
    this.#unseen = new UnseenRows(trace)
  }

  /** Of everything that was read until now. */
  runs(): WorkRuns {
    const runs = (this.#runs ??= new WorkRuns(this.trace?.header?.ticksPerSecond ?? 1e9))
    this.#unseen?.forEach((segment, from, to) => this.#addRows(runs, segment, from, to))
    return runs
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
    return this.fieldHandler(
      type,
      ['Behavior', 'TaskID', 'ContinueWithTaskID'],
      (fields, { ticks, threadIndex, row }) => {
        if (fields.number('Behavior') !== asynchronousWait) return
        this.awaitCount++
        this.#awaits.push(row)
        // The two numbers of one wait, one after the other.
        this.#push(waitLink, fields.number('TaskID'), ticks, threadIndex)
        this.#push(waitLink, fields.number('ContinueWithTaskID'), ticks, threadIndex)
      },
    )
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

  #addRows(runs: WorkRuns, segment: TraceSegment, from: number, to: number): void {
    const { typeIndex, firstRow } = segment
    for (let row = from; row < to; row++) {
      const type = typeIndex[row]!
      let found = this.#signOf[type] ?? -1
      if (found === left) found = this.#isAwait(firstRow + row) ? left : plain
      if (found < 0) continue
      const activity = segment.activity.at(row)
      if (activity !== 0 || !this.#needsActivity[type]) runs.add(segment, row, activity, found)
    }
  }

  /** Rows are asked for in their order. */
  #isAwait(row: number): boolean {
    if (this.#nextAwait === this.#awaits.count || this.#awaits.at(this.#nextAwait) !== row) return false
    this.#nextAwait++
    return true
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

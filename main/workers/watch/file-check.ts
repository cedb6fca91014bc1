import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { FileVerdict } from './watch-protocol.ts'
import { isRundownEnd, isRundownOfNamedMethod } from '../../events/code-event-ids.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'
import { rundownProvider } from '../../../shared/model/runtime-providers.ts'

type EventRole = 'rundown' | 'bookkeeping' | 'helper' | 'content'

/** Of an idle process that was asked for anything, only the first three come. */
function roleOf({ provider, eventId, name }: TraceEventType): EventRole {
  if (provider === rundownProvider) return 'rundown'
  if (provider === 'Microsoft-DotNETCore-EventPipe' || name === 'EventSourceMessage') return 'bookkeeping'
  if (provider === 'System.Threading.Tasks.TplEventSource') return 'helper'
  // Loads and unloads of methods, modules, assemblies and domains, with their native offsets.
  const isName = (eventId >= 141 && eventId <= 158) || eventId === 190
  return provider === 'Microsoft-Windows-DotNETRuntime' && isName ? 'helper' : 'content'
}

/** What a verdict on a file needs to know of its events. One per reader; every type and every event is told once, in order. */
export class FileCheck {
  readonly #roles: EventRole[] = []
  readonly #counts: Record<EventRole, number> = { rundown: 0, bookkeeping: 0, helper: 0, content: 0 }
  #methodCount = 0
  #isRundownWhole = false
  #firstTicks = Number.POSITIVE_INFINITY
  #lastTicks = Number.NEGATIVE_INFINITY

  /** For a type that is new: what has to be called with its payloads, if anything. */
  handlerFor(type: TraceEventType): PayloadHandler | null {
    this.#roles.push(roleOf(type))
    if (isRundownEnd(type)) return () => void (this.#isRundownWhole = true)
    if (isRundownOfNamedMethod(type)) return () => void (this.#methodCount += 1)
    return null
  }

  addEvents({ timestamp, typeIndex }: TraceSegment, from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      const role = this.#roles[typeIndex[row]!] ?? 'content'
      this.#counts[role] += 1
      if (role === 'rundown') continue
      const ticks = timestamp[row]!
      if (ticks < this.#firstTicks) this.#firstTicks = ticks
      if (ticks > this.#lastTicks) this.#lastTicks = ticks
    }
  }

  /** After the reader's end. `sizeBytes`: of the file, all of which was read. */
  verdict(trace: Trace, sizeBytes: number): Result<FileVerdict, AppError> {
    if (trace.header === null) return err(notATrace('trace file', trace.damage[0], trace.readByteCount))
    const hasEvents = this.#lastTicks >= this.#firstTicks
    return ok({
      sizeBytes,
      eventCount: trace.eventCount,
      lostCount: trace.lostEventCount,
      isComplete: trace.isComplete && trace.damage.length === 0,
      isRundownWhole: this.#isRundownWhole,
      methodCount: this.#methodCount,
      damageCount: trace.damage.length,
      contentCount: this.#counts.content,
      helperCount: this.#counts.helper,
      firstMs: hasEvents ? trace.unixMs(this.#firstTicks) : null,
      lastMs: hasEvents ? trace.unixMs(this.#lastTicks) : null,
    })
  }
}

import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { isRundownEnd } from './method-names.ts'
import type { FileVerdict } from './watch-protocol.ts'

const rundownProvider = 'Microsoft-Windows-DotNETRuntimeRundown'

/** What a verdict on a file needs to know of its events. One per reader; every type and every event is told once, in order. */
export class FileCheck {
  readonly #isRundown: boolean[] = []
  #methodCount = 0
  #isRundownWhole = false
  #firstTicks = Number.POSITIVE_INFINITY
  #lastTicks = Number.NEGATIVE_INFINITY

  /** For a type that is new: what has to be called with its payloads, if anything. */
  handlerFor(type: TraceEventType): PayloadHandler | null {
    const ofRundown = type.provider === rundownProvider
    this.#isRundown.push(ofRundown)
    if (isRundownEnd(type)) return () => void (this.#isRundownWhole = true)
    if (ofRundown && (type.eventId === 143 || type.eventId === 144)) return () => void (this.#methodCount += 1)
    return null
  }

  addEvents({ timestamp, typeIndex }: TraceSegment, from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      if (this.#isRundown[typeIndex[row]!] === true) continue
      const ticks = timestamp[row]!
      if (ticks < this.#firstTicks) this.#firstTicks = ticks
      if (ticks > this.#lastTicks) this.#lastTicks = ticks
    }
  }

  /** After the reader's end. `sizeBytes`: of the file, all of which was read. */
  verdict(trace: Trace, sizeBytes: number): Result<FileVerdict, AppError> {
    if (trace.header === null) {
      const first = trace.damage[0]
      return err({
        kind: 'malformed',
        what: 'trace file',
        offset: first?.offset ?? trace.readByteCount,
        expected: first?.expected ?? 'the header of a trace',
        found: first?.found ?? 'the end of the file',
      })
    }
    const hasEvents = this.#lastTicks >= this.#firstTicks
    return ok({
      sizeBytes,
      eventCount: trace.eventCount,
      lostCount: trace.lostEventCount,
      isComplete: trace.isComplete && trace.damage.length === 0,
      isRundownWhole: this.#isRundownWhole,
      methodCount: this.#methodCount,
      damageCount: trace.damage.length,
      firstMs: hasEvents ? trace.unixMs(this.#firstTicks) : null,
      lastMs: hasEvents ? trace.unixMs(this.#lastTicks) : null,
    })
  }
}

import { concat } from '../writer/made-stream.ts'
import { NettraceWriter, type TraceInit } from '../writer/nettrace-writer.ts'

export interface SmallStream {
  readonly writer: NettraceWriter
  /** Of the event type `P/E` with no fields. */
  readonly metadataId: number
  /** What was written until now. */
  readonly written: () => Uint8Array<ArrayBuffer>
}

/** For tests and benches: of process 1, with a clock that begins at 0 and has a thousand ticks a second. */
export const smallTrace: Omit<TraceInit, 'write'> = {
  syncUnixMs: 0,
  syncTicks: 0n,
  ticksPerSecond: 1000,
  pointerBytes: 8,
  pid: 1,
  processorCount: 1,
}

/** For tests: a stream of process 1 whose clock begins at 0 with a thousand ticks a second. */
export function startSmallStream(options: Partial<Omit<TraceInit, 'write'>> = {}): SmallStream {
  const pieces: Uint8Array[] = []
  const writer = new NettraceWriter({
    ...smallTrace,
    ...options,
    write: (bytes) => pieces.push(bytes),
  })
  const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
  return { writer, metadataId, written: () => concat(pieces) }
}

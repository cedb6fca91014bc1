import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { makeStream } from '../../nettrace/writer/made-stream.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'

const text = plainType(typeCodes.string)
const number = plainType(typeCodes.int32)
const fields = [
  { name: 'Level', type: number },
  { name: 'LoggerName', type: text },
  { name: 'EventId', type: number },
  { name: 'FormattedMessage', type: text },
]

/** A recording with these messages of ILogger, a millisecond apart. */
export function loggedTrace(messages: readonly string[]): Uint8Array {
  const type = {
    provider: 'Microsoft-Extensions-Logging',
    eventId: 1,
    name: 'FormattedMessage',
    version: 0,
    level: 4,
    keywords: 4n,
    opcode: 0,
    fields,
  }
  const events = messages.map((message) => ({
    type: 0,
    step: 1_000_000,
    thread: 0,
    processor: 0,
    stack: [],
    activityId: null,
    payload: writePayload(fields, [3, 'Shop.Orders', 42, message]),
    after: 'flush' as const,
  }))
  const clock = { syncUnixMs: Date.UTC(2026, 0, 1), syncTicks: 0n, ticksPerSecond: 1e9 }
  return makeStream({ ...clock, pointerBytes: 8, types: [type], events }, 'v5')
}

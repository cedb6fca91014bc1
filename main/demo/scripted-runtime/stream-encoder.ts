import { objectOf, plainType, typeCodes, type Field as NettraceField } from '../../nettrace/payload/field-type.ts'
import { NettraceWriter } from '../../nettrace/writer/nettrace-writer.ts'
import type { EventType, Field, FieldType, ObjectField } from './event-types.ts'

export interface StreamEncoder {
  /** The magic and the Trace object; 102 bytes, sent with the answer. */
  head(): Uint8Array
  /** Times do not decrease from call to call. */
  add(type: EventType, payload: Uint8Array, timeMs: number): void
  /** Blocks with everything added since the last call. */
  flush(): Uint8Array
  /** Last sequence point and end marker. */
  end(): Uint8Array
}

const ticksPerSecond = 1_000_000_000
/** The stream claims to have begun at this many ticks; any number does, as long as everything counts from it. */
const syncTicks = 5_000_000_000_000n

/** One stream as a runtime writes it, through the app's own nettrace writer. */
export function createStreamEncoder(options: { readonly pid: number; readonly nowMs: number }): StreamEncoder {
  const pieces: Uint8Array[] = []
  const take = () => Buffer.concat(pieces.splice(0))
  const syncUnixMs = Math.floor(options.nowMs)
  const writer = new NettraceWriter({
    syncUnixMs,
    syncTicks,
    ticksPerSecond,
    pointerBytes: 8,
    pid: options.pid,
    processorCount: 4,
    write: (bytes) => void pieces.push(bytes),
  })
  const metadataIds = new Map<string, number>()
  let lastTicks = 0
  // A millisecond with fractions has about 0.2 microseconds of resolution; the remainder is lost here, not on the way.
  const ticksOf = (timeMs: number) => {
    lastTicks = Math.max(lastTicks, Math.round((timeMs - syncUnixMs) * 1_000_000))
    return lastTicks
  }
  const idOf = (type: EventType) => {
    const key = `${type.provider}/${type.id}/${type.version}`
    const known = metadataIds.get(key)
    if (known !== undefined) return known
    const { provider, name, keywords, version, level } = type
    const id = writer.defineType({
      provider,
      eventId: type.id,
      name,
      keywords,
      version,
      level,
      fields: type.fields.map(toNettrace),
    })
    metadataIds.set(key, id)
    return id
  }
  return {
    head: take,
    add: (type, payload, timeMs) =>
      writer.addEvent({ metadataId: idOf(type), timestamp: ticksOf(timeMs), thread: options.pid, payload }),
    flush: () => {
      writer.flush()
      return take()
    },
    end: () => {
      writer.end(lastTicks)
      return take()
    },
  }
}

const codes: Readonly<Record<FieldType, number>> = {
  i32: typeCodes.int32,
  i64: typeCodes.int64,
  f32: typeCodes.single,
  f64: typeCodes.double,
  string: typeCodes.string,
  'date-time': typeCodes.dateTime,
}

function toNettrace(field: Field | ObjectField): NettraceField {
  if ('fields' in field) return { name: field.name, type: objectOf(field.fields.map(toNettrace)) }
  return { name: field.name, type: plainType(codes[field.type]) }
}

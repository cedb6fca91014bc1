import { assert } from '../../../shared/base/assert.ts'
import type { EventType, Field, ObjectField } from './event-types.ts'

export type PayloadValue = string | number | bigint

/** Unix ms -> FILETIME (100 ns since 1601), which is what an EventSource DateTime is on the wire. */
const fileTimeEpochMs = 11_644_473_600_000

/** Values in field order, nested objects flattened: that is all an object is on the wire. */
export function encodePayload(type: EventType, values: readonly PayloadValue[]): Uint8Array {
  const fields = flatten(type.fields)
  assert(fields.length === values.length, `${type.provider}/${type.name} has ${fields.length} fields`)
  return Buffer.concat(fields.map((field, index) => encodeValue(field, values[index]!)))
}

function flatten(fields: readonly (Field | ObjectField)[]): Field[] {
  return fields.flatMap((field) => ('fields' in field ? flatten(field.fields) : [field]))
}

function encodeValue(field: Field, value: PayloadValue): Buffer {
  switch (field.type) {
    case 'string':
      return Buffer.from(`${value}\0`, 'utf16le')
    case 'i32': {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32LE(Number(value))
      return bytes
    }
    case 'f32': {
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(Number(value))
      return bytes
    }
    case 'f64': {
      const bytes = Buffer.alloc(8)
      bytes.writeDoubleLE(Number(value))
      return bytes
    }
    case 'i64':
    case 'date-time': {
      const bytes = Buffer.alloc(8)
      const ticks =
        field.type === 'i64' ? BigInt(value) : BigInt(Math.round((Number(value) + fileTimeEpochMs) * 10_000))
      bytes.writeBigInt64LE(ticks)
      return bytes
    }
  }
}

/** Payloads of native runtime events, which carry no schema: little-endian pieces one after another. */
export class NativePayload {
  readonly #parts: Buffer[] = []

  u16(value: number): this {
    const part = Buffer.alloc(2)
    part.writeUInt16LE(value)
    this.#parts.push(part)
    return this
  }

  u32(value: number): this {
    const part = Buffer.alloc(4)
    part.writeUInt32LE(value)
    this.#parts.push(part)
    return this
  }

  u64(value: number): this {
    const part = Buffer.alloc(8)
    part.writeBigUInt64LE(BigInt(Math.round(value)))
    this.#parts.push(part)
    return this
  }

  text(value: string): this {
    this.#parts.push(Buffer.from(`${value}\0`, 'utf16le'))
    return this
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}

import { assert } from '../../../shared/base/assert.ts'
import { type Field, type FieldType, typeCodes } from '../payload/field-type.ts'
import { ByteBuilder } from './byte-builder.ts'

/** Guid: 16 bytes. Objects: values in field order. Arrays: element values. */
export type FieldValue = number | bigint | boolean | string | Uint8Array | readonly FieldValue[]

/** Bytes of one payload: the values in the order of the fields. A value that does not fit its type is a bug and throws. */
export function writePayload(fields: readonly Field[], values: readonly FieldValue[]): Uint8Array<ArrayBuffer> {
  const builder = new ByteBuilder()
  writeFields(builder, fields, values)
  return builder.take()
}

function writeFields(builder: ByteBuilder, fields: readonly Field[], values: readonly FieldValue[]): void {
  assert(fields.length === values.length, `${fields.length} fields need as many values, not ${values.length}`)
  for (const [index, field] of fields.entries()) writeValue(builder, field.type, values[index]!)
}

function writeValue(builder: ByteBuilder, type: FieldType, value: FieldValue): void {
  switch (type.code) {
    case typeCodes.object:
      assert(Array.isArray(value), 'an object takes a list of values')
      return writeFields(builder, type.fields, value as readonly FieldValue[])
    case typeCodes.array: {
      assert(Array.isArray(value) && type.element !== null, 'an array takes a list of values')
      const items = value as readonly FieldValue[]
      builder.u16(items.length)
      for (const item of items) writeValue(builder, type.element, item)
      return
    }
    case typeCodes.string:
      assert(typeof value === 'string', 'a text field takes a string')
      builder.text(value)
      return
    case typeCodes.guid:
      assert(value instanceof Uint8Array && value.length === 16, 'a guid takes 16 bytes')
      builder.bytes(value)
      return
    case typeCodes.int64:
    case typeCodes.uint64:
    case typeCodes.dateTime:
      assert(typeof value === 'bigint', 'a 64-bit field takes a bigint')
      builder.i64(BigInt.asIntN(64, value))
      return
    case typeCodes.boolean32:
      builder.i32(value === true ? 1 : 0)
      return
    default:
      assert(typeof value === 'number', `type ${type.code} takes a number`)
      writeNumber(builder, type.code, value)
  }
}

function writeNumber(builder: ByteBuilder, code: number, value: number): void {
  switch (code) {
    case typeCodes.sbyte:
    case typeCodes.byte:
      builder.u8(value & 255)
      return
    case typeCodes.utf16Unit:
    case typeCodes.int16:
    case typeCodes.uint16:
      builder.u16(value & 65_535)
      return
    case typeCodes.int32:
    case typeCodes.uint32:
      builder.u32(value >>> 0)
      return
    case typeCodes.single:
      builder.f32(value)
      return
    case typeCodes.double:
      builder.f64(value)
      return
    default:
      assert(false, `type ${code} is not written`)
  }
}

import { assert } from '../../../shared/base/assert.ts'
import { type Field, type FieldType, typeCodes } from '../payload/field-type.ts'
import { ByteBuilder, utf8 } from '../../../shared/base/byte-builder.ts'

/** Guid: 16 bytes. Objects: values in field order. Arrays: element values. */
export type FieldValue = number | bigint | boolean | string | Uint8Array | readonly FieldValue[]

/** What a location field points to, written behind all fields. */
interface Located {
  readonly fieldOffset: number
  readonly isRelative: boolean
  readonly bytes: Uint8Array
}

class PayloadBuilder extends ByteBuilder {
  readonly located: Located[] = []
}

/** Bytes of one payload: the values in the order of the fields. A value that does not fit its type is a bug and throws. */
export function writePayload(fields: readonly Field[], values: readonly FieldValue[]): Uint8Array<ArrayBuffer> {
  const builder = new PayloadBuilder()
  writeFields(builder, fields, values)
  for (const { fieldOffset, isRelative, bytes } of builder.located) {
    const position = isRelative ? builder.length - (fieldOffset + 4) : builder.length
    assert(position < 65_536 && bytes.length < 65_536, 'a location reaches 64 KiB')
    builder.setI32(fieldOffset, (bytes.length << 16) | position)
    builder.bytes(bytes)
  }
  return builder.take()
}

function writeFields(builder: PayloadBuilder, fields: readonly Field[], values: readonly FieldValue[]): void {
  assert(fields.length === values.length, `${fields.length} fields need as many values, not ${values.length}`)
  for (const [index, field] of fields.entries()) writeValue(builder, field.type, values[index]!)
}

function writeValue(builder: PayloadBuilder, type: FieldType, value: FieldValue): void {
  switch (type.code) {
    case typeCodes.object:
      assert(Array.isArray(value), 'an object takes a list of values')
      return writeFields(builder, type.fields, value as readonly FieldValue[])
    case typeCodes.array: {
      const items = itemsOf(type, value)
      builder.u16(items.length)
      return writeItems(builder, type, items)
    }
    case typeCodes.fixedArray: {
      const items = itemsOf(type, value)
      assert(items.length === type.length, `${type.length} elements need as many values, not ${items.length}`)
      return writeItems(builder, type, items)
    }
    case typeCodes.relLoc:
    case typeCodes.dataLoc: {
      const content = new PayloadBuilder()
      writeItems(content, type, itemsOf(type, value))
      const isRelative = type.code === typeCodes.relLoc
      builder.located.push({ fieldOffset: builder.length, isRelative, bytes: content.take() })
      builder.u32(0)
      return
    }
    case typeCodes.varInt:
    case typeCodes.varUint:
      assert(typeof value === 'bigint', 'a varint field takes a bigint')
      if (type.code === typeCodes.varInt) builder.signedVarint(value)
      else builder.varint(value)
      return
    case typeCodes.boolean8:
      builder.u8(value === true ? 1 : 0)
      return
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

/** A text stands for its code units, in UTF-8 or UTF-16 as the elements are. */
function itemsOf(type: FieldType, value: FieldValue): readonly FieldValue[] {
  if (typeof value === 'string')
    return type.element?.code === typeCodes.utf8Unit
      ? Array.from(utf8(value))
      : Array.from({ length: value.length }, (_, index) => value.charCodeAt(index))
  assert(Array.isArray(value), 'an array takes a list of values or a text')
  return value as readonly FieldValue[]
}

function writeItems(builder: PayloadBuilder, type: FieldType, items: readonly FieldValue[]): void {
  assert(type.element !== null, 'an array has a type of its elements')
  for (const item of items) writeValue(builder, type.element, item)
}

function writeNumber(builder: ByteBuilder, code: number, value: number): void {
  switch (code) {
    case typeCodes.sbyte:
    case typeCodes.byte:
    case typeCodes.utf8Unit:
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

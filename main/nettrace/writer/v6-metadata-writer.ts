import { type Field, type FieldType, typeCodes } from '../payload/field-type.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { EventTypeInit } from './metadata-writer.ts'

/** What V6 can say about an event type beyond the older containers. */
export interface V6EventTypeInit extends EventTypeInit {
  readonly messageTemplate?: string
  readonly description?: string
  readonly attributes?: readonly (readonly [string, string])[]
  /** 16 bytes. */
  readonly providerGuid?: Uint8Array
}

/**
 * One row of a metadata block:
 *   u16 size without itself | vu32 id | str6 provider | vu32 event id | str6 name
 *   | u16 n, n fields (u16 size without itself | str6 name | type)
 *   | u16 size of the optional part | items: u8 kind, value
 *   type: u8 code [array, fixed array, locations: element type] [fixed array: u16 length] [object: fields]
 */
export function writeV6EventType(metadataId: number, type: V6EventTypeInit): Uint8Array<ArrayBuffer> {
  const row = new ByteBuilder().varint(BigInt(metadataId)).text6(type.provider).varint(BigInt(type.eventId))
  row.text6(type.name)
  writeFields(row, type.fields)
  const optional = writeOptional(type)
  row.u16(optional.length).bytes(optional)
  return withSize(row.take())
}

export function withSize(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new ByteBuilder().u16(bytes.length).bytes(bytes).take()
}

function writeFields(builder: ByteBuilder, fields: readonly Field[]): void {
  builder.u16(fields.length)
  for (const field of fields) {
    const content = new ByteBuilder().text6(field.name)
    writeType(content, field.type)
    builder.bytes(withSize(content.take()))
  }
}

function writeType(builder: ByteBuilder, type: FieldType): void {
  builder.u8(type.code)
  if (type.element !== null) writeType(builder, type.element)
  if (type.code === typeCodes.fixedArray) builder.u16(type.length ?? 0)
  if (type.code === typeCodes.object) writeFields(builder, type.fields)
}

function writeOptional(type: V6EventTypeInit): Uint8Array {
  const items = new ByteBuilder()
  if ((type.opcode ?? 0) !== 0) items.u8(1).u8(type.opcode ?? 0)
  if ((type.keywords ?? 0n) !== 0n) items.u8(3).i64(BigInt.asIntN(64, type.keywords ?? 0n))
  if (type.messageTemplate !== undefined) items.u8(4).text6(type.messageTemplate)
  if (type.description !== undefined) items.u8(5).text6(type.description)
  for (const [key, value] of type.attributes ?? []) items.u8(6).text6(key).text6(value)
  if (type.providerGuid !== undefined) items.u8(7).bytes(type.providerGuid)
  items.u8(8).u8(type.level ?? 4)
  if ((type.version ?? 0) !== 0) items.u8(9).u8(type.version ?? 0)
  return items.take()
}

import { assert } from '../../../shared/base/assert.ts'
import { type Field, type FieldType, typeCodes } from '../payload/field-type.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

export interface EventTypeInit {
  readonly provider: string
  readonly eventId: number
  readonly name: string
  readonly keywords?: bigint
  readonly version?: number
  readonly level?: number
  readonly opcode?: number
  readonly fields: readonly Field[]
}

/**
 * Metadata payload as runtimes since .NET 5 write it (layout in event-type.ts); without tags as .NET Core 3 did, which has neither
 * opcodes nor arrays.
 */
export function writeEventType(metadataId: number, type: EventTypeInit, withTags = true): Uint8Array {
  const builder = new ByteBuilder()
  builder.i32(metadataId).text(type.provider).i32(type.eventId).text(type.name)
  builder
    .i64(BigInt.asIntN(64, type.keywords ?? 0n))
    .i32(type.version ?? 0)
    .i32(type.level ?? 4)
  // Arrays cannot be said in the first form; then all fields go into the tagged one and the first is empty.
  const needsTag = type.fields.some((field) => containsArray(field.type))
  assert(withTags || !needsTag, 'arrays need the tagged form of metadata')
  if (needsTag) builder.i32(0)
  else writeFields(builder, type.fields)
  if (withTags && (type.opcode ?? 0) !== 0)
    builder
      .i32(1)
      .u8(1)
      .u8(type.opcode ?? 0)
  if (needsTag) {
    const content = new ByteBuilder()
    writeNamedFields(content, type.fields)
    builder.i32(content.length).u8(2).bytes(content.take())
  }
  return builder.take()
}

function containsArray(type: FieldType): boolean {
  return type.code === typeCodes.array || type.fields.some((field) => containsArray(field.type))
}

function writeFields(builder: ByteBuilder, fields: readonly Field[]): void {
  builder.i32(fields.length)
  for (const field of fields) {
    builder.i32(field.type.code)
    if (field.type.code === typeCodes.object) writeFields(builder, field.type.fields)
    builder.text(field.name)
  }
}

function writeNamedFields(builder: ByteBuilder, fields: readonly Field[]): void {
  builder.i32(fields.length)
  for (const field of fields) {
    const content = new ByteBuilder()
    content.text(field.name)
    writeNamedType(content, field.type)
    builder.i32(content.length + 4).bytes(content.take())
  }
}

function writeNamedType(builder: ByteBuilder, type: FieldType): void {
  builder.i32(type.code)
  if (type.element) writeNamedType(builder, type.element)
  if (type.code === typeCodes.object) writeNamedFields(builder, type.fields)
}

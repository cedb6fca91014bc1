import type { ByteCursor } from '../byte-cursor.ts'
import { type EventType, flattenUnnamed } from '../event-type.ts'
import { nettraceLimits } from '../limits.ts'
import { type Field, type FieldType, fixedBytes, typeCodes } from '../payload/field-type.ts'

const optionalKinds = {
  opcode: 1,
  keywords: 3,
  messageTemplate: 4,
  description: 5,
  keyValue: 6,
  providerGuid: 7,
  level: 8,
  version: 9,
} as const

/*
 * Content of a metadata row:
 *   vu32 metadata id | str6 provider | vu32 event id | str6 name
 *   | u16 n, n of (u16 size without itself, str6 name, type)          type: u8 code; 19, 22, 24, 25: element type;
 *   | u16 size, items of u8 kind until it is used up                   22: then u16 count; 1: fields again
 */
export function readV6EventType(cursor: ByteCursor): EventType | null {
  const metadataId = cursor.varint32()
  const provider = cursor.utf8(nettraceLimits.nameChars)
  const eventId = cursor.varint32()
  const name = cursor.utf8(nettraceLimits.nameChars)
  if (cursor.isExhausted) return null
  const fields = readFields(cursor, 0)
  const optional = {
    opcode: 0,
    keywords: 0n,
    level: 0,
    version: 0,
    messageTemplate: '',
    description: '',
    providerGuid: null as Uint8Array | null,
    attributes: [] as [string, string][],
  }
  if (fields !== null) readOptional(cursor, optional)
  const isOpaque = fields === null || cursor.isExhausted
  const { opcode, keywords, level, version, ...extras } = optional
  const shown = fields === null || isOpaque ? [] : flattenUnnamed(fields)
  return { metadataId, provider, eventId, name, keywords, version, level, opcode, fields: shown, extras, isOpaque }
}

interface Optional {
  opcode: number
  keywords: bigint
  level: number
  version: number
  messageTemplate: string
  description: string
  providerGuid: Uint8Array | null
  attributes: [string, string][]
}

function readOptional(cursor: ByteCursor, optional: Optional): void {
  if (cursor.remaining === 0) return
  const end = cursor.u16() + cursor.position
  while (cursor.position < end && !cursor.isExhausted) {
    switch (cursor.u8()) {
      case optionalKinds.opcode:
        optional.opcode = cursor.u8()
        break
      case optionalKinds.keywords:
        optional.keywords = cursor.u64()
        break
      case optionalKinds.messageTemplate:
        optional.messageTemplate = cursor.utf8(nettraceLimits.nameChars)
        break
      case optionalKinds.description:
        optional.description = cursor.utf8(nettraceLimits.nameChars)
        break
      case optionalKinds.keyValue:
        optional.attributes.push([cursor.utf8(nettraceLimits.nameChars), cursor.utf8(nettraceLimits.nameChars)])
        break
      case optionalKinds.providerGuid:
        cursor.skip(16)
        if (!cursor.isExhausted)
          optional.providerGuid = Uint8Array.from(cursor.bytes.subarray(cursor.position - 16, cursor.position))
        break
      case optionalKinds.level:
        optional.level = cursor.u8()
        break
      case optionalKinds.version:
        optional.version = cursor.u8()
        break
      default:
        // No length to skip it by: what follows is not understood, what came before holds.
        cursor.position = cursor.end
    }
  }
}

function readFields(cursor: ByteCursor, depth: number): Field[] | null {
  const count = cursor.u16()
  // The smallest field is a size, an empty name and a type code.
  if (cursor.isExhausted || count > nettraceLimits.fieldsPerType) return null
  if (count * 4 > cursor.remaining) return null
  const fields: Field[] = []
  for (let index = 0; index < count; index++) {
    const fieldEnd = cursor.u16() + cursor.position
    if (fieldEnd > cursor.end) return null
    const name = cursor.utf8(nettraceLimits.nameChars)
    const type = readType(cursor, depth)
    if (type === null || cursor.isExhausted || cursor.position > fieldEnd) return null
    fields.push({ name, type })
    cursor.position = fieldEnd
  }
  return fields
}

function readType(cursor: ByteCursor, depth: number): FieldType | null {
  if (depth > nettraceLimits.fieldDepth) return null
  const code = cursor.u8()
  switch (code) {
    case typeCodes.object: {
      const fields = readFields(cursor, depth + 1)
      return fields && { code, fields, element: null }
    }
    case typeCodes.array:
    case typeCodes.fixedArray:
    case typeCodes.relLoc:
    case typeCodes.dataLoc: {
      const element = readType(cursor, depth + 1)
      if (element === null) return null
      return code === typeCodes.fixedArray
        ? { code, fields: [], element, length: cursor.u16() }
        : { code, fields: [], element }
    }
    case typeCodes.string:
    case typeCodes.varInt:
    case typeCodes.varUint:
      return { code, fields: [], element: null }
    default:
      return fixedBytes(code) === null ? null : { code, fields: [], element: null }
  }
}

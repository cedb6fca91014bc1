import type { ByteCursor } from './byte-cursor.ts'
import { nettraceLimits } from './limits.ts'
import { type Field, type FieldType, fixedBytes, typeCodes } from './payload/field-type.ts'

/** What the metadata of a stream says about one kind of event. */
export interface EventType {
  readonly metadataId: number
  readonly provider: string
  readonly eventId: number
  /** Empty for events of the native runtime; those are known by provider and id only. */
  readonly name: string
  readonly keywords: bigint
  readonly version: number
  readonly level: number
  readonly opcode: number
  readonly fields: readonly Field[]
  /** V6 only: what its metadata says besides. */
  readonly extras?: EventTypeExtras
  /** The field list could not be understood; the events are there, their payloads stay opaque. */
  readonly isOpaque: boolean
}

export interface EventTypeExtras {
  readonly messageTemplate: string
  readonly description: string
  /** 16 bytes, or null. */
  readonly providerGuid: Uint8Array | null
  readonly attributes: readonly (readonly [string, string])[]
}

const opcodeTag = 1
const parametersTag = 2

/*
 * Metadata payload, V3 to V5 (format 2.1):
 *   i32 id | wstr provider | i32 event id | wstr name | i64 keywords | i32 version | i32 level
 *   | i32 n, n fields (i32 type [, object: i32 n, fields], wstr name)         name AFTER type
 *   | tags until the end: i32 byte count of the content, u8 kind, content
 *       1 opcode: u8
 *       2 fields: i32 n, n of (i32 size counting itself, wstr name, type)     name FIRST, arrays possible
 */
/** Null when even the fixed part is incomplete. */
export function readEventType(cursor: ByteCursor): EventType | null {
  const metadataId = cursor.i32()
  const provider = cursor.text(nettraceLimits.nameChars)
  const eventId = cursor.i32()
  const name = cursor.text(nettraceLimits.nameChars)
  const keywords = cursor.u64()
  const version = cursor.i32()
  const level = cursor.i32()
  if (cursor.isExhausted) return null
  const head = { metadataId, provider, eventId, name, keywords, version, level }

  let fields = cursor.remaining === 0 ? [] : readFields(cursor, 0)
  let opcode = 0
  while (fields !== null && cursor.remaining >= 5) {
    const tagBytes = cursor.i32()
    const tag = cursor.u8()
    const tagEnd = cursor.position + tagBytes
    if (tagBytes < 0 || tagEnd > cursor.end) fields = null
    else {
      if (tag === opcodeTag && tagBytes >= 1) opcode = cursor.u8()
      if (tag === parametersTag) fields = readNamedFields(cursor, tagEnd, 0)
      cursor.position = tagEnd
    }
  }
  const isOpaque = fields === null || cursor.isExhausted
  return { ...head, opcode, fields: isOpaque || fields === null ? [] : flattenUnnamed(fields), isOpaque }
}

/** Self-describing EventSource events put all fields into nested objects; an unnamed single object is only a wrapper. */
export function flattenUnnamed(fields: readonly Field[]): readonly Field[] {
  const only = fields.length === 1 ? fields[0]! : null
  return only !== null && only.name === '' && only.type.code === typeCodes.object
    ? flattenUnnamed(only.type.fields)
    : fields
}

function readFields(cursor: ByteCursor, depth: number): Field[] | null {
  const count = cursor.i32()
  // The smallest field is a type code and an empty name.
  if (count < 0 || count > nettraceLimits.fieldsPerType || count * 6 > cursor.remaining) return null
  const fields: Field[] = []
  for (let index = 0; index < count; index++) {
    const code = cursor.i32()
    const type = code === typeCodes.object ? readObject(cursor, depth) : readPlain(code)
    const name = cursor.text(nettraceLimits.nameChars)
    if (type === null || cursor.isExhausted) return null
    fields.push({ name, type })
  }
  return fields
}

function readObject(cursor: ByteCursor, depth: number): FieldType | null {
  if (depth >= nettraceLimits.fieldDepth) return null
  const fields = readFields(cursor, depth + 1)
  return fields && { code: typeCodes.object, fields, element: null }
}

function readPlain(code: number): FieldType | null {
  const isKnown = code < typeCodes.varInt && (code === typeCodes.string || fixedBytes(code) !== null)
  return isKnown ? { code, fields: [], element: null } : null
}

function readNamedFields(cursor: ByteCursor, end: number, depth: number): Field[] | null {
  const count = cursor.i32()
  if (count < 0 || count > nettraceLimits.fieldsPerType || count * 10 > end - cursor.position) return null
  const fields: Field[] = []
  for (let index = 0; index < count; index++) {
    const start = cursor.position
    const fieldEnd = start + cursor.i32()
    if (fieldEnd < start + 10 || fieldEnd > end) return null
    const name = cursor.text(nettraceLimits.nameChars)
    const type = readNamedType(cursor, fieldEnd, depth)
    if (type === null || cursor.isExhausted || cursor.position > fieldEnd) return null
    fields.push({ name, type })
    cursor.position = fieldEnd
  }
  return fields
}

function readNamedType(cursor: ByteCursor, end: number, depth: number): FieldType | null {
  if (depth >= nettraceLimits.fieldDepth) return null
  const code = cursor.i32()
  if (code === typeCodes.array) {
    const element = readNamedType(cursor, end, depth + 1)
    return element && { code, fields: [], element }
  }
  if (code === typeCodes.object) {
    const fields = readNamedFields(cursor, end, depth + 1)
    return fields && { code, fields, element: null }
  }
  return readPlain(code)
}

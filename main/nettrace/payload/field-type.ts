/** Type codes of fields in event metadata (format 2.3). From 20 on they exist in V6 only. */
export const typeCodes = {
  object: 1,
  boolean32: 3,
  utf16Unit: 4,
  sbyte: 5,
  byte: 6,
  int16: 7,
  uint16: 8,
  int32: 9,
  uint32: 10,
  int64: 11,
  uint64: 12,
  single: 13,
  double: 14,
  decimal: 15,
  dateTime: 16,
  guid: 17,
  string: 18,
  array: 19,
  varInt: 20,
  varUint: 21,
  fixedArray: 22,
  utf8Unit: 23,
  relLoc: 24,
  dataLoc: 25,
  boolean8: 26,
} as const

export interface Field {
  readonly name: string
  readonly type: FieldType
}

export interface FieldType {
  readonly code: number
  /** Of an object. */
  readonly fields: readonly Field[]
  /** Of an array, and of what a location points to. */
  readonly element: FieldType | null
  /** Elements of an array of fixed length. */
  readonly length?: number
}

export function plainType(code: number): FieldType {
  return { code, fields: [], element: null }
}

export function arrayOf(element: FieldType): FieldType {
  return { code: typeCodes.array, fields: [], element }
}

export function objectOf(fields: readonly Field[]): FieldType {
  return { code: typeCodes.object, fields, element: null }
}

/** Fields, inner ones included, whose values take no bytes. */
export function emptyFieldCount(fields: readonly Field[]): number {
  return fields.reduce((sum, { type }) => sum + emptyTypeCount(type), 0)
}

function emptyTypeCount(type: FieldType): number {
  const inner = type.element === null ? 0 : emptyTypeCount(type.element)
  return emptyFieldCount(type.fields) + inner + (isEmpty(type) ? 1 : 0)
}

function isEmpty({ code, fields, element, length }: FieldType): boolean {
  if (code === typeCodes.object) return fields.every(({ type }) => isEmpty(type))
  return code === typeCodes.fixedArray && (length === 0 || element === null || isEmpty(element))
}

/** Bytes of a value of this type, or null when that depends on the value (text, arrays, objects). */
export function fixedBytes(code: number): number | null {
  switch (code) {
    case typeCodes.sbyte:
    case typeCodes.byte:
    case typeCodes.utf8Unit:
    case typeCodes.boolean8:
      return 1
    case typeCodes.utf16Unit:
    case typeCodes.int16:
    case typeCodes.uint16:
      return 2
    case typeCodes.boolean32:
    case typeCodes.int32:
    case typeCodes.uint32:
    case typeCodes.single:
    case typeCodes.relLoc:
    case typeCodes.dataLoc:
      return 4
    case typeCodes.int64:
    case typeCodes.uint64:
    case typeCodes.double:
    case typeCodes.dateTime:
      return 8
    case typeCodes.decimal:
    case typeCodes.guid:
      return 16
    default:
      return null
  }
}

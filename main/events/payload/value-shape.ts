import { type Field, type FieldType, typeCodes } from '../../nettrace/payload/field-type.ts'

/** Values of one piece; how many bytes each takes is in `scalarBytes`, the rest depend on the value. */
export type ScalarKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i8'
  | 'i16'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64'
  /** As wide as a pointer of the traced process. */
  | 'ptr'
  | 'guid'
  /** Four bytes. */
  | 'bool'
  /** One byte (V6). */
  | 'bool8'
  /** A number people read in hexadecimal (error codes). */
  | 'hex32'
  | 'char16'
  | 'char8'
  /** UTF-16 and a zero. */
  | 'text'
  /** Bytes and a zero. */
  | 'ansi'
  /** FILETIME, 8 bytes: the format's text says 16, every runtime writes 8. */
  | 'dateTime'
  | 'decimal'
  | 'varInt'
  | 'varUint'

/** How many elements an array has. */
export type ArrayCount =
  /** A u16 in front of the elements. */
  | { readonly from: 'prefix' }
  | { readonly from: 'metadata'; readonly count: number }
  /** An earlier field of the same object. */
  | { readonly from: 'field'; readonly name: string }
  /** Place and size in bytes are in the payload (V6), counted from the end of the field or the start of the payload. */
  | { readonly from: 'relative' | 'absolute' }

/** What a value in a payload is made of: from the stream's own metadata, or from our tables of native events. */
export type ValueShape =
  | { readonly kind: 'scalar'; readonly scalar: ScalarKind; readonly enumName: string | null }
  | { readonly kind: 'array'; readonly element: ValueShape; readonly count: ArrayCount }
  | { readonly kind: 'object'; readonly fields: readonly NamedShape[] }

export interface NamedShape {
  readonly name: string
  readonly shape: ValueShape
  /** First version of the event that has it; information only, a payload is decoded until it ends. */
  readonly since: number
}

export function scalar(kind: ScalarKind, enumName: string | null = null): ValueShape {
  return { kind: 'scalar', scalar: kind, enumName }
}

export function field(name: string, shape: ValueShape, since = 0): NamedShape {
  return { name, shape, since }
}

export function counted(name: string, element: ValueShape): ValueShape {
  return { kind: 'array', element, count: { from: 'field', name } }
}

export function prefixed(element: ValueShape): ValueShape {
  return { kind: 'array', element, count: { from: 'prefix' } }
}

export function record(...fields: readonly NamedShape[]): ValueShape {
  return { kind: 'object', fields }
}

const scalarsByCode: Readonly<Record<number, ScalarKind>> = {
  [typeCodes.boolean32]: 'bool',
  [typeCodes.utf16Unit]: 'char16',
  [typeCodes.sbyte]: 'i8',
  [typeCodes.byte]: 'u8',
  [typeCodes.int16]: 'i16',
  [typeCodes.uint16]: 'u16',
  [typeCodes.int32]: 'i32',
  [typeCodes.uint32]: 'u32',
  [typeCodes.int64]: 'i64',
  [typeCodes.uint64]: 'u64',
  [typeCodes.single]: 'f32',
  [typeCodes.double]: 'f64',
  [typeCodes.decimal]: 'decimal',
  [typeCodes.dateTime]: 'dateTime',
  [typeCodes.guid]: 'guid',
  [typeCodes.string]: 'text',
  [typeCodes.varInt]: 'varInt',
  [typeCodes.varUint]: 'varUint',
  [typeCodes.utf8Unit]: 'char8',
  [typeCodes.boolean8]: 'bool8',
}

/** Shapes of fields as a stream's metadata gives them. */
export function shapesOf(fields: readonly Field[]): readonly NamedShape[] {
  return fields.map(({ name, type }) => field(name, shapeOf(type)))
}

function shapeOf(type: FieldType): ValueShape {
  if (type.code === typeCodes.object) return record(...shapesOf(type.fields))
  const element = type.element === null ? null : shapeOf(type.element)
  if (element !== null) {
    if (type.code === typeCodes.array) return prefixed(element)
    if (type.code === typeCodes.fixedArray)
      return { kind: 'array', element, count: { from: 'metadata', count: type.length ?? 0 } }
    const from = type.code === typeCodes.relLoc ? 'relative' : 'absolute'
    return { kind: 'array', element, count: { from } }
  }
  return scalar(scalarsByCode[type.code] ?? 'u8')
}

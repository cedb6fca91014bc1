import { utf16Text, utf8Text } from '../../nettrace/byte-cursor.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { EventType } from '../../nettrace/event-type.ts'
import { libraryEvent, nativeEvent } from '../event-names.ts'
import { PayloadCursor, type TextPlace } from './payload-cursor.ts'
import { type PayloadField, PayloadRecord, type PayloadValue } from './payload-value.ts'
import { scalarBytes, scalarRead } from './scalar-read.ts'
import { type ArrayCount, type NamedShape, scalar, shapesOf, type ValueShape } from './value-shape.ts'

/** Why a payload is not what its layout says. The fields before the fault are right. */
export type PayloadFault =
  /** It ends inside `field`, or before a field that its own metadata declares. */
  | { readonly kind: 'truncated'; readonly field: string }
  /** Bytes are left behind the last field that its own metadata declares. */
  | { readonly kind: 'overlong'; readonly byteCount: number }
  /** Nothing says what is in it. */
  | { readonly kind: 'unknown-layout' }

export interface DecodedPayload {
  readonly fields: readonly PayloadField[]
  /** Bytes behind the fields we know: events of runtimes newer than our tables. Usually empty. */
  readonly rest: Uint8Array
  readonly fault: PayloadFault | null
}

export type PayloadDecoder = (bytes: Uint8Array, view: DataView, start: number, end: number) => DecodedPayload

/** Where the fields of a type come from; `isOurs`: from our tables, which may be older or newer than the stream. */
export function layoutOf(type: Layouted): { readonly fields: readonly NamedShape[]; readonly isOurs: boolean } {
  if (type.fields.length > 0) return { fields: shapesOf(type.fields), isOurs: false }
  const known = type.name === '' ? nativeEvent(type.provider, type.eventId) : libraryEvent(type.provider, type.name)
  return { fields: known?.fields ?? [], isOurs: true }
}

type Layouted = Pick<EventType, 'provider' | 'eventId' | 'name' | 'fields' | 'isOpaque'>

/**
 * Compiles the layout of a type into closures, once; each call decodes one payload completely. For the few events a person
 * looks at; who reads one field of a million events uses `compilePayload` with `wantedFields`. `texts` has the places of all texts of
 * the payload after each call.
 */
export function compileDecoder(type: Layouted, pointerBytes: number, texts: TextPlace[] | null = null): PayloadDecoder {
  const { fields, isOurs } = layoutOf(type)
  const decode = compileFields(fields, isOurs, pointerBytes, texts)
  if (isOurs || !fields.some(({ shape }) => isAmbiguous(shape))) return decode
  const other = compileFields(fields.map(asSelfDescribing), isOurs, pointerBytes, texts)
  return (bytes, view, start, end) => {
    const declared = decode(bytes, view, start, end)
    if (declared.fault === null) return declared
    const selfDescribing = other(bytes, view, start, end)
    return selfDescribing.fault === null ? selfDescribing : declared
  }
}

/*
 * Self-describing EventSources declare a boolean with the code of the four-byte one and write one byte, and a decimal with a
 * code of 16 bytes and write an 8-byte double (measured on .NET 10). Nothing in the metadata tells them from ordinary
 * ones, so the reading that fills the payload exactly is the right one.
 */
function isAmbiguous(shape: ValueShape): boolean {
  if (shape.kind === 'scalar') return shape.scalar === 'bool' || shape.scalar === 'decimal'
  return shape.kind === 'array' ? isAmbiguous(shape.element) : shape.fields.some((field) => isAmbiguous(field.shape))
}

function asSelfDescribing(named: NamedShape): NamedShape {
  return { ...named, shape: selfDescribingShape(named.shape) }
}

function selfDescribingShape(shape: ValueShape): ValueShape {
  if (shape.kind === 'array') return { ...shape, element: selfDescribingShape(shape.element) }
  if (shape.kind === 'object') return { kind: 'object', fields: shape.fields.map(asSelfDescribing) }
  if (shape.scalar === 'bool') return scalar('bool8')
  return shape.scalar === 'decimal' ? scalar('f64') : shape
}

function compileFields(
  fields: readonly NamedShape[],
  isOurs: boolean,
  pointerBytes: number,
  texts: TextPlace[] | null,
): PayloadDecoder {
  const steps = fields.map(({ name, shape }) => ({ name, shape, read: compile(shape, pointerBytes) }))
  const cursor = new PayloadCursor()
  cursor.texts = texts
  return (bytes, view, start, end) => {
    cursor.reset(bytes, view, start, end)
    if (texts !== null) texts.length = 0
    const decoded: PayloadField[] = []
    let fault: PayloadFault | null = null
    for (const { name, shape, read } of steps) {
      // Older versions of the runtime's events end earlier; a library's own description is complete.
      if (isOurs && cursor.remaining === 0) break
      cursor.name = name
      const value = read(cursor, decoded)
      if (cursor.isShort) {
        fault = { kind: 'truncated', field: name }
        break
      }
      decoded.push({ name, value, shape })
    }
    const rest = bytes.slice(fault === null ? cursor.position : end, end)
    if (rest.length > 0) {
      if (steps.length === 0) fault = { kind: 'unknown-layout' }
      else if (!isOurs) fault = { kind: 'overlong', byteCount: rest.length }
    }
    return { fields: decoded, rest, fault }
  }
}

/** `siblings`: the fields of the same object that are decoded already. */
type Read = (cursor: PayloadCursor, siblings: readonly PayloadField[]) => PayloadValue

function compile(shape: ValueShape, pointerBytes: number): Read {
  switch (shape.kind) {
    case 'scalar':
      return scalarRead(shape.scalar, pointerBytes)
    case 'object': {
      const steps = shape.fields.map((field) => ({ ...field, read: compile(field.shape, pointerBytes) }))
      return (cursor) => {
        const fields: PayloadField[] = []
        for (const { name, shape: inner, read } of steps) {
          cursor.name = name
          const value = read(cursor, fields)
          if (cursor.isShort) break
          fields.push({ name, value, shape: inner })
        }
        return new PayloadRecord(fields)
      }
    }
    case 'array':
      return shape.count.from === 'relative' || shape.count.from === 'absolute'
        ? placedArray(shape.element, shape.count.from, pointerBytes)
        : countedArray(shape.element, shape.count, pointerBytes)
  }
}

function countedArray(element: ValueShape, count: ArrayCount, pointerBytes: number): Read {
  const read = compile(element, pointerBytes)
  // An element of no bytes would make any count fit.
  const smallest = Math.max(1, minimumBytes(element, pointerBytes))
  return (cursor, siblings) => {
    const length = countOf(cursor, count, siblings)
    if (length * smallest > cursor.remaining) {
      cursor.isShort = true
      return []
    }
    return elements(cursor, element, read, length)
  }
}

function elements(cursor: PayloadCursor, element: ValueShape, read: Read, length: number): PayloadValue {
  const scalarKind = element.kind === 'scalar' ? element.scalar : null
  if (scalarKind === 'u8' || scalarKind === 'char8') {
    const place = cursor.take(length)
    const bytes = cursor.bytes.slice(place, place + length)
    cursor.addText(place, place + length, scalarKind === 'u8' ? 'bytes' : 'utf8', true)
    return scalarKind === 'u8' ? bytes : utf8Text(bytes, 0, bytes.length)
  }
  if (scalarKind === 'char16') {
    const place = cursor.take(length * 2)
    if (place < 0) return ''
    cursor.addText(place, place + length * 2, 'utf16', true)
    return utf16Text(cursor.bytes, place, place + length * 2)
  }
  const values: PayloadValue[] = []
  for (let index = 0; index < length && !cursor.isShort; index++) values.push(read(cursor, []))
  work.steps += values.length
  return values
}

function countOf(cursor: PayloadCursor, count: ArrayCount, siblings: readonly PayloadField[]): number {
  if (count.from === 'metadata') return count.count
  if (count.from === 'field') return Number(siblings.findLast((field) => field.name === count.name)?.value ?? 0)
  const place = cursor.take(2)
  return place < 0 ? 0 : cursor.view.getUint16(place, true)
}

/** V6: u32 with the size in bytes above and the place below; the elements lie behind the other fields. */
function placedArray(element: ValueShape, from: 'relative' | 'absolute', pointerBytes: number): Read {
  const read = compile(element, pointerBytes)
  const elementBytes = Math.max(1, minimumBytes(element, pointerBytes))
  return (cursor) => {
    const place = cursor.take(4)
    if (place < 0) return []
    const packed = cursor.view.getUint32(place, true)
    const byteCount = packed >>> 16
    const start = (packed & 0xffff) + (from === 'relative' ? place + 4 : cursor.start)
    cursor.placeableBytes -= byteCount
    if (start + byteCount > cursor.end || cursor.placeableBytes < 0) {
      cursor.isShort = true
      return []
    }
    const next = cursor.position
    cursor.position = start
    const values = elements(cursor, element, read, Math.floor(byteCount / elementBytes))
    cursor.position = next
    return values
  }
}

function minimumBytes(shape: ValueShape, pointerBytes: number): number {
  if (shape.kind === 'scalar') return scalarBytes(shape.scalar, pointerBytes)
  if (shape.kind === 'object')
    return shape.fields.reduce((sum, field) => sum + minimumBytes(field.shape, pointerBytes), 0)
  if (shape.count.from === 'metadata') return shape.count.count * minimumBytes(shape.element, pointerBytes)
  if (shape.count.from === 'field') return 0
  return shape.count.from === 'prefix' ? 2 : 4
}

import type { PayloadCursor } from './payload-cursor.ts'
import type { PayloadValue } from './payload-value.ts'
import type { ScalarKind } from './value-shape.ts'

/** Bytes of a value, or the smallest number of them. */
export function scalarBytes(kind: ScalarKind, pointerBytes: number): number {
  switch (kind) {
    case 'u8':
    case 'i8':
    case 'bool8':
    case 'char8':
    case 'ansi':
    case 'varInt':
    case 'varUint':
      return 1
    case 'u16':
    case 'i16':
    case 'char16':
    case 'text':
      return 2
    case 'u32':
    case 'i32':
    case 'f32':
    case 'bool':
    case 'hex32':
      return 4
    case 'u64':
    case 'i64':
    case 'f64':
    case 'dateTime':
      return 8
    case 'guid':
    case 'decimal':
      return 16
    case 'ptr':
      return pointerBytes
  }
}

/** Reads one value; what does not fit reads as zero or empty and marks the cursor. */
export function scalarRead(kind: ScalarKind, pointerBytes: number): (cursor: PayloadCursor) => PayloadValue {
  const byteCount = scalarBytes(kind, pointerBytes)
  const fixed =
    <Value extends PayloadValue>(
      read: (view: DataView, place: number) => Value,
      missing: Value,
    ): ((cursor: PayloadCursor) => PayloadValue) =>
    (cursor) => {
      const place = cursor.take(byteCount)
      return place < 0 ? missing : read(cursor.view, place)
    }
  switch (kind) {
    case 'text':
      return (cursor) => cursor.text()
    case 'ansi':
      return (cursor) => cursor.ansi()
    case 'guid':
      return (cursor) => cursor.guid()
    case 'dateTime':
      return (cursor) => cursor.fileTime()
    case 'decimal':
      return (cursor) => cursor.decimal()
    case 'varInt':
      return (cursor) => cursor.varInt()
    case 'varUint':
      return (cursor) => cursor.varUint()
    case 'u8':
      return fixed((view, place) => view.getUint8(place), 0)
    case 'i8':
      return fixed((view, place) => view.getInt8(place), 0)
    case 'u16':
      return fixed((view, place) => view.getUint16(place, true), 0)
    case 'i16':
      return fixed((view, place) => view.getInt16(place, true), 0)
    case 'i32':
      return fixed((view, place) => view.getInt32(place, true), 0)
    case 'u32':
    case 'hex32':
      return fixed((view, place) => view.getUint32(place, true), 0)
    case 'i64':
      return fixed((view, place) => view.getBigInt64(place, true), 0n)
    case 'u64':
      return fixed((view, place) => view.getBigUint64(place, true), 0n)
    case 'f32':
      return fixed((view, place) => view.getFloat32(place, true), 0)
    case 'f64':
      return fixed((view, place) => view.getFloat64(place, true), 0)
    case 'bool':
      return fixed((view, place) => view.getInt32(place, true) !== 0, false)
    case 'bool8':
      return fixed((view, place) => view.getUint8(place) !== 0, false)
    case 'char8':
      return fixed((view, place) => String.fromCharCode(view.getUint8(place)), '')
    case 'char16':
      return fixed((view, place) => String.fromCharCode(view.getUint16(place, true)), '')
    case 'ptr':
      return pointerBytes === 4
        ? fixed((view, place) => BigInt(view.getUint32(place, true)), 0n)
        : fixed((view, place) => view.getBigUint64(place, true), 0n)
  }
}

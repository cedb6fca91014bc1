import { utf16Text } from '../../nettrace/byte-cursor.ts'
import type { EventType } from '../../nettrace/event-type.ts'
import { compilePayload, type PayloadDecoder, PayloadSlots } from '../../nettrace/payload/compile-payload.ts'
import { type Field, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { layoutOf } from './decode-payload.ts'
import type { NamedShape, ScalarKind } from './value-shape.ts'

const codes: Readonly<Partial<Record<ScalarKind, number>>> = {
  u8: typeCodes.byte,
  i8: typeCodes.sbyte,
  u16: typeCodes.uint16,
  i16: typeCodes.int16,
  u32: typeCodes.uint32,
  i32: typeCodes.int32,
  u64: typeCodes.uint64,
  i64: typeCodes.int64,
  f32: typeCodes.single,
  f64: typeCodes.double,
  guid: typeCodes.guid,
  bool: typeCodes.boolean32,
  hex32: typeCodes.uint32,
  text: typeCodes.string,
  dateTime: typeCodes.dateTime,
}

/**
 * A few fields of one event type, for handlers that see every event of it: compiled once, no object per event. Numbers are
 * f64 (addresses of a process are exact, hashes above 2^53 are not). One payload at a time: `read`, then ask.
 */
export class WantedFields<Name extends string> {
  readonly #slotOf: Readonly<Record<string, number>>
  readonly #slots: PayloadSlots
  readonly #decode: PayloadDecoder
  #bytes: Uint8Array = new Uint8Array(0)

  constructor(type: EventType, names: readonly Name[], pointerBytes: number) {
    this.#slotOf = Object.fromEntries(names.map((name, index) => [name, index]))
    this.#slots = new PayloadSlots(names.length)
    const fields = type.fields.length > 0 ? type.fields : plainFields(layoutOf(type).fields, pointerBytes)
    this.#decode = compilePayload(fields, names)
  }

  read(bytes: Uint8Array, view: DataView, start: number, end: number): void {
    this.#bytes = bytes
    this.#decode(bytes, view, start, end, this.#slots)
  }

  has(name: Name): boolean {
    return this.#slots.isPresent[this.#slotOf[name]!] === 1
  }

  /** 0 when the payload ends before the field. */
  number(name: Name): number {
    const slot = this.#slotOf[name]!
    return this.#slots.isPresent[slot] === 1 ? this.#slots.number[slot]! : 0
  }

  text(name: Name): string {
    const slot = this.#slotOf[name]!
    const { isPresent, textStart, textEnd } = this.#slots
    return isPresent[slot] === 1 ? utf16Text(this.#bytes, textStart[slot]!, textEnd[slot]!) : ''
  }

  /** First byte of a text in the payload's byte array; the text is empty when both ends are equal. */
  textStart(name: Name): number {
    const slot = this.#slotOf[name]!
    return this.#slots.isPresent[slot] === 1 ? this.#slots.textStart[slot]! : 0
  }

  textEnd(name: Name): number {
    const slot = this.#slotOf[name]!
    return this.#slots.isPresent[slot] === 1 ? this.#slots.textEnd[slot]! : 0
  }
}

/** Our tables' fields as the reader of single fields knows them; it ends at the first array. */
function plainFields(shapes: readonly NamedShape[], pointerBytes: number): readonly Field[] {
  const fields: Field[] = []
  for (const { name, shape } of shapes) {
    const code = shape.kind === 'scalar' ? codeOf(shape.scalar, pointerBytes) : undefined
    if (code === undefined) break
    fields.push({ name, type: plainType(code) })
  }
  return fields
}

function codeOf(kind: ScalarKind, pointerBytes: number): number | undefined {
  if (kind === 'ptr') return pointerBytes === 4 ? typeCodes.uint32 : typeCodes.uint64
  return codes[kind]
}

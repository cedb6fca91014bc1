import { work } from '../work-steps.ts'
import { readLongVarint64, varintHigh, varintLow } from '../varint.ts'
import { type Field, type FieldType, fixedBytes, typeCodes } from './field-type.ts'

/**
 * Where a compiled decoder leaves the wanted fields of one payload: numbers as f64 (64-bit integers lose digits beyond 2^53,
 * DateTime becomes Unix milliseconds), texts as byte ranges of UTF-16 without their closing zero. No string is built here.
 */
export class PayloadSlots {
  readonly isPresent: Uint8Array
  readonly number: Float64Array
  readonly textStart: Uint32Array
  readonly textEnd: Uint32Array

  constructor(count: number) {
    this.isPresent = new Uint8Array(count)
    this.number = new Float64Array(count)
    this.textStart = new Uint32Array(count)
    this.textEnd = new Uint32Array(count)
  }
}

/**
 * Decodes one payload in `[start, end)` of `view`'s bytes. Fields that do not fit any more (older versions send fewer, damaged
 * ones anything) are marked absent; nothing is read beyond `end`.
 */
export type PayloadDecoder = (
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  slots: PayloadSlots,
) => void

/** Bytes of the longest LEB128 of 64 bits. */
const longestVarint = 10

/** Position after the field, or -1 when it does not fit. */
type Step = (bytes: Uint8Array, view: DataView, position: number, end: number, slots: PayloadSlots) => number

/**
 * Compiles fields to a program, once per event type: no eval, so any content policy allows it. `wanted[i]` goes to slot i;
 * neighbouring unwanted fields of fixed size become one step, and what follows the last wanted field is not visited.
 */
export function compilePayload(fields: readonly Field[], wanted: readonly string[]): PayloadDecoder {
  const steps: { readonly kind: number; readonly operand: number; readonly call: Step | null }[] = []
  let skipped = 0
  const remaining = new Set(wanted)
  for (const field of fields) {
    if (remaining.size === 0) break
    const slot = remaining.delete(field.name) ? wanted.indexOf(field.name) : -1
    const bytes = fixedBytes(field.type.code)
    if (slot < 0 && bytes !== null) {
      skipped += bytes
      continue
    }
    if (skipped > 0) steps.push({ kind: kinds.skip, operand: skipped, call: null })
    skipped = 0
    const kind = slot < 0 ? kinds.call : kindOf(field.type.code)
    if (kind !== kinds.call) steps.push({ kind, operand: slot, call: null })
    else {
      const call = slot < 0 ? skipValue(field.type) : readStep(field.type, slot)
      if (call !== null) steps.push({ kind, operand: slot, call })
    }
  }
  return runSteps(
    steps.map(({ kind }) => kind),
    steps.map(({ operand }) => operand),
    steps.map(({ call }) => call),
  )
}

/** The most common steps, which are done without a call: it would take longer than they do. */
const kinds = { call: 0, skip: 1, text: 2, uint16: 3, int32: 4, uint32: 5, uint64: 6 } as const

function kindOf(code: number): number {
  switch (code) {
    case typeCodes.string:
      return kinds.text
    case typeCodes.uint16:
      return kinds.uint16
    case typeCodes.boolean32:
    case typeCodes.int32:
      return kinds.int32
    case typeCodes.uint32:
      return kinds.uint32
    case typeCodes.uint64:
      return kinds.uint64
    default:
      return kinds.call
  }
}

/** By step: its kind, the bytes that are skipped or the slot that is filled, and what is called. */
function runSteps(
  kindOfStep: readonly number[],
  operandOfStep: readonly number[],
  calls: readonly (Step | null)[],
): PayloadDecoder {
  return (bytes, view, start, end, slots) => {
    const { isPresent, number } = slots
    // There are a few: a call of `fill` would take longer.
    for (let slot = 0; slot < isPresent.length; slot++) isPresent[slot] = 0
    let position = start
    for (let step = 0; step < kindOfStep.length; step++) {
      const from = position
      const operand = operandOfStep[step]!
      switch (kindOfStep[step]!) {
        case kinds.skip:
          position += operand
          if (position > end) return
          continue
        case kinds.text:
          position = textEnd(view, from, end)
          if (position < 0) return
          slots.textStart[operand] = from
          slots.textEnd[operand] = position - 2
          break
        case kinds.uint16:
          if ((position += 2) > end) return
          number[operand] = view.getUint16(from, true)
          break
        case kinds.int32:
          if ((position += 4) > end) return
          number[operand] = view.getInt32(from, true)
          break
        case kinds.uint32:
          if ((position += 4) > end) return
          number[operand] = view.getUint32(from, true)
          break
        case kinds.uint64:
          if ((position += 8) > end) return
          number[operand] = view.getUint32(from + 4, true) * 4294967296 + view.getUint32(from, true)
          break
        default:
          position = calls[step]!(bytes, view, from, end, slots)
          if (position < 0) return
          continue
      }
      isPresent[operand] = 1
    }
  }
}

function skipStep(byteCount: number): Step {
  return (_bytes, _view, position, end) => (position + byteCount > end ? -1 : position + byteCount)
}

/** Null for what takes no bytes, such as an object without fields. So every step either takes a byte or ends the payload. */
function skipValue(type: FieldType): Step | null {
  const bytes = fixedBytes(type.code)
  if (bytes !== null) return skipStep(bytes)
  if (type.code === typeCodes.string) return (_bytes, view, position, end) => textEnd(view, position, end)
  if (type.code === typeCodes.array && type.element) return skipArray(type.element)
  if (type.code === typeCodes.fixedArray && type.element) return skipItems(type.element, type.length ?? 0)
  if (type.code === typeCodes.varInt || type.code === typeCodes.varUint)
    return (bytes, _view, position, end) => varintPast(bytes, position, end)
  const steps = type.fields.map((field) => skipValue(field.type)).filter((step) => step !== null)
  if (steps.length === 0) return null
  return (bytes, view, position, end, slots) => {
    let next = position
    for (const step of steps) if (next >= 0) next = step(bytes, view, next, end, slots)
    return next
  }
}

/** As many as the metadata says. */
function skipItems(element: FieldType, count: number): Step | null {
  const elementBytes = fixedBytes(element.code)
  if (elementBytes !== null) return count === 0 ? null : skipStep(count * elementBytes)
  const step = skipValue(element)
  if (step === null || count === 0) return null
  return (bytes, view, position, end, slots) => {
    let next = position
    for (let index = 0; index < count && next >= 0; index++) next = counted(step(bytes, view, next, end, slots))
    return next
  }
}

function skipArray(element: FieldType): Step {
  const elementBytes = fixedBytes(element.code)
  const step = skipValue(element)
  return (bytes, view, position, end, slots) => {
    if (position + 2 > end) return -1
    const count = view.getUint16(position, true)
    if (elementBytes !== null) {
      const next = position + 2 + count * elementBytes
      return next > end ? -1 : next
    }
    let next = position + 2
    if (step === null) return next
    for (let index = 0; index < count && next >= 0; index++) next = counted(step(bytes, view, next, end, slots))
    return next
  }
}

function counted(next: number): number {
  work.steps++
  return next
}

/** Position after a LEB128 of at most ten bytes, or -1. */
function varintPast(bytes: Uint8Array, start: number, end: number): number {
  const stop = Math.min(end, start + longestVarint)
  for (let position = start; position < stop; position++) if (bytes[position]! < 128) return position + 1
  return -1
}

/** Position after the closing zero, or -1. Two characters at a time: every event with a text is looked through here. */
function textEnd(view: DataView, start: number, end: number): number {
  let position = start
  for (; position + 3 < end; position += 4) {
    const two = view.getInt32(position, true)
    if ((two & 0xffff) === 0) return position + 2
    if (two >>> 16 === 0) return position + 4
  }
  return position + 1 < end && view.getUint16(position, true) === 0 ? position + 2 : -1
}

/** Of what is not done without a call. */
function readStep(type: FieldType, slot: number): Step | null {
  if (type.code === typeCodes.varInt || type.code === typeCodes.varUint) return readVarint(type.code, slot)
  const read = numberReader(type.code)
  const byteCount = fixedBytes(type.code)
  // Objects, arrays, guids and decimals are not numbers; they are stepped over and stay absent.
  if (read === null || byteCount === null) return skipValue(type)
  return (_bytes, view, position, end, slots) => {
    if (position + byteCount > end) return -1
    slots.isPresent[slot] = 1
    slots.number[slot] = read(view, position)
    return position + byteCount
  }
}

function readVarint(code: number, slot: number): Step {
  return (bytes, _view, position, end, slots) => {
    const next = varintPast(bytes, position, end)
    if (next < 0) return -1
    readLongVarint64(bytes, position)
    slots.isPresent[slot] = 1
    slots.number[slot] = code === typeCodes.varUint ? varintHigh * 2 ** 32 + varintLow : zigZag()
    return next
  }
}

/** The varint that was read last, whose lowest bit is the sign. */
function zigZag(): number {
  const half = (varintHigh >>> 1) * 2 ** 32 + (((varintLow >>> 1) | (varintHigh << 31)) >>> 0)
  return (varintLow & 1) === 0 ? half : -half - 1
}

/** FILETIME of 1970: 100 ns units since 1601. */
const unixEpochFileTime = 116_444_736_000_000_000n

function numberReader(code: number): ((view: DataView, position: number) => number) | null {
  switch (code) {
    case typeCodes.utf16Unit:
      return (view, position) => view.getUint16(position, true)
    case typeCodes.sbyte:
      return (view, position) => view.getInt8(position)
    case typeCodes.byte:
      return (view, position) => view.getUint8(position)
    case typeCodes.int16:
      return (view, position) => view.getInt16(position, true)
    case typeCodes.int64:
      return (view, position) => view.getInt32(position + 4, true) * 4294967296 + view.getUint32(position, true)
    case typeCodes.single:
      return (view, position) => view.getFloat32(position, true)
    case typeCodes.double:
      return (view, position) => view.getFloat64(position, true)
    case typeCodes.dateTime:
      return (view, position) => Number(view.getBigInt64(position, true) - unixEpochFileTime) / 10_000
    default:
      return null
  }
}

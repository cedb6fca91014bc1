import { namedValues } from '../event-names.ts'
import type { ValueShape } from './value-shape.ts'

/**
 * One decoded value. 64-bit integers and pointers are bigint, so that no digit is lost; bytes are a copy; Guid and Decimal are
 * text; enumerations stay numbers, `valueText` names them.
 */
export type PayloadValue =
  number | bigint | boolean | string | Uint8Array | FileTime | PayloadRecord | readonly PayloadValue[]

export interface PayloadField {
  readonly name: string
  readonly value: PayloadValue
  readonly shape: ValueShape
}

/** Named values in their order; names may repeat, so this is no dictionary. */
export class PayloadRecord {
  readonly fields: readonly PayloadField[]
  constructor(fields: readonly PayloadField[]) {
    this.fields = fields
  }
  get(name: string): PayloadValue | undefined {
    return this.fields.find((field) => field.name === name)?.value
  }
}

const ticksPerMs = 10_000n
const unixEpochTicks = 116_444_736_000_000_000n
/** Year 10000: nothing beyond is a time. */
const lastTicks = 2_650_467_744_000_000_000n

/** 100 ns since 1601 UTC. */
export class FileTime {
  readonly ticks: bigint
  constructor(ticks: bigint) {
    this.ticks = ticks
  }
  get unixMs(): number {
    return Number(this.ticks - unixEpochTicks) / Number(ticksPerMs)
  }
  /** ISO 8601 with all seven digits; the plain number when it is no time. */
  toString(): string {
    if (this.ticks < 0n || this.ticks >= lastTicks) return String(this.ticks)
    const sinceUnix = this.ticks - unixEpochTicks
    // Rounded down, also before 1970.
    const belowMs = ((sinceUnix % ticksPerMs) + ticksPerMs) % ticksPerMs
    const ms = Number((sinceUnix - belowMs) / ticksPerMs)
    return `${new Date(ms).toISOString().slice(0, -1)}${String(belowMs).padStart(4, '0')}Z`
  }
}

/** For people: enumerations by name, pointers and error codes in hexadecimal, arrays in brackets. */
export function valueText(value: PayloadValue, shape: ValueShape): string {
  if (value instanceof Uint8Array) return hexText(value)
  if (value instanceof FileTime) return value.toString()
  if (value instanceof PayloadRecord) {
    const inner = value.fields.map((field) => `${field.name}: ${valueText(field.value, field.shape)}`)
    return `{ ${inner.join(', ')} }`
  }
  if (isList(value)) {
    const element = shape.kind === 'array' ? shape.element : shape
    return `[${value.map((item) => valueText(item, element)).join(', ')}]`
  }
  if (shape.kind === 'scalar') {
    if (shape.enumName !== null && typeof value === 'number') return enumText(shape.enumName, value)
    if (shape.scalar === 'ptr') return `0x${value.toString(16)}`
    if (shape.scalar === 'hex32') return `0x${Number(value).toString(16).padStart(8, '0')}`
  }
  return String(value)
}

/** `Large`, `Jitted | Generic`, or the number where nothing is known. */
export function enumText(enumName: string, value: number): string {
  const known = namedValues(enumName)
  if (known === undefined) return String(value)
  if (!known.isFlags) return known.values[value] ?? String(value)
  const names: string[] = []
  let rest = value
  for (const [bit, name] of Object.entries(known.values)) {
    const mask = Number(bit)
    if (mask === 0 || (value & mask) !== mask) continue
    names.push(name)
    rest &= ~mask
  }
  if (rest !== 0) names.push(`0x${(rest >>> 0).toString(16)}`)
  return names.length === 0 ? '0' : names.join(' | ')
}

/** For scripts: numbers where they are exact, text otherwise; bytes as hexadecimal text. */
export function valueJson(value: PayloadValue): unknown {
  if (typeof value === 'bigint')
    return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return hexText(value)
  if (value instanceof FileTime) return value.toString()
  if (value instanceof PayloadRecord)
    return Object.fromEntries(value.fields.map((field) => [field.name, valueJson(field.value)]))
  return isList(value) ? value.map(valueJson) : value
}

function isList(value: PayloadValue): value is readonly PayloadValue[] {
  return Array.isArray(value)
}

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

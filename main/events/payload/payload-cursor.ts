import { utf16Text } from '../../nettrace/byte-cursor.ts'
import { FileTime } from './payload-value.ts'

/** Where a text of a payload lies, without what ends or counts it. */
export interface TextPlace {
  /** The innermost field it is in. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** `bytes`: an array of bytes, which may be anything. */
  readonly encoding: 'utf16' | 'utf8' | 'latin1' | 'bytes'
  /** Another field says how long it is, or where. */
  readonly isCounted: boolean
}

/**
 * Reads one payload in `[position, end)`. What does not fit any more reads as zero or empty and sets `isShort`; nothing is ever
 * read outside.
 */
export class PayloadCursor {
  bytes: Uint8Array = new Uint8Array(0)
  view: DataView = new DataView(new ArrayBuffer(0))
  start = 0
  position = 0
  end = 0
  isShort = false
  /** What arrays that lie elsewhere in the payload may still take: all of them together no more than the payload has. */
  placeableBytes = 0
  /** Null: nobody wants to know. */
  texts: TextPlace[] | null = null
  /** Of the field that is read. */
  name = ''

  reset(bytes: Uint8Array, view: DataView, start: number, end: number): void {
    this.bytes = bytes
    this.view = view
    this.start = start
    this.position = start
    this.end = end
    this.isShort = false
    this.placeableBytes = end - start
  }

  get remaining(): number {
    return this.end - this.position
  }

  /** Place of the next `byteCount` bytes, or -1 when there are not so many. */
  take(byteCount: number): number {
    const place = this.position
    if (byteCount > this.end - place) {
      this.isShort = true
      return -1
    }
    this.position = place + byteCount
    return place
  }

  /** UTF-16 up to a zero, which is taken too. */
  text(): string {
    const start = this.position
    for (let position = start; position + 1 < this.end; position += 2) {
      if (this.bytes[position] !== 0 || this.bytes[position + 1] !== 0) continue
      this.position = position + 2
      this.addText(start, position, 'utf16', false)
      return utf16Text(this.bytes, start, position)
    }
    // Without its zero a text is cut; what is there is kept for the reader of the fault.
    this.isShort = true
    this.position = this.end
    return utf16Text(this.bytes, start, this.end)
  }

  /** Bytes up to a zero, each a character. */
  ansi(): string {
    const start = this.position
    let position = start
    while (position < this.end && this.bytes[position] !== 0) position++
    if (position === this.end) this.isShort = true
    this.position = Math.min(position + 1, this.end)
    this.addText(start, position, 'latin1', false)
    return latin1(this.bytes, start, position)
  }

  addText(start: number, end: number, encoding: TextPlace['encoding'], isCounted: boolean): void {
    this.texts?.push({ name: this.name, start, end, encoding, isCounted })
  }

  guid(): string {
    const place = this.take(16)
    return place < 0 ? emptyGuid : guidText(this.bytes, place)
  }

  fileTime(): FileTime {
    const place = this.take(8)
    return new FileTime(place < 0 ? 0n : this.view.getBigInt64(place, true))
  }

  /** .NET's decimal as EventSource would write it: flags, high, low, middle (never seen in a stream). */
  decimal(): string {
    const place = this.take(16)
    return place < 0 ? '0' : decimalText(this.view, place)
  }

  /** LEB128 of up to 64 bits. */
  varUint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const place = this.take(1)
      if (place < 0) return 0n
      const byte = this.bytes[place]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
    this.isShort = true
    return 0n
  }

  /** Zig-zag. */
  varInt(): bigint {
    const value = this.varUint()
    return (value & 1n) === 0n ? value >> 1n : -((value + 1n) >> 1n)
  }
}

const emptyGuid = '00000000-0000-0000-0000-000000000000'

/** The first three parts are little endian. */
export function guidText(bytes: Uint8Array, place: number): string {
  const order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]
  return order.map((at) => (at < 0 ? '-' : bytes[place + at]!.toString(16).padStart(2, '0'))).join('')
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let position = start; position < end; position++) text += String.fromCharCode(bytes[position]!)
  return text
}

function decimalText(view: DataView, place: number): string {
  const flags = view.getUint32(place, true)
  const [high, low, middle] = [4, 8, 12].map((at) => BigInt(view.getUint32(place + at, true))) as [
    bigint,
    bigint,
    bigint,
  ]
  const digits = ((high << 64n) | (middle << 32n) | low).toString()
  const scale = Math.min((flags >>> 16) & 0xff, 28)
  const padded = digits.padStart(scale + 1, '0')
  const text = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
  return flags >>> 31 === 1 ? `-${text}` : text
}

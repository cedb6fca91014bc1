import { NotAnAssembly } from './pe-headers.ts'

/** Numbers as blobs of metadata have them (ECMA-335, II.23.2): one, two or four bytes, the upper bits say how many. */
export interface Compressed {
  readonly value: number
  readonly next: number
}

export function readCompressed(bytes: Buffer, at: number): Compressed {
  const first = bytes.readUInt8(at)
  if (first < 0x80) return { value: first, next: at + 1 }
  if (first < 0xc0) return { value: bytes.readUInt16BE(at) & 0x3fff, next: at + 2 }
  if (first < 0xe0) return { value: bytes.readUInt32BE(at) & 0x1fff_ffff, next: at + 4 }
  throw new NotAnAssembly()
}

/** The sign is the lowest bit, what is below zero is stored from the least number of its width on. */
export function readSigned(bytes: Buffer, at: number): Compressed {
  const { value, next } = readCompressed(bytes, at)
  const bits = next - at === 1 ? 6 : next - at === 2 ? 13 : 28
  return { value: (value & 1) === 0 ? value >>> 1 : (value >>> 1) - 2 ** bits, next }
}

/**
 * Builds messages for tests from hex, numbers and texts. It shares nothing with the encoders: a mistake there cannot be repeated here
 * by accident.
 */
export type Part = Uint8Array

export function hex(text: string): Part {
  const digits = text.replaceAll(/\s/g, '')
  const bytes = new Uint8Array(digits.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

function number(value: bigint, size: number): Part {
  const bytes = new Uint8Array(size)
  for (let index = 0; index < size; index++) bytes[index] = Number((value >> BigInt(index * 8)) & 0xffn)
  return bytes
}

export const u8 = (value: number): Part => number(BigInt(value), 1)
export const u16 = (value: number): Part => number(BigInt(value), 2)
export const u32 = (value: number): Part => number(BigInt(value), 4)
export const u64 = (value: bigint): Part => number(value, 8)

/** Count with the NUL, the code units, the NUL. */
export function text(value: string): Part {
  return join(
    u32(value.length + 1),
    ...Array.from({ length: value.length }, (_, at) => u16(value.charCodeAt(at))),
    u16(0),
  )
}

export function join(...parts: readonly Part[]): Part {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const magic = hex('444F544E45545F4950435F563100')

/** A whole message; `code` is set and id, e.g. 0xFF00 for an OK answer. */
export function message(code: number, ...payload: readonly Part[]): Part {
  const body = join(...payload)
  return join(magic, u16(20 + body.length), u8(code >> 8), u8(code & 0xff), u16(0), body)
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { type Field, plainType } from '../../../nettrace/payload/field-type.ts'
import { compileDecoder, type DecodedPayload } from '../decode-payload.ts'
import { valueJson } from '../payload-value.ts'

export const type = (fields: readonly Field[], provider = 'Acme', eventId = 1, name = 'E') => ({
  provider,
  eventId,
  name,
  fields,
  isOpaque: false,
})
export const decode = (of: ReturnType<typeof type>, bytes: number[], pointerBytes = 8): DecodedPayload => {
  // Lies in the middle of a larger buffer, as in a block.
  const buffer = Uint8Array.from([0xee, ...bytes, 0xee, 0xee])
  return compileDecoder(of, pointerBytes)(buffer, new DataView(buffer.buffer), 1, 1 + bytes.length)
}
export const json = (payload: DecodedPayload) =>
  Object.fromEntries(payload.fields.map((f) => [f.name, valueJson(f.value)]))
export const text = (value: string): number[] =>
  Array.from(`${value}\0`, (c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]).flat()
export const u32 = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)
export const field = (name: string, code: number): Field => ({ name, type: plainType(code) })

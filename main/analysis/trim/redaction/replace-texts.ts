import { ByteBuilder, utf8 } from '../../../../shared/base/byte-builder.ts'
import type { TextPlace } from '../../../events/payload/payload-cursor.ts'
import { utf16Text, utf8Text } from '../../../nettrace/byte-cursor.ts'

export interface TextEdit extends Pick<TextPlace, 'start' | 'end' | 'encoding'> {
  readonly text: string
  /** It takes as many bytes as before: cut, or filled with blanks. */
  readonly isFixed: boolean
}

/** Used again for every payload and every text: there are millions of them. */
const whole = new ByteBuilder()
const one = new ByteBuilder()

export function readPlace(bytes: Uint8Array, { start, end, encoding }: TextPlace): string {
  if (encoding === 'utf16') return utf16Text(bytes, start, end)
  if (encoding === 'utf8') return utf8Text(bytes, start, end)
  let text = ''
  for (let position = start; position < end; position++) text += String.fromCharCode(bytes[position]!)
  return text
}

/** A copy with other texts at these places, which must not lie in each other. Arrays of bytes become zeros. */
export function replaceTexts(payload: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const replaced = whole
  replaced.clear()
  let position = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    replaced.bytes(payload.subarray(position, edit.start)).bytes(encoded(edit))
    position = edit.end
  }
  return replaced.bytes(payload.subarray(position)).take()
}

function encoded({ text, encoding, isFixed, start, end }: TextEdit): Uint8Array {
  if (encoding === 'bytes') return new Uint8Array(end - start)
  const bytes = bytesOf(text, encoding)
  if (!isFixed) return bytes
  const fitted = new Uint8Array(end - start)
  const blank = encoding === 'utf16' ? [0x20, 0] : [0x20]
  for (let index = 0; index < fitted.length; index++) fitted[index] = blank[index % blank.length]!
  const longest = Math.min(bytes.length, fitted.length)
  fitted.set(bytes.subarray(0, encoding === 'utf8' ? lastWhole(bytes, longest) : longest))
  return fitted
}

/** Not in the middle of a character of UTF-8. */
function lastWhole(bytes: Uint8Array, longest: number): number {
  let end = longest
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return end
}

function bytesOf(text: string, encoding: 'utf16' | 'utf8' | 'latin1'): Uint8Array {
  if (encoding === 'utf8') return utf8(text)
  const builder = one
  builder.clear()
  if (encoding === 'utf16') for (let index = 0; index < text.length; index++) builder.u16(text.charCodeAt(index))
  else for (const character of text.replaceAll('‹', '<').replaceAll('›', '>')) builder.u8(character.charCodeAt(0) & 255)
  return builder.view()
}

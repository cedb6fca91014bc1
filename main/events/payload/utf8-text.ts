/** UTF-8 of `bytes[start, end)`; what is no UTF-8 becomes U+FFFD. (Pure code has no TextDecoder.) */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  let position = start
  while (position < end) {
    const lead = bytes[position]!
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    let codePoint = length === 1 ? lead : lead & (0x7f >> length)
    let isSound = length > 0 && position + length <= end
    for (let index = 1; isSound && index < length; index++) {
      const next = bytes[position + index]!
      isSound = (next & 0xc0) === 0x80
      codePoint = (codePoint << 6) | (next & 0x3f)
    }
    // Overlong forms, surrogates and what lies beyond the last character.
    const smallest = length === 3 ? 0x800 : length === 4 ? 0x10000 : 0
    const isCharacter = isSound && codePoint >= smallest && codePoint < 0x110000 && (codePoint & 0x1ff800) !== 0xd800
    text += isCharacter ? String.fromCodePoint(codePoint) : '\ufffd'
    position += isCharacter ? length : 1
  }
  return text
}
